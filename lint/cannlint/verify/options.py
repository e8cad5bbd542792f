"""Each option of a job, and what became of it in the compiled model."""

from __future__ import annotations

from cannlint.cann.modes import HF32_FILES
from cannlint.cann.option_names import HF32, LIST, SELECT, SOC, V1, V2
from cannlint.diagnostics import Message
from cannlint.resolve.mode_options import DEFAULT_SELECT
from cannlint.resolve.provenance import of_setting
from cannlint.verify.compiled import FLOATS, origin_dtype
from cannlint.verify.interface_options import INTERFACE, NOT_SHOWN
from cannlint.verify.outcome import DIFFERENT, EFFECT, EQUAL, NONE, UNDECIDED, UNSEEN, Asked, Match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting
    from cannlint.resolve.plan import Plan
    from cannlint.verify.compiled import Compiled
    from cannlint.verify.operators import Operator

_FRAMEWORKS = {"0": "caffe", "1": "mindspore", "3": "tensorflow", "5": "onnx"}
_FRAMEWORK, _RECORDED_FRAMEWORK = "framework", "framework_type"


class _View:
    """What is looked at to see an option."""

    def __init__(self, compiled: Compiled, plan: Plan, operators: Sequence[Operator]) -> None:
        self.compiled = compiled
        self.plan = plan
        self.operators = operators


def options_of(
    job: Job,
    not_found: Collection[tuple[Setting, str]],
    entries: Sequence[Asked],
    view: tuple[Compiled, Plan, Sequence[Operator]],
) -> Iterator[Asked]:
    """The options of a job that count, in their order.

    `not_found` are those whose files are not here, `entries` those of the files that are.
    """
    seen = _View(*view)
    lost = {setting.option for setting, _ in not_found}
    for setting in job.settings:
        if setting.spec is None or job.get(setting.option) is not setting:
            continue
        text = setting.source.slice(setting.span) or setting.key
        asked = Asked(setting.option, text, of_setting(setting), is_entry=False)
        own = [entry for entry in entries if entry.option == setting.option]
        if setting.option in lost:
            asked.status_alone = UNSEEN
            asked.reason = Message.of("its file was not found here")
        elif own or setting.option in job.files:
            _sum_up(asked, own)
        elif setting.value is not None and setting.option in _JUDGES:
            _JUDGES[setting.option](asked, setting.value, seen)
        elif setting.value is not None and setting.option in INTERFACE:
            INTERFACE[setting.option](asked, setting.value, seen.compiled, job)
        else:
            asked.status_alone = UNSEEN
            asked.reason = Message.of(NOT_SHOWN)
        yield asked


def _sum_up(asked: Asked, entries: Sequence[Asked]) -> None:
    """The outcome of a file: that of its entries, each of which is listed itself."""
    if not entries:
        asked.status_alone = NONE
        asked.reason = Message.of("its file has no entry")
        return
    statuses = [entry.status for entry in entries]
    asked.status_alone = next((one for one in (EFFECT, UNSEEN) if one in statuses), NONE)
    asked.reason = Message.of(
        "{effect} of {number} entries took effect",
        effect=statuses.count(EFFECT),
        number=len(entries),
    )


def _is(asked: Asked, is_done: bool, recorded: object) -> None:
    asked.status_alone = EFFECT if is_done else NONE
    asked.must_match = True
    if not is_done:
        asked.reason = Message.of("the model was compiled with {recorded}", recorded=recorded)


def _unseen(asked: Asked, reason: Message) -> None:
    asked.status_alone, asked.reason = UNSEEN, reason


def _soc(asked: Asked, value: str, view: _View) -> None:
    recorded = view.compiled.soc
    if recorded is None:
        _unseen(asked, Message.of("the model does not record it"))
    else:
        _is(asked, value == recorded, recorded)


def _framework(asked: Asked, value: str, view: _View) -> None:
    recorded = view.compiled.versions[_RECORDED_FRAMEWORK]
    if recorded is None or value not in _FRAMEWORKS:
        _unseen(asked, Message.of("the model does not record it"))
    else:
        _is(asked, _FRAMEWORKS[value] == recorded.lower(), recorded)


def _precision(asked: Asked, value: str, view: _View) -> None:
    """The mode that is recorded, or else whether the dtypes are those that it leads to."""
    recorded = view.compiled.precision
    strategies = {mode.strategy for mode in view.plan.precision.modes}
    if recorded is not None and recorded not in strategies:
        _is(asked, False, recorded.value)
        return
    judged = [one for one in view.operators if _has_floats(one)]
    verdicts = {one.dtypes for one in judged}
    if recorded is not None or (EQUAL in verdicts and DIFFERENT not in verdicts):
        asked.matches = [
            Match(one.kernel, True) for one in judged if recorded or one.dtypes == EQUAL
        ]
    else:
        _unseen(
            asked, Message.of("this release of CANN does not record it, and the dtypes do not tell")
        )


def _has_floats(operator: Operator) -> bool:
    node = operator.kernel.node
    tensors = [tensor for tensor in (*node.inputs, *node.outputs) if tensor is not None]
    return any((origin_dtype(tensor) or tensor.dtype) in FLOATS for tensor in tensors)


def _modes(asked: Asked, value: str, view: _View) -> None:
    """The operators whose mode comes from an option, or from the built-in file that it names."""
    files = _mode_files(asked.option, value)
    for one in view.operators:
        origin = one.mode.origin if one.mode is not None else None
        by_option = origin is not None and origin.kind == "option" and origin.detail == asked.option
        if by_option or (origin is not None and origin.file in files):
            done = None if one.modes == UNDECIDED else one.modes == EQUAL
            reason = None if done else Message.of("the model does not show its mode")
            asked.matches.append(Match(one.kernel, done, reason))
    if not asked.matches:
        asked.reason = Message.of("no operator of the compiled model gets its mode from it")


def _mode_files(option: str, value: str) -> frozenset[str]:
    name = HF32_FILES.get(value, "") if option == HF32 else value or DEFAULT_SELECT
    return frozenset({f"{name}.ini"}) if option != LIST else frozenset()


_JUDGES: dict[str, Callable[[Asked, str, _View], None]] = {
    SOC: _soc,
    _FRAMEWORK: _framework,
    V1: _precision,
    V2: _precision,
    SELECT: _modes,
    LIST: _modes,
    HF32: _modes,
}
"""Option → how it is seen in a compiled model."""
