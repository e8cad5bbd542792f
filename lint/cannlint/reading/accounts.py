"""The rows of `cannlint inspect`: what CANN makes of each line or entry of a file."""

from __future__ import annotations

from cannlint.cann.dtypes import WRITTEN
from cannlint.diagnostics import Message
from cannlint.language import Phrase, said, translated
from cannlint.reading.customize_dtypes import has_concrete_dtype
from cannlint.reading.dtype_line import Refusal, dtypes_of
from cannlint.reading.fusion_lines import Fate as SwitchFate
from cannlint.reading.op_precision import Fate as ModeFate
from cannlint.reading.ops_info import places
from cannlint.syntax.customize_dtypes import LINE_BUFFER
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.reading.customize_dtypes import CustomizeDtypes, Record
    from cannlint.reading.fusion_lines import Record as SwitchRecord
    from cannlint.reading.fusion_switch import FusionSwitch
    from cannlint.reading.keep_dtype import KeepDtype
    from cannlint.reading.mixlist import Mixlist
    from cannlint.reading.op_precision import OpPrecision
    from cannlint.reading.op_precision import Record as ModeRecord
    from cannlint.reading.ops_info import OpsInfo
    from cannlint.syntax.customize_dtypes import DtypeEntry


class Account:
    """One row of `cannlint inspect`: what CANN makes of a line or an entry.

    `line` is from 1; `start` the offset of an entry in the text, where a line may have several.
    """

    __slots__ = ("counts", "line", "outcome", "start", "what")

    def __init__(self, line: int, what: str, outcome: str, counts: bool, start: int = 0) -> None:
        self.line = line
        self.what = what
        self.outcome = outcome
        self.counts = counts
        self.start = start


def of_customize_dtypes(reading: CustomizeDtypes) -> Iterator[Account]:
    """What CANN makes of each line; it does not get beyond the first that it refuses."""
    text = reading.source.text
    stopped = False
    for record in reading.records:
        what = text[record.line.start : record.line.end].strip(C_BLANKS)
        if record.faults:
            yield Account(record.number, what, _why_refused(text, record, stopped), False)
            stopped = True
        elif record.entry is not None:
            fate = (translated("not reached"), False) if stopped else _dtypes_fate(record)
            yield Account(record.number, _shown_dtypes(record.entry), *fate)
    if reading.cut_off is not None:
        line = reading.source.position(reading.cut_off.start)[0]
        outcome = said(
            "not read, nor what follows: {line_buffer} bytes or more", line_buffer=LINE_BUFFER
        )
        yield Account(line, text[reading.cut_off.start : reading.cut_off.end], outcome, False)


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


def of_op_precision(reading: OpPrecision) -> Iterator[Account]:
    """What CANN makes of each line."""
    for record in reading.records:
        if record.fate in (ModeFate.BLANK, ModeFate.COMMENT):
            continue
        line = record.line
        what = line.content
        if line.key is not None:
            what = f"{line.name} = {line.mode}"
        yield Account(line.number, what, _mode_outcome(record), record.fate is ModeFate.KEPT)


def _mode_outcome(record: ModeRecord) -> str:
    if record.fate is ModeFate.KEPT:
        return said(
            "counts, by {key}", key=Phrase("operator type" if record.is_type else "node name")
        )
    if record.fate is ModeFate.SHADOWED and record.first is not None:
        return said("ignored: line {number} came first", number=record.first.line.number)
    keys = Phrase("operator types" if record.is_type else "node names")
    if record.fate is ModeFate.SECTION:
        return said("{keys} follow", keys=keys)
    if record.fate is ModeFate.NO_SECTION:
        return said("ignored: no section that CANN knows; {keys} go on", keys=keys)
    return said("ignored: {reason}", reason=record.fate.value)


def of_keep_dtype(reading: KeepDtype) -> Iterator[Account]:
    """What CANN makes of each line."""
    for record in reading.records:
        line = record.line
        if not line.is_type and not line.name:
            yield Account(line.number, "", translated("matches no node"), False)
        elif record.first is not None:
            outcome = said("again; line {number} has it", number=record.first.line.number)
            yield Account(line.number, line.name, outcome, False)
        else:
            key = Phrase("operator type" if line.is_type else "node name")
            yield Account(line.number, line.name, said("kept, by {key}", key=key), True)


def of_mixlist(reading: Mixlist) -> Iterator[Account]:
    """What CANN makes of each operator type."""
    final = reading.final()
    if not final:
        return
    seen: set[str] = set()
    for mention in reading.mentions():
        if mention.op_type in seen:
            continue
        seen.add(mention.op_type)
        start = mention.node.span.start
        line = reading.source.position(start)[0]
        ends = final[mention.op_type]
        outcome = ", ".join(
            f"{_bare(start)} → {_bare(end)}" for start, end in ends.items() if start != end
        )
        yield Account(
            line,
            mention.op_type,
            outcome or translated("stays where it is"),
            bool(outcome),
            start,
        )


def _bare(list_name: str) -> str:
    return list_name.removesuffix("-list")


def of_fusion_switch(reading: FusionSwitch) -> Iterator[Account]:
    """What CANN makes of each switch."""
    for record in reading.records:
        if record.fate is SwitchFate.SKIPPED:
            continue
        line = record.line
        what = reading.source.slice(line.stripped)
        if line.key is not None:
            what = f"{line.name}: {line.switch}"
        yield Account(line.number, what, _switch_outcome(record), record.fate is SwitchFate.KEPT)
    if reading.accepted:
        for switch in reading.json_switches():
            start = switch.member.key.span.start
            line_number = reading.source.position(start)[0]
            what = f"{switch.group}/{switch.member.name}: {'on' if switch.is_on else 'off'}"
            yield Account(line_number, what, translated("counts"), True, start)


def _switch_outcome(record: SwitchRecord) -> str:
    if record.fate is SwitchFate.KEPT:
        return translated("counts, in both groups")
    if record.fate is SwitchFate.NAMELESS:
        return said("ignored: {reason}", reason=record.fate.value)
    if record.first is not None:
        return said("refused: line {number} has the same pass", number=record.first.line.number)
    return said("refused: {reason}", reason=record.fate.value)


def of_ops_info(reading: OpsInfo) -> Iterator[Account]:
    """What CANN makes of the operators it cannot initialise, in the order of the file."""
    starts = (span.start for span in places(reading, [fault.path for fault in reading.faults]))
    for start, fault in sorted(zip(starts, reading.faults, strict=True), key=lambda one: one[0]):
        line, _ = reading.source.position(start)
        reason = Message(fault.reason, fault.values)
        yield Account(line, ".".join(fault.path), str(reason), False, start)
