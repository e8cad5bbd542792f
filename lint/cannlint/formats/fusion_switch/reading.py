"""How CANN reads a fusion switch file (manual/fusion-switch.md): as JSON, or else as text."""

from __future__ import annotations

import os
import re
from enum import Enum

from cannlint.cann.fusion import BUILT_IN_PRIORITIES, EXCEPTIONAL, GROUPS, ON, PRIORITY, SWITCH
from cannlint.formats.fusion_switch.facts import (
    NULL_DOCUMENT,
    SCHEMA,
    levels_of,
    line_facts,
    lowered,
    value_facts,
)
from cannlint.formats.fusion_switch.lines import FATES, REFUSED, Fate, Record, is_refused, parse
from cannlint.kinds import Kind
from cannlint.reading.base import Tally, keep, too_many
from cannlint.reading.json_reading import EMPTY_FILE, NOT_AN_OBJECT, NOT_JSON, JsonReading
from cannlint.syntax.json_value import BLANKS
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.syntax.json_nodes import Member, Node
    from cannlint.text.source import Source

_PASSED_OVER = re.compile(r"\s+|//[^\n]*\n|#[^\n]*\n|/\*.*?\*/", re.DOTALL)
_OPENING = re.compile(
    r"(?:(?P<object>\{)"
    r"|(?P<array>\[\s*(?:[\[\]{\"'\u2018\u201c]|\Z))"
    r"|(?P<fragment>(?:\"[^\"\n]*\"|'[^'\n]*'|\w+)\s*[:\uff1a]\s*[{\[]))"
)
_BUILT_IN = re.compile(
    r"/(?:fusion_pass|opskernel|built-in|nn_engine|fusion_engine|fusion_config)"
    r"/(?:.*/)?fusion_config\.json"
)
"""The compiler's own file, in an install or in the source tree of GE."""


class Form(Enum):
    """Which of its two formats CANN ends up reading."""

    JSON = "json"
    TEXT = "text"
    EMPTY = "empty"


class Switch:
    """One switch of the JSON form that counts: its group, its member, its value."""

    __slots__ = ("group", "is_on", "member", "written")

    def __init__(self, group: str, member: Member, written: str) -> None:
        self.group = group
        self.member = member
        self.written = written
        self.is_on = written == ON


class FusionSwitch(JsonReading):
    """A fusion switch file as CANN reads it.

    `form` is the format CANN reads, `opening` what the writer had in mind. `switches`
    has group → pass name → on; `exceptional` the passes forced on. `is_built_in`: it is the
    compiler's own file, whose priorities are higher by `first_priority`. `records` are the lines
    of the text form, also where CANN falls back to it from faulty JSON: the first of each fate
    (limits.py), and all that count.
    """

    __slots__ = ("_opening", "_records", "exceptional", "form", "is_built_in", "switches", "value")

    def __init__(self, source: Source) -> None:
        super().__init__(source, Kind.FUSION_SWITCH)
        self.form = Form.JSON
        path = os.path.abspath(source.path).replace(os.sep, "/")
        self.is_built_in = _BUILT_IN.search(path) is not None
        self.value: object = None
        self.switches: dict[str, dict[str, bool]] = {group: {} for group in GROUPS}
        self.exceptional: frozenset[str] = frozenset()
        self._records: list[Record] | None = []
        self._opening: str | None = None

    @property
    def first_priority(self) -> int:
        """The least priority that the file may have."""
        return BUILT_IN_PRIORITIES.start if self.is_built_in else 0

    def judged(self, value: object) -> object:
        """The value with the priorities of the compiler's own file as those of a user's file."""
        if not self.is_built_in or not isinstance(value, dict):
            return value
        return {key: lowered(part) if key == PRIORITY else part for key, part in value.items()}

    @property
    def records(self) -> list[Record]:
        """The lines of the text form."""
        if self._records is None:  # of a broken object rules do not ask
            _read_lines(self)
        return self._records or []

    def refuse_unread(self) -> None:
        """Refuse the lines, which are read when somebody asks for them."""
        self.refuse("E20003")
        self._records = None

    def take_lines(self, records: list[Record]) -> None:
        """Set the lines of the text form."""
        self._records = records

    @property
    def opening(self) -> str:
        """What a person takes the beginning for: object, array, fragment or text.

        A fragment is what stands inside an object, without its outer braces.
        """
        if self._opening is None:  # rules ask often, and a file may begin with much to pass over
            self._opening = _opening(self.source.text.lstrip(BYTE_ORDER_MARK))
        return self._opening

    @property
    def means_json(self) -> bool:
        """Whether the writer meant the JSON form."""
        return self.opening != "text"

    @property
    def is_broken_object(self) -> bool:
        """Whether the writer meant a JSON object and CANN, which cannot read it, refuses it."""
        return self.form is Form.TEXT and not self.accepted and self.opening == "object"

    @property
    def root(self) -> Node | None:
        """The JSON value that CANN reads, or would if not for faults that leave its sense clear."""
        if self.form is Form.JSON:
            return self.document.root
        return self.document.clear_root if self.is_broken_object else None

    def sections(self, name: str) -> Iterator[tuple[str, Node]]:
        """The groups of `Switch` or `Priority` that count, each with its object."""
        section = self.root.last(name) if self.root is not None else None
        for group in GROUPS:
            node = section.last(group) if section is not None else None
            if node is not None and node.sort == "object":
                yield group, node

    def passes(self) -> Iterator[tuple[str, str, Node]]:
        """The objects of passes that count: their section, their group, and the object."""
        for group, switches in self.sections(SWITCH):
            yield SWITCH, group, switches
        for group, levels in self.sections(PRIORITY):
            for level in levels_of(group):
                passes = levels.last(level)
                if passes is not None:
                    yield PRIORITY, group, passes

    def exceptions(self) -> list[Node]:
        """The names in the list of passes that are forced on."""
        listed = self.root.last(EXCEPTIONAL) if self.root is not None else None
        return [item for item in listed.items if item.sort == "string"] if listed else []

    def json_switches(self) -> Iterator[Switch]:
        """The switches of the JSON form that count, in order."""
        for group, node in self.sections(SWITCH):
            for member in counting(node):
                written = member.value.plain
                if isinstance(written, str):
                    yield Switch(group, member, written)

    @property
    def lines_count(self) -> bool:
        """Whether the lines are meant as such: those of refused JSON are not to blame."""
        return self.accepted or not self.means_json

    def having(self, *fates: Fate) -> Iterator[Record]:
        """The lines of the text form with one of these fates, in order."""
        if not self.lines_count:
            return iter(())
        return (record for record in self.records if record.fate in fates)


