"""Names in a config file with their positions, for hover, completion and hints."""

from __future__ import annotations

from enum import Enum

from cannlint.cann.fusion import GROUPS
from cannlint.formats.table import FORMATS
from cannlint.language import Phrase
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.reading.keep_dtype import KeepDtype
from cannlint.reading.mixlist import Mixlist
from cannlint.reading.op_precision import Fate, OpPrecision
from cannlint.syntax.customize_dtypes import items
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.reading.base import Reading


class Sort(Enum):
    """The sort of a name."""

    OP_TYPE = Phrase("operator type")
    NODE = "node"
    DTYPE = "dtype"
    MODE = Phrase("implementation mode")
    FUSION_PASS = Phrase("fusion pass")


class Place:
    """A name with its position.

    `entry` is the whole of what it belongs to: its line, or the switch of a pass. Of a dtype and
    of a mode `op_type` is the operator that it is for, "" for that of a node; a dtype has a
    `side` (`input` or `output`) and a `position` from 0. `group` are the fusion groups that
    a pass is switched in; `list_name` is the mixed-precision list and update of an operator.
    """

    __slots__ = (
        "entry",
        "group",
        "list_name",
        "name",
        "op_type",
        "position",
        "side",
        "sort",
        "span",
    )

    def __init__(self, sort: Sort, name: str, span: Span, entry: Span) -> None:
        self.sort = sort
        self.name = name
        self.span = span
        self.entry = entry
        self.op_type = name if sort is Sort.OP_TYPE else ""
        self.side = ""
        self.position = 0
        self.group: tuple[str, ...] = ()
        self.list_name = ""


def places(reading: Reading) -> Iterator[Place]:
    """All names in a file, in order; in a refused file, those that can be recognised."""
    return _places(reading, Span(0, len(reading.source.text)), has_parts=True)


def entries(reading: Reading) -> Iterator[Place]:
    """The names of entries only, without dtypes and modes."""
    return _places(reading, Span(0, len(reading.source.text)), has_parts=False)


def place_at(reading: Reading, offset: int) -> Place | None:
    """The name that contains an offset, or ends at it."""
    for place in _places(reading, Span(offset, offset), has_parts=True):
        if place.span.start <= offset <= place.span.end:
            return place
    return None


def _places(reading: Reading, asked: Span, has_parts: bool) -> Iterator[Place]:
    """The names in the lines of a span; in JSON files, all names."""
    return FORMATS[reading.kind].places(reading, asked, has_parts)


def _named(is_type: bool, name: str, span: Span, entry: Span) -> Place:
    return Place(Sort.OP_TYPE if is_type else Sort.NODE, name, span, entry)


def of_customize_dtypes(reading: CustomizeDtypes, asked: Span, has_parts: bool) -> Iterator[Place]:
    """The names and dtypes of entries."""
    text = reading.source.text
    for record, entry in reading.entries():
        if entry.end < asked.start or entry.start > asked.end:
            continue
        yield _named(entry.is_type, entry.name, entry.key, record.line)
        lists = (("input", entry.inputs_span), ("output", entry.outputs_span)) if has_parts else ()
        for side, span in lists:
            for position, item in enumerate(items(text, span)):
                dtype = Place(Sort.DTYPE, text[item.start : item.end], item, record.line)
                dtype.op_type = entry.name if entry.is_type else ""
                dtype.side, dtype.position = side, position
                yield dtype


def of_op_precision(reading: OpPrecision, asked: Span, has_parts: bool) -> Iterator[Place]:
    """The names and modes of entries."""
    for record in reading.having(Fate.KEPT, Fate.SHADOWED, Fate.UNKNOWN_MODE):
        line = record.line
        if line.end < asked.start or line.start > asked.end:
            continue
        assert line.key is not None and line.value is not None
        yield _named(record.is_type, line.name, line.key, line.text)
        if has_parts:
            mode = Place(Sort.MODE, line.mode, line.value, line.text)
            mode.op_type = line.name if record.is_type else ""
            yield mode


def of_keep_dtype(reading: KeepDtype, asked: Span, has_parts: bool) -> Iterator[Place]:
    """The names of nodes and operator types."""
    for record in reading.records:
        line = record.line
        if line.end >= asked.start and line.start <= asked.end:
            yield _named(line.is_type, line.name, line.key, line.text)


def of_mixlist(reading: Mixlist, asked: Span, has_parts: bool) -> Iterator[Place]:
    """The operator types."""
    for mention in reading.mentions():
        span = mention.node.span
        place = Place(Sort.OP_TYPE, mention.op_type, inside(span), span)
        place.list_name = f"{mention.list_name} {mention.update}"
        yield place


def of_fusion_switch(reading: FusionSwitch, asked: Span, has_parts: bool) -> Iterator[Place]:
    """The passes."""
    for record in reading.records:
        line = record.line
        if line.key is not None and not reading.means_json:
            place = Place(Sort.FUSION_PASS, line.name, line.key, line.line)
            place.group = GROUPS
            yield place
    for switch in reading.json_switches() if reading.root is not None else ():
        key = switch.member.key.span
        place = Place(Sort.FUSION_PASS, switch.member.name, inside(key), switch.member.span)
        place.group = (switch.group,)
        yield place


def inside(span: Span) -> Span:
    """A JSON string without its quotes."""
    return Span(span.start + 1, max(span.start + 1, span.end - 1))
