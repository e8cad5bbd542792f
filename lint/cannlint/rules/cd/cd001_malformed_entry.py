"""Malformed line: CANN refuses the whole file.

Every line of a customize_dtypes file must be an entry: an operator, a colon, then `InputDtype:`,
`OutputDtype:` or both, each with a list of dtypes. CANN refuses the whole file when it cannot
parse one line.

CANN takes the text before the first colon as the operator. It then searches the whole line for the
two keywords, which are case-sensitive. A line is malformed when it has no colon, no text before
the first colon, or no keyword. A full-width colon does not count as a colon.

## Example

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
OpType::Add:inputdtype:float16,float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
OpType::Add:InputDtype:float16,float16
```

## What CANN does

CANN stops with E20101 while the engine starts, before it compiles the model. The message names the
file but not the line.

Source: manual/customize-dtypes.md#lines
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.faults import Fault, Refusal
from cannlint.formats.customize_dtypes.lines import OddLine
from cannlint.formats.customize_dtypes.reading import MALFORMED_LINE, CustomizeDtypes
from cannlint.rules.api import Findings, FixKind, Kind, Rule, Severity, Span, replace
from cannlint.rules.cd.names import misspelt_keywords

RULE = Rule(
    "CD001",
    "malformed-entry",
    Severity.ERROR,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(MALFORMED_LINE,),
    fix=FixKind.SAFE,
    cann="E20101",
)

_MESSAGES = {
    Refusal.NO_COLON: "missing `:` after the operator name",
    Refusal.EMPTY_KEY: "missing operator name before the `:`",
    Refusal.NO_KEYWORD: "this line has neither `InputDtype` nor `OutputDtype`",
}
_FORM = "write `OpType::Type:InputDtype:dtype,...,OutputDtype:dtype` or `node::InputDtype:...`"
_NOTE = "engine initialisation fails with E20101; the message names the file, not the line"
_WIDE_COLON = "："


@RULE.check
def malformed_entry(reading: CustomizeDtypes) -> Findings:
    """Report every line that CANN cannot parse."""
    for record, fault in reading.faults(MALFORMED_LINE):
        assert isinstance(record.node, OddLine)
        misspelt = list(_misspelt(reading, record.node, fault))
        wide = reading.source.text.find(_WIDE_COLON, fault.span.start, fault.span.end)
        if misspelt:
            yield from misspelt
        elif fault.refusal is Refusal.NO_COLON and wide >= 0:
            yield RULE.at(
                Span(wide, wide + 1),
                "full-width colon `{wide}`; CANN needs `:`",
                label="CANN does not accept this colon",
                help="write `:`",
                note=_NOTE,
                wide=_WIDE_COLON,
            )
        else:
            message = _MESSAGES[fault.refusal]
            span = _place(record.node, fault)
            yield RULE.at(span, message, label="CANN stops here", help=_FORM, note=_NOTE)


def _misspelt(reading: CustomizeDtypes, line: OddLine, fault: Fault) -> Findings:
    """Report the misspelt keywords of a line without a keyword."""
    if fault.refusal is not Refusal.NO_KEYWORD or line.colon is None:
        return
    after_key = Span(line.colon, fault.span.end)
    for span, keyword in misspelt_keywords(reading.source.text, after_key):
        finding = RULE.at(
            span,
            "unknown keyword `{found}`",
            label="not a keyword",
            help="write `{keyword}` (case-sensitive)",
            note=_NOTE,
            found=reading.source.slice(span),
            keyword=keyword,
        )
        is_same_word = reading.source.slice(span).replace("_", "").lower() == keyword.lower()
        yield finding.with_fix("write `{keyword}`", replace(span, keyword), safe=is_same_word)


def _place(line: OddLine, fault: Fault) -> Span:
    """Return the part of the line that is wrong."""
    place = None
    if fault.refusal is Refusal.NO_KEYWORD:
        place = line.key_span("LOST")
    elif fault.refusal is Refusal.NO_COLON and "WORD" in line.key:
        place = line.key_span("TEXT")
    return place or fault.span
