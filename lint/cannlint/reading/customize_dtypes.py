"""How CANN reads a customize_dtypes file (resolution.md 3.1)."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from cannlint.facts.dtypes import DTYPES
from cannlint.kinds import Kind
from cannlint.reading.base import Account, Reading
from cannlint.syntax.customize_dtypes import (
    INPUT_KEYWORD,
    OUTPUT_KEYWORD,
    TYPE_PREFIX,
    DtypeEntry,
    OtherLine,
    items,
    parse,
)
from cannlint.text.source import C_BLANKS, UNSEEN
from cannlint.text.span import Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.text.source import Source

LINE_BUFFER = 1024
"""Bytes of CANN's line buffer: a line of so many or more, without its line feed, ends the
reading without an error."""


class Refusal(Enum):
    """Why CANN refuses a line."""

    BLANK = "a blank line"
    NO_COLON = "no `:` after the name"
    EMPTY_KEY = "nothing before the first `:`"
    NO_KEYWORD = "neither InputDtype nor OutputDtype"
    OUTPUT_FIRST = "OutputDtype before InputDtype"
    TRUNCATED = "nothing after the keyword"
    UNKNOWN_DTYPE = "no such dtype"


class Fault:
    """A reason to refuse a line, and where it stands."""

    __slots__ = ("refusal", "span")

    def __init__(self, refusal: Refusal, span: Span) -> None:
        self.refusal = refusal
        self.span = span

    @property
    def codes(self) -> tuple[str, ...]:
        """What CANN reports when this is the first fault; nothing when it crashes."""
        return _CODES.get(self.refusal, ("E20101",))


_CODES = {Refusal.TRUNCATED: (), Refusal.UNKNOWN_DTYPE: ("E20003", "E20101")}


class Record:
    """What became of one line.

    `entry` is set where the line could be taken apart, `first` where an earlier line has the
    same key, `faults` where CANN refuses: the first of them is what it stops at. `is_comment`
    says how a person would see the line; to CANN it is one like any other.
    """

    __slots__ = ("entry", "faults", "first", "is_comment", "node")

    def __init__(self, node: DtypeEntry | OtherLine, entry: DtypeEntry | None) -> None:
        self.node = node
        self.entry = entry
        self.faults: Sequence[Fault] = ()
        self.first: Record | None = None
        self.is_comment = False

    @property
    def number(self) -> int:
        """The line's number, from 1."""
        return self.node.number

    @property
    def line(self) -> Span:
        """The whole line, without its line feed."""
        return Span(self.node.start, self.node.end)

    @property
    def counts(self) -> bool:
        """Whether the line is an entry that CANN keeps."""
        return self.entry is not None and not self.faults and self.first is None

    @property
    def has_key(self) -> bool:
        """Whether the line is an entry, apart from dtypes that CANN may not know."""
        if self.entry is None or (self.is_comment and self.faults):
            return False
        return all(fault.refusal is Refusal.UNKNOWN_DTYPE for fault in self.faults)


class CustomizeDtypes(Reading):
    """A customize_dtypes file as CANN reads it.

    `records` has one for each line up to `cut_off`, the line that does not fit CANN's buffer
    and ends the file for it.
    """

    __slots__ = ("cut_off", "records")

    def __init__(self, source: Source) -> None:
        super().__init__(source, Kind.CUSTOMIZE_DTYPES)
        self.records: list[Record] = []
        self.cut_off: Span | None = None

    def faults(self, *refusals: Refusal) -> Iterator[tuple[Record, Fault]]:
        """Every fault of the given sorts, in order, but for those of comments."""
        for record in self.records:
            for fault in record.faults:
                if fault.refusal in refusals and not record.is_comment:
                    yield record, fault

    def refused_comments(self) -> Iterator[tuple[Record, Fault]]:
        """The comments that are no entries, each with what CANN stops at."""
        for record in self.records:
            if record.is_comment and record.faults:
                yield record, record.faults[0]

    def entries(self) -> Iterator[tuple[Record, DtypeEntry]]:
        """The lines that could be taken apart, kept or not; their dtypes may be unknown."""
        for record in self.records:
            if record.entry is not None and record.has_key:
                yield record, record.entry

    def effect(self, is_type: bool) -> dict[str, dict[str, list[str]]]:
        """Key → dtypes by position, `""` where a position is not constrained.

        dtypes are in the compiler's spelling. Empty for a refused file.
        """
        if not self.accepted:
            return {}
        return {
            record.entry.name: {
                "inputs": dtypes_of(record.entry.inputs),
                "outputs": dtypes_of(record.entry.outputs),
            }
            for record in self.records
            if record.counts and record.entry is not None and record.entry.is_type == is_type
        }


