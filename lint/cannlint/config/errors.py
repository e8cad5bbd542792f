"""The error about a configuration that cannot be used."""

from __future__ import annotations

from cannlint.errors import CannlintError
from cannlint.language import said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.source import Source
    from cannlint.text.span import Span

    Problem = tuple[Span, str, dict[str, object]]
    """A place, the template of a message and its values."""


class BrokenConfigError(CannlintError):
    """A cannlint.toml that cannot be used; `problems` in the file `source` are for CL001."""

    def __init__(self, source: Source, problems: list[Problem]) -> None:
        super().__init__(said("{path}: cannot be used as configuration", path=source.path))
        self.source = source
        self.problems = problems

    def __reduce__(self) -> tuple[object, ...]:
        return BrokenConfigError, (self.source, self.problems)
