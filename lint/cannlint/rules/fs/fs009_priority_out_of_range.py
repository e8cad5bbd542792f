"""A priority that CANN does not take: it refuses the whole file.

A priority is a number in quotes: `"0"` to `"999"` under `Top`, `"1000"` to `"1999"` under `Main`,
`"2000"` to `"2999"` under `Down`. The 3000s to 5000s of the compiler's own fusion_config.json are
for that file alone. In one group a pass has one priority only, at whatever level.

## Example

```fusion_switch
{
  "Priority": {
    "GraphFusion": {
      "Main": {
        "ConvConcatFusionPass": "4100"
      }
    }
  }
}
```

## Write instead

```fusion_switch
{
  "Priority": {
    "GraphFusion": {
      "Main": {
        "ConvConcatFusionPass": "1100"
      }
    }
  }
}
```

## What CANN does

It stops with E21002. Which pass it was stands in the internal log only.

Source: fusion-switch.md 1.1 and 4
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.fusion import BUILT_IN_PRIORITIES, PRIORITY, PRIORITY_RANGES
from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.reading.fusion_shape import priority_fits
from cannlint.reading.fusion_switch import FusionSwitch, counting
from cannlint.rules.fs.broken_object import stop
from cannlint.rules.rule import Rule
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.reading.violations import Violation
    from cannlint.syntax.json_nodes import Member, Node

RULE = Rule("FS009", "priority-out-of-range", Severity.ERROR, (Kind.FUSION_SWITCH,), cann="E21002")

_NOTE = "CANN stops with E21002; its internal log alone names the pass"

_BUILT_IN = (
    "3000 to 5999 are for the compiler's own fusion_config.json; in any other file CANN stops "
    "with E21002"
)


@RULE.check
def priority_out_of_range(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Every priority that is no number of its level, and every second one of a pass."""
    copied: dict[tuple[str | int, ...], list[Violation]] = {}
    for violation in reading.violations:
        if violation.keyword == "pattern" and violation.path[0] == PRIORITY:
            if _is_built_in(str(violation.node.plain)):
                copied.setdefault(violation.path[:3], []).append(violation)
            else:
                yield _bad_number(reading, violation)
    for violations in copied.values():
        yield _built_in_numbers(reading, violations)
    if not reading.accepted:
        for _, levels in reading.sections(PRIORITY):
            yield from _repeated(reading, levels)


def _bad_number(reading: FusionSwitch, violation: Violation) -> Diagnostic:
    number, level = str(violation.node.plain), str(violation.path[2])
    numbers = PRIORITY_RANGES[level]
    bare = number.strip(C_BLANKS)
    is_number = bare.isascii() and bare.isdigit()
    other = next((name for name in PRIORITY_RANGES if priority_fits(name, number)), "")
    cann, note = stop(reading, RULE.cann, _NOTE)
    return RULE.at(
        violation.node.span,
        _OUT_OF_RANGE if is_number else _NO_DIGITS if bare else _EMPTY,
        label="not {first} to {last}" if is_number else "not digits only",
        help="write {first} to {last}, or put the pass under `{other}`"
        if other
        else "write {first} to {last}",
        note=note,
        cann=cann,
        name=str(violation.path[-1]),
        number=number,
        level=level,
        first=numbers[0],
        last=numbers[-1],
        other=other,
    )


_OUT_OF_RANGE = "the priority `{number}` is out of range for `{level}`; CANN refuses the whole file"
_NO_DIGITS = "the priority `{number}` is not made of digits only; CANN refuses the whole file"
_EMPTY = "the priority of `{name}` is empty; CANN refuses the whole file"


def _built_in_numbers(reading: FusionSwitch, violations: list[Violation]) -> Diagnostic:
    """One finding for a level: its numbers were copied together."""
    level = str(violations[0].path[2])
    cann, note = stop(reading, RULE.cann, _BUILT_IN)
    return RULE.at(
        violations[0].node.span,
        "the priorities of `{level}` from `{number}` on, {count} in all, are out of range for it; "
        "CANN refuses the whole file"
        if len(violations) > 1
        else _OUT_OF_RANGE,
        label="not {first} to {last}",
        help="write {first} to {last}",
        note=note,
        cann=cann,
        number=str(violations[0].node.plain),
        level=level,
        count=len(violations),
        first=PRIORITY_RANGES[level][0],
        last=PRIORITY_RANGES[level][-1],
    )


def _is_built_in(number: str) -> bool:
    digits = number.strip(C_BLANKS).lstrip("0")
    is_number = digits.isascii() and digits.isdigit() and len(digits) == 4
    return is_number and int(digits) in BUILT_IN_PRIORITIES


def _repeated(reading: FusionSwitch, levels: Node) -> Iterator[Diagnostic]:
    cann, note = stop(reading, RULE.cann, _NOTE)
    firsts: dict[str, Member] = {}
    known = (level for level in counting(levels) if level.name in PRIORITY_RANGES)
    for member in (member for level in known for member in counting(level.value)):
        name = member.name.strip(C_BLANKS)
        first = firsts.setdefault(name, member)
        if first is not member:
            yield RULE.at(
                member.key.span,
                "`{name}` has a second priority in this group; CANN refuses the whole file",
                label="has one already",
                help="keep one of the two",
                note=note,
                cann=cann,
                name=name,
            ).also(first.key.span, "the first priority")
