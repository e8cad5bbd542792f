"""The file is empty, and CANN refuses it.

CANN refuses a file that has no content, or that contains only whitespace. To change no switch,
write `{}` or do not set the option.

## Example

```fusion_switch
␠
```

## Write instead

```fusion_switch
{}
```

## What CANN does

CANN stops with E21001 "Failed to open file", although the file exists.

Source: manual/fusion-switch.md#the-path
"""

from __future__ import annotations

from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.reading.json_reading import EMPTY_FILE
from cannlint.rules.api import Diagnostic, Iterator, Kind, Rule, Severity, Span

RULE = Rule(
    "FS010", "empty-file", Severity.ERROR, (Kind.FUSION_SWITCH,), about=(EMPTY_FILE,), cann="E21001"
)


@RULE.check
def empty_file(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Report a file without content."""
    for _ in reading.parts_with(EMPTY_FILE):
        yield RULE.at(
            Span(0, 0),
            "the file is empty; CANN refuses it",
            label="nothing to read",
            help="write `{{}}` to change no switch, or do not set the option",
            note="CANN stops with E21001 `Failed to open file`, although the file exists",
        )
