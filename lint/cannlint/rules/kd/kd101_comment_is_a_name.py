"""Comment: CANN reads it as a node name or as part of a name.

A keep_dtype file cannot contain comments. CANN reads a line that starts with `#`, `//` or `;` as a
node name, and no model has such a node. A comment after an entry becomes part of the entry, which
then matches nothing. The vendor's own sample contains such lines.

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

CANN finds no node of this name and writes a warning only to its log. After an operator type, a
comment is worse: ATC stops with E10003, because the whole text is not in PascalCase. ATC checks
types only in the first ten entries that match no node, and every comment counts as one of them.

Source: manual/keep-dtype.md#lines
"""

from __future__ import annotations

from cannlint.formats.keep_dtype.lines import KeptLine
from cannlint.formats.keep_dtype.reading import COMMENT, PASCAL_CASE, KeepDtype
from cannlint.rules.api import (
    Diagnostic,
    Findings,
    FixKind,
    Kind,
    Rule,
    Severity,
    Source,
    Span,
    delete,
    delete_line,
)
from cannlint.rules.kd.padding import window_end, without_padding

RULE = Rule(
    "KD101",
    "comment-is-a-name",
    Severity.WARNING,
    (Kind.KEEP_DTYPE,),
    about=(COMMENT,),
    fix=FixKind.SAFE,
)


@RULE.check
def comment_is_a_name(reading: KeepDtype) -> Findings:
    """Report every comment line and every comment after an entry."""
    is_safe = not _hides_types(reading)
    for record in reading.parts_with(COMMENT):
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
        # editors end a line at a lone carriage return: the text after it may be an entry
        if "\r" not in line.name:
            finding.with_fix("remove the comment", edit, safe=is_safe)
        yield finding


def _hides_types(reading: KeepDtype) -> bool:
    """Return whether comments hide a wrong type from ATC, which would otherwise stop."""
    end = window_end(reading)
    return any(
        record.line.is_type
        and record.line.start > end
        and not PASCAL_CASE.fullmatch(reading.source.slice(record.line.body))
        for record in reading.records
    )


def _whole_line(comment: Span) -> Diagnostic:
    """Return the finding about a comment line."""
    return RULE.at(
        comment,
        "CANN reads this comment as a node name",
        label="CANN reads a name",
        help="remove the line; this format has no comments",
        note="no node has this name; CANN writes a warning only to its log",
    )


def _trailing(source: Source, line: KeptLine, comment: Span, body: Span) -> Diagnostic:
    """Return the finding about a comment after an entry."""
    return RULE.at(
        without_padding(source, comment),
        "this comment is part of the operator type `{name}`, which no node has"
        if line.is_type
        else "this comment is part of the node name `{name}`, which matches nothing",
        label="part of the name",
        help="remove the comment; this format has none",
        note="ATC stops with E10003 when the entry is among the first ten that match no node"
        if line.is_type
        else "`{kept}` does not keep its dtype; CANN writes a warning only to its log",
        name=line.name,
        kept=source.slice(body),
    )
