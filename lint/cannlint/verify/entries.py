"""Each entry of the config files of a job, and what became of it in the compiled model."""

from __future__ import annotations

from cannlint.cann.dtypes import SPELLINGS
from cannlint.cann.mixlist import BLACK, WHITE
from cannlint.cann.modes import UNSTAMPED_MODES
from cannlint.cann.option_names import CUSTOMIZE, FILE, KEEP, MIXLIST
from cannlint.cann.precision import FLOATS
from cannlint.diagnostics import Message
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.reading.dtype_line import dtypes_of
from cannlint.reading.keep_dtype import KeepDtype
from cannlint.reading.mixlist import Mixlist
from cannlint.reading.op_precision import Fate, OpPrecision
from cannlint.resolve.provenance import of_entry
from cannlint.text.span import Span
from cannlint.verify.compiled import origin_dtype
from cannlint.verify.operators import CUSTOMIZED_STEPS
from cannlint.verify.outcome import NONE, Asked, Match, entry_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cannlint.graphs.model import Tensor
    from cannlint.jobs.model import Job
    from cannlint.reading.base import Reading
    from cannlint.verify.compiled import Kernel
    from cannlint.verify.index import Index

    Judge = Callable[[Kernel], Match]

_FLOATS = frozenset((*FLOATS, "bfloat16"))

_SHARED = "it shares a kernel with {types}: the model does not show its own dtypes"
_OUTSIDE = "it does not run on AI Core, where a precision is chosen"
_BY_NAME = "the file has an entry for the operator's name, which comes first"
_COMPILED_AS = "it was compiled with {dtypes}"


def entries_of(job: Job, index: Index) -> Iterator[Asked]:
    """The entries of all files of a job but the fusion switches, in their order."""
    for option, linked in job.files.items():
        reading = linked.reading
        if option == KEEP and isinstance(reading, KeepDtype):
            yield from _kept(reading, index)
        elif option == CUSTOMIZE and isinstance(reading, CustomizeDtypes):
            yield from _customized(reading, index)
        elif option == FILE and isinstance(reading, OpPrecision):
            yield from _modes(reading, index)
        elif option == MIXLIST and isinstance(reading, Mixlist):
            yield from _lists(reading, index)


def _matched(
    asked: Asked,
    key: str,
    is_type: bool,
    index: Index,
    judge: Judge,
    named: frozenset[str] = frozenset(),
) -> Asked:
    """An entry with the operators that it is for, or why there are none.

    `named` are the names that entries of the file have: these come before any for a type.
    """
    for kernel in index.find(key, is_type):
        if is_type and named and not named.isdisjoint(kernel.names):
            asked.matches.append(Match(kernel, False, Message.of(_BY_NAME), is_overridden=True))
        else:
            asked.matches.append(judge(kernel))
    asked.must_match = not is_type
    if not asked.matches and is_type and (fused := index.fused(key)):
        reason = Message.of("fused into another operator")
        asked.matches = [Match(kernel, None, reason) for kernel in fused]
    elif not asked.matches:
        template = (
            "no operator of the compiled model has this type"
            if is_type
            else "no operator of the compiled model has this name"
        )
        asked.reason = Message.of(template)
    return asked


def _written(reading: Reading, span: Span) -> str:
    return entry_text(reading, reading.source.slice(span))


def _repeated(asked: Asked, line: int) -> Asked:
    asked.status_alone = NONE
    asked.reason = Message.of("line {line} has the same entry: CANN takes the first", line=line)
    return asked


def _kept(reading: KeepDtype, index: Index) -> Iterator[Asked]:
    for record in reading.records:
        line = record.line
        if not line.name:
            continue
        span = line.text
        asked = Asked(KEEP, _written(reading, span), of_entry(reading, span, KEEP))
        if record.first is not None:
            yield _repeated(asked, record.first.line.number)
        else:
            yield _matched(asked, line.name, line.is_type, index, _kept_judge(index))


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
        if tensor is not None and (origin_dtype(tensor) or tensor.dtype) in _FLOATS:
            yield tensor


def _shared(kernel: Kernel) -> Message:
    return Message.of(_SHARED, types=tuple(dict.fromkeys(kernel.members[kernel.lead :])))


def _compiled_as(dtypes: Sequence[str | None]) -> Message:
    return Message.of(_COMPILED_AS, dtypes=tuple(dict.fromkeys(filter(None, dtypes))))


def _customized(reading: CustomizeDtypes, index: Index) -> Iterator[Asked]:
    named = frozenset(entry.name for entry in reading.counting(is_type=False))
    for record, entry in reading.entries():
        span = Span(entry.start, entry.end)
        asked = Asked(CUSTOMIZE, _written(reading, span), of_entry(reading, span, CUSTOMIZE))
        if record.first is not None:
            yield _repeated(asked, record.first.number)
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

        yield _matched(asked, entry.name, entry.is_type, index, judge, named)


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


def _modes(reading: OpPrecision, index: Index) -> Iterator[Asked]:
    named = frozenset(reading.effect(is_type=False))
    for record in reading.having(Fate.KEPT, Fate.SHADOWED):
        line = record.line
        asked = Asked(FILE, _written(reading, line.text), of_entry(reading, line.text, FILE))
        if record.first is not None:
            yield _repeated(asked, record.first.line.number)
            continue

        def judge(
            kernel: Kernel,
            mode: str = line.mode,
            op_type: str | None = line.name if record.is_type else None,
        ) -> Match:
            return _has_mode(kernel, mode, op_type, index)

        yield _matched(asked, line.name, record.is_type, index, judge, named)


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


def _lists(reading: Mixlist, index: Index) -> Iterator[Asked]:
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

        yield _matched(asked, mention.op_type, True, index, judge)


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
