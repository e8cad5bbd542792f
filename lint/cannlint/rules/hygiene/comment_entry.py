"""A comment that CANN reads as an entry, in a format of lines where there are no such comments.

# CD103

Comment that CANN reads as an entry.

A customize_dtypes file cannot contain comments. A commented-out entry still has a name and dtypes,
so CANN stores it for a node whose name starts with the comment sign. Remove the line, or make it
an entry again.

## Example

```customize_dtypes
# Relu_1::InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
Relu_1::InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN accepts the line as an entry for a node named `# Relu_1`, which matches nothing. When CANN
cannot read a comment as an entry, it refuses the file: see CD003.

Source: manual/customize-dtypes.md#keys

# FS104

CANN reads this comment as the switch of a pass.

The text format has no comments. A commented-out line still has a name, a colon and a switch, so
CANN stores it as a pass whose name begins with the comment sign. (CANN refuses a comment without a
colon and a switch: see FS007.)

## Example

```fusion_switch
# SoftmaxFusionPass:off
ConvConcatFusionPass:off
```

## Write instead

```fusion_switch
ConvConcatFusionPass:off
```

## What CANN does

CANN accepts the line as the switch of a pass named `# SoftmaxFusionPass`. No pass has this name,
and CANN prints no message.

Source: manual/fusion-switch.md#text

# OP103

Comment with `;`: CANN reads it as an entry.

Only a line with `#` in column 1 is a comment. CANN reads `;` like any other character, so a
commented-out entry becomes an entry for an operator whose name starts with `;`. CANN ignores other
comments with `;`, and the rule does not report them.

## Example

```op_precision
; Gelu=high_precision
```

## Write instead

```op_precision
# Gelu=high_precision
```

## What CANN does

CANN stores a mode for an operator type (or a node) named `; Gelu`, which matches nothing.

Source: manual/implementation-modes.md#lines-of-an-ini-file

# OP104

Comment without `#` in column 1: CANN reads it as an entry.

CANN looks at the first character of a line before it trims the line. When whitespace comes before
`#`, or the comment starts with `//`, a commented-out entry becomes an entry for an operator whose
name starts with this sign. Write `#` in column 1. CANN ignores other comments of this form, and
the rule does not report them.

## Example

```op_precision
Gelu=high_precision
  # Tanh=high_precision
```

## Write instead

```op_precision
Gelu=high_precision
# Tanh=high_precision
```

## What CANN does

CANN stores a mode for an operator type (or a node) named `# Tanh`, which matches nothing.

Source: manual/implementation-modes.md#lines-of-an-ini-file
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.formats.op_precision.lines import IniLine
from cannlint.formats.op_precision.reading import OpPrecision
from cannlint.rules.api import (
    Diagnostic,
    Findings,
    FixKind,
    Kind,
    Rule,
    Severity,
    Span,
    delete_line,
)

_MODES = (Kind.OP_PRECISION, Kind.IMPL_MODE)
CD103, FS104, OP103, OP104 = RULES = tuple(
    Rule(code, name, Severity.WARNING, kinds, about=("comment-entry",), fix=FixKind.SAFE)
    for code, name, kinds in (
        ("CD103", "comment-becomes-entry", (Kind.CUSTOMIZE_DTYPES,)),
        ("FS104", "comment-becomes-pass", (Kind.FUSION_SWITCH,)),
        ("OP103", "semicolon-comment", _MODES),
        ("OP104", "indented-comment", _MODES),
    )
)
_NAME = "CANN reads a name"
_NO_COMMENTS = "remove the line; this format has no comments"
_COLUMN_1 = "write `#` in column 1"
_ONLY = "only a line with `#` in column 1 is a comment"
_INDENTED = "this `#` is not in column 1; CANN reads an entry for `{name}`, which matches nothing"
_SLASHES = "`//` does not start a comment; CANN reads an entry for `{name}`, which matches nothing"
_WORDS = {
    CD103: (
        "CANN reads this comment as an entry for a node named `{name}`",
        _NAME,
        _NO_COMMENTS,
        "CANN accepts the entry, which matches no node",
    ),
    FS104: (
        "CANN reads this comment as a pass named `{name}`",
        "part of the name",
        _NO_COMMENTS,
        "CANN accepts the line, but no pass has this name; a comment without `:on` or `:off` would "
        "make CANN refuse the file",
    ),
    OP103: (
        "`;` does not start a comment; CANN reads an entry for `{name}`, which matches nothing",
        _NAME,
        _COLUMN_1,
        _ONLY,
    ),
    OP104: (_INDENTED, _NAME, _COLUMN_1, _ONLY),
}
"""The message, the label, the help and the note."""


def _finding(rule: Rule, key: Span, name: str, message: str | None = None) -> Diagnostic:
    words, label, help, note = _WORDS[rule]
    return rule.at(key, message or words, label=label, help=help, note=note, name=name)


@CD103.check
def in_customize_dtypes(reading: CustomizeDtypes) -> Findings:
    """Report every entry whose name starts like a comment."""
    from cannlint.formats.customize_dtypes.reading import COMMENT_ENTRY

    for record, entry in reading.entries_with(COMMENT_ENTRY):
        finding = _finding(CD103, entry.key, entry.name)
        yield finding.with_fix("remove the comment", delete_line(reading.source, record.line))


@FS104.check
def in_fusion_switch(reading: FusionSwitch) -> Findings:
    """Report every comment that CANN reads as an entry."""
    from cannlint.formats.fusion_switch.facts import COMMENT_ENTRY
    from cannlint.rules.fs.text_form import may_lose_remarks

    kept = reading.parts_with(COMMENT_ENTRY)
    removable = bool(kept) and may_lose_remarks(reading)
    for record in kept:
        assert record.line.key is not None
        finding = _finding(FS104, record.line.key, record.line.name)
        if removable:
            edit = delete_line(reading.source, record.line.line)
            finding.with_fix("remove the comment", edit)
        yield finding


@OP103.check
def after_semicolon(reading: OpPrecision) -> Findings:
    """Report every entry whose key starts with `;`."""
    return _in_op_precision(OP103, reading, (";",))


@OP104.check
def indented(reading: OpPrecision) -> Findings:
    """Report every entry whose key starts with `#` or `//`."""
    return _in_op_precision(OP104, reading, ("#", "//"))


def _in_op_precision(rule: Rule, reading: OpPrecision, marks: tuple[str, ...]) -> Findings:
    from cannlint.formats.op_precision.reading import COMMENT_ENTRY
    from cannlint.rules.op.slips import comment_out

    for record in reading.parts_with(COMMENT_ENTRY):
        line = record.line
        if line.comment_mark in marks and not _is_marked(line) and line.key is not None:
            message = _SLASHES if line.comment_mark == "//" else None
            finding = _finding(rule, line.key, line.name, message)
            yield finding.with_fix("make it a comment", comment_out(line))


def _is_marked(line: IniLine) -> bool:
    """Return whether only a byte order mark comes before `#`, which OP108 reports."""
    marks = line.marks
    return line.comment_mark == "#" and marks.start < marks.end == line.visible.start