def read(source: Source, fast: bool = True) -> CustomizeDtypes:
    """Read a file as CANN does, and go on after what makes CANN stop.

    `fast=False` recognises entries with Lark instead of the pattern; the result is the same.
    """
    reading = CustomizeDtypes(source)
    firsts: dict[tuple[bool, str], Record] = {}
    for node in parse(source, fast):
        if _overflows(source.text, node):
            reading.cut_off = Span(node.start, node.end)
            reading.regular = False
            break
        record = _record(source.text, node)
        reading.records.append(record)
        if record.faults:
            _refuse(reading, node)
        if record.entry is not None and record.has_key:
            earlier = firsts.setdefault((record.entry.is_type, record.entry.name), record)
            record.first = earlier if earlier is not record else None
        plain = isinstance(node, DtypeEntry) and _is_plain(node) and record.first is None
        reading.regular = reading.regular and plain
    return reading


def dtypes_of(text: str | None) -> list[str]:
    """The dtypes of a list in the compiler's spelling; `""` for an empty or unknown item."""
    return [name or "" for name in _names(text)] if text else []


def has_concrete_dtype(entry: DtypeEntry) -> bool:
    """Whether any position of an entry names a dtype."""
    return any(dtypes_of(entry.inputs)) or any(dtypes_of(entry.outputs))


@lru_cache(maxsize=4096)
def _names(text: str) -> tuple[str | None, ...]:
    """Each item of a list: the compiler's name, `""` when empty, None when CANN has none."""
    stripped = [item.strip(C_BLANKS) for item in text.split(",")]
    return tuple(DTYPES.get(_ascii_lower(item)) if item else "" for item in stripped)


def _ascii_lower(text: str) -> str:
    """Lower case as C's tolower does it: the Kelvin sign is no `k`."""
    return text.lower() if text.isascii() else text


def _record(text: str, node: DtypeEntry | OtherLine) -> Record:
    if isinstance(node, DtypeEntry):
        record = Record(node, node)
        _check_dtypes(text, record, node)
        return record
    entry, faults = take_apart(text, (node.number, node.start, node.end))
    record = Record(node, entry)
    record.is_comment = looks_like_comment(text[node.start : node.end])
    record.faults = faults
    if entry is not None:
        _check_dtypes(text, record, entry)
    return record


def _check_dtypes(text: str, record: Record, entry: DtypeEntry) -> None:
    if entry.inputs and None in _names(entry.inputs):
        record.faults = [*record.faults, *_unknown(text, entry.inputs_span)]
    if entry.outputs and None in _names(entry.outputs):
        record.faults = [*record.faults, *_unknown(text, entry.outputs_span)]


def _unknown(text: str, span: Span) -> Iterator[Fault]:
    for item in items(text, span):
        name = text[item.start : item.end]
        if name and _ascii_lower(name) not in DTYPES:
            yield Fault(Refusal.UNKNOWN_DTYPE, item)


