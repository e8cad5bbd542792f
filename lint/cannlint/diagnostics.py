"""Findings: rules create them, reports show them.

Plain classes, because importing dataclasses takes 10 ms at every start of a commit hook.
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
"""The maximum number of characters that a message quotes from a value."""

WITHHELD = "…"
"""Shown instead of words from a file outside the project."""


class WholeText(str):
    """A text that a message shows whole: a sentence of the user's own, not a quoted value."""

    __slots__ = ()


class Severity(Enum):
    """What CANN does: an `error` means that CANN refuses (docs/compatibility.md#promised)."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 is the most severe."""
        return list(Severity).index(self)


class Stage(Enum):
    """Who acts on what is written: the front end, which reads it, or the compiler after it."""

    FRONT_END = "front_end"
    COMPILER = "compiler"


class Message:
    """A template with its values, so that the template can be translated.

    A value may be a message itself.
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, values: dict[str, object]) -> None:
        self.template = template
        self.values = values

    @classmethod
    def of(cls, template: str, **values: object) -> Message:
        """Create a message from a template and its values."""
        return cls(template, values)

    def __str__(self) -> str:
        return self.text(translated)

    def text(self, say: Callable[[str], str]) -> str:
        """The text, translated by `say`: `translated`, or `str` for English."""
        return say(self.template).format_map(_Quoted(self.values, say))


class _Quoted:
    """Values as shown in a message; those that its template does not name are left alone."""

    __slots__ = ("_say", "_values")

    def __init__(self, values: dict[str, object], say: Callable[[str], str]) -> None:
        self._values = values
        self._say = say

    def __getitem__(self, name: str) -> object:
        return quoted(self._values[name], self._say)


def _withhold(values: dict[str, object], text: str) -> None:
    for name, value in values.items():
        if isinstance(value, Message):
            _withhold(value.values, text)
        elif isinstance(value, str) and not isinstance(value, Phrase) and value in text:
            values[name] = WITHHELD


def quoted(value: object, say: Callable[[str], str] = translated) -> object:
    """A value as shown in a message: printable and not too long; a tuple as a list of words."""
    if isinstance(value, tuple):
        return ", ".join([item if type(item) is str else str(quoted(item, say)) for item in value])
    if isinstance(value, Phrase):
        return say(value)
    if isinstance(value, Message):
        return value.text(say)
    if not isinstance(value, str):
        return value
    if isinstance(value, WholeText):
        return printable(value)
    if len(value) > 4 * _LONGEST_VALUE:  # cut first: the value may be a whole file
        value = value[:_LONGEST_VALUE] + value[-_LONGEST_VALUE:]
    return _shown(value)


@lru_cache(maxsize=4096)
def _shown(value: str) -> str:
    """Cached, because an editor gets the same messages after each keystroke."""
    text = printable(value)
    if len(text) > _LONGEST_VALUE:
        half = _LONGEST_VALUE // 2
        text = f"{text[: half - 1]}…{text[-half:]}"
    return text


class Label:
    """A related place of a finding; `source` is None if it is in the same file."""

    __slots__ = ("message", "source", "span")

    def __init__(self, span: Span, message: Message, source: Source | None = None) -> None:
        self.span = span
        self.message = message
        self.source = source


class Fix:
    """Edits of the file of a finding that remove the finding.

    A fix is safe if it keeps what CANN does now, or if only one intent is possible.
    """

    __slots__ = ("edits", "is_safe", "title")

    def __init__(self, title: Message, edits: Iterable[Edit], is_safe: bool) -> None:
        self.title = title
        self.edits = tuple(edits)
        self.is_safe = is_safe


class Diagnostic:
    """One finding: what is wrong, where, what CANN does, and how to fix it.

    `code` and `name` are those of the rule. `cann_code` is the error code of CANN, `stage` who acts
    on the finding (None for advice of ours). `label` is a short text at the place. `source` is set
    by the engine, and so are `releases`: those in which a finding holds that does not hold in all.
    `nodes` are the names of the nodes that a finding made from a plan is about.
    """

    __slots__ = (
        "cann_code",
        "code",
        "fix",
        "help",
        "label",
        "message",
        "name",
        "nodes",
        "note",
        "related",
        "releases",
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
        self.nodes: tuple[str, ...] = ()
        self.releases: tuple[str, ...] = ()
        self.fix: Fix | None = None
        self.source: Source | None = None

    def also(self, span: Span, message: str, source: Source | None = None) -> Diagnostic:
        """Add a related place, in the same file if `source` is None."""
        self.related.append(Label(span, Message(message, self.values), source))
        return self

    def about(self, *nodes: str) -> Diagnostic:
        """Tell the names of the nodes that it is about."""
        self.nodes = nodes
        return self

    def withhold(self, text: str) -> None:
        """Hide all values that occur in `text`, the contents of a file outside the project."""
        _withhold(self.values, text)

    def with_fix(self, title: str, *edits: Edit, safe: bool = True) -> Diagnostic:
        """Add a fix."""
        self.fix = Fix(Message(title, self.values), edits, safe)
        return self
