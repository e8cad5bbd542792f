"""The standard streams where a CI system reads them: a line of its log may be a command to it."""

from __future__ import annotations

import io

from cannlint.text.escaped import begun_by, log_line, other_commands_escaped


class Log(io.TextIOWrapper):
    """A stream whose lines give no command to a CI system: names in a file are no commands."""

    _begun = ""

    def write(self, text: str) -> int:
        """Write a text in which nothing is a command."""
        escaped = log_line(text, self._begun)
        self._begun = begun_by(text, self._begun)
        return super().write(escaped)

    def write_commands(self, text: str) -> None:
        """Write lines that are commands of ours, each with what files say escaped in it."""
        super().write(other_commands_escaped(text))
