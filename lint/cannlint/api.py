"""The Python API: the same results as `--format json` of the command line.

    import cannlint

    cannlint.check(["conf"], soc="Ascend910B3")["summary"]["error"]
    cannlint.inspect("conf/op_precision.ini")["by_type"]
    cannlint.plan(options={"precision_mode": "force_fp16"}, ops=["Gelu"], soc="Ascend910B3")["ops"]

The results are dicts and lists of strings, numbers, booleans and None. `cannlint schema report`,
`inspect` and `plan` print their schemas, `cannlint.results` has their types. Lines and columns
start at 1, columns are code points, ends are exclusive. Each call reads configurations and
libraries again. The functions print nothing, change nothing on disk and execute nothing they read.
Problems in a user's file are part of the result; if there is no result, CannlintError says why.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from cannlint.errors import CannlintError
from cannlint.kinds import Kind
from cannlint.language import translated
from cannlint.results import Inspection, Plan, Report

File = str | os.PathLike[str]
Document = TypeVar("Document")

__all__ = ["CannlintError", "check", "inspect", "plan"]


def check(
    paths: File | Iterable[File] = ".",
    *,
    kind: str | None = None,
    select: str | Iterable[str] = (),
    ignore: str | Iterable[str] = (),
    soc: str | Iterable[str] | None = None,
    library: File | None = None,
    config: File | None = None,
    isolated: bool = False,
    model: File | None = None,
    no_model: bool = False,
    jobs: int = 1,
) -> Report:
    """Lint files and folders; the result is a `cannlint/report/1`.

    `select` and `ignore` are rule codes or beginnings of codes. `model` is the graph in which
    entries are looked up, instead of the models that jobs name; with `no_model` these are not read.
    `jobs` is the number of processes: with more than one, new processes
    import the calling script, which needs `if __name__ == "__main__":`. Problems of a run are
    findings (CL001, CL005) or `complaints`, and the report is not `complete`. Raises CannlintError
    for an unknown rule, kind, library or SoC, and for an unreadable `config`.
    """
    from cannlint.engine.find import STANDARD_INPUT
    from cannlint.engine.pipeline import check_paths
    from cannlint.engine.run import Options
    from cannlint.engine.socs import check_socs, libraries_for
    from cannlint.library.caches import clear_caches
    from cannlint.report.json_report import report
    from cannlint.rules.codes import check_codes

    options, given = Options(), _texts(paths)
    if STANDARD_INPUT in given:
        raise CannlintError("`-` means standard input on the command line only: pass a file")
    if jobs < 1:
        raise CannlintError("jobs={jobs}: must be at least 1", jobs=jobs)
    clear_caches()
    options.kind = _kind(kind)
    options.select, options.ignore = check_codes(_texts(select)), check_codes(_texts(ignore))
    options.socs, options.library, options.model = _texts(soc), _text(library), _text(model)
    options.config, options.isolated = _text(config), isolated
    options.no_model = no_model
    options.jobs, options.may_fork = jobs, False
    check_socs(options.socs, libraries_for(options.library, given, options.config, isolated))
    return _plain(report(check_paths(given, options)))


def inspect(
    path: File,
    *,
    kind: str | None = None,
    library: File | None = None,
    config: File | None = None,
    isolated: bool = False,
) -> Inspection:
    """Show how CANN reads a config file: one of the `files` of a `cannlint/inspect/1`.

    The passes of a fusion switch file start with the built-in switches of `library`. Raises
    CannlintError for an unreadable file, or a file of unknown kind.
    """
    from cannlint.engine.named import inspected
    from cannlint.library.caches import clear_caches
    from cannlint.library.choose import choose
    from cannlint.report.inspection import effect

    clear_caches()
    file, release, given = os.fspath(path), _text(library), _text(config)
    if release is not None:
        choose(release)  # one that is not there is refused for every kind of file
    return _plain(effect(*inspected(file, _kind(kind), release, given, isolated)))


def plan(
    job: File | None = None,
    *,
    command: str | Iterable[File] | None = None,
    options: Mapping[str, File] | None = None,
    front_end: str | None = None,
    ops: str | Iterable[str] = (),
    nodes: Iterable[tuple[str, str]] = (),
    every: bool = False,
    model: File | None = None,
    no_model: bool = False,
    ops_info: File | Iterable[File] = (),
    original: str | None = None,
    soc: str | None = None,
    library: File | None = None,
    assume_fixed: bool = False,
    config: File | None = None,
    isolated: bool = False,
) -> Plan:
    """Make the plan of a compile job: a `cannlint/plan/1`.

    `job` is a job of cannlint.toml or a script, `command` an atc command line: its words, or one
    text that is split as in a shell. `options` (ATC flag without dashes → value) override both, or
    are the whole job. `ops` are operator types, `nodes` pairs (type, node name); `every` selects
    all operators of the library. `no_model` leaves the model that the job names. `original` is
    float32, float16 or bfloat16. A job that CANN refuses has `["job"]["accepted"]` False and no
    operators; `assume_fixed` plans it without what CANN refuses. Raises CannlintError if
    no plan can be made.
    """
    from cannlint.engine.socs import check_socs, libraries_for
    from cannlint.jobs.settings import FrontEnd
    from cannlint.library.caches import clear_caches
    from cannlint.planning.plan import plan_of
    from cannlint.planning.request import ORIGINALS, Request
    from cannlint.report.plan_json import as_value

    clear_caches()
    request = Request()
    request.job, request.command = _text(job), _words(command)
    request.options = [f"{key}={value}" for key, value in (options or {}).items()]
    request.front_end = (
        FrontEnd(_one_of(translated("front end"), front_end, [*FrontEnd])) if front_end else None
    )
    request.types, request.nodes, request.every = _texts(ops), [*map(_node, nodes)], every
    request.model, request.no_model = _text(model), no_model
    request.ops_info, request.assume_fixed = _texts(ops_info), assume_fixed
    request.original = _one_of(translated("dtype"), original, [*ORIGINALS]) if original else None
    request.soc, request.library = soc, _text(library)
    request.config, request.isolated = _text(config), isolated
    used = libraries_for(request.library, ["."], request.config, isolated)
    check_socs([soc] if soc is not None else [], used)
    return _plain(as_value(plan_of(request)))


def _plain(document: Document) -> Document:
    """What a program reads from the JSON of a document: plain values, none of them our own."""
    import json

    plain: Document = json.loads(json.dumps(document))
    return plain


def _text(value: File | None) -> str | None:
    return os.fspath(value) if value is not None else None


def _texts(values: File | Iterable[File] | None) -> tuple[str, ...]:
    """A tuple of texts or paths; a single text counts as one, not as its letters."""
    if values is None:
        return ()
    if isinstance(values, (str, os.PathLike)):
        return (os.fspath(values),)
    return tuple(os.fspath(value) for value in values)


def _words(command: str | Iterable[File] | None) -> tuple[str, ...] | None:
    """The words of a command line, or None."""
    if not isinstance(command, str):
        return _texts(command) if command is not None else None
    import shlex

    try:
        return tuple(shlex.split(command))
    except ValueError:
        raise CannlintError(
            "unclosed quote or trailing backslash in the command line {command!r}", command=command
        ) from None


def _node(node: Any) -> tuple[str, str]:
    if isinstance(node, str) or len(node) != 2:
        raise CannlintError("{node!r} is not a pair (operator type, node name)", node=node)
    op_type, name = node
    return op_type, name


def _kind(kind: str | None) -> Kind | None:
    from cannlint.kinds import CONFIG_KINDS, JOB_KINDS, LIBRARY_KINDS, Kind

    if kind is None:
        return None
    return Kind(_one_of(translated("kind"), kind, [*CONFIG_KINDS, *LIBRARY_KINDS, *JOB_KINDS]))


def _one_of(what: str, value: str, names: Sequence[str]) -> str:
    texts = [str(name) for name in names]
    if value not in texts:
        raise CannlintError(
            "unknown {what} {value!r}: expected one of {texts}",
            value=value,
            what=what,
            texts=", ".join(texts),
        )
    return value
