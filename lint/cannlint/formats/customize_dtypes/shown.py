"""What `inspect` and editors show of a customize_dtypes file."""

from __future__ import annotations

import re

from cannlint.cann.dtypes import WRITTEN
from cannlint.formats.customize_dtypes.faults import Refusal, dtypes_of
from cannlint.formats.customize_dtypes.lines import LINE_BUFFER, items
from cannlint.formats.customize_dtypes.reading import (
    COMMENT_ENTRY,
    INDENTED_PREFIX,
    QUOTED_NAME,
    SIMILAR_PREFIX,
    has_concrete_dtype,
)
from cannlint.formats.shown import (
    Account,
    Icon,
    Item,
    Place,
    Sort,
    line_before,
    misread_name,
    named,
    op_types,
    type_or_node,
)
from cannlint.language import Phrase, said, translated
from cannlint.text.source import C_BLANKS
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.formats.customize_dtypes.lines import DtypeEntry
    from cannlint.formats.customize_dtypes.reading import CustomizeDtypes, Record
    from cannlint.library.operators import Operators
    from cannlint.text.span import Span

_ENTRY = re.compile(r"(?:OpType::(?P<type>[^:]*)|[^:]*)(?P<colon>:{1,2})?(?P<rest>.*)", re.DOTALL)
_LISTS = re.compile(r"InputDtype.(?P<inputs>.*?)(?:,?OutputDtype.(?P<outputs>.*))?$", re.DOTALL)
_ONLY_OUTPUTS = re.compile(r"OutputDtype.(?P<outputs>.*)$", re.DOTALL)


def accounts(reading: CustomizeDtypes) -> Iterator[Account]:
    """What CANN makes of each line; it does not get beyond the first that it refuses."""
    text = reading.source.text
    stopped = False
    misread = {one.number for fact in _MISREAD for one in reading.parts_with(fact)}
    for record in reading.records:
        what = text[record.line.start : record.line.end].strip(C_BLANKS)
        if record.faults:
            yield Account(record.number, what, _why_refused(text, record, stopped), False)
            stopped = True
        elif record.counts and record.number in misread and not stopped:
            assert record.entry is not None
            yield misread_name(record.number, _shown_dtypes(record.entry))
        elif record.entry is not None:
            fate = (translated("not reached"), False) if stopped else _dtypes_fate(record)
            yield Account(record.number, _shown_dtypes(record.entry), *fate)
    if reading.cut_off is not None:
        line = reading.source.position(reading.cut_off.start)[0]
        outcome = said(
            "not read, nor what follows: {line_buffer} bytes or more", line_buffer=LINE_BUFFER
        )
        yield Account(line, text[reading.cut_off.start : reading.cut_off.end], outcome, False)


_MISREAD = (COMMENT_ENTRY, SIMILAR_PREFIX, INDENTED_PREFIX, QUOTED_NAME)
"""What CANN takes for the name of a node, and no node has."""


def _why_refused(text: str, record: Record, stopped: bool) -> str:
    fault = record.faults[0]
    verdict = Phrase("CANN crashes" if fault.refusal is Refusal.TRUNCATED else "refused")
    reason = translated("a comment" if record.is_comment else fault.refusal.value)
    if fault.refusal is Refusal.UNKNOWN_DTYPE and not record.is_comment:
        dtype = text[fault.span.start : fault.span.end]
        reason = said("{reason}: {value}", reason=reason, value=dtype)
    template = "not reached, else {verdict}: {reason}" if stopped else "{verdict}: {reason}"
    return said(template, verdict=verdict, reason=reason)


def _shown_dtypes(entry: DtypeEntry) -> str:
    sides = ((Phrase("in"), entry.inputs), (Phrase("out"), entry.outputs))
    lists = [
        f"{translated(side)} {_written(dtypes_of(text))}"
        for side, text in sides
        if text is not None
    ]
    return f"{entry.name} = {' · '.join(lists)}"


def _written(dtypes: Sequence[str]) -> str:
    """Dtypes as written in config files; `-` for an empty position, none at the end."""
    names = [WRITTEN.get(dtype, dtype) or "-" for dtype in dtypes]
    while names and names[-1] == "-":
        names.pop()
    return ", ".join(names) or "-"


def _dtypes_fate(record: Record) -> tuple[str, bool]:
    assert record.entry is not None
    if record.first is not None:
        return said("ignored: line {number} came first", number=record.first.number), False
    if not has_concrete_dtype(record.entry):
        return translated("read, but without any dtype: the compile fails"), False
    key = Phrase("operator type" if record.entry.is_type else "node name")
    return said("counts, by {key}", key=key), True


def places(reading: CustomizeDtypes, asked: Span, has_parts: bool) -> Iterator[Place]:
    """The names and dtypes of entries."""
    text = reading.source.text
    for record, entry in reading.entries():
        if entry.end < asked.start or entry.start > asked.end:
            continue
        yield type_or_node(entry.is_type, entry.name, entry.key, record.line)
        lists = (("input", entry.inputs_span), ("output", entry.outputs_span)) if has_parts else ()
        for side, span in lists:
            for position, item in enumerate(items(text, span)):
                dtype = Place(Sort.DTYPE, text[item.start : item.end], item, record.line)
                dtype.op_type = entry.name if entry.is_type else ""
                dtype.side, dtype.position = side, position
                yield dtype


def completions(text: str, offset: int, operators: Operators) -> Iterator[Item]:
    """What can stand at an offset of a file."""
    before = line_before(text, offset)
    entry = _ENTRY.fullmatch(before)
    assert entry is not None
    if not entry["colon"]:
        if before.startswith("OpType::"):
            yield from op_types(operators)
        elif not before or "OpType::".startswith(before):
            yield from named(["OpType::"], Icon.KEYWORD)
        return
    lists = _LISTS.search(entry["rest"]) or _ONLY_OUTPUTS.search(entry["rest"])
    if lists is None:
        keywords = ["InputDtype:", "OutputDtype:"]
        yield from named(keywords, Icon.KEYWORD)
        return
    parts = lists.groupdict()
    side = "input" if parts.get("outputs") is None else "output"
    dtype = Place(Sort.DTYPE, "", Span(0, 0), Span(0, 0))
    dtype.op_type = (entry["type"] or "").strip()
    dtype.side = side
    dtype.position = str(parts[f"{side}s"]).count(",")
    allowed = dtypes_at(dtype, operators) or list(WRITTEN.values())
    yield from named(allowed, Icon.ENUM_MEMBER, f"{side} {dtype.position}")
    if side == "input" and dtype.position:
        yield from named(["OutputDtype:"], Icon.KEYWORD)


def dtypes_at(place: Place, operators: Operators) -> list[str]:
    """The dtypes of a tensor of an operator on any of the SoCs; [] if unknown."""
    found: dict[str, None] = {}
    for operator in operators.entries(place.op_type).values() if place.op_type else ():
        tensors = operator.inputs if place.side == "input" else operator.outputs
        if place.position < len(tensors):
            found |= dict.fromkeys(tensors[place.position].dtypes)
    return [WRITTEN.get(dtype, dtype) for dtype in found]
