"""Where a value of a plan comes from, and the steps that led to it (resolution.md 7.2)."""

from __future__ import annotations

from cannlint.diagnostics import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.source import Source
    from cannlint.text.span import Span

ORIGINS = ("file", "option", "builtin", "library", "default", "derived", "node", "producer")
"""The kinds of origin (contracts 5)."""


class Origin:
    """Where a value comes from.

    `kind` is one of ORIGINS. `source` and `span` are the place, where it is in a text; `file`
    names a built-in file or a library where there is no such text, with `line` from 1. `detail`
    says the rest: an option's name, a rule's, a library's field.
    """

    __slots__ = ("_file", "detail", "kind", "line", "source", "span")

    def __init__(
        self,
        kind: str,
        detail: Message | str | None = None,
        source: Source | None = None,
        span: Span | None = None,
        file: str | None = None,
        line: int | None = None,
    ) -> None:
        self.kind = kind
        self.detail = detail
        self.source = source
        self.span = span
        self.line = line
        self._file = file

    @property
    def file(self) -> str | None:
        """The path of the file that the value stands in."""
        return self.source.path if self.source is not None else self._file


class Step:
    """One step of a resolution: `name` is the algorithm's (P1 to D8), `effect` what it did."""

    __slots__ = ("effect", "name", "origin")

    def __init__(self, name: str, effect: Message, origin: Origin) -> None:
        self.name = name
        self.effect = effect
        self.origin = origin


class Shadowed:
    """A value that lost, and why."""

    __slots__ = ("origin", "reason", "value")

    def __init__(self, value: str | None, origin: Origin, reason: Message) -> None:
        self.value = value
        self.origin = origin
        self.reason = reason
