"""A library file that CANN cannot load.

A library is a JSON object of operators. An entry that cannot be initialised does not only cost
its operator: it fails the whole store, which is every operator of that folder. The dtype and
format lists of all inputs and outputs have one item for each supported combination, so they all
have the same length; every tensor has a `name` and a `paramType`; every value is a text in
quotes; dtypes are those of CANN. Of a file of more than 4 million characters, which no release
has, only the first fault is reported.

## Example

```ops_info
{
  "MyOp": {
    "input0": {"name": "x", "paramType": "required", "dtype": "float16,float", "format": "ND,ND"},
    "output0": {"name": "y", "paramType": "required", "dtype": "fp16", "format": "ND"}
  }
}
```

## Write instead

```ops_info
{
  "MyOp": {
    "input0": {"name": "x", "paramType": "required", "dtype": "float16,float", "format": "ND,ND"},
    "output0": {"name": "y", "paramType": "required", "dtype": "float16,float", "format": "ND,ND"}
  }
}
```

## What CANN does

It fails to load the store, and engine initialisation with it. The message does not say where.

Source: resolution.md 1.1, 1.2 and 1.4
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from cannlint.diagnostics import Diagnostic, Message, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.reading.ops_entry import EntryFault
from cannlint.reading.ops_info import OpsInfo, place
from cannlint.rules.json_faults import fault_finding
from cannlint.rules.rule import Rule
from cannlint.text.span import Span

RULE = Rule("LB001", "malformed-library", Severity.ERROR, (Kind.OPS_INFO,))

_MOST = 100
"""Findings of one file: a file that is no library at all would have one for each word."""

_SYNTAX = (Fact.INVALID_JSON, Fact.JSON_COMMENT, Fact.TRAILING_COMMA)
_NOTE = "the whole store fails to load, and engine initialisation with it"


@RULE.check
def malformed_library(reading: OpsInfo) -> Iterator[Diagnostic]:
    """What keeps a file, or an operator in it, from being loaded."""
    slips = [slip for fact in _SYNTAX for slip in reading.parts_with(fact)]
    if reading.slip is not None:
        yield _no_library(reading, reading.slip)
    elif not reading.is_large and reading.document.faults:
        for slip in sorted(slips, key=lambda slip: slip.span.start)[:_MOST]:
            finding = fault_finding(RULE, reading.source, slip, _NOTE)
            finding.fix = None  # a library is repaired by installing it, not by a linter
            yield finding
    elif reading.parts_with(Fact.NOT_AN_OBJECT):
        yield _no_object(reading)
    else:
        faults = _one_of_a_kind(reading.parts_with(Fact.FAULTY_ENTRY))
        for fault in islice(faults, _MOST):
            yield _finding(reading, fault)


def _one_of_a_kind(faults: Iterable[EntryFault]) -> Iterator[EntryFault]:
    """Of the lists that differ from the first one of an operator, the first only."""
    uneven = set()
    for fault in faults:
        if fault.against is not None:
            if fault.path[0] in uneven:
                continue
            uneven.add(fault.path[0])
        yield fault


def _finding(reading: OpsInfo, fault: EntryFault) -> Diagnostic:
    finding = RULE.at(
        place(reading, fault.path),
        "operator `{op}` cannot be initialised: {reason}",
        label="fails the whole store",
        help="correct the entry of `{op}`, or take it out of the file",
        note=_NOTE,
        op=fault.path[0],
        reason=Message(fault.reason, fault.values),
    )
    if fault.against is not None:
        finding.also(place(reading, fault.against), "the list it has to agree with")
    return finding


def _no_object(reading: OpsInfo) -> Diagnostic:
    root = reading.document.root if not reading.is_large else None
    start = root.span.start if root is not None else 0
    return RULE.at(
        Span(start, min(start + 1, len(reading.source.text))),
        "the file is not a JSON object, so it has no operators",
        label="expected an object",
        help="write an object with an entry for each operator, or remove the file",
        note=_NOTE,
    )


def _no_library(reading: OpsInfo, span: Span) -> Diagnostic:
    found = reading.source.slice(span)
    return RULE.at(
        span,
        "the file is not a library from here on: unexpected `{found}`"
        if found
        else "the file ends in the middle",
        label="not expected" if found else "the end",
        help="install the library again, or remove the file",
        note=_NOTE,
        found=found,
    )
