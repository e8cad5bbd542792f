"""Findings: the one currency between rules and reports.

Plain classes, because dataclasses cost 10 ms to import and a commit hook pays for each start.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from cannlint.language import Phrase as Phrase
from cannlint.language import translated
from cannlint.text.printable import printable
from cannlint.text.span import Edit, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cannlint.text.source import Source

_LONGEST_VALUE = 80
"""Characters of a user's value that a message quotes."""

WITHHELD = "…"
"""What reports show in place of a word from a file outside of the project."""


class Severity(Enum):
    """A promise about the compiler (contracts 1): `error` means that CANN refuses."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for the gravest."""
        return list(Severity).index(self)


class Stage(Enum):
    """Who acts on what is written: the front end, which reads it, or the compiler after it."""

    FRONT_END = "front_end"
    COMPILER = "compiler"


class Message:
    """A text with its values still apart: the template is what a translation replaces.

    A value may be a message itself.
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, values: dict[str, object]) -> None:
        self.template = template
        self.values = values

    @classmethod
    def of(cls, template: str, **values: object) -> Message:
        """A message with its values by name."""
        return cls(template, values)

    def __str__(self) -> str:
        return self.text(translated)

    def text(self, say: Callable[[str], str]) -> str:
        """The text with our words as `say` has them: `translated`, or `str` for English."""
        values = {name: quoted(value, say) for name, value in self.values.items()}
        return say(self.template).format(**values)


def _withhold(values: dict[str, object], text: str) -> None:
    for name, value in values.items():
        if isinstance(value, Message):
            _withhold(value.values, text)
        elif isinstance(value, str) and not isinstance(value, Phrase) and value in text:
            values[name] = WITHHELD


def quoted(value: object, say: Callable[[str], str] = translated) -> object:
    """A value as a message may show it: nothing invisible, nothing endless; a tuple is our own."""
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, Phrase):
        return say(value)
    if isinstance(value, Message):
        return value.text(say)
    if not isinstance(value, str):
        return value
    if len(value) > 4 * _LONGEST_VALUE:  # before anything is done to it: it may be a whole file
        value = value[:_LONGEST_VALUE] + value[-_LONGEST_VALUE:]
    return _shown(value)


@lru_cache(maxsize=4096)
def _shown(value: str) -> str:
    """Remembered, as an editor is told the same after each keystroke."""
    text = printable(value)
    if len(text) > _LONGEST_VALUE:
        half = _LONGEST_VALUE // 2
        text = f"{text[: half - 1]}…{text[-half:]}"
    return text


class Label:
    """A further place that a finding is about; `source` is None for the finding's own file."""

    __slots__ = ("message", "source", "span")

    def __init__(self, span: Span, message: Message, source: Source | None = None) -> None:
        self.span = span
        self.message = message
        self.source = source


class Fix:
    """Edits of the finding's own file that mend it.

    Safe when they keep what CANN does now, or write what can only have been meant.
    """

    __slots__ = ("edits", "is_safe", "title")

    def __init__(self, title: Message, edits: Iterable[Edit], is_safe: bool) -> None:
        self.title = title
        self.edits = tuple(edits)
        self.is_safe = is_safe


class Diagnostic:
    """One finding: what is wrong, where, what CANN does about it, and the way out.

    `code` and `name` are the rule's, `cann_code` the one CANN stops with, `stage` who acts (None
    for advice of ours), `label` the few words at the place itself, `related` further places.
    `source` is set by the engine.
    """

    __slots__ = (
        "cann_code",
        "code",
        "fix",
        "help",
        "label",
        "message",
        "name",
        "note",
        "related",
        "severity",
        "source",
        "span",
        "stage",
        "values",
    )

    def __init__(
        self,
        code: str,
        name: str,
        severity: Severity,
        span: Span,
        message: str,
        values: dict[str, object],
    ) -> None:
        self.code = code
        self.name = name
        self.severity = severity
        self.span = span
        self.values = values
        self.message = Message(message, values)
        self.cann_code: str | None = None
        self.stage: Stage | None = None
        self.label: Message | None = None
        self.help: Message | None = None
        self.note: Message | None = None
        self.related: list[Label] = []
        self.fix: Fix | None = None
        self.source: Source | None = None

    def also(self, span: Span, message: str, source: Source | None = None) -> Diagnostic:
        """Add a related place, in the same file unless `source` is given."""
        self.related.append(Label(span, Message(message, self.values), source))
        return self

    def withhold(self, text: str) -> None:
        """Take every value out of the words that stands in a text: the file of somebody else."""
        _withhold(self.values, text)

    def mend(self, title: str, *edits: Edit, safe: bool = True) -> Diagnostic:
        """Add the edits that mend it."""
        self.fix = Fix(Message(title, self.values), edits, safe)
        return self