def _opening(text: str) -> str:
    at = 0
    while passed := _PASSED_OVER.match(text, at):
        at = passed.end()
    match = _OPENING.match(text, at)
    return (match.lastgroup if match is not None else None) or "text"


def counting(node: Node) -> list[Member]:
    """The members of an object that are not overridden by a later one."""
    lasts = {member.name: member for member in node.members}
    return [member for member in node.members if lasts[member.name] is member]


def read(source: Source) -> FusionSwitch:
    """Read a file as CANN does."""
    reading = FusionSwitch(source)
    if not source.text.strip(C_BLANKS):
        reading.form = Form.EMPTY
        reading.note(EMPTY_FILE, None)
        reading.refuse("E21001")
        return reading
    value = reading.read_value()
    if value is NOT_JSON:
        reading.form = Form.TEXT
        if reading.opening == "object" and is_refused(source):
            reading.refuse_unread()
        else:
            _read_lines(reading)
        value = _begun(source) if reading.accepted else None
    if reading.accepted:
        reading.value = value
        _check(reading, value)
    _note_facts(reading, value)
    return reading


def _note_facts(reading: FusionSwitch, value: object) -> None:
    """Record what is noteworthy; `value` is that of the JSON form, if the file has this form."""
    if not reading.accepted and not isinstance(value, dict) and _is_no_object(reading):
        reading.note(NOT_AN_OBJECT, None)
    if reading.form is Form.TEXT and not reading.is_broken_object:
        for fact, record in line_facts(reading.records if reading.lines_count else ()):
            reading.note(fact, record)
        return
    if reading.form is Form.TEXT:
        reading.note_syntax()
        value = reading.root.plain if reading.root is not None else None
    elif value is None:
        reading.note(NULL_DOCUMENT, None)
    if not reading.accepted:
        reading.note_violations(SCHEMA)
    reading.note_lost()
    for of_path, path in value_facts(value):
        reading.note(of_path, path)


def _is_no_object(reading: FusionSwitch) -> bool:
    """Whether a refused file is JSON, or looks like JSON, and is no object."""
    text = reading.source.text.removeprefix(BYTE_ORDER_MARK).lstrip(BLANKS)
    is_json = reading.form is Form.JSON
    return is_json or text.startswith("[") or reading.opening in ("fragment", "array")


def _begun(source: Source) -> object:
    """What CANN's reader had built of a JSON value when it gave up."""
    from cannlint.syntax.json_scanner import parse_json

    document = parse_json(source.text, first_fault_ends=True, most_nodes=0)
    if document.is_cut:
        raise too_many(source)
    return document.root.plain if document.root is not None else None


def _read_lines(reading: FusionSwitch) -> None:
    firsts: dict[str, Record] = {}
    records: list[Record] = []
    tally = Tally()
    for line in parse(reading.source):
        record = Record(line, FATES[line.alternative])
        if record.fate is Fate.KEPT:
            first = firsts.setdefault(line.name, record)
            if first is not record:
                record.fate, record.first = Fate.DUPLICATE, first
        if record.fate is Fate.KEPT or not tally.is_full(record.fate):
            keep(record, records, reading.source)
        if record.fate in REFUSED:
            reading.refuse("E20003")
    reading.take_lines(records)
    if reading.accepted:
        # the text form does not know groups: CANN gives its entries to both
        lines = {record.line.name: record.line.switch == ON for record in firsts.values()}
        reading.switches = dict.fromkeys(GROUPS, lines)


def _check(reading: FusionSwitch, value: object) -> None:
    """Check the JSON value by the schema, and take the switches from it.

    After the text form this is the value that CANN's JSON reader had begun: nothing, or what
    the first bracket opened.
    """
    reading.refuse_by(SCHEMA, value)
    if not reading.accepted or not isinstance(value, dict):
        return
    reading.exceptional = frozenset(name for name in value.get(EXCEPTIONAL, []) if name)
    for group, switches in value.get(SWITCH, {}).items():
        if group in GROUPS:
            named = {name: switch == ON for name, switch in switches.items() if name}
            reading.switches[group] = {**named, **reading.switches[group]}
