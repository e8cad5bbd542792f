"""The entries that ask for dtypes: keep_dtype, customize_dtypes and modify_mixlist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cannlint.cann.dtypes import SPELLINGS
from cannlint.cann.mixlist import BLACK, WHITE
from cannlint.cann.option_names import CUSTOMIZE, KEEP, MIXLIST
from cannlint.diagnostics import Message
from cannlint.formats.customize_dtypes.faults import dtypes_of
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.formats.keep_dtype.reading import KeepDtype
from cannlint.formats.mixlist.reading import Mixlist
from cannlint.graphs.model import Tensor
from cannlint.resolve.provenance import of_entry
from cannlint.text.span import Span
from cannlint.verify.compiled import FLOATS, Kernel, origin_dtype
from cannlint.verify.matching import Index, Judge, matched, repeated, written
from cannlint.verify.operators import CUSTOMIZED_STEPS
from cannlint.verify.outcome import Asked, Match, entry_text

_SHARED = "it shares a kernel with {types}: the model does not show its own dtypes"
_OUTSIDE = "it does not run on AI Core, where a precision is chosen"
_COMPILED_AS = "it was compiled with {dtypes}"


def kept_entries(reading: KeepDtype, index: Index) -> Iterator[Asked]:
    """The entries of a keep_dtype file."""
    for record in reading.records:
        line = record.line
        if not line.name:
            continue
        span = line.text
        asked = Asked(KEEP, written(reading, span), of_entry(reading, span, KEEP))
        if record.first is not None:
            yield repeated(asked, record.first.line.number)
        else:
            yield matched(asked, line.name, line.is_type, index, _kept_judge(index))


def _kept_judge(index: Index) -> Judge:
    def judge(kernel: Kernel) -> Match:
        return _customized_instead(kernel, index) or _keeps(kernel)

    return judge


def _customized_instead(kernel: Kernel, index: Index) -> Match | None:
    """What becomes of an entry for an operator that customize_dtypes gives its dtypes."""
    operator = index.operator(kernel)
    steps = operator.row.dtypes.steps if operator is not None and operator.row is not None else ()
    if not any(step.name in CUSTOMIZED_STEPS for step in steps):
        return None
    reason = Message.of("customize_dtypes has an entry for the operator, which comes first")
    return Match(kernel, False, reason, is_overridden=True)


def _keeps(kernel: Kernel) -> Match:
    """Whether all float tensors of a kernel have the dtypes of the model."""
    changed = [
        tensor.dtype
        for tensor in _float_tensors(kernel)
        if (before := origin_dtype(tensor)) is not None and before != tensor.dtype
    ]
    if not changed:
        return Match(kernel, True)
    if kernel.is_fused:
        return Match(kernel, None, _shared(kernel))
    return Match(kernel, False, _compiled_as(changed))


def _float_tensors(kernel: Kernel) -> Iterator[Tensor]:
    for tensor in (*kernel.node.inputs, *kernel.node.outputs):
        if tensor is not None and (origin_dtype(tensor) or tensor.dtype) in FLOATS:
            yield tensor


def _shared(kernel: Kernel) -> Message:
    return Message.of(_SHARED, types=tuple(dict.fromkeys(kernel.members[kernel.lead :])))


def _compiled_as(dtypes: Sequence[str | None]) -> Message:
    return Message.of(_COMPILED_AS, dtypes=tuple(dict.fromkeys(filter(None, dtypes))))


def customized_entries(reading: CustomizeDtypes, index: Index) -> Iterator[Asked]:
    """The entries of a customize_dtypes file."""
    named = frozenset(entry.name for entry in reading.counting(is_type=False))
    for record, entry in reading.entries():
        span = Span(entry.start, entry.end)
        asked = Asked(CUSTOMIZE, written(reading, span), of_entry(reading, span, CUSTOMIZE))
        if record.first is not None:
            yield repeated(asked, record.first.number)
            continue
        wanted = [
            [SPELLINGS.get(dtype.lower(), dtype) for dtype in dtypes_of(side)]
            for side in (entry.inputs, entry.outputs)
        ]

        def judge(
            kernel: Kernel,
            wanted: list[list[str]] = wanted,
            op_type: str | None = entry.name if entry.is_type else None,
        ) -> Match:
            return _has_dtypes(kernel, wanted[0], wanted[1], op_type)

        yield matched(asked, entry.name, entry.is_type, index, judge, named)


def _has_dtypes(
    kernel: Kernel, inputs: list[str], outputs: list[str], op_type: str | None
) -> Match:
    """Whether a kernel has the dtypes asked for; of a fused one only the inputs can tell."""
    if not kernel.is_on_ai_core:
        return Match(kernel, False, Message.of(_OUTSIDE))
    is_first = op_type in (None, kernel.first)
    if kernel.is_fused and not (is_first and any(inputs)):
        return Match(kernel, None, _shared(kernel))
    pairs = [*zip(inputs, kernel.node.inputs, strict=False)]
    if not kernel.is_fused:
        pairs += zip(outputs, kernel.node.outputs, strict=False)
    wrong = [
        tensor.dtype
        for dtype, tensor in pairs
        if dtype and tensor is not None and tensor.dtype != dtype
    ]
    if not wrong:
        return Match(kernel, True)
    if kernel.is_fused and op_type is None:
        return Match(kernel, None, _shared(kernel))  # the name may be of any operator in it
    return Match(kernel, False, _compiled_as(wrong))


def list_entries(reading: Mixlist, index: Index) -> Iterator[Asked]:
    """The entries of a modify_mixlist file, each once."""
    told: set[tuple[str, str, str]] = set()
    for mention in reading.mentions():
        key = (mention.op_type, mention.list_name, mention.update)
        if key in told:
            continue
        told.add(key)
        text = f"{mention.list_name} {mention.update} {mention.op_type}"
        text = entry_text(reading, text)
        asked = Asked(MIXLIST, text, of_entry(reading, mention.node.span, MIXLIST))

        def judge(kernel: Kernel, op_type: str = mention.op_type) -> Match:
            return _follows_list(kernel, op_type, index)

        yield matched(asked, mention.op_type, True, index, judge)


def _follows_list(kernel: Kernel, op_type: str, index: Index) -> Match:
    """Whether a kernel has the dtypes that its list leads to; gray follows what is before it."""
    operator = index.operator(kernel)
    row = operator.row if operator is not None else None
    if row is None or row.colour is None:
        return Match(kernel, None, Message.of(_OUTSIDE))
    if kernel.first != op_type:
        return Match(kernel, None, _shared(kernel))
    customized = _customized_instead(kernel, index)
    if customized is not None:
        return customized
    if row.keep is not None:
        reason = Message.of("keep_dtype has an entry for the operator, which comes first")
        return Match(kernel, False, reason, is_overridden=True)
    if not row.colour_used:
        return Match(kernel, False, Message.of("the precision mode does not read the lists"))
    if row.colour.value == BLACK:
        return _keeps(kernel)
    if row.colour.value != WHITE:
        reason = Message.of("gray operators take the dtype of the operator before them")
        return Match(kernel, None, reason)
    floats = [item for item in _float_tensors(kernel) if origin_dtype(item) == FLOATS[0]]
    if not floats or any(tensor.dtype != FLOATS[0] for tensor in floats):
        return Match(kernel, True)
    return Match(kernel, False, _compiled_as([tensor.dtype for tensor in floats]))