def take_apart(text: str, line: tuple[int, int, int]) -> tuple[DtypeEntry | None, list[Fault]]:
    """A line as CANN's code splits it, whatever it looks like.

    CANN looks for the key and for the keywords independently, so a line may have a fault and
    an entry. Text from a NUL byte on is not seen: CANN copies the line as a C string.
    """
    number, start, end = line
    is_type, body = _body(text, start, end)
    faults = list(_key_faults(text, body, Span(start, end)))
    inputs_at = text.find(INPUT_KEYWORD, body.start, body.end)
    outputs_at = text.find(OUTPUT_KEYWORD, body.start, body.end)
    colon = text.find(":", body.start, body.end)
    if inputs_at < 0 and outputs_at < 0:
        return None, faults or [Fault(Refusal.NO_KEYWORD, body)]
    if colon < 0:
        truncated = list(_truncated(text, body))
        if truncated:
            return None, truncated
        colon = body.start
    swapped = inputs_at > outputs_at >= 0
    if swapped:
        faults.append(
            Fault(Refusal.OUTPUT_FIRST, Span(outputs_at, outputs_at + len(OUTPUT_KEYWORD)))
        )
        if outputs_at < colon:
            return None, faults
    inputs = _list_after(text, inputs_at, INPUT_KEYWORD, body.end, outputs_at)
    outputs = _list_after(text, outputs_at, OUTPUT_KEYWORD, body.end, inputs_at if swapped else -1)
    for found in (inputs, outputs):
        if found is not None and found[1] is None:
            if not swapped:
                faults.append(Fault(Refusal.TRUNCATED, Span(found[0], body.end)))
            return None, faults
    first = min(at for at in (inputs_at, outputs_at) if at >= 0)
    entry = DtypeEntry(
        (number, start, end),
        is_type,
        (body.start, text[body.start : colon]),
        max(first, colon),
        inputs or (0, None),
        outputs or (0, None),
    )
    return entry, faults


def _body(text: str, start: int, end: int) -> tuple[bool, Span]:
    """Whether a line begins with `OpType::`, and what CANN takes apart of it."""
    nul = text.find("\0", start, end)
    stop = nul if nul >= 0 else end
    is_type = text.startswith(TYPE_PREFIX, start, stop)
    return is_type, trimmed(text, start + len(TYPE_PREFIX) * is_type, stop, C_BLANKS)


def _key_faults(text: str, body: Span, line: Span) -> Iterator[Fault]:
    if not text[line.start : line.end].strip(UNSEEN):
        yield Fault(Refusal.BLANK, line)
        return
    colon = text.find(":", body.start, body.end)
    if colon < 0:
        yield Fault(Refusal.NO_COLON, body if body.start < body.end else line)
    elif colon == body.start:
        yield Fault(Refusal.EMPTY_KEY, Span(colon, colon + 1))


def _truncated(text: str, body: Span) -> Iterator[Fault]:
    """The keyword that a line without a colon ends with, when it is the first of its sort."""
    for keyword in (INPUT_KEYWORD, OUTPUT_KEYWORD):
        at = text.find(keyword, body.start, body.end)
        if at >= 0 and at + len(keyword) == body.end:
            yield Fault(Refusal.TRUNCATED, Span(at, body.end))


def looks_like_comment(text: str) -> bool:
    """Whether a person would take a line for a comment."""
    return text.lstrip(UNSEEN).startswith(("#", "//", ";"))


def _list_after(
    text: str, at: int, keyword: str, end: int, other: int
) -> tuple[int, str | None] | None:
    """The list after a keyword: its start and text; None without keyword, text None at the end.

    One byte after the keyword is skipped, whatever it is; of a character with more bytes the
    others make a dtype that is none, and here the whole character does. The inputs end where
    OutputDtype begins, except when that is the skipped byte: then CANN's length underflows and
    the list runs to the end of the line.
    """
    if at < 0:
        return None
    start = at + len(keyword)
    if start >= end:
        return at, None
    start += len(text[start].encode("utf-8", "surrogateescape")) == 1
    stop = other if other >= start else end
    return start, text[start:stop]


