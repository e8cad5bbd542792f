"""A comment: it is read as a node name, or as part of one.

A keep_dtype file has no comments. A line that begins with `#`, `//` or `;` is the name of a
node that no model has; a remark behind an entry is part of the entry, which then matches
nothing. The vendor's own sample has such lines.

## Example

```keep_dtype
# the head stays in float32
head/Softmax # and its softmax
```

## Write instead

```keep_dtype
head/Softmax
```

## What CANN does

It finds no node of this name and writes a warning to its log only. Behind an operator type a
remark is worse: ATC stops with E10003, because the whole is not PascalCase. Each comment also
takes one of the first ten places for entries without a node, in which types are checked.

Source: options.md 3.1, atc-front-end.md 14 and 15
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.reading.keep_dtype import PASCAL_CASE, KeepDtype
from cannlint.rules.kd.padding import without_padding
from cannlint.rules.kd.window import window_end
from cannlint.rules.rule import FixKind, Rule
from cannlint.syntax.keep_dtype import KeptLine
from cannlint.text.edits import delete, delete_line
from cannlint.text.source import Source
from cannlint.text.span import Span

RULE = Rule("KD101", "comment-is-a-name", Severity.WARNING, (Kind.KEEP_DTYPE,), fix=FixKind.SAFE)


@RULE.check
def comment_is_a_name(reading: KeepDtype) -> Iterator[Diagnostic]:
    """Every line that is a comment or has one."""
    is_safe = not _hides_types(reading)
    for record in reading.parts_with(Fact.COMMENT):
        line = record.line
        if line.comment is None:
            continue
        body = without_padding(reading.source, line.body)
        if body.start < body.end:
            finding = _trailing(reading.source, line, line.comment, body)
            edit = delete(line.comment)
        elif not line.is_type:
            finding = _whole_line(without_padding(reading.source, line.comment))
            edit = delete_line(reading.source, line.line)
        else:
            continue
        # a lone carriage return ends a line to a person: what follows may be an entry
        if "\r" not in line.name:
            finding.mend("remove the comment", edit, safe=is_safe)
        yield finding


def _hides_types(reading: KeepDtype) -> bool:
    """Whether comments keep ATC from looking at a type that it would stop at."""
    end = window_end(reading)
    return any(
        record.line.is_type
        and record.line.start > end
        and not PASCAL_CASE.fullmatch(reading.source.slice(record.line.body))
        for record in reading.records
    )


def _whole_line(comment: Span) -> Diagnostic:
    """A finding about a line that is nothing but a comment."""
    return RULE.at(
        comment,
        "this comment is read as the name of a node",
        label="CANN reads a name",
        help="remove the line; this format has no comments",
        note="no node has this name; CANN writes a warning to its log only",
    )


def _trailing(source: Source, line: KeptLine, comment: Span, body: Span) -> Diagnostic:
    """A finding about a comment behind an entry."""
    return RULE.at(
        without_padding(source, comment),
        "this comment is part of the operator type `{name}`"
        if line.is_type
        else "this comment is part of the node name `{name}`, which matches nothing",
        label="part of the name",
        help="remove the comment; this format has none",
        note="ATC stops with E10003 when the entry is among the first ten unmatched ones"
        if line.is_type
        else "`{kept}` does not keep its dtype; CANN writes a warning to its log only",
        name=line.name,
        kept=source.slice(body),
    )
