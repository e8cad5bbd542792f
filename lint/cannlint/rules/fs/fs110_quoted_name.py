"""Quotes in the text format are part of the name, so it matches no pass.

Quotes belong to the JSON format. In the text format, CANN keeps them as part of the name. (CANN
refuses the file if its first line begins with a double quote: see FS011. It also refuses quotes
around the switch: see FS006.)

## Example

```fusion_switch
SoftmaxFusionPass:off
"ConvConcatFusionPass":off
```

## Write instead

```fusion_switch
SoftmaxFusionPass:off
ConvConcatFusionPass:off
```

## What CANN does

CANN accepts the line as the switch of a pass whose name includes the quotes. It prints no message.

Source: manual/fusion-switch.md#text
"""

from __future__ import annotations

from cannlint.reading.fusion_facts import QUOTED_NAME
from cannlint.reading.fusion_lines import Fate
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity, replace
from cannlint.rules.fs.removal import may_begin_a_file
from cannlint.text.quotes import unquoted

RULE = Rule(
    "FS110",
    "quoted-name",
    Severity.WARNING,
    (Kind.FUSION_SWITCH,),
    about=(QUOTED_NAME,),
    fix=FixKind.SAFE,
)


@RULE.check
def quoted_name(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Report every line of the text format whose name is in quotes."""
    taken = {record.line.name for record in reading.having(Fate.KEPT)}
    for record in reading.parts_with(QUOTED_NAME):
        bare = unquoted(record.line.name)
        if bare is None or record.line.key is None:
            continue
        finding = RULE.at(
            record.line.key,
            "the quotes are part of the name `{name}`, which matches no pass",
            label="part of the name",
            help="remove it: the file already names `{bare}`"
            if bare in taken
            else "write `{bare}`"
            if may_begin_a_file(bare)
            else "write `{bare}` below another line",
            note="CANN accepts the line, but it has no effect",
            name=record.line.name,
            bare=bare,
        )
        if bare not in taken and may_begin_a_file(bare):
            taken.add(bare)
            finding.mend("remove the quotes", replace(record.line.key, bare))
        yield finding
