"""Scripts of torch_npu, torchair and MindSpore: the kind `torch_script` (see python/reader)."""

from __future__ import annotations

from cannlint.jobs.python.reader import read_script
from cannlint.kinds import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import JobsReading
    from cannlint.text.source import Source


def read(source: Source) -> JobsReading:
    """The compile jobs of a script; none where it is no Python."""
    return read_script(source, Kind.TORCH_SCRIPT)
