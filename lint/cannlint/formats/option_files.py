"""Config files of front ends that compile options are written in, with nothing to run in them.

What they hold is read by jobs/; what is said here is what makes such a file one.
"""

from __future__ import annotations

import re

from cannlint.formats.format import Rank
from cannlint.formats.scripts import JobsFormat, Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.format import Look
    from cannlint.jobs.jobs_reading import JobsReading
    from cannlint.text.source import Source

_SECTION = (
    r"(?im)^[ \t\ufeff]*\[[ \t]*(?:ascend_context|acl_option_cfg(?:_param)?s?"
    r"|acl_(?:init|build)_options?|ge_(?:session|graph|global)_options?"
    r"|aoe_(?:global|tuning)_options?|(?:common|full|dynamic|transform)_quant_param"
    r"|(?:mixed_bit_)?weight_quant_param|data_preprocess_param|micro_param|cpu_option_cfg_param)\b"
)
_OWN_MODE = (
    r"(?m)^[ \t]*precision_mode[ \t]*=[ \t\"']*"
    r"(?:enforce_(?:fp32|fp16|origin)|preferred_(?:fp32|optimal))\b"
)


def _is_of_lite(look: Look) -> object:
    text = look.text
    if "[" not in text or text.lstrip().startswith("{"):
        return False
    return re.search(_SECTION, text) or re.search(_OWN_MODE, text)


class MsliteConfigFormat(JobsFormat):
    """The ini file of MindSpore Lite that converter_lite takes as --configFile."""

    grammar = "mslite_config"
    signs = ((Rank.HEADER, _is_of_lite),)
    comments = Language.INI

    def read(self, source: Source) -> JobsReading:
        """The job of a file."""
        from cannlint.jobs.mslite_config import read

        return read(source)


MSLITE_CONFIG = MsliteConfigFormat()


_CONTEXT = re.compile(r"(?m)^context[ \t]*:[ \t]*(?:#[^\n]*)?\r?$")
_IN_CONTEXT = re.compile(
    r"[ \t]+(?:ascend_config|jit_config|max_device_memory|mempool_block_size"
    r"|memory_optimize_level|dataset_broadcast_opt_level)[ \t]*:"
)
_MODE = re.compile(r"[ \t]+mode[ \t]*:")
_RUN_MODE = re.compile(r"(?m)^(?:run_mode|ascend_config)[ \t]*:")


def is_of_mindformers(text: str) -> bool:
    """Whether a YAML file is one of MindFormers: by what stands under its `context:`."""
    start = _CONTEXT.search(text) if "context" in text else None
    if start is None:
        return False
    has_run_mode = _RUN_MODE.search(text) is not None
    for line in text[start.end() :].split("\n")[1:]:
        if line.strip() and not line.startswith((" ", "\t", "#")):
            break
        if _IN_CONTEXT.match(line) or (has_run_mode and _MODE.match(line)):
            return True
    return False


def shows_config(text: str) -> bool:
    """Whether a page, or a block of it, shows one of these files, or a part of one."""
    has_section = "[" in text and "=" in text and re.search(_SECTION, text) is not None
    return has_section or is_of_mindformers(text)


class MindformersYamlFormat(JobsFormat):
    """A YAML file of MindFormers."""

    front_ends = ("mindformers",)
    grammar = "yaml_line"
    comments = Language.INI

    def read(self, source: Source) -> JobsReading:
        """The job of a file."""
        from cannlint.jobs.mindformers_yaml import read

        return read(source)


MINDFORMERS_YAML = MindformersYamlFormat()
