"""The other program of the name: HiSilicon's ATC, for cameras, has options and products of its own.

Its commands are no jobs of CANN: nothing of them is judged.
"""

from __future__ import annotations

import re

from cannlint.cann.option_names import SOC
from cannlint.jobs.settings import FrontEnd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.jobs.model import Job

_PRODUCT = re.compile(r"(?:SS|SD|Hi|HI|hi)\d{3}\w*|OPTG")
"""How its values of --soc_version look: SS928V100, Hi3403V100, OPTG."""
_OWN = (
    "image_list", "compile_mode", "input_type", "online_model_type", "batch_num", "gfpq_param_file"
)  # fmt: skip
_SWITCHES = re.compile(r"\w+:(?:on|off)")
"""What --fusion_switch_file holds there: no name of a file."""


def is_of_other_program(job: Job) -> bool:
    """Whether a command is certainly one of the other program."""
    if job.front_end is not FrontEnd.ATC:
        return False
    product = job.get(SOC)
    if product is not None:
        written = product.value or product.source.slice(product.value_span)
        return _PRODUCT.fullmatch(written) is not None
    own = sum(setting.spec is None and setting.key in _OWN for setting in job.settings)
    return own > 1 or (own > 0 and bool(_SWITCHES.fullmatch(job.value("fusion_switch_file") or "")))


def apart(jobs: Iterable[Job]) -> tuple[list[Job], list[Job]]:
    """The jobs of CANN, and those of the other program."""
    ours: list[Job] = []
    others: list[Job] = []
    for job in jobs:
        (others if is_of_other_program(job) else ours).append(job)
    return ours, others
