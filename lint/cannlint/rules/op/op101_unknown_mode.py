"""Unknown mode: CANN ignores the line.

The operator runs as if the file did not name it. The value must be one of CANN's eight modes, in
exactly this spelling: `high_performance`, `high_precision`, `super_performance`,
`support_out_of_bound_index`, `enable_float_32_execution`, `enable_hi_float_32_execution`,
`norm_class`, `keep_fp16`.

CANN does not accept a list of modes, a comment after the mode, or `default`. It does not accept
`high_precision_for_all` either: this is a value of the option op_select_implmode.

## Example

```op_precision
Tanh=high_preformance
Gelu=high_precision # as in training
```

## Write instead

```op_precision
Tanh=high_performance
# as in training
Gelu=high_precision
```

## What CANN does

CANN ignores the line and writes a warning only to its log. The line does not count as an entry for
the operator: a later line with a valid mode takes effect.

Source: manual/implementation-modes.md#modes, manual/implementation-modes.md#lines-of-an-ini-file
"""

from __future__ import annotations

import re

from cannlint.cann.modes import IMPL_MODES
from cannlint.formats.op_precision.reading import UNKNOWN_MODE, Fate, OpPrecision, Record
from cannlint.rules.api import Diagnostic, Findings, FixKind, Kind, Rule, Severity, Span, replace
from cannlint.rules.op.slips import ModeSlip, comment_above

RULE = Rule(
    "OP101",
    "unknown-mode",
    Severity.WARNING,
    (Kind.OP_PRECISION, Kind.IMPL_MODE),
    about=(UNKNOWN_MODE,),
    fix=FixKind.UNSAFE,
)

_NONE = "unknown mode `{written}`; CANN ignores the line"
_LIST = "`{written}` is a list; CANN accepts one mode only and ignores the line"
_SECOND_ENTRY = "CANN reads one entry a line: `{written}` is no mode, and the line is ignored"
_COMMENT = "the comment is part of the mode `{written}`; CANN ignores the line"
_FOR_ALL = "`{written}` is a value of op_select_implmode, not a mode; CANN ignores the line"
_NO_MODE = ("default", "optional", "none")
_ANY_MODE = "write one of CANN's modes: {modes}"
_SECOND = re.compile(r"[\s,;][\w/.-]+\s*=")
"""Another entry behind the mode of the first."""
_NOTE = "the line has no effect, and the only message is a warning in CANN's log"


@RULE.check
def unknown_mode(reading: OpPrecision) -> Findings:
    """Report every entry with a mode that CANN does not know."""
    unknown = reading.parts_with(UNKNOWN_MODE)
    kept = reading.having(Fate.KEPT) if unknown else ()
    counting = {_key(record): record for record in kept}
    fixed = set()
    for record in unknown:
        value = record.line.value
        if record.line.comment_mark or record.line.is_header_like or value is None:
            continue
        slip = ModeSlip(record.line.mode)
        finding = _finding(record, value, slip)
        if _SECOND.search(record.line.mode):
            yield finding
            continue
        other = counting.get(_key(record))
        if other is not None and other.line.value is not None:
            finding.also(other.line.value, "CANN uses this mode")
        elif slip.meant and _key(record) not in fixed:
            fixed.add(_key(record))
            _add_fix(finding, reading, record, value, slip)
        yield finding


def _key(record: Record) -> tuple[bool, str]:
    return record.is_type, record.line.name


def _finding(record: Record, value: Span, slip: ModeSlip) -> Diagnostic:
    message, label, help = _words(slip)
    return RULE.at(
        value, message, label=label, help=help, note=_NOTE,
        written=record.line.mode, meant=slip.meant, name=record.line.name, modes=tuple(IMPL_MODES),
    )  # fmt: skip


def _words(slip: ModeSlip) -> tuple[str, str, str]:
    """Return message, label and help."""
    if _SECOND.search(slip.head):
        return _SECOND_ENTRY, "a second entry on this line", "write each on a line of its own"
    if slip.is_list:
        return _LIST, "write one mode only", "write one of the modes"
    if slip.comment and slip.head in IMPL_MODES:
        help = "put the comment on a line of its own, with `#` in column 1"
        return _COMMENT, "read as one word", help
    if slip.meant:
        message = _FOR_ALL if slip.is_for_all else _NONE
        return message, "did you mean `{meant}`?", "write `{meant}`"
    if slip.head.lower() in _NO_MODE:
        return _NONE, "not a mode", "remove the line to let the kernel of `{name}` choose"
    return _NONE, "not a mode", _ANY_MODE


def _add_fix(
    finding: Diagnostic, reading: OpPrecision, record: Record, value: Span, slip: ModeSlip
) -> None:
    above = comment_above(reading.source, record.line, slip.comment)
    mode = replace(value, slip.meant or "")
    has_above = above.text or above.span.start < above.span.end
    finding.with_fix("write `{meant}`", *([above, mode] if has_above else [mode]), safe=False)
