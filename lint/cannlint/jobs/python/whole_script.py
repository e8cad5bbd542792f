"""What of a script concerns all of its jobs, wherever it stands: counted in each part of it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import Counter

    from cannlint.jobs.settings import FrontEnd

ADAPTER = "adapter optimizer"
"""A custom optimizer that the adapter of TensorFlow 1 may look at."""
SESSION = "session"
"""A session of TensorFlow 1."""
REMAPPING = "remapping"
"""What may turn TensorFlow's own rewriting of the graph off."""
PASSED_ON = "passed on"
"""The global options of TensorFlow 2, given to something that may set any of them."""


def owner(front_end: FrontEnd) -> str:
    """A function, or the module, that sets options of the process."""
    return f"{front_end} owner"


class WholeScript:
    """What all parts of a script have together; `names_adapter`: the adapter's package is in it."""

    __slots__ = ("_tally", "names_adapter")

    def __init__(self, tally: Counter[str], names_adapter: bool) -> None:
        self._tally = tally
        self.names_adapter = names_adapter

    def has(self, what: str) -> bool:
        """Whether any part has one."""
        return self._tally[what] > 0

    def has_several(self, what: str) -> bool:
        """Whether there are several."""
        return self._tally[what] > 1

    @property
    def leaves_remapping(self) -> bool:
        """Whether it makes a session, and certainly does not turn TensorFlow's remapping off."""
        return self.has(SESSION) and not self.has(REMAPPING)
