"""CANN does not accept this priority and refuses the whole file.

A priority is a number in quotes: `"0"` to `"999"` under `Top`, `"1000"` to `"1999"` under `Main`,
and `"2000"` to `"2999"` under `Down`. Only the compiler's own fusion_config.json may use 3000 to
5999. Within a group, a pass may have only one priority, whatever the level.

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

CANN stops with E21002. Only its internal log names the pass.

Source: manual/fusion-switch.md#priority
"""

from __future__ import annotations

from functools import cache

from cannlint.cann.fusion import BUILT_IN_PRIORITIES, PRIORITY
from cannlint.formats.fusion_switch.facts import SCHEMA, levels_of
from cannlint.formats.fusion_switch.reading import FusionSwitch, counting
from cannlint.reading.json_places import BAD_VALUE, REPEATED_NAME
from cannlint.rules.api import C_BLANKS, Diagnostic, Findings, Kind, Rule, Severity
from cannlint.rules.fs.text_form import stop
from cannlint.schema import allows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.reading.json_places import SchemaFault
    from cannlint.schema import Path
    from cannlint.syntax.json_nodes import Member

RULE = Rule(
    "FS009",
    "priority-out-of-range",
    Severity.ERROR,
    (Kind.FUSION_SWITCH,),
    about=(BAD_VALUE, REPEATED_NAME),
    cann="E21002",
)

_NOTE = "CANN stops with E21002; only its internal log names the pass"

_BUILT_IN = (
    "only the compiler's own fusion_config.json may use 3000 to 5999; for any other file "
    "CANN stops with E21002"
)


@RULE.check
def priority_out_of_range(reading: FusionSwitch) -> Findings:
    """Report every priority outside the range of its level, and every second one of a pass."""
    copied: dict[Path, list[SchemaFault]] = {}
    for fault in reading.parts_with(BAD_VALUE):
        if fault.path[0] == PRIORITY:
            if not reading.is_built_in and _is_built_in(str(fault.node.plain)):
                copied.setdefault(fault.path[:3], []).append(fault)
            else:
                yield _bad_number(reading, fault)
    for faults in copied.values():
        yield _built_in_numbers(reading, faults)
    repeated: dict[Path, set[str]] = {}
    for fault in reading.parts_with(REPEATED_NAME):
        repeated.setdefault(fault.path[:2], set()).add(str(fault.path[-1]).strip(C_BLANKS))
    for path, names in repeated.items():
        yield from _repeated(reading, path, names)


@cache
def _numbers(group: str) -> dict[str, list[int]]:
    """Return the numbers that the schema accepts for each level of a group."""
    return {
        level: [
            number
            for number in range(BUILT_IN_PRIORITIES.start)
            if allows(SCHEMA, {PRIORITY: {group: {level: {"": str(number)}}}})
        ]
        for level in levels_of(group)
    }


def _bad_number(reading: FusionSwitch, fault: SchemaFault) -> Diagnostic:
    number, level = str(fault.node.plain), str(fault.path[2])
    numbers = {
        of_level: [number + reading.first_priority for number in allowed]
        for of_level, allowed in _numbers(str(fault.path[1])).items()
    }
    bare = number.strip(C_BLANKS)
    is_number = bare.isascii() and bare.isdigit()
    value = bare.lstrip("0") or "0" if is_number else ""
    other = next((name for name in numbers if value in map(str, numbers[name])), "")
    cann, note = stop(reading, fault.code, _NOTE)
    return RULE.at(
        fault.node.span,
        _OUT_OF_RANGE if is_number else _NO_DIGITS if bare else _EMPTY,
        label="expected {first} to {last}" if is_number else "expected only digits",
        help="write {first} to {last}, or put the pass under `{other}`"
        if other
        else "write {first} to {last}",
        note=note,
        cann=cann,
        name=str(fault.path[-1]),
        number=number,
        level=level,
        first=numbers[level][0],
        last=numbers[level][-1],
        other=other,
    )


_OUT_OF_RANGE = "the priority `{number}` is out of range for `{level}`; CANN refuses the whole file"
_NO_DIGITS = "the priority `{number}` has characters other than digits; CANN refuses the whole file"
_EMPTY = "the priority of `{name}` is empty; CANN refuses the whole file"


def _built_in_numbers(reading: FusionSwitch, faults: list[SchemaFault]) -> Diagnostic:
    """Return one finding for all numbers of a level that were copied from the built-in file."""
    level = str(faults[0].path[2])
    numbers = _numbers(str(faults[0].path[1]))[level]
    cann, note = stop(reading, RULE.cann, _BUILT_IN)
    return RULE.at(
        faults[0].node.span,
        "{count} priorities are out of range for `{level}`, beginning with `{number}`; CANN "
        "refuses the whole file"
        if len(faults) > 1
        else _OUT_OF_RANGE,
        label="expected {first} to {last}",
        help="write {first} to {last}",
        note=note,
        cann=cann,
        number=str(faults[0].node.plain),
        level=level,
        count=len(faults),
        first=numbers[0],
        last=numbers[-1],
    )


def _is_built_in(number: str) -> bool:
    digits = number.strip(C_BLANKS).lstrip("0")
    is_number = digits.isascii() and digits.isdigit() and len(digits) == 4
    return is_number and int(digits) in BUILT_IN_PRIORITIES


def _repeated(reading: FusionSwitch, path: Path, names: set[str]) -> Findings:
    """Yield every priority but the first of these passes in a group, in the order of the text."""
    cann, note = stop(reading, RULE.cann, _NOTE)
    firsts: dict[str, Member] = {}
    levels = reading.places.node(path)
    for level in counting(levels) if levels is not None else ():
        for member in counting(level.value) if level.name in levels_of(path[1]) else ():
            name = member.name.strip(C_BLANKS)
            if name not in names or firsts.setdefault(name, member) is member:
                continue
            yield RULE.at(
                member.key.span,
                "`{name}` has a second priority in this group; CANN refuses the whole file",
                label="second priority of this pass",
                help="keep one of the two",
                note=note,
                cann=cann,
                name=name,
            ).also(firsts[name].key.span, "the first priority")
