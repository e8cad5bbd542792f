"""Write a way: its config files, then the options where the job is written."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.errors import CannlintError
from cannlint.suggest.draft import Draft
from cannlint.suggest.job_file import edited
from cannlint.text.source import Source
from cannlint.text.writing import replace_whole, write_whole


class Writing:
    """What a draft writes: texts of files, and whether the options have to be added by hand."""

    __slots__ = ("draft", "job_file")

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.job_file = edited(draft) if draft.options else None

    @property
    def is_by_hand(self) -> bool:
        """Whether options are left that the user has to add to the command or script."""
        return bool(self.draft.options) and self.job_file is None

    def texts(self) -> Iterator[tuple[Source | None, Source]]:
        """Each file before and after, that of the job last; the first is None for a new file."""
        for file in self.draft.files.values():
            yield file.before, file.after
        if self.job_file is not None:
            yield self.draft.base.source, self.job_file

    def write(self) -> list[str]:
        """Write the files, each whole or not at all, and return their paths.

        The job's own file comes last, so that it names no file that is not there. Raises
        CannlintError where a file cannot be written, or is another by now.
        """
        written: list[str] = []
        for before, after in self.texts():
            try:
                if before is None:
                    write_whole(after.path, after.text)
                else:
                    replace_whole(after.path, before.data, after.data)
            except CannlintError as error:
                if not written:
                    raise
                raise CannlintError(
                    "{error}; written before it: {paths}",
                    error=str(error),
                    paths=", ".join(written),
                ) from None
            written.append(after.path)
        return written
