"""A shell script as a whole: its loops and functions, and how much of it may be read again."""

from __future__ import annotations

from cannlint.jobs.shell_blocks import FUNCTION, Blocks, blocks_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.shell_model import Word

_WORK, _WORK_OF_RUN = 1_000_000, 2_000
"""Characters that are read again for loops and calls, and for how many each counts at least."""

_STEPS = frozenset(
    ["cd", "mkdir", "echo", "python", "python3", "cp", "mv", "rm", "source", ".", "export",
     "pushd", "popd", "wget", "curl", "tar", "unzip", "pip", "pip3", "chmod", "chown", "atc",
     "set", "printf", "touch", "ln", "sleep", "git", "make", "cmake", "bash", "sh"]
)  # fmt: skip
"""Commands that fail when something is wrong, not to tell one value from another."""


class Script:
    """What is the same for all readers of one text."""

    def __init__(self, text: str, start: int, end: int, has_holes: bool = False) -> None:
        self.text = text
        self.has_holes = has_holes
        has_blocks = "done" in text or FUNCTION.search(text, start, end) is not None
        self.blocks = blocks_of(text, start, end) if has_blocks else Blocks()
        self.functions = self.blocks.named()
        self.called: set[str] = set()
        self.work = _WORK
        self.calls = 0

    def tells_apart(self, words: list[Word]) -> bool:
        """Whether the status of a command may depend on the values that it is given."""
        name = words[0].text.rpartition("/")[2] if words else ""
        function = self.functions.get(name)
        if function is not None:
            return "return" in self.text[function.body : function.end]
        return bool(words) and name not in _STEPS

    def may_run(self, length: int, times: int = 1) -> bool:
        """Whether so many characters may be read again, so many times."""
        self.work -= times * max(length, _WORK_OF_RUN)
        return self.work > 0

    def changed(self, start: int, end: int) -> dict[str, bool]:
        """What is set between two offsets, or by functions that are named there."""
        found = self.blocks.changed(start, end)
        called = [f for f in self.functions.values() if f.name in self.text[start:end]]
        for function in self.functions.values() if called else ():
            for name in self.blocks.changed(function.body, function.end):
                found[name] = False
        return found
