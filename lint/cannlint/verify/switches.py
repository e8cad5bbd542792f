"""Each switch of the fusion switch file, and what became of the pass."""

from __future__ import annotations

from cannlint.cann.fusion import ALL
from cannlint.cann.option_names import FUSION
from cannlint.diagnostics import Message
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.resolve.switch_places import switches_with_places
from cannlint.verify.outcome import EFFECT, NONE, UNSEEN, Asked, Match, entry_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import Job
    from cannlint.resolve.plan import Plan
    from cannlint.verify.compiled import Compiled, Kernel
    from cannlint.verify.fusion_result import FusionResult


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
