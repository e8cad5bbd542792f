"""The error for a cannlint.toml that cannot be used."""

from __future__ import annotations

from cannlint.errors import CannlintError
from cannlint.language import said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.source import Source
    from cannlint.text.span import Span


class BrokenConfigError(CannlintError):
    """A cannlint.toml that cannot be used; rule CL001 reports the problems.

    `problems` are (span, message template, values) in the file `source`.
    """

    def __init__(self, source: Source, problems: list[tuple[Span, str, dict[str, object]]]) -> None:
        super().__init__(said("{path}: cannot be used as configuration", path=source.path))
        self.source = source
        self.problems = problems
