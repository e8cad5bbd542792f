"""Several names on one line: CANN reads one name, which matches nothing.

Write one operator type or node name per line. Commas and spaces do not separate names: they become
part of one name. The bullet of a list also becomes part of the name. The rule does not report
names joined by a semicolon, because converters name fused nodes in this way.

## Example

```keep_dtype
conv1/Conv2D, conv2/Conv2D
```

## Write instead

```keep_dtype
conv1/Conv2D
conv2/Conv2D
```

## What CANN does

CANN looks for a node with the whole line as its name. It finds none and writes a warning only to
its log. It keeps the dtypes of none of the operators.

Source: manual/keep-dtype.md#lines
"""

from __future__ import annotations

from cannlint.formats.keep_dtype.lines import KeptLine
from cannlint.formats.keep_dtype.reading import SEVERAL_NAMES, KeepDtype
from cannlint.rules.api import Findings, FixKind, Kind, Rule, Severity, replace
from cannlint.rules.kd.padding import SEPARATORS, is_only_names, meant_node

RULE = Rule(
    "KD107",
    "several-on-a-line",
    Severity.WARNING,
    (Kind.KEEP_DTYPE,),
    about=(SEVERAL_NAMES,),
    fix=FixKind.UNSAFE,
)

_BULLETS = ("-", "*", "+", "\u2022")


@RULE.check
def several_on_a_line(reading: KeepDtype) -> Findings:
    """Report every line that contains several names."""
    for record in reading.parts_with(SEVERAL_NAMES):
        line = record.line
        words = [word for word in SEPARATORS.split(line.name) if word]
        if len(words) < 2 or not is_only_names(line) or meant_node(reading, line) is not None:
            continue
        names = words[words[0] in _BULLETS :]
        several = len(names) > 1
        help = "write one name per line" if several else "write the name without the bullet"
        yield RULE.at(
            line.key,
            "CANN reads `{name}` as one node name",
            label="CANN reads one name",
            help=help,
            note="no node has this name; CANN writes a warning only to its log",
            name=line.name,
        ).with_fix(
            help,
            replace(line.key, _line_end(reading, line).join(names)),
            safe=False,
        )


def _line_end(reading: KeepDtype, line: KeptLine) -> str:
    return "\r\n" if reading.source.text[line.end - 1 : line.end + 1] == "\r\n" else "\n"
