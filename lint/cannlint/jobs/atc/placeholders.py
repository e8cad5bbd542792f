"""Placeholders that examples and templates have in place of options and of their values."""

from __future__ import annotations

import re

from cannlint.cann.option_names import SOC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.atc.job import AtcJob
    from cannlint.jobs.settings import OptionSpec, Setting

_OPTIONS = re.compile(r"\.{3,}|…+|\[.*|<.*>|\{.*\}", re.DOTALL)
_VALUE = re.compile(
    r"\{[^{}]*\}|<[^<>]+>|【.*】|《.*》|「.*」|＜.*＞|｛.*｝"
    r"|@[A-Za-z]\w*@|__[A-Za-z]\w*__|%[sd]|%\(\w+\)[sd]|\.{3}|…"
    r"|\A(?:[xX]{2,}|\*{2,}|\[[^\[\]]*\])\Z|\A(?:YOUR|Your|your|MY)[-_ ]"
)
_RANGE = re.compile(r"\[[-0-9~, ]+\]")
"""The range of the shape of the only input: in brackets as well, but a real value."""

_CAPITALS = re.compile(r"[A-Z][A-Z0-9_]*")
_NAMED = re.compile(r"[xX]{3}|[\u4e00-\u9fff]")
"""What a placeholder has in it for an option with a fixed set of values."""


def forget_placeholders(job: AtcJob) -> None:
    """Mark the values that are placeholders as unknown: `{path}`, `%s`, `xxx`, `...`."""
    shown = [slip for slip in job.slips if slip.setting is None and _OPTIONS.fullmatch(slip.text)]
    if shown:
        job.complete = False
        job.slips[:] = [slip for slip in job.slips if slip not in shown]
    for setting in job.settings:
        if setting.value and _is_placeholder(setting.value, setting):
            setting.value = None


def _is_placeholder(value: str, setting: Setting) -> bool:
    """Whether a value is a placeholder: `{path}`, its option's name in capitals, a choice."""
    if _VALUE.search(value) is not None:
        return not (setting.option == "input_shape_range" and _RANGE.fullmatch(value))
    if _CAPITALS.fullmatch(value) and f"_{setting.option.upper()}_" in f"_{value}_":
        return True
    if setting.option == SOC:
        return _NAMED.search(value) is not None or not any(char.isdigit() for char in value)
    return setting.spec is not None and bool(setting.spec.values) and _is_wish(value, setting.spec)


def _is_wish(value: str, spec: OptionSpec) -> bool:
    """Whether a value describes what to write: `xxx模式`, `0/3/5`."""
    choices = re.split(r"[/|]", value)
    return bool(_NAMED.search(value)) or (
        len(choices) > 1 and all(choice in spec.values for choice in choices)
    )