def _is_plain(entry: DtypeEntry) -> bool:
    """Whether a well-formed entry has dtypes, and no position that might not be meant."""
    return _plain(entry.inputs, entry.outputs)


@lru_cache(maxsize=4096)
def _plain(inputs: str | None, outputs: str | None) -> bool:
    before = dtypes_of(inputs)
    if outputs is not None and before[-1:] == [""]:
        before = before[:-1]
    named = [*before, *dtypes_of(outputs)]
    return bool(named) and "" not in named


def _overflows(text: str, node: DtypeEntry | OtherLine) -> bool:
    length = node.end - node.start
    if length * 4 < LINE_BUFFER:
        return False
    return len(text[node.start : node.end].encode("utf-8", "surrogateescape")) >= LINE_BUFFER


def _refuse(reading: CustomizeDtypes, line: DtypeEntry | OtherLine) -> None:
    """Stop at a line, as CANN does.

    It splits the key, then the lists, then looks the dtypes up, and asks only then whether any
    of the three has failed: a line without a key may still crash, or name a dtype.
    """
    text = reading.source.text
    _, body = _body(text, line.start, line.end)
    inputs_at = text.find(INPUT_KEYWORD, body.start, body.end)
    outputs_at = text.find(OUTPUT_KEYWORD, body.start, body.end)
    lists: list[str | None] = []
    if not inputs_at > outputs_at >= 0:
        found = (
            _list_after(text, inputs_at, INPUT_KEYWORD, body.end, outputs_at),
            _list_after(text, outputs_at, OUTPUT_KEYWORD, body.end, -1),
        )
        lists = [place[1] for place in found if place is not None]
    if None in lists:
        reading.crash = reading.crash or reading.accepted
        reading.refuse()
    elif any(None in _names(items) for items in lists if items):
        reading.refuse("E20003", "E20101")
    else:
        reading.refuse("E20101")


def account(reading: CustomizeDtypes) -> Iterator[Account]:
    """What CANN makes of each line; it does not get beyond the first that it refuses."""
    text = reading.source.text
    stopped = False
    for record in reading.records:
        what = text[record.line.start : record.line.end].strip(C_BLANKS)
        if record.faults:
            yield Account(record.number, what, _why_refused(text, record, stopped), False)
            stopped = True
        elif record.entry is not None:
            fate = ("not reached", False) if stopped else _fate(record)
            yield Account(record.number, _shown(record.entry), *fate)
    if reading.cut_off is not None:
        line = reading.source.position(reading.cut_off.start)[0]
        outcome = f"not read, nor what follows: {LINE_BUFFER} bytes or more"
        yield Account(line, text[reading.cut_off.start : reading.cut_off.end], outcome, False)


def _why_refused(text: str, record: Record, stopped: bool) -> str:
    fault = record.faults[0]
    verdict = "CANN crashes" if fault.refusal is Refusal.TRUNCATED else "refused"
    reason = "a comment" if record.is_comment else fault.refusal.value
    if fault.refusal is Refusal.UNKNOWN_DTYPE and not record.is_comment:
        reason += f": {text[fault.span.start : fault.span.end]}"
    return f"{'not reached, else ' if stopped else ''}{verdict}: {reason}"


def _shown(entry: DtypeEntry) -> str:
    sides = (("in", entry.inputs), ("out", entry.outputs))
    lists = [f"{side} {','.join(dtypes_of(text))}" for side, text in sides if text is not None]
    return f"{entry.name} = {' · '.join(lists)}"


def _fate(record: Record) -> tuple[str, bool]:
    assert record.entry is not None
    if record.first is not None:
        return f"ignored: line {record.first.number} came first", False
    if not has_concrete_dtype(record.entry):
        return "read, but without any dtype: the compile fails", False
    return f"counts, by {'operator type' if record.entry.is_type else 'node name'}", True
