"""Other programs of the name: HiSilicon's ATC, for cameras, has options and products of its own.

Programs with subcommands (`atc init --tool x`) have other options, too. Commands of them are no
jobs of CANN: nothing of them is judged.
"""

from __future__ import annotations

import re

from cannlint.cann.option_names import SOC
from cannlint.jobs.atc.getopt import POSITIONAL
from cannlint.jobs.atc.job import AtcJob
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


_SUBCOMMAND = re.compile(r"[a-z]+(?:-[a-z]+)*")


def has_subcommand(job: Job) -> bool:
    """Whether a word like `init` is the first of a command, and no option is one of CANN's."""
    if not isinstance(job, AtcJob) or any(setting.spec is not None for setting in job.settings):
        return False
    words = [slip for slip in job.slips if slip.kind == POSITIONAL]
    begins = min((slip.span.start for slip in words), default=None)
    return (
        begins is not None
        and all(begins < setting.span.start for setting in job.settings)
        and _SUBCOMMAND.fullmatch(words[0].text) is not None
    )


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
    """The jobs of CANN, and those of HiSilicon's program."""
    ours: list[Job] = []
    others: list[Job] = []
    for job in jobs:
        if has_subcommand(job):
            continue
        (others if is_of_other_program(job) else ours).append(job)
    return ours, others
