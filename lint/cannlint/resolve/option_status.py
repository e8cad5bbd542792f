"""What becomes of each option of a job that decides about operators or passes."""

from __future__ import annotations

from cannlint.cann.modes import SELECT_IMPLMODES
from cannlint.cann.option_names import FILE, HF32, LIST, MODE_OPTIONS, SELECT, V1
from cannlint.diagnostics import Message
from cannlint.jobs.linking import file_kind, names_file
from cannlint.language import Phrase
from cannlint.resolve.mode_options import mode_option
from cannlint.resolve.provenance import of_setting
from cannlint.resolve.refusals import PLAN_OPTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting
    from cannlint.library.model import Soc
    from cannlint.resolve.precision import PrecisionChoice
    from cannlint.resolve.provenance import Origin
    from cannlint.resolve.refusal import Refusal

OPTION_STATUSES = (
    EFFECTIVE := Phrase("effective"),
    NO_EFFECT := Phrase("no effect"),
    REFUSED := Phrase("refused"),
    UNKNOWN := Phrase("unknown"),
)
"""What becomes of an option."""


class OptionStatus:
    """An option, its value as the engine gets it, and what becomes of it.

    `status` is one of the four above; `reason` says why it is not effective. An option that the
    front end sets by itself has an `origin` of the kind `default`.
    """

    __slots__ = ("name", "origin", "reason", "status", "value")

    def __init__(self, name: str, value: str | None, origin: Origin) -> None:
        self.name = name
        self.value = value
        self.origin = origin
        self.status: str = EFFECTIVE
        self.reason: Message | None = None

    def lose(self, status: str, reason: Message) -> None:
        """Note why it is not effective; the first reason counts."""
        if self.status == EFFECTIVE:
            self.status, self.reason = status, reason


def option_statuses(
    job: Job, soc: Soc | None, precision: PrecisionChoice, refusals: list[Refusal]
) -> list[OptionStatus]:
    """The options that are set, in the order written, then those that the front end sets."""
    refused = {refusal.option: refusal.message for refusal in reversed(refusals)}
    found = [*_written(job, refused), *_filled_in(job), *_default_mode(precision)]
    for option in found:
        if option.name in refused:
            option.lose(REFUSED, refused[option.name])
        reason = _reason_without_effect(option, job, soc)
        if reason is not None:
            option.lose(NO_EFFECT, reason)
    return found


def _written(job: Job, refused: dict[str, Message]) -> Iterator[OptionStatus]:
    for setting in job.settings:
        if setting.option not in PLAN_OPTIONS and setting.option not in refused:
            continue
        option = OptionStatus(setting.option, setting.value, of_setting(setting))
        if setting.spec is None and setting.option not in refused:
            option.lose(NO_EFFECT, Message.of("there is no option `{name}`", name=setting.key))
        elif setting.spec is not None and setting is not job.get(setting.option):
            option.lose(NO_EFFECT, Message.of("{option} is set again", option=setting.option))
        elif _is_unknown(setting, job):
            option.lose(UNKNOWN, Message.of("the value is not known from the file"))
        yield option


def _filled_in(job: Job) -> Iterator[OptionStatus]:
    for name in MODE_OPTIONS:
        option = mode_option(job, name)
        if option.setting is None and option.value:
            yield OptionStatus(name, option.value, option.origin)


def _default_mode(precision: PrecisionChoice) -> Iterator[OptionStatus]:
    for mode in precision.modes:
        if mode.origin.kind == "default":
            yield OptionStatus(V1, mode.text, mode.origin)


def overridden_by(option: str) -> tuple[str, ...]:
    """The options beside which one has no effect, whatever their values."""
    return (FILE,) if option in (SELECT, LIST) else ()


def _reason_without_effect(option: OptionStatus, job: Job, soc: Soc | None) -> Message | None:
    """Why an accepted option changes nothing; None where it may change something."""
    values = {name: mode_option(job, name).value for name in MODE_OPTIONS}
    if not option.value:
        return Message.of("empty: as if it were not set") if option.value == "" else None
    if any(values[other] for other in overridden_by(option.name)):
        return Message.of("op_precision_mode is set")
    if option.name == LIST and values[SELECT] in SELECT_IMPLMODES:
        return Message.of("op_select_implmode={select} takes no list", select=values[SELECT])
    if option.name == HF32 and soc is not None and not soc.hf32:
        return Message.of("{soc} has no HF32", soc=soc.version)
    return None


def unknown_option(job: Job, names: Iterable[str]) -> Message | None:
    """Why nothing can be said that depends on these options; None where all are known.

    The value of one may be a variable, or a path with one in it.
    """
    for name in names:
        setting = job.get(name)
        if setting is not None and _is_unknown(setting, job):
            return Message.of("the value of {option} is not known from the file", option=name)
    return None


def _is_unknown(setting: Setting, job: Job) -> bool:
    if setting.value is None:
        return True
    is_file = file_kind(setting) is not None and bool(setting.value)
    return is_file and not names_file(setting) and setting.option not in job.files
