"""CANN cannot load this library file.

A library is a JSON object of operators. An entry that CANN cannot initialise breaks not only its
operator: the whole store fails to load, which means every operator of that folder.

The dtype and format lists of all inputs and outputs have one item for each supported combination,
so they must all have the same length. Every tensor must have a `name` and a `paramType`. Every
value must be a string, and every dtype must be one of CANN's. If a file has more than 4 million
characters, which no release has, cannlint reports only the first fault.

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

CANN fails to load the store, and engine initialisation fails. The message does not say where the
fault is.

Source: manual/operator-libraries.md#files
"""

from __future__ import annotations

from itertools import islice

from cannlint.formats.ops_info.entry import EntryFault
from cannlint.formats.ops_info.reading import FAULTY_ENTRY, NOT_A_LIBRARY, OpsInfo, place
from cannlint.reading.json_reading import INVALID_JSON, JSON_COMMENT, NOT_AN_OBJECT, TRAILING_COMMA
from cannlint.rules.api import (
    Diagnostic,
    Findings,
    Iterable,
    Iterator,
    Kind,
    Message,
    Rule,
    Severity,
    Span,
)
from cannlint.rules.json_faults import fault_finding

RULE = Rule(
    "LB001",
    "malformed-library",
    Severity.ERROR,
    (Kind.OPS_INFO,),
    about=(INVALID_JSON, JSON_COMMENT, TRAILING_COMMA, NOT_AN_OBJECT, NOT_A_LIBRARY, FAULTY_ENTRY),
)

_MOST = 100
"""The most findings of one file: a file that is not a library would have one for each word."""

_SYNTAX = (INVALID_JSON, JSON_COMMENT, TRAILING_COMMA)
_NOTE = "CANN cannot load the whole store, so engine initialisation fails"


@RULE.check
def malformed_library(reading: OpsInfo) -> Findings:
    """Report what prevents CANN from loading a file or an operator in it."""
    slips = [slip for fact in _SYNTAX for slip in reading.parts_with(fact)]
    if reading.slip is not None:
        yield _no_library(reading, reading.slip)
    elif not reading.is_large and reading.document.faults:
        for slip in sorted(slips, key=lambda slip: slip.span.start)[:_MOST]:
            finding = fault_finding(RULE, reading.source, slip, _NOTE)
            finding.fix = None  # a new installation repairs a library, not a linter
            yield finding
    elif reading.parts_with(NOT_AN_OBJECT):
        yield _no_object(reading)
    else:
        faults = _one_of_a_kind(reading.parts_with(FAULTY_ENTRY))
        for fault in islice(faults, _MOST):
            yield _finding(reading, fault)


def _one_of_a_kind(faults: Iterable[EntryFault]) -> Iterator[EntryFault]:
    """Yield the faults, but for each operator only the first list of another length."""
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
        "CANN cannot initialise the operator `{op}`: {reason}",
        label="breaks the whole store",
        help="correct the entry of `{op}`, or remove it from the file",
        note=_NOTE,
        op=fault.path[0],
        reason=Message(fault.reason, fault.values),
    )
    if fault.against is not None:
        finding.also(place(reading, fault.against), "must agree with this list")
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
        "invalid library file: unexpected `{found}`"
        if found
        else "the library file is incomplete: it ends too early",
        label="unexpected" if found else "end of the file",
        help="install the library again, or remove the file",
        note=_NOTE,
        found=found,
    )
