"""Comment without `#` in column 1: CANN reads it as an entry.

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

from cannlint.reading.op_precision import COMMENT_ENTRY, OpPrecision
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity
from cannlint.rules.op.comments import comment_out
from cannlint.syntax.op_precision import IniLine

RULE = Rule(
    "OP104",
    "indented-comment",
    Severity.WARNING,
    (Kind.OP_PRECISION, Kind.IMPL_MODE),
    about=(COMMENT_ENTRY,),
    fix=FixKind.SAFE,
)

_INDENTED = "this `#` is not in column 1; CANN reads an entry for `{name}`, which matches nothing"
_SLASHES = "`//` does not start a comment; CANN reads an entry for `{name}`, which matches nothing"


@RULE.check
def indented_comment(reading: OpPrecision) -> Iterator[Diagnostic]:
    """Report every entry whose key starts with `#` or `//`."""
    for record in reading.parts_with(COMMENT_ENTRY):
        line = record.line
        if line.comment_mark not in ("#", "//") or _is_marked(line) or line.key is None:
            continue
        yield RULE.at(
            line.key,
            _INDENTED if line.comment_mark == "#" else _SLASHES,
            label="CANN reads a name",
            help="write `#` in column 1",
            note="only a line with `#` in column 1 is a comment",
            name=line.name,
        ).mend("make it a comment", comment_out(line))


def _is_marked(line: IniLine) -> bool:
    """Return whether only a byte order mark comes before `#`, which OP108 reports."""
    marks = line.marks
    return line.comment_mark == "#" and marks.start < marks.end == line.visible.start
