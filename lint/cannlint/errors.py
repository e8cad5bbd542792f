"""Errors of cannlint itself. Problems in a user's file are findings, not errors."""

from __future__ import annotations

from cannlint.language import said, translated


class CannlintError(Exception):
    """cannlint cannot do what was asked (exit status 2); the text is one sentence for the user.

    The text is a template with its values, or a sentence without values. It is translated when
    the error is created.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(said(template, **values) if values else translated(template))


class UnreadablePathError(CannlintError):
    """A path that is not a readable regular file; `path` is as the user wrote it."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {translated(reason)}")
        self.path = path
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.path, self.reason)


class TooLargeError(UnreadablePathError):
    """A file that is longer than what is read."""
