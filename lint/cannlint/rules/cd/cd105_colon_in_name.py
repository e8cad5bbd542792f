"""Colon in a name: CANN cuts the name at the first colon.

A name ends at the first colon of its line. An entry therefore cannot name a node whose name
contains a colon. Use the operator type instead.

CANN ignores everything between this colon and the keyword, for example dtypes before `InputDtype`,
or a list after a misspelt keyword. When the colon between the name and the keyword is missing or
full-width, the keyword becomes part of the name.

## Example

```customize_dtypes
model:0/Relu::InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN stores the entry under the text before the first colon. It gives no message.

Source: manual/customize-dtypes.md#keys
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.lines import DtypeEntry
from cannlint.formats.customize_dtypes.reading import (
    KEYWORD_IN_NAME,
    TEXT_BEFORE_KEYWORD,
    CustomizeDtypes,
)
from cannlint.rules.api import (
    Diagnostic,
    Findings,
    FixKind,
    Kind,
    Rule,
    Severity,
    Source,
    Span,
    replace,
)
from cannlint.rules.cd.names import (
    holds_list,
    keyword_in,
    lost_text,
    meant_prefix,
    misspelt_keywords,
)

RULE = Rule(
    "CD105",
    "colon-in-name",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(TEXT_BEFORE_KEYWORD, KEYWORD_IN_NAME),
    fix=FixKind.UNSAFE,
)


@RULE.check
def colon_in_name(reading: CustomizeDtypes) -> Findings:
    """Report every entry that CANN cuts at a colon, or whose colon is missing."""
    source = reading.source
    for record, entry in reading.entries_with(TEXT_BEFORE_KEYWORD, KEYWORD_IN_NAME):
        if record.is_comment or meant_prefix(source, entry):
            continue
        lost = lost_text(source, entry)
        keyword = keyword_in(entry.name)
        if keyword and not (record.faults and holds_list(source, entry)):
            yield _keyword_in_name(entry, keyword)
        elif not keyword and lost.start < lost.end:
            yield from _misspelt(source, lost) or [_lost(source, entry, lost)]


def _keyword_in_name(entry: DtypeEntry, keyword: str) -> Diagnostic:
    """Report a missing colon before the keyword."""
    start = entry.key.start + entry.name.index(keyword)
    return RULE.at(
        Span(start, start + len(keyword)),
        "missing `:` before `{keyword}`; CANN reads the name `{name}`"
        if start > entry.key.start
        else "missing name before `{keyword}`; CANN reads the name `{name}`",
        label="part of the name",
        help="write the operator and `:` before `{keyword}`",
        note="a name ends at the first colon of its line; this one matches nothing",
        keyword=keyword,
        name=entry.name,
    )


def _misspelt(source: Source, lost: Span) -> list[Diagnostic]:
    """Report misspelt keywords before a correct one."""
    found = []
    for span, keyword in misspelt_keywords(source.text, lost):
        finding = RULE.at(
            span,
            "unknown keyword `{found}`; CANN ignores the dtypes after it",
            label="ignored, with its dtypes",
            help="write `{keyword}` (case-sensitive)",
            found=source.slice(span),
            keyword=keyword,
        )
        found.append(finding.with_fix("write `{keyword}`", replace(span, keyword), safe=False))
    return found


def _lost(source: Source, entry: DtypeEntry, lost: Span) -> Diagnostic:
    """Report the text that CANN ignores between the key and the keyword."""
    return RULE.at(
        lost,
        "CANN ignores `{lost}` before the keyword; the entry is for the type `{name}`"
        if entry.is_type
        else "the name ends at the first colon; CANN reads `{name}` and ignores `{lost}`",
        label="ignored",
        help="write dtypes after `InputDtype:`, or remove `{lost}`"
        if entry.is_type
        else "a name must not contain a colon; use the operator type, `OpType::...`",
        name=entry.name,
        lost=source.slice(lost),
    )
