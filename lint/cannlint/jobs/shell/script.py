"""A shell script as a whole: its loops and functions, and how much of it may be read again."""

from __future__ import annotations

import re

from cannlint.jobs.shell.values import ALL, NONE
from cannlint.jobs.shell.word import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.shell.blocks import Code, Function, Loop
    from cannlint.jobs.shell.values import Values
    from cannlint.jobs.shell.word import Sources, Word

_WORK, _WORK_OF_RUN = 1_000_000, 2_000
"""Characters that are read again for loops and calls, and for how many each counts at least."""

_ENDS_ON_ERROR = re.compile(
    r"^[ \t]*(?:set|#!.*sh)[ \t]+(?:-o[ \t]+errexit|-[a-z]*e)", re.MULTILINE
)
_NAMES = re.compile(r"[\w:.-]+")
_STEPS = frozenset(
    ["cd", "mkdir", "echo", "python", "python3", "cp", "mv", "rm", "source", ".", "export",
     "pushd", "popd", "wget", "curl", "tar", "unzip", "pip", "pip3", "chmod", "chown", "atc",
     "set", "printf", "touch", "ln", "sleep", "git", "make", "cmake", "bash", "sh"]
)  # fmt: skip
"""Commands that fail when something is wrong, not to tell one value from another."""


class Script:
    """What is the same for all readers of one text."""

    def __init__(self, text: str, functions: dict[str, Function]) -> None:
        self.text = text
        self.functions = functions
        self.called: set[str] = set()
        self.ends_on_error = _ENDS_ON_ERROR.search(text) is not None
        self.work = _WORK
        self.calls = 0

    def condition_in(self, words: list[Word], written: str) -> str:
        """What the status of a command depends on, as text; empty where it only may have failed."""
        name = words[0].text.rpartition("/")[2] if words else ""
        if not words or (name in _STEPS and name not in self.functions):
            return ""
        return self.with_functions(written)

    def with_functions(self, condition: str) -> str:
        """A condition with the bodies of the functions that it calls."""
        if not self.functions:
            return condition
        named = set(_NAMES.findall(condition)) & self.functions.keys()
        bodies = (self.functions[name] for name in sorted(named))
        return " ".join([condition, *(body.text for body in bodies)])

    def may_run(self, length: int, times: int = 1) -> bool:
        """Whether so many characters may be read again, so many times."""
        self.work -= times * max(length, _WORK_OF_RUN)
        return self.work > 0

    def changed(self, code: Code, start: int, end: int) -> dict[str, bool]:
        """What is set between two commands, or by functions that are named there."""
        found = code.blocks.changed(start, end)
        if self.functions:
            text = code.text(start, end)
            if any(name in text for name in self.functions):
                for function in self.functions.values():
                    changes = function.code.blocks.changed(function.body, function.end)
                    found.update(dict.fromkeys(changes, False))
        return found

    def enter(self, code: Code, loop: Loop, values: Values, sources: Sources = NONE) -> None:
        """Know only what is so in every iteration of a loop; the rest may come from its values."""
        end = loop.end if loop.end > loop.start else len(code.raw)
        for name, adds in self.changed(code, loop.start, end).items():
            if adds:
                values.open_end(name)
            elif name == ALL:
                values.forget_positional()
            own = values.sources.get(name, NONE)
            if not adds:
                values.forget(name)
            values.note_sources(name, own | sources)


def values_of(words: list[Word]) -> list[Word]:
    """The values that a loop goes through; none where they are not known."""
    if len(words) < 4 or words[2].text != "in":
        return []
    values = words[3:]
    return [] if any(HOLE in word.text or "{" in word.text for word in values) else values
