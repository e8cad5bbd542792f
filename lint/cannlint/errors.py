"""What stops cannlint itself, as opposed to what is wrong in a user's file."""

from __future__ import annotations

from cannlint.language import said, translated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.source import Source
    from cannlint.text.span import Span


class CannlintError(Exception):
    """The tool cannot do what it was asked; the text is one sentence for the user (exit 2).

    It is said in the language in use: a template with its values, or a sentence without any.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(said(template, **values) if values else translated(template))


class UnreadablePathError(CannlintError):
    """A path that cannot be read as a regular file; `path` is as the user gave it."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {translated(reason)}")
        self.path = path
        self.reason = reason


class BrokenConfigError(CannlintError):
    """A cannlint.toml that cannot be used; the places and the reasons are for CL001.

    `problems` are (span, message template, values) in the file `source`.
    """

    def __init__(self, source: Source, problems: list[tuple[Span, str, dict[str, object]]]) -> None:
        super().__init__(said("{path}: cannot be used as configuration", path=source.path))
        self.source = source
        self.problems = problems
