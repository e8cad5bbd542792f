"""What stops cannlint itself, as opposed to what is wrong in a user's file."""

from __future__ import annotations


class CannlintError(Exception):
    """The tool cannot do what it was asked; the text is one sentence for the user (exit 2)."""


class UnreadablePathError(CannlintError):
    """A path that cannot be read as a regular file; `path` is as the user gave it."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason
