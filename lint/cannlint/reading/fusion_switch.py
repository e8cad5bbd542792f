"""How CANN reads a fusion switch file (fusion-switch.md 1): as JSON, or else as text."""

from __future__ import annotations

import re
from enum import Enum

from cannlint.cann.fusion import (
    EXCEPTIONAL,
    GROUPS,
    ON,
    SWITCH,
)
from cannlint.kinds import Kind
from cannlint.language import said, translated
from cannlint.reading.base import Account, JsonReading
from cannlint.reading.fusion_lines import Fate, Record, fate_of, mark_remark
from cannlint.reading.fusion_shape import is_plain, shape_codes
from cannlint.reading.kept import Tally, keep, too_many
from cannlint.syntax.json_fast import IRREGULAR, plain_json
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.reading.violations import Violation
    from cannlint.syntax.json_nodes import Member, Node
    from cannlint.text.source import Source

_PASSED_OVER = re.compile(r"\s+|//[^\n]*\n|#[^\n]*\n|/\*.*?\*/", re.DOTALL)
_OPENING = re.compile(
    r"(?:(?P<object>\{)"
    r"|(?P<array>\[\s*(?:[\[\]{\"'\u2018\u201c]|\Z))"
    r"|(?P<fragment>(?:\"[^\"\n]*\"|'[^'\n]*'|\w+)\s*[:\uff1a]\s*[{\[]))"
)


class Form(Enum):
    """Which of its two formats CANN ends up reading."""

    JSON = "json"
    TEXT = "text"
    EMPTY = "empty"


class Switch:
    """One switch of the JSON form that counts: its group, its member, and what it means."""

    __slots__ = ("group", "is_on", "member")

    def __init__(self, group: str, member: Member) -> None:
        self.group = group
        self.member = member
        self.is_on = member.value.plain == ON


class FusionSwitch(JsonReading):
    """A fusion switch file as CANN reads it.

    `form` is the format CANN reads, `opening` what the writer had in mind. `switches`
    has group → pass name → on; `exceptional` the passes forced on. `records` are the lines
    of the text form, also where CANN falls back to it from faulty JSON: the first of each fate
    (kept.py), and all that count.
    """

    __slots__ = ("_opening", "exceptional", "form", "records", "switches", "value")

    def __init__(self, source: Source) -> None:
        super().__init__(source, Kind.FUSION_SWITCH)
        self.form = Form.JSON
        self.value: object = None
        self.switches: dict[str, dict[str, bool]] = {group: {} for group in GROUPS}
        self.exceptional: frozenset[str] = frozenset()
        self.records: list[Record] = []
        self._opening: str | None = None

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

    @property
    def violations(self) -> list[Violation]:
        """Where the shape of the JSON form is refused; empty for anything else."""
        if self.accepted or self.root is None:
            return []
        from cannlint.reading.violations import violations

        return violations("fusion_switch", self.root)

    def sections(self, name: str) -> Iterator[tuple[str, Node]]:
        """The groups of `Switch` or `Priority` that count, each with its object."""
        section = self.root.last(name) if self.root is not None else None
        for group in GROUPS:
            node = section.last(group) if section is not None else None
            if node is not None and node.sort == "object":
                yield group, node

    def json_switches(self) -> Iterator[Switch]:
        """The switches of the JSON form that count, in order."""
        for group, node in self.sections(SWITCH):
            for member in counting(node):
                if isinstance(member.value.plain, str):
                    yield Switch(group, member)

    def having(self, *fates: Fate) -> Iterator[Record]:
        """The lines of the text form with one of these fates, in order.

        None of a file that was meant as JSON and refused: its lines are not to blame.
        """
        if self.means_json and not self.accepted:
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


def read(source: Source, fast: bool = True) -> FusionSwitch:
    """Read a file as CANN does; `fast=False` takes the located JSON parser."""
    reading = FusionSwitch(source)
    text = source.text
    if not text.strip(C_BLANKS):
        reading.form, reading.regular = Form.EMPTY, False
        reading.refuse("E21001")
        return reading
    value = plain_json(text) if fast else IRREGULAR
    if value is IRREGULAR:
        value = _located_value(reading, fast)
    if reading.accepted:
        reading.value = value
        _check(reading, value)
    if reading.regular and not (reading.form is Form.TEXT or is_plain(value)):
        reading.regular = False
    return reading


