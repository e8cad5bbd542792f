"""A line that is no entry: CANN refuses the whole file.

Every line of a customize_dtypes file names an operator, then `InputDtype:` or `OutputDtype:`
or both with their dtypes. CANN takes the text before the first colon as the operator and
looks for the two keywords, in this spelling, anywhere in the line. A line without a colon,
with nothing before it, or without a keyword ends the reading.

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

It stops with E20101 while the engine starts, before the model is compiled. The message names
the file, not the line.

Source: resolution.md 3.1
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.reading.customize_dtypes import CustomizeDtypes, Fault, Refusal
from cannlint.rules.rule import Rule
from cannlint.syntax.grammar import stop_of
from cannlint.text.span import Span

RULE = Rule("CD001", "malformed-entry", Severity.ERROR, (Kind.CUSTOMIZE_DTYPES,), cann="E20101")

_FORM = "write `OpType::Type:InputDtype:dtype,...,OutputDtype:dtype` or `node::InputDtype:...`"
_MESSAGES = {
    Refusal.NO_COLON: "this line has no `:`, so it is no entry",
    Refusal.EMPTY_KEY: "this line names no operator before the first `:`",
    Refusal.NO_KEYWORD: "this line has neither `InputDtype` nor `OutputDtype`",
}
_MISSPELT = re.compile(r"(in|out)puts?_?d?_?types?", re.IGNORECASE)


@RULE.check
def malformed_entry(reading: CustomizeDtypes) -> Iterator[Diagnostic]:
    """Every line that CANN cannot take apart."""
    for _, fault in reading.faults(*_MESSAGES):
        misspelt = _MISSPELT.search(reading.source.slice(fault.span))
        if fault.refusal is Refusal.NO_KEYWORD and misspelt:
            keyword = "InputDtype" if misspelt[1].lower() == "in" else "OutputDtype"
            span = Span(fault.span.start + misspelt.start(), fault.span.start + misspelt.end())
            found = misspelt[0]
            message = "`{found}` is no keyword of customize_dtypes"
            help = "write `{keyword}`, in exactly this case"
            yield RULE.at(
                span,
                message,
                label="read as nothing",
                help=help,
                note=_NOTE,
                found=found,
                keyword=keyword,
            )
        else:
            span = _place(reading, fault)
            yield RULE.at(
                span, _MESSAGES[fault.refusal], label="CANN stops here", help=_FORM, note=_NOTE
            )


_NOTE = "engine initialisation fails with E20101; the message names the file, not the line"


def _place(reading: CustomizeDtypes, fault: Fault) -> Span:
    """Where the line stops being an entry."""
    if fault.refusal is Refusal.EMPTY_KEY:
        return fault.span
    line = reading.source.slice(fault.span)
    stop = stop_of("customize_dtypes", line)
    if stop is None or stop.offset >= len(line):
        return fault.span
    return Span(fault.span.start + stop.offset, fault.span.end)
