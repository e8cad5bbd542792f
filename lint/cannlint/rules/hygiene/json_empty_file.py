"""An empty JSON file, which CANN refuses.

# FS010

The file is empty, and CANN refuses it.

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

# MX007

The file is empty, and CANN refuses it.

CANN refuses a mixlist that has no content or contains only whitespace. If a mixlist should change
nothing, write `{}`.

## Example

```mixlist

```

## Write instead

```mixlist
{}
```

## What CANN does

CANN stops while the engine starts. It reports only the internal E29999, not an error code of its
own.

Source: manual/mixed-precision-list.md#the-file
"""

from __future__ import annotations

from cannlint.reading.json_reading import EMPTY_FILE
from cannlint.rules.api import Findings, Kind, Rule, Severity, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.reading.json_reading import JsonReading


def _rule(code: str, kind: Kind, message: str, help: str, note: str, cann: str | None) -> Rule:
    rule = Rule(code, "empty-file", Severity.ERROR, (kind,), about=(EMPTY_FILE,), cann=cann)

    @rule.check
    def empty_file(reading: JsonReading) -> Findings:
        """Report a file that is empty or has only whitespace."""
        for _ in reading.parts_with(EMPTY_FILE):
            label = "nothing to read"
            yield rule.at(Span(0, 0), message, label=label, help=help, note=note)

    return rule


RULES = (
    _rule(
        "FS010",
        Kind.FUSION_SWITCH,
        "the file is empty; CANN refuses it",
        "write `{{}}` to change no switch, or do not set the option",
        "CANN stops with E21001 `Failed to open file`, although the file exists",
        "E21001",
    ),
    _rule(
        "MX007",
        Kind.MIXLIST,
        "the mixlist file is empty; CANN refuses it",
        "write the lists, or `{{}}` to change none, or do not set the option",
        "CANN stops while the engine starts, with only the internal E29999",
        None,
    ),
)
