"""What another process, or an earlier run, has found in a file, brought into this run."""

from __future__ import annotations

from cannlint.errors import UnreadablePathError
from cannlint.kinds import Kind
from cannlint.parallel.cache import digest
from cannlint.text.source import Source, read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.answers import Answer
    from cannlint.library.model import Library


class Taker:
    """An answer about one file (see `Examiner.answer`) that is of some kind.

    `source` is its text, empty where nothing is to be said of it. `is_current` tells whether the
    file is still what the answer is about. `open` gives this and other files that findings name.
    """

    __slots__ = ("_answer", "_open", "is_current", "kind", "source")

    def __init__(
        self, path: str, answer: Answer, open: Callable[[str], Source] = read_source
    ) -> None:
        self._answer = answer
        self._open = open
        self.kind = Kind(answer["kind"])
        self.source = Source(path, b"")
        self.is_current = True
        if "digest" in answer:
            try:
                self.source = open(path)
            except UnreadablePathError:
                self.is_current = False
            else:
                self.is_current = digest(self.source.data) == answer["digest"]

    def note_refused(self, library: Library) -> None:
        """Note the files of a library that CANN would not load, as they were needed elsewhere."""
        for path in self._answer.get("refused", ()):
            if path not in library.refused:
                library.refused.append(path)

    def findings(self) -> list[Diagnostic]:
        """What was found."""
        if not self._answer["findings"]:
            return []
        from cannlint.parallel.records import finding_of

        return [finding_of(record, self.source, self._open) for record in self._answer["findings"]]