def _located_value(reading: FusionSwitch, fast: bool) -> object:
    """The JSON value that CANN goes on with, after reading the text form where JSON fails."""
    text = reading.source.text
    document = reading.document
    if not document.faults:
        reading.regular = not fast and plain_json(text) is not IRREGULAR
        return reading.sound_value()
    reading.form = Form.TEXT
    _read_lines(reading)
    reading.regular = reading.regular and not reading.means_json
    return _begun(reading.source) if reading.accepted else None


def _begun(source: Source) -> object:
    """What CANN's reader had built of a JSON value when it gave up."""
    from cannlint.syntax.json_scanner import parse_json

    document = parse_json(source.text, first_fault_ends=True, most_nodes=0)
    if document.is_cut:
        raise too_many(source)
    return document.root.plain if document.root is not None else None


def _read_lines(reading: FusionSwitch) -> None:
    firsts: dict[str, Record] = {}
    tally = Tally()
    from cannlint.syntax.fusion_switch import parse

    for line in parse(reading.source):
        record = Record(line, fate_of(line))
        if record.fate is Fate.KEPT:
            first = firsts.setdefault(line.name, record)
            if first is not record:
                record.fate, record.first = Fate.DUPLICATE, first
        if record.fate is Fate.KEPT or not tally.is_full(record.fate):
            keep(record, reading.records, reading.source)
            if not line.well_formed:
                mark_remark(record, reading.source.text[line.start : line.end])
        if record.fate in (Fate.NO_COLON, Fate.BAD_VALUE, Fate.DUPLICATE):
            reading.refuse("E20003")
        if record.fate is not Fate.SKIPPED and not (line.well_formed and record.fate is Fate.KEPT):
            reading.regular = False
    if reading.accepted:
        # the text form does not know groups: CANN gives its entries to both
        lines = {record.line.name: record.line.switch == ON for record in firsts.values()}
        reading.switches = dict.fromkeys(GROUPS, lines)


def _check(reading: FusionSwitch, value: object) -> None:
    """Check the shape of the JSON value and take the switches from it.

    After the text form this is the value that CANN's JSON reader had begun: nothing, or what
    the first bracket opened.
    """
    if value is None:
        return
    if not isinstance(value, dict):
        reading.refuse("E21001")
        return
    codes = shape_codes(value)
    if codes is not None:
        reading.refuse(*codes)
        return
    listed = value.get(EXCEPTIONAL, [])
    if not all(isinstance(name, str) for name in listed):
        reading.refuse()
        return
    reading.exceptional = frozenset(name for name in listed if name)
    for group, switches in value.get(SWITCH, {}).items():
        if group in GROUPS:
            named = {name: switch == ON for name, switch in switches.items() if name}
            of_lines = reading.switches[group]
            reading.switches[group] = {**named, **of_lines} if of_lines else named


def account(reading: FusionSwitch) -> Iterator[Account]:
    """What CANN makes of each switch."""
    for record in reading.records:
        if record.fate is Fate.SKIPPED:
            continue
        line = record.line
        text = reading.source.text[line.start : line.end].strip(C_BLANKS)
        what = f"{line.name}: {line.switch}" if line.key is not None else text
        yield Account(line.number, what, _outcome(record), record.fate is Fate.KEPT)
    if reading.accepted:
        for switch in reading.json_switches():
            start = switch.member.key.span.start
            line_number = reading.source.position(start)[0]
            what = f"{switch.group}/{switch.member.name}: {'on' if switch.is_on else 'off'}"
            yield Account(line_number, what, translated("counts"), True, start)


def _outcome(record: Record) -> str:
    if record.fate is Fate.KEPT:
        return translated("counts, in both groups")
    if record.fate is Fate.NAMELESS:
        return said("ignored: {reason}", reason=record.fate.value)
    if record.first is not None:
        return said("refused: line {number} has the same pass", number=record.first.line.number)
    return said("refused: {reason}", reason=record.fate.value)
