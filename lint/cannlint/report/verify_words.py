"""The texts of a verification, for reports for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cannlint.language import Phrase, counted, enumerated, said, translated
from cannlint.report.library_list import name_of
from cannlint.report.origins import origin_text
from cannlint.report.plan_words import NOTHING, dtypes_text, pair, written
from cannlint.text.printable import printable
from cannlint.verify.casts import Cast
from cannlint.verify.compiled import CASTS, LAYOUTS, Kernel
from cannlint.verify.job import GIVEN, NO_COMMAND
from cannlint.verify.operators import Operator
from cannlint.verify.outcome import DIFFERENT, EFFECT, EQUAL, NONE, Asked
from cannlint.verify.verification import Verification

_LONGEST_NAME = 60
"""Characters of a name in a table: that of a fused kernel has the names of all its operators."""

_MOST_NAMES = 3
"""Names of operators that are written out; the JSON has all."""

ASKED_HEADINGS = (Phrase("asked for"), Phrase("outcome"), Phrase("operators"))
OPERATOR_HEADINGS = (
    Phrase("operator"),
    Phrase("asked for"),
    Phrase("planned"),
    Phrase("compiled"),
    Phrase("plan and compile"),
)
_VERDICTS = {
    EQUAL: Phrase("equal"),
    DIFFERENT: Phrase("different"),
}


def circumstances(of: Verification) -> list[str]:
    """What the compile was, and what the plan is made with."""
    compiled, target = of.compiled, of.plan.target
    versions = compiled.versions
    model = [
        printable(compiled.graph.path),
        compiled.soc,
        said("atc {version}", version=versions["atc_version"]) if versions["atc_version"] else None,
        versions["framework_type"],
        compiled.precision.value if compiled.precision is not None else None,
    ]
    return [
        said("Model: {facts}", facts=" · ".join(printable(fact) for fact in model if fact)),
        _job(of),
        said("Plan: {soc} · {library}", soc=target.soc, library=name_of(target.library)),
    ]


def _job(of: Verification) -> str:
    job = of.plan.job
    if of.job.source == NO_COMMAND:
        return translated("Job: the model records no command; only its SoC is known")
    if of.job.source == GIVEN:
        place = job.name if job.name is not None else job.source.path
        return said("Job: {job}", job=printable(place))
    return said("Job: recorded in the model: {command}", command=printable(job.source.text))


def remarks(of: Verification) -> Iterator[tuple[str, str]]:
    """Sentences about the whole: (style, sentence)."""
    for refusal in of.refusals:
        template = (
            "the plan leaves out what its CANN refuses: {message}"
            if of.plan.accepted
            else "the plan says that CANN refuses the job: {message}"
        )
        yield ("warning" if of.plan.accepted else "error"), said(template, message=refusal.message)
    yield from _differences(of)
    for setting, path in of.job.not_found:
        yield (
            "warning",
            said(
                "{option}: file `{path}` was not found here, so what it asks for is not known",
                option=setting.option,
                path=printable(path),
            ),
        )
    for note in of.compiled.graph.notes[1:]:
        yield "warning", printable(str(note))


def _differences(of: Verification) -> Iterator[tuple[str, str]]:
    """How the compile and the plan differ as a whole: in precision mode, in release."""
    recorded, planned = of.compiled.precision, of.plan.precision.modes
    if recorded is not None and all(mode.strategy is not recorded for mode in planned):
        template = "the model was compiled in the precision mode {recorded}, the plan has {planned}"
        modes = enumerated(mode.strategy.value for mode in planned)
        yield "warning", said(template, recorded=recorded.value, planned=modes)
    toolkit, release = of.compiled.toolkit, of.plan.target.library.cann
    if toolkit is not None and toolkit.lower() != release.lower():
        yield (
            "warning",
            said(
                "CANN {toolkit} compiled the model, and the plan is made with the operators of "
                "{release}: give --library for those of another release or install",
                toolkit=printable(toolkit),
                release=release,
            ),
        )


def asked_text(asked: Asked) -> str:
    """What is written; an entry with its place, below its option."""
    if not asked.is_entry:
        return printable(asked.text)
    place = said(" ({place})", place=origin_text(asked.origin))
    return f"  {printable(asked.text)}{place}"


def outcome_text(asked: Asked) -> str:
    """What became of something asked for."""
    why = asked.why
    reason = str(why) if why is not None else ""
    if asked.lost:
        lost, done = counted(len(asked.lost), "operator"), len(asked.done)
        if done:
            template = "took effect on {done}, not done on {operators}: {reason}"
            return said(template, done=done, operators=lost, reason=reason)
        return said("not done on {operators}: {reason}", operators=lost, reason=reason)
    if asked.status == EFFECT:
        if not asked.matches:
            return reason or translated("took effect")
        return said("took effect on {operators}", operators=counted(len(asked.done), "operator"))
    if asked.status == NONE:
        return said("no effect: {reason}", reason=reason)
    return said("cannot be seen: {reason}", reason=reason)


def outcome_style(asked: Asked) -> str:
    """The style of an outcome."""
    if asked.is_lost:
        return "error"
    return "" if asked.status == EFFECT else "quiet"


def asked_operators(asked: Asked) -> str:
    """The operators that were not compiled as asked, or else those that were."""
    return names_text([match.kernel for match in asked.lost] or asked.done)


def names_text(kernels: Sequence[Kernel]) -> str:
    """Names of operators, of many the first ones."""
    names = [_shortened(printable(kernel.node.name)) for kernel in kernels[:_MOST_NAMES]]
    if len(kernels) > _MOST_NAMES:
        names.append(said("{number:,} more", number=len(kernels) - _MOST_NAMES))
    return enumerated(names)


def operator_text(operator: Operator) -> str:
    """The type of an operator, those that share its kernel, and its name."""
    kernel = operator.kernel
    types = "+".join(kernel.members) if kernel.is_fused else kernel.node.op_type
    return f"{printable(types)} {_shortened(printable(kernel.node.name))}"


def _shortened(name: str) -> str:
    """The beginning and the end of a long name."""
    half = _LONGEST_NAME // 2
    return name if len(name) <= _LONGEST_NAME else f"{name[:half]}…{name[-half + 1 :]}"


def operator_asked(operator: Operator) -> str:
    """What the entries for an operator ask for."""
    return enumerated(printable(asked.text) for asked in operator.asked) or NOTHING


def planned_text(operator: Operator) -> str:
    """The planned dtypes and mode; of a fused kernel those of its first operator."""
    row = operator.row
    if row is None:
        return NOTHING
    mode = operator.mode.value if operator.mode is not None else None
    dtypes = dtypes_text(row.dtypes)
    if operator.kernel.is_fused:
        dtypes = f"{operator.kernel.first}: {dtypes}"
    if operator.mode_type is not None and mode:
        mode = said("{mode} (as {type}, before fusion)", mode=mode, type=operator.mode_type)
    return f"{dtypes}; {mode}" if mode else dtypes


def compiled_text(operator: Operator) -> str:
    """The compiled dtypes and modes."""
    modes = enumerated(operator.kernel.modes or ())
    dtypes = pair(operator.inputs, operator.outputs)
    return f"{dtypes}; {modes}" if modes else dtypes


def verdict_text(operator: Operator) -> str:
    """How plan and compile of an operator compare."""
    if not operator.is_equal:
        return translated(_VERDICTS[DIFFERENT])
    if operator.dtypes == EQUAL:
        return translated(_VERDICTS[EQUAL])
    reason = operator.row.dtypes.reason if operator.row is not None else None
    if reason is None:
        return translated("not comparable")
    return said("undetermined: {reason}", reason=reason)


def shown(of: Verification, every: bool) -> list[Operator]:
    """The operators to show: all, or those that are asked for or differ."""
    return [one for one in of.operators if every or one.asked or not one.is_equal]


def totals(of: Verification) -> list[str]:
    """The numbers, a sentence each."""
    numbers, counts = of.numbers, of.counts
    dtypes = enumerated(f"{written(dtype)} {count:,}" for dtype, count in numbers.by_dtype.items())
    share = numbers.float32_share
    found = [
        said(
            "{operators:,} operators run on AI Core, {others:,} elsewhere; first outputs: {dtypes}",
            operators=numbers.on_ai_core,
            others=numbers.operators - numbers.on_ai_core,
            dtypes=dtypes or NOTHING,
        )
        + (said("; float32 {share:.0%}", share=share) if share is not None else ""),
        said(
            "plan and compile: {equal:,} equal, {different:,} different, {undecided:,} not decided",
            equal=counts.equal,
            different=counts.different,
            undecided=counts.undecided,
        ),
        said(
            "inserted by CANN: {casts:,} Cast, {layouts:,} TransData, {others:,} others",
            casts=numbers.inserted.get(CASTS, 0),
            layouts=numbers.inserted.get(LAYOUTS, 0),
            others=sum(numbers.inserted.values())
            - numbers.inserted.get(CASTS, 0)
            - numbers.inserted.get(LAYOUTS, 0),
        ),
    ]
    if of.fusion is not None:
        times = of.fusion.times.values()
        template = "{file}: {matched:,} fusion passes matched, {effective:,} took effect"
        matched, effective = (sum(bool(each[at]) for each in times) for at in (0, 1))
        file = printable(of.fusion.path)
        found.append(said(template, file=file, matched=matched, effective=effective))
    if of.lost:
        found.append(said("{number:,} of what is asked for is lost", number=len(of.lost)))
    return found


def caused_casts(of: Verification) -> list[Cast]:
    """The casts that entries of config files cause."""
    return [cast for cast in of.casts if cast.causes]


def cast_text(cast: Cast) -> str:
    """A Cast, where it stands, and what causes it."""
    source, target = cast.dtypes
    return said(
        "{name}: {source} → {target}, before {behind}; caused by {causes}",
        name=printable(cast.kernel.node.name),
        source=written(source),
        target=written(target),
        behind=names_text(cast.behind) or NOTHING,
        causes=enumerated(map(origin_text, cast.causes)),
    )
