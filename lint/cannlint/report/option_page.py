"""The documentation page of an option: names, values and conflicts by front end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from cannlint.jobs.conditions import options_in
from cannlint.jobs.settings import FrontEnd, OptionSpec
from cannlint.jobs.tables import descriptions, table_of
from cannlint.language import SOURCE, Phrase, enumerated, said, translated

NAMES = {
    FrontEnd.ATC: "ATC",
    FrontEnd.GE: "GE (session, raw_ge_options)",
    FrontEnd.TF1: "TensorFlow 1",
    FrontEnd.TF2: "TensorFlow 2",
    FrontEnd.TORCH: "torch_npu",
    FrontEnd.TORCHAIR: "torchair",
    FrontEnd.NPUGRAPH_EX: "npugraph_ex",
    FrontEnd.MSIT: "msit convert",
    FrontEnd.ACL: "acl",
    FrontEnd.ACLGRPH: "GE (aclgrphBuildInitialize, aclgrphBuildModel)",
    FrontEnd.ONNXRUNTIME: "ONNX Runtime",
    FrontEnd.MINDSPORE: "MindSpore",
    FrontEnd.MINDFORMERS: "MindFormers",
    FrontEnd.MSLITE: "MindSpore Lite",
    FrontEnd.VLLM_ASCEND: "vllm-ascend",
}
_WRITTEN = {
    FrontEnd.ATC: "--{key}",
    FrontEnd.TF2: "npu.global_options().{key}",
    FrontEnd.MSIT: "{via} --{key}",
    FrontEnd.ACL: "aclSetCompileopt({key}, ...)",
    FrontEnd.ONNXRUNTIME: '("CANNExecutionProvider", {{"{key}": ...}})',
    FrontEnd.NPUGRAPH_EX: 'torch.compile(backend="npugraph_ex", options={{"{key}": ...}})',
}
_MODULES = {FrontEnd.TORCH: "torch.npu.", FrontEnd.MINDSPORE: "device_context.ascend."}
_FORMS = {
    "ascend_context": "[ascend_context] {last}",
    "acl_option_cfg_param": "[acl_option_cfg_param] {last}",
    "additional_config": 'additional_config["{last}"]',
    "ascend_compilation_config": 'ascend_compilation_config["{last}"]',
    "ascend_fusion_config": 'ascend_fusion_config["{last}"]',
    "xlite_graph_config": 'xlite_graph_config["{last}"]',
    "context": "context: {key}",
    "run": "{key}",
    "converter_lite": "--{key}",
    "parameter_map": 'parameter_map["{key}"].{field}',
    "ascend_config": 'ascend_config["{key}"]',
    "aclinit_config": 'aclinit_config["{last}"]',
    "aoe_config": 'aoe_config["{last}"]',
    "jit_config": 'jit_config["{last}"]',
    "set_context": "set_context({last}=)",
    "jit": "mindspore.jit({last}=)",
    "JitConfig": "JitConfig({last}=)",
    "set_option": "{key}",
    "attribute": "torch.npu.{key}",
    "os.environ": 'os.environ["{last}"]',
}
_FUNCTION = "call"
"""The form of writing whose option is the argument of a function."""
_OUTCOMES = {
    "refused": Phrase("refused"),
    "later": Phrase("refused later"),
    "default": Phrase("replaced by the default"),
    "ignored": Phrase("ignored"),
}
_ZERO_OR_ONE = Phrase("0 or 1")
KINDS = {
    "bool": Phrase("True or False"),
    "int": Phrase("an integer"),
    "string": Phrase("a string"),
    "path": Phrase("a path"),
    "list": Phrase("a list in a string"),
    "json": Phrase("JSON in a string"),
    "any": Phrase("any"),
    "object": Phrase("an object of the class"),
    "group": Phrase("nothing: a group of options"),
}
_BOUNDS = {
    (False, False): Phrase("{kind} from {low} to {high}"),
    (False, True): Phrase("{kind} from {low}"),
    (True, False): Phrase("{kind} up to {high}"),
    (True, True): "{kind}",
}
"""How a kind of value is said, by whether it has no least and no greatest value."""
_UNITS = {
    "byte": Phrase("in bytes"),
    "second": Phrase("in seconds"),
    "millisecond": Phrase("in milliseconds"),
}
_USES = {"training": Phrase("training"), "inference": Phrase("inference")}
_HEADINGS = (
    Phrase("front end"),
    Phrase("written"),
    Phrase("values"),
    Phrase("default"),
    Phrase("illegal value"),
    Phrase("notes"),
)


def page(option: str, as_list: bool = False, linked: bool = True) -> str:
    """The page of an option by its canonical name, in Markdown.

    A terminal and a site are too narrow for its table: they have a list for each front end. Where
    `linked`, the pages of other options lie beside it; else `cannlint rule` takes their names.
    """
    about = descriptions()[option]
    specs = list(specs_of(option))
    lines = [f"# {option}", "", translated(about["summary"])]
    lines += [*_companions(specs, linked), *_files(specs), *_uses(specs), ""]
    headings = [translated(heading) for heading in _HEADINGS]
    if as_list:
        for spec in specs:
            lines += _list(headings, _cells(spec, linked))
    else:
        lines += [f"| {' | '.join(headings)} |", "| --- | --- | --- | --- | --- | --- |"]
        lines += [f"| {' | '.join(map(_cell, _cells(spec, linked)))} |" for spec in specs]
    lines += _sources(specs, about)
    return "\n".join(lines) + "\n"


def as_json(option: str) -> dict[str, object]:
    """The same for `cannlint rule --format json`."""
    return {
        "option": option,
        "summary": translated(descriptions()[option]["summary"]),
        "documentation": page(option, linked=False),
    }


def specs_of(option: str) -> Iterator[OptionSpec]:
    """The option in each front end."""
    for front_end in NAMES:
        for key, row in table_of(front_end).options.items():
            if row.get("option", key) == option:
                yield OptionSpec(front_end, key, row)


def _cells(spec: OptionSpec, linked: bool) -> tuple[str, ...]:
    """What is said of an option of one front end, below the headings."""
    written = translated(" or ").join(f"`{form}`" for form in written_forms(spec))
    cells = (NAMES[spec.front_end], written, _takes(spec), _default(spec), _illegal(spec))
    return *cells, _notes(spec, linked)


def _list(headings: Sequence[str], cells: Sequence[str]) -> Iterator[str]:
    """The front end, and what is said of its option: a line for each cell that is not empty."""
    yield f"## {cells[0]}"
    yield ""
    for heading, cell in zip(headings[1:], cells[1:], strict=True):
        if cell:
            title = said("{title}: ", title=heading)
            yield f"* {title}{cell}"
    yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def written_forms(spec: OptionSpec) -> Iterator[str]:
    """The forms in which users write the option."""
    field, last = spec.field, spec.key.rpartition(".")[2]
    if spec.front_end is FrontEnd.TORCHAIR and not spec.via:
        yield f"config.{spec.key}"
        return
    for via in spec.via or (None,):
        if via == _FUNCTION:
            yield _call(spec)
            continue
        form = _FORMS.get(via or "", f"{via}({{key}}=)" if via else "{key}")
        form = _WRITTEN.get(spec.front_end, form)
        yield form.format(key=spec.key, field=field, last=last, via=via)


def _call(spec: OptionSpec) -> str:
    """The call of a function, with the parameter where it is one of several."""
    functions = table_of(spec.front_end).functions
    name = spec.key if spec.key in functions else spec.key.rpartition(".")[0]
    parameter = "" if name == spec.key else f"{spec.key.rpartition('.')[2]}="
    return f"{_MODULES[spec.front_end]}{name}({parameter})"


def _takes(spec: OptionSpec) -> str:
    if spec.values:
        return ", ".join(f"`{value}`" if value else translated("nothing") for value in spec.values)
    low, high = spec.range
    is_flag = spec.type == "int" and (low, high) == (0, 1)
    kind = KINDS[spec.type]
    form = _BOUNDS[low is None, high is None]
    said_kind = translated(_ZERO_OR_ONE) if is_flag else said(form, kind=kind, low=low, high=high)
    if spec.unit:
        said_kind = said("{place} ({reason})", place=said_kind, reason=_UNITS[spec.unit])
    if spec.syntax:
        path = f"`grammars/{spec.syntax}.lark`"
        said_kind = said("{kind}, as in {path}", kind=said_kind, path=path)
    return said_kind


def _default(spec: OptionSpec) -> str:
    parts = [_default_of(spec.default)] if spec.default is not None else []
    if spec.argument_default is not None:
        parts.append(f"NPURunConfig {_default_of(spec.argument_default)}")
    if spec.manual_default is not None:
        default = _default_of(spec.manual_default)
        parts.append(said("the manual says {default}", default=default))
    return translated("; ").join(parts)


def _default_of(default: Any) -> str:
    if isinstance(default, dict):
        return enumerated(
            said("{value}: {reason}", value=_USES[use], reason=translated(str(value)))
            for use, value in default.items()
        )
    return f"`{default}`" if default else translated("nothing")


def _illegal(spec: OptionSpec) -> str:
    """What happens to an illegal value."""
    bad = spec.bad
    if not bad:
        return ""
    outcome = translated(_OUTCOMES[bad["outcome"]])
    if not bad.get("code"):
        return outcome
    return said("{place} ({reason})", place=outcome, reason=bad["code"])


def _notes(spec: OptionSpec, linked: bool) -> str:
    notes = []
    deprecated = spec.deprecated
    if deprecated:
        other = _link(deprecated, linked) if isinstance(deprecated, str) else ""
        notes.append(said("deprecated: use {other}", other=other) if other else said("deprecated"))
    notes += _releases(spec)
    if spec.reserved:
        notes.append(translated("reserved"))
    if spec.when:
        switches = options_in(spec.when)
        needed = switches[:1] if len(switches) < 3 else switches
        notes.append(said("only read with {options}", options=translated(" and ").join(needed)))
    if spec.ignored:
        notes.append(translated(spec.ignored))
    return translated("; ").join(notes)


def _releases(spec: OptionSpec) -> Iterator[str]:
    """The releases that have the option, or some of its values."""
    since = spec.since
    if since is not None and since.startswith(">"):
        yield said("after {release}", release=since[1:])
    elif since is not None:
        yield said("since {release}", release=since)
    if spec.until:
        yield said("until {release}", release=spec.until)
    for value, first in spec.values_since.items():
        yield said("{value} since {release}", value=f"`{value}`", release=first)
    for value, last in spec.values_until.items():
        yield said("{value} until {release}", value=f"`{value}`", release=last)
    for former in spec.formerly:
        yield said("other rules until {release}", release=former["until"])


def _companions(specs: list[OptionSpec], linked: bool) -> Iterator[str]:
    companions = [spec.requires for spec in specs], [spec.excludes for spec in specs]
    titles = Phrase("Needs: {options}."), Phrase("Excludes: {options}.")
    for title, options in zip(titles, companions, strict=True):
        found = dict.fromkeys(chain.from_iterable(options))
        if found:
            yield from ("", said(title, options=enumerated(_link(name, linked) for name in found)))


def _link(option: str, linked: bool) -> str:
    is_link = linked and option in descriptions()
    return f"[{option}]({option}.md)" if is_link else f"`{option}`"


def _files(specs: list[OptionSpec]) -> Iterator[str]:
    kinds = dict.fromkeys(spec.file for spec in specs if spec.file)
    for kind in kinds:
        text = said("The file is of kind {kind}; `cannlint check` checks it.", kind=f"`{kind}`")
        yield from ("", text)


def _uses(specs: list[OptionSpec]) -> Iterator[str]:
    uses = dict.fromkeys(use for spec in specs for use in spec.use)
    if uses:
        named = translated(" and ").join(translated(_USES[use]) for use in uses)
        yield from ("", said("The manual allows it for {uses} only.", uses=named))


def _sources(specs: list[OptionSpec], about: dict[str, Any]) -> Iterator[str]:
    entries = (spec.source for spec in specs if spec.source)
    sources = dict.fromkeys(part for text in entries for part in text.split("; "))
    manual = [said("the vendor's page {page}", page=page) for page in about.get("manual", ())]
    if sources or manual:
        yield from ("", translated(SOURCE) + translated("; ").join((*sources, *manual)))
