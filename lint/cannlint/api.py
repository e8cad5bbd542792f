"""cannlint from Python: the same answers as the command line's JSON.

    import cannlint

    cannlint.check(["conf"], soc="Ascend910B3")["summary"]["error"]
    cannlint.inspect("conf/op_precision.ini")["by_type"]
    cannlint.plan(options={"precision_mode": "force_fp16"}, ops=["Gelu"], soc="Ascend910B3")["ops"]

Each function gives what `cannlint check`, `inspect` and `plan` print with `--format json`: dicts
and lists of strings, numbers, booleans and None, in the shapes of `cannlint schema report`,
`inspect` and `plan`. Lines and columns count from 1, columns in code points, ends are exclusive.
Nothing is printed, nothing is changed on disk, nothing that is read is executed. What is wrong in
a user's file is part of the answer; CannlintError says, in one sentence, why there is none.
"""

from __future__ import annotations

from cannlint.errors import BrokenConfigError, CannlintError
from cannlint.language import said, translated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

__all__ = ["CannlintError", "check", "inspect", "plan"]


def check(
    paths: Iterable[str] | str = ".",
    *,
    kind: str | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    soc: str | Sequence[str] | None = None,
    library: str | None = None,
    config: str | None = None,
    isolated: bool = False,
    model: str | None = None,
) -> dict[str, Any]:
    """Lint files and folders; the result is a `cannlint/report/1`.

    `select` and `ignore` are rule codes or their beginnings, `model` is the graph that entries are
    looked up in. What cannot be read is a finding (CL005), but for the graph. Raises CannlintError
    for that, for an unknown rule, kind, SoC or library, and for a named file whose kind cannot be
    told.
    """
    from cannlint.engine.entry import Options, check_paths
    from cannlint.report.json_report import report
    from cannlint.rules.codes import check_codes

    options = Options()
    options.kind = _kind(kind)
    options.select, options.ignore = check_codes(select), check_codes(ignore)
    options.socs = (soc,) if isinstance(soc, str) else tuple(soc or ())
    options.library, options.config, options.isolated = library, config, isolated
    options.model = model
    run = check_paths([paths] if isinstance(paths, str) else list(paths), options)
    if run.complaints and run.failed:
        raise CannlintError("; ".join(run.complaints))
    return report(run)


def inspect(path: str, *, kind: str | None = None, library: str | None = None) -> dict[str, Any]:
    """How CANN itself reads a config file: one of the `files` of a `cannlint/inspect/1`.

    The passes of a fusion switch file are those under the built-in switches of `library`.
    Raises CannlintError for a file that cannot be read, or whose kind cannot be told.
    """
    from cannlint.discovery.detect import kind_of
    from cannlint.engine.entry import read, unknown_kind
    from cannlint.kinds import JOB_KINDS, Kind
    from cannlint.report.inspection import effect
    from cannlint.text.source import read_source

    asked = _kind(kind)
    source = read_source(path)
    found = asked or kind_of(source.path, source.data, loosely=True)
    if found is None:
        raise CannlintError(unknown_kind(source))
    if found in JOB_KINDS:
        raise CannlintError("{path}: options of compile jobs are for check and plan", path=path)
    if found is not Kind.FUSION_SWITCH:
        return effect(read(source, found))
    from cannlint.library.choose import choose

    return effect(read(source, found), choose(library))


def plan(
    job: str | None = None,
    *,
    command: Sequence[str] | None = None,
    options: Mapping[str, str] | None = None,
    front_end: str | None = None,
    ops: Sequence[str] = (),
    nodes: Sequence[tuple[str, str]] = (),
    every: bool = False,
    model: str | None = None,
    ops_info: Sequence[str] = (),
    original: str | None = None,
    soc: str | None = None,
    library: str | None = None,
    config: str | None = None,
    isolated: bool = False,
) -> dict[str, Any]:
    """What becomes of each operator in one compile job: a `cannlint/plan/1`.

    The job is a named one of cannlint.toml, the words of an atc `command`, or nothing but
    `options` (ATC flag without dashes → value), which also override those of the other two.
    `ops` are operator types and `nodes` pairs (type, node name); `every` asks for each operator
    of the library. `original` is float32, float16 or bfloat16. A job that CANN refuses has
    `["job"]["accepted"]` False and no operators. Raises CannlintError when no plan can be made.
    """
    from cannlint.jobs.model import FrontEnd
    from cannlint.planning.plan import plan_of
    from cannlint.planning.request import ORIGINALS, Request
    from cannlint.report.plan_json import as_value

    request = Request()
    request.job, request.command = job, command
    request.options = [f"{key}={value}" for key, value in (options or {}).items()]
    request.front_end = (
        FrontEnd(_one_of(translated("front end"), front_end, [*FrontEnd])) if front_end else None
    )
    request.types, request.nodes, request.every = ops, nodes, every
    request.model, request.ops_info = model, ops_info
    request.original = _one_of("original", original, [*ORIGINALS]) if original else None
    request.soc, request.library = soc, library
    request.config, request.isolated = config, isolated
    try:
        return as_value(plan_of(request))
    except BrokenConfigError as broken:
        message = said("{path}: cannot be used as configuration", path=broken.source.path)
        raise CannlintError(message) from None


def _kind(kind: str | None) -> Any:
    from cannlint.kinds import CONFIG_KINDS, JOB_KINDS, LIBRARY_KINDS, Kind

    if kind is None:
        return None
    return Kind(_one_of("kind", kind, [*CONFIG_KINDS, *LIBRARY_KINDS, *JOB_KINDS]))


def _one_of(what: str, value: str, names: Sequence[str]) -> str:
    texts = [str(name) for name in names]
    if value not in texts:
        raise CannlintError(
            "{value!r} is no {what}; there are {texts}",
            value=value,
            what=what,
            texts=", ".join(texts),
        )
    return value
