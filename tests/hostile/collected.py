"""What the fuzzer found, where it goes on after it: one input of each fault, with its traceback."""

from __future__ import annotations

import traceback
from hashlib import sha256
from pathlib import Path

OPTION = "--collect"


class Collected:
    """A folder with the inputs that failed; of those that fail at the same place, the shortest."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._shortest: dict[str, int] = {}

    @classmethod
    def of(cls, options: list[str]) -> Collected | None:
        """The one that options ask for; its option is taken out."""
        if OPTION not in options:
            return None
        at = options.index(OPTION)
        _, name = options[at], options[at + 1]
        del options[at : at + 2]
        return cls(Path(name))

    def add(self, subject: str, data: bytes, error: Exception) -> None:
        """Save an input, if it is the first or the shortest of its fault."""
        name = f"{subject}-{_fault(error)}"
        if len(data) >= self._shortest.get(name, 1 << 30):
            return
        self._shortest[name] = len(data)
        (self.folder / name).write_bytes(data)
        told = traceback.format_exception(error)
        (self.folder / f"{name}.txt").write_text("".join(told), errors="backslashreplace")


def _fault(error: Exception) -> str:
    """A name of the place and the type of an error."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    places = [f"{frame.filename}:{frame.lineno}" for frame in frames]
    kind = type(error).__name__
    return f"{kind}-{sha256(' '.join(places).encode()).hexdigest()[:8]}"
