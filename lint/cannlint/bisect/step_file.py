"""The config file that a step of a bisect compiles with: it holds some of the candidates."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from cannlint.cann.fusion import ALL, GROUPS, OFF, ON, SWITCH
from cannlint.cann.mixlist import BLACK, UPDATES
from cannlint.cann.option_names import FUSION, KEEP, MIXLIST
from cannlint.formats.fusion_switch.facts import SCHEMA as SWITCH_SCHEMA
from cannlint.formats.keep_dtype.lines import TYPE_PREFIX
from cannlint.formats.mixlist.reading import SCHEMA as MIXLIST_SCHEMA
from cannlint.reading.base import Reading
from cannlint.schema import allows
from cannlint.text.source import C_BLANKS

_HALVES = re.compile("[\ud800-\udc7f\udd00-\udfff]")


class Sort(str, Enum):
    """What the candidates are: nodes and types are held in float32, passes are switched off."""

    NODES = "nodes"
    TYPES = "types"
    PASSES = "passes"


class Form(str, Enum):
    """The format of the file that holds them."""

    KEEP = "keep_dtype"
    MIXLIST = "modify_mixlist"
    JSON_SWITCH = "fusion_switch"
    TEXT_SWITCH = "fusion_switch_text"

    @property
    def option(self) -> str:
        """The option that names the file."""
        return _OPTIONS.get(self, FUSION)

    @property
    def file_name(self) -> str:
        """The name of the file that a bisect writes."""
        return f"cannlint-bisect.{_ENDINGS[self]}"


_OPTIONS = {Form.KEEP: KEEP, Form.MIXLIST: MIXLIST}
_ENDINGS = {
    Form.KEEP: "keep_dtype.txt",
    Form.MIXLIST: "modify_mixlist.json",
    Form.JSON_SWITCH: "fusion_switch.json",
    Form.TEXT_SWITCH: "fusion_switch.cfg",
}


@dataclass(eq=False, slots=True)
class Candidate:
    """A node, a type or a pass; `group` is that of a pass, None in the text form."""

    name: str
    group: str | None = None


@dataclass(eq=False, slots=True)
class StepFile:
    """The config file that a bisect writes for each step.

    `sort` says what the candidates are, `form` which option of the job names the file. `base` is
    what the job's own file says, empty without one: the lines of keep_dtype as they are, and of the
    other forms, as JSON, what counts in them.
    """

    sort: Sort
    form: Form
    base: str

    def can_write(self, name: str) -> bool:
        """Whether the file can name this candidate, and CANN reads it as this name."""
        if self.form is Form.KEEP and self.sort is Sort.NODES:
            is_plain = name == name.strip(C_BLANKS) and "\n" not in name
            return bool(name) and is_plain and not name.startswith(TYPE_PREFIX)
        return bool(name) and "\n" not in name

    def is_sound(self) -> bool:
        """Whether the base is what `base_of` gives for the form: a state file may say anything."""
        if self.form is Form.KEEP:
            return self.sort is not Sort.PASSES
        if (self.form is Form.MIXLIST) != (self.sort is Sort.TYPES):
            return False
        try:
            value = json.loads(self.base or "{}")
        except (ValueError, RecursionError):
            return False
        if self.form is Form.TEXT_SWITCH:
            return isinstance(value, dict) and all(one in (ON, OFF) for one in value.values())
        schema = MIXLIST_SCHEMA if self.form is Form.MIXLIST else SWITCH_SCHEMA
        return isinstance(value, dict) and allows(schema, value)

    def data(self, candidates: Sequence[Candidate], held: Sequence[Candidate]) -> bytes:
        """The file that holds some of all candidates."""
        if self.form is Form.KEEP:
            text = self._keep(held)
        elif self.form is Form.MIXLIST:
            text = self._mixlist([one.name for one in held])
        elif self.form is Form.TEXT_SWITCH:
            text = self._lines(candidates, held)
        else:
            text = self._switches(candidates, held)
        return text.encode("utf-8", "surrogateescape")

    def _keep(self, held: Sequence[Candidate]) -> str:
        text = self.base
        if text and not text.endswith("\n"):
            text += "\n"
        prefix = TYPE_PREFIX if self.sort is Sort.TYPES else ""
        return text + "".join(f"{prefix}{one.name}\n" for one in held)

    def _mixlist(self, held: list[str]) -> str:
        """A held type is in the black list, and nothing else is said about it."""
        lists = json.loads(self.base or "{}")
        moved = set(held)
        for updates in lists.values():
            for update in updates:
                updates[update] = [name for name in updates[update] if name not in moved]
        if held:
            added = lists.setdefault(BLACK, {}).setdefault(UPDATES[0], [])
            added += held
        return _json(lists)

    def _lines(self, candidates: Sequence[Candidate], held: Sequence[Candidate]) -> str:
        switches = json.loads(self.base or "{}")
        _turn_off(switches, candidates, held)
        return "".join(f"{name}:{switch}\n" for name, switch in switches.items())

    def _switches(self, candidates: Sequence[Candidate], held: Sequence[Candidate]) -> str:
        value = json.loads(self.base or "{}")
        switches = value.get(SWITCH, {})
        for group in GROUPS:
            own = [one for one in held if one.group == group]
            if own:
                others = [one for one in candidates if one.group == group]
                _turn_off(switches.setdefault(group, {}), others, own)
        if switches:
            value[SWITCH] = switches
        return _json(value)


def _turn_off(
    switches: dict[str, str], candidates: Sequence[Candidate], held: Sequence[Candidate]
) -> None:
    """Turn off what is held. With `ALL` off, the other candidates are named, so they stay on."""
    names = [one.name for one in held]
    if ALL in names:
        for one in candidates:
            switches.setdefault(one.name, ON)
    switches.update(dict.fromkeys(names, OFF))


def _json(value: object) -> str:
    """JSON in which bytes that are not UTF-8 are as they were, and half characters escaped."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return _HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", text) + "\n"


def base_of(reading: Reading | None, form: Form) -> str:
    """What the job's own file says, as the base of a StepFile; `reading` is accepted by CANN."""
    if reading is None:
        return ""
    if form is Form.KEEP:
        return reading.source.text
    from cannlint.formats.fusion_switch.reading import FusionSwitch
    from cannlint.formats.mixlist.reading import Mixlist

    if isinstance(reading, Mixlist):
        lists: dict[str, dict[str, list[str]]] = {}
        for op_type, operations in reading.operations.items():
            for name, update in sorted(operations):
                lists.setdefault(name, {}).setdefault(update, []).append(op_type)
        return json.dumps(lists)
    assert isinstance(reading, FusionSwitch)
    if form is Form.TEXT_SWITCH:
        switches = reading.switches[GROUPS[0]].items()
        return json.dumps({name: ON if is_on else OFF for name, is_on in switches})
    return json.dumps(reading.value or {})
