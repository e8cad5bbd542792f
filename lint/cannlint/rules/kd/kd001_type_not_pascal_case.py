"""Operator type not in PascalCase: ATC refuses the file when no node has the type.

After `OpType::`, write the operator type as in CANN's operator library: a capital letter, then
letters and digits. ATC first compares the type with the nodes of the model. Only an entry that
matches no node must be in PascalCase.

The result depends on the model. Without the graph of the model, the rule reports a warning. With
the graph (`--model`, or `graph` of a job), it reports an error when ATC stops.

## Example

```keep_dtype
OpType::relu
```

## Write instead

```keep_dtype
OpType::Relu
```

## What CANN does

ATC stops with E10003 when no node of the model has the type. It checks only the first ten entries
that match no node. When ten such entries come before this one, ATC does not check it.

Source: manual/keep-dtype.md#lines
"""

from __future__ import annotations

import re

from cannlint.formats.keep_dtype.lines import TYPE_PREFIX
from cannlint.formats.keep_dtype.reading import (
    MALFORMED_TYPE,
    PASCAL_CASE,
    UNMATCHED_WINDOW,
    KeepDtype,
    Record,
)
from cannlint.rules.api import Diagnostic, Findings, Kind, Rule, Sequence, Severity
from cannlint.rules.kd.padding import meant_type, window_end, without_padding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.job_use import JobUse

RULE = Rule(
    "KD001",
    "type-not-pascal-case",
    Severity.WARNING,
    (Kind.KEEP_DTYPE,),
    about=(MALFORMED_TYPE,),
    cann="E10003",
)

_NODE_NAME = re.compile(r"\S*/\S*|\S+_\d+")
_SEPARATORS = re.compile(r"[\s,;，；]+")

_STOPS = (
    "ATC stops with E10003 when the entry is among the first {window} that match no node of "
    "the model"
)
_PASSES = (
    "ATC does not check this entry: {window} entries above it, comments included, match no node"
)


@RULE.check
def type_not_pascal_case(reading: KeepDtype) -> Findings:
    """Report every `OpType::` whose type is not in PascalCase."""
    end = window_end(reading)
    for record in reading.parts_with(MALFORMED_TYPE):
        if meant_type(reading, record) is None:  # else KD101 or KD102 reports it
            yield _finding(reading, record, is_examined=record.line.start < end)


@RULE.revises
def refused_for_the_model(
    reading: KeepDtype, uses: Sequence[JobUse], found: list[Diagnostic]
) -> Findings:
    """Report the types that ATC refuses for the graph; others only when a graph is missing."""
    from cannlint.resolve.keep import KeepEntries

    kept = KeepEntries(reading)
    graphs = {use.graph.path: use.graph for use in uses if use.graph and _is_as_read(use)}
    refusing = [(path, kept.refused_by(graph)) for path, graph in graphs.items()]
    reported = set()
    for record in dict.fromkeys(record for _, records in refusing for record in records):
        paths = tuple(path for path, records in refusing if record in records)
        finding = _finding(reading, record, paths)
        reported.add(finding.span)
        yield finding
    if not all(map(_is_as_read, uses)):
        yield from (finding for finding in found if finding.span not in reported)


def _is_as_read(use: JobUse) -> bool:
    """Return whether the graph is the one that ATC searches, with all types known."""
    census = use.census
    return census is not None and census.is_first and not census.has_unknown


def _finding(
    reading: KeepDtype, record: Record, graphs: tuple[str, ...] = (), is_examined: bool = True
) -> Diagnostic:
    """Return an error when ATC stops for one of the graphs, or else a warning."""
    span = without_padding(reading.source, record.line.body)
    name = reading.source.slice(span)
    return RULE.at(
        span if name else record.line.text,
        _message(name, graphs, is_examined),
        label=_label(name),
        help=_help(name),
        note=_STOPS if is_examined else _PASSES,
        severity=Severity.ERROR if graphs else None,
        name=name,
        meant=_only_type(name),
        window=UNMATCHED_WINDOW,
        graphs=graphs,
    )


def _message(name: str, graphs: tuple[str, ...], is_examined: bool) -> str:
    if not is_examined:
        return "`{name}` is not PascalCase; no operator type has such a name"
    if not name:
        return "missing operator type after `OpType::`; ATC stops"
    if graphs and PASCAL_CASE.fullmatch(name):
        return "whitespace is part of this type, and no operator of {graphs} has it; ATC stops"
    if graphs:
        return "`{name}` is not PascalCase, and no operator of {graphs} has this type; ATC stops"
    return "`{name}` is not PascalCase; ATC stops unless a node of the model has this type"


def _label(name: str) -> str:
    if not name:
        return "no type"
    return "whitespace around it" if PASCAL_CASE.fullmatch(name) else "not PascalCase"


def _help(name: str) -> str:
    if not name:
        return "write the type after `OpType::`, or remove the line"
    if PASCAL_CASE.fullmatch(name):
        return "write `OpType::{name}`"
    if _only_type(name):
        return "write `OpType::{meant}`"
    if len(_parts(name)) > 1:
        return "write each operator on a line of its own"
    if _NODE_NAME.fullmatch(name):
        return "write a node name without `OpType::`"
    return "write a type from the operator library, such as `Relu` or `MatMulV2`"


def _parts(name: str) -> list[str]:
    return [part for part in _SEPARATORS.split(name.replace(TYPE_PREFIX, " ")) if part]


def _only_type(name: str) -> str:
    """Return the only type in PascalCase in the text, without punctuation; or ""."""
    parts = [part.strip(".:'\"") for part in _parts(name)]
    return parts[0] if len(parts) == 1 and PASCAL_CASE.fullmatch(parts[0]) else ""
