"""A comment that does not begin with `#` in column 1 and is an entry to CANN.

CANN looks at the first character of the line before it removes blanks. With blanks before `#`,
or with `//`, a commented-out entry is an entry whose operator begins with that sign. (Where
such a line is no entry, CANN ignores it, as meant.)

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

It stores a mode for an operator type (or a node) named `# Tanh`, which matches nothing.

Source: resolution.md 4.2
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.reading.op_precision import OpPrecision
from cannlint.rules.op.comments import comment_out
from cannlint.rules.rule import FixKind, Rule
from cannlint.text.source import BYTE_ORDER_MARK

RULE = Rule(
    "OP104",
    "indented-comment",
    Severity.WARNING,
    (Kind.OP_PRECISION, Kind.IMPL_MODE),
    fix=FixKind.SAFE,
)

_INDENTED = "this `#` is not in column 1; CANN reads an entry for `{name}`, which matches nothing"
_SLASHES = "`//` does not start a comment; CANN reads an entry for `{name}`, which matches nothing"


@RULE.check
def indented_comment(reading: OpPrecision) -> Iterator[Diagnostic]:
    """Every entry whose key begins with `#` or `//`."""
    for record in reading.parts_with(Fact.COMMENT_ENTRY):
        line = record.line
        if line.comment_mark not in ("#", "//") or _is_marked(line.content) or line.key is None:
            continue
        yield RULE.at(
            line.key,
            _INDENTED if line.comment_mark == "#" else _SLASHES,
            label="CANN reads a name",
            help="write `#` in column 1",
            note="only a line with `#` in column 1 is a comment",
            name=line.name,
        ).mend("make it a comment", comment_out(line))


def _is_marked(content: str) -> bool:
    """Whether only a byte order mark keeps the line from being a comment: OP108 says so."""
    return content.lstrip(BYTE_ORDER_MARK).startswith("#") and not content.startswith("#")
