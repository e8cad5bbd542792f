"""The entries that ask for implementation modes: op_precision_mode."""

from __future__ import annotations

from cannlint.cann.modes import UNSTAMPED_MODES
from cannlint.cann.option_names import FILE
from cannlint.diagnostics import Message
from cannlint.reading.op_precision import Fate
from cannlint.resolve.provenance import of_entry
from cannlint.verify.matching import matched, repeated, written
from cannlint.verify.operators import STAMPED_AS
from cannlint.verify.outcome import Asked, Match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.reading.op_precision import OpPrecision
    from cannlint.verify.compiled import Kernel
    from cannlint.verify.index import Index


def mode_entries(reading: OpPrecision, index: Index) -> Iterator[Asked]:
    """The entries of an op_precision_mode file."""
    named = frozenset(reading.effect(is_type=False))
    for record in reading.having(Fate.KEPT, Fate.SHADOWED):
        line = record.line
        asked = Asked(FILE, written(reading, line.text), of_entry(reading, line.text, FILE))
        if record.first is not None:
            yield repeated(asked, record.first.line.number)
            continue

        def judge(
            kernel: Kernel,
            mode: str = line.mode,
            op_type: str | None = line.name if record.is_type else None,
        ) -> Match:
            return _has_mode(kernel, mode, op_type, index)

        matched(asked, line.name, record.is_type, index, judge, named)
        if record.is_type:
            _add_fused(asked, line.name, line.mode, index)
        yield asked


def _add_fused(asked: Asked, op_type: str, mode: str, index: Index) -> None:
    """Add operators that fusion made of others, once these were stamped with the mode."""
    for fused, types in STAMPED_AS.items():
        for kernel in index.find(fused, is_type=True) if op_type in types else ():
            if mode in (kernel.modes or ()):
                asked.matches.append(Match(kernel, True))
                asked.reason = None


def _has_mode(kernel: Kernel, mode: str, op_type: str | None, index: Index) -> Match:
    """Whether a kernel is stamped with an implementation mode: that of its first operator."""
    if mode in UNSTAMPED_MODES:
        return Match(kernel, None, Message.of("CANN does not stamp this mode on operators"))
    if not index.compiled.records_modes:
        reason = Message.of("this release of CANN does not record implementation modes")
        return Match(kernel, None, reason)
    if mode in (kernel.modes or ()):
        return Match(kernel, True)
    if kernel.is_fused and (kernel.modes is None or op_type != kernel.first):
        types = tuple(dict.fromkeys(kernel.members[kernel.lead :]))
        reason = Message.of("it shares a kernel with {types}, which has another mode", types=types)
        return Match(kernel, None, reason)
    operator = index.operator(kernel)
    shadowed = operator.mode.shadowed if operator is not None and operator.mode is not None else ()
    overridden = next((item.reason for item in shadowed if item.value == mode), None)
    have = ", ".join(kernel.modes or ()) or "default"
    return Match(kernel, False, overridden or Message.of("it was compiled with {mode}", mode=have))
