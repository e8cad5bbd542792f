"""What an example or a template writes in place of options and of their values."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.atc.job import AtcJob

_OPTIONS = re.compile(r"\.{3,}|…+|\[.*|<.*>|\{.*\}", re.DOTALL)
_VALUE = re.compile(
    r"\{[^{}\s,:]*\}|<[^<>\s]*>|%[sd]"
    r"|\A(?:[xX]{2,}|\*{2,}|\[[^\[\]]*\]|\.{3,}|…+)\Z"
)


def forget_placeholders(job: AtcJob) -> None:
    """Take what only stands for something else as unknown: `{path}`, `%s`, `xxx`, `...`."""
    shown = [slip for slip in job.slips if slip.setting is None and _OPTIONS.fullmatch(slip.text)]
    if shown:
        job.complete = False
        job.slips[:] = [slip for slip in job.slips if slip not in shown]
    for setting in job.settings:
        if setting.value and _is_placeholder(setting.value, setting.option):
            setting.value = None


def _is_placeholder(value: str, option: str) -> bool:
    """Whether a value is none: `{path}`, or the name of its option in capitals."""
    return value == option.upper() or _VALUE.search(value) is not None
