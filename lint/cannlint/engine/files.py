"""Where the texts of a run come from, and who is told what was read of them."""

from __future__ import annotations

import os

from cannlint.engine.checks import read
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.config.file import Settings
    from cannlint.jobs.model import Job
    from cannlint.kinds import Kind
    from cannlint.library.operators import Operators
    from cannlint.reading.base import Reading
    from cannlint.text.source import Source


class Files:
    """The files on disk: each is read when it is needed, and forgotten when it is checked.

    An editor has texts of its own in their place, and keeps what was read.
    """

    def source(self, path: str, shown: str | None = None) -> Source:
        """The file at a path, reported by the name `shown`; raises UnreadablePathError."""
        return read_source(path, shown)

    def configuration(self, path: str) -> Source:
        """A configuration file by its path, reported relative to the working folder."""
        return read_source(path, os.path.relpath(path))

    def reading(self, source: Source, kind: Kind) -> Reading:
        """CANN's reading of a file of this kind; raises as `read` of the kind does."""
        return read(source, kind)

    def kind(self, source: Source) -> Kind | None:
        """The kind of a file where something other than its name and content tells it."""
        return None

    def keep(
        self,
        reading: Reading,
        operators: Operators | None,
        settings: Settings | None,
        jobs: Sequence[Job],
    ) -> None:
        """Take what a file was checked with; `jobs` are those that name it, or are in it."""
