"""Each entry of the config files of a job, and what became of it in the compiled model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cannlint.cann.fusion import ALL
from cannlint.cann.modes import UNSTAMPED_MODES
from cannlint.cann.option_names import CUSTOMIZE, FILE, FUSION, KEEP, MIXLIST
from cannlint.diagnostics import Message
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.formats.keep_dtype.reading import KeepDtype
from cannlint.formats.mixlist.reading import Mixlist
from cannlint.formats.op_precision.reading import Fate, OpPrecision
from cannlint.jobs.model import Job
from cannlint.resolve.passes import switches_with_places
from cannlint.resolve.plan import Plan, without
from cannlint.resolve.provenance import of_entry
from cannlint.resolve.rows import Row
from cannlint.verify.compiled import Compiled, Kernel
from cannlint.verify.dtype_entries import customized_entries, kept_entries, list_entries
from cannlint.verify.fusion_result import FusionResult
from cannlint.verify.matching import Index, matched, repeated, written
from cannlint.verify.operators import STAMPED_AS
from cannlint.verify.outcome import EFFECT, NONE, UNSEEN, Asked, Match, entry_text

_OPTIONS = (KEEP, CUSTOMIZE, MIXLIST)
"""The options whose files decide dtypes."""


def causes_of(plan: Plan, entries: Sequence[Asked]) -> dict[str, list[Asked]]:
    """Name of an operator → the entries because of which it has its dtypes.

    An entry counts where the operator was compiled as it asks, and where the plan without its
    file has other dtypes.
    """
    found: dict[str, list[Asked]] = {}
    for option in _OPTIONS:
        own = [entry for entry in entries if entry.option == option and entry.done]
        changed = {*_changed(plan, option)} if own else set()
        for entry in own:
            for kernel in entry.done:
                if kernel.node.name in changed:
                    found.setdefault(kernel.node.name, []).append(entry)
    return found


def _changed(plan: Plan, option: str) -> Iterator[str]:
    """The nodes that have other dtypes without the file of an option."""
    others = {row.node: row for row in without(plan, option).rows}
    for row in plan.rows:
        other = others.get(row.node)
        if row.node is not None and other is not None and _dtypes(row) != _dtypes(other):
            yield row.node


def _dtypes(row: Row) -> tuple[object, ...]:
    dtypes = row.dtypes
    return dtypes.status, dtypes.inputs, dtypes.outputs, dtypes.candidates


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


def switches_of(
    job: Job, compiled: Compiled, plan: Plan, result: FusionResult | None
) -> Iterator[Asked]:
    """The switches of the file of a job, in the order of their groups."""
    linked = job.files.get(FUSION)
    reading = linked.reading if linked is not None else None
    if not isinstance(reading, FusionSwitch):
        return
    by_pass: dict[str, list[Kernel]] = {}
    for kernel in compiled.kernels:
        for name in kernel.passes:
            by_pass.setdefault(name.lower(), []).append(kernel)
    for group, name, is_on, origin in switches_with_places(reading):
        text = entry_text(reading, f"{group}: {name}:{'on' if is_on else 'off'}")
        asked = Asked(FUSION, text, origin)
        if name == ALL:
            asked.status_alone = UNSEEN
            asked.reason = Message.of("it is about all passes: see each of them")
        else:
            state = plan.passes.get(group, {}).get(name)
            is_forced = not is_on and state is not None and state.on
            _judge(asked, name, is_on, by_pass.get(name.lower(), []), result, is_forced)
        yield asked


def _judge(
    asked: Asked,
    name: str,
    is_on: bool,
    kernels: list[Kernel],
    result: FusionResult | None,
    is_forced: bool,
) -> None:
    """Say what became of a pass that is switched on or off."""
    if kernels:
        reason = Message.of("CANN does not let this pass be switched off") if is_forced else None
        ran = Message.of("the operator names this pass: it ran")
        asked.matches = [Match(at, is_on, None if is_on else reason or ran) for at in kernels]
        return
    times = result.times.get(name) if result is not None else None
    if times is not None:
        _judge_times(asked, is_on, *times)
    elif result is not None:
        asked.status_alone = NONE if is_on else EFFECT
        asked.reason = Message.of("{file} does not list the pass: it did not run", file=result.path)
    else:
        asked.status_alone = UNSEEN
        asked.reason = Message.of(
            "no operator names this pass, and only fusion_result.json says whether it matched"
        )


def _judge_times(asked: Asked, is_on: bool, matched: int, effective: int) -> None:
    asked.reason = Message.of(
        "it matched {matched} times and took effect {effective} times",
        matched=matched,
        effective=effective,
    )
    if is_on:
        asked.status_alone = EFFECT if effective else NONE
    else:
        asked.status_alone = NONE if effective else EFFECT
        asked.must_match = bool(effective)


def entries_of(job: Job, index: Index) -> Iterator[Asked]:
    """The entries of all files of a job but the fusion switches, in their order."""
    for option, linked in job.files.items():
        reading = linked.reading
        if option == KEEP and isinstance(reading, KeepDtype):
            yield from kept_entries(reading, index)
        elif option == CUSTOMIZE and isinstance(reading, CustomizeDtypes):
            yield from customized_entries(reading, index)
        elif option == FILE and isinstance(reading, OpPrecision):
            yield from mode_entries(reading, index)
        elif option == MIXLIST and isinstance(reading, Mixlist):
            yield from list_entries(reading, index)
