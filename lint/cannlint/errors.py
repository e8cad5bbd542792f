"""What stops cannlint itself, as opposed to what is wrong in a user's file."""

from __future__ import annotations

from cannlint.language import said, translated


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

    def __reduce__(self) -> tuple[object, ...]:
        return UnreadablePathError, (self.path, self.reason)
