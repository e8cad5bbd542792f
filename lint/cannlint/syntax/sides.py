"""Lines with two sides, as `name = mode` and `name : switch`."""

from __future__ import annotations

from functools import lru_cache

from cannlint.text.span import BITS, Line, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.syntax.grammar import Parts

_MARKS = ("MARKS", "ONLY_MARKS")
_NONE: Parts = {}


class SidedLine(Line):
    """A line of the form `name`, a sign, `setting`.

    `alternative` is what the line is by its grammar, `terminals` has the terminals of a line that
    is no plain `entry`. `key` and `value` are the spans of its sides without blanks, `name` and
    `setting` their texts; of a line without the sign the spans are None and the texts empty.
    """

    __slots__ = ("_key_at", "_value_at", "alternative", "name", "setting", "terminals")

    def __init__(
        self,
        text: str,
        line: tuple[int, int, int],
        alternative: str,
        terminals: Parts,
        sides: tuple[str, str, tuple[str, ...]],
    ) -> None:
        self.number, start, end = line
        self._place = start << BITS | end
        self.alternative = alternative
        self.terminals = _NONE if alternative == "entry" else terminals
        self._key_at = self._value_at = -1
        self.name = self.setting = ""
        key, sign, values = sides
        if alternative == "entry":
            self._key_at, self.name = terminals[key]
            for name in values:
                if name in terminals:
                    self._value_at, setting = terminals[name]
                    self.setting = _same(setting)
        elif sign in terminals:
            self._take_sides(text, terminals[sign][0])

    def _take_sides(self, text: str, sign: int) -> None:
        """Set the sides of an odd line: what its terminals have before and after the sign."""
        places = [(at, at + len(token)) for at, token in self.terminals.values()]
        before = [place for place in places if place[0] < sign] or [(sign, sign)]
        after = [place for place in places if place[0] > sign]
        self._key_at = before[0][0]
        self.name = self._sliced(text, before[0][0], before[-1][1])
        self._value_at = after[0][0] if after else self.end - self.start
        self.setting = self._sliced(text, self._value_at, after[-1][1]) if after else ""

    def _sliced(self, text: str, start: int, end: int) -> str:
        return text[self.start + start : self.start + end]

    @property
    def key(self) -> Span | None:
        """Where the name stands."""
        return self._side(self._key_at, self.name)

    @property
    def value(self) -> Span | None:
        """Where the setting stands."""
        return self._side(self._value_at, self.setting)

    def _side(self, at: int, text: str) -> Span | None:
        start = self.start + at
        return Span(start, start + len(text)) if at >= 0 else None

    @property
    def text(self) -> Span:
        """The line without the blanks at its end."""
        return Span(self.start, self._seen().end)

    @property
    def visible(self) -> Span:
        """The line without the blanks around it and without byte order marks before it."""
        return self._seen(but=_MARKS)

    @property
    def stripped(self) -> Span:
        """The line without the blanks around it."""
        return self._seen()

    def _seen(self, but: tuple[str, ...] = ()) -> Span:
        """From the first to the last terminal, of those that are not left out."""
        if self.alternative == "entry":
            start, last = self._key_at, self._value_at + len(self.setting)
            return Span(self.start + start, self.start + last)
        places = [place for name, place in self.terminals.items() if name not in but]
        end = self.start + max((at + len(token) for at, token in places), default=0)
        return Span(min((self.start + at for at, _ in places), default=end), end)

    def span_of(self, terminal: str) -> Span | None:
        """Where a terminal of an odd line stands."""
        if terminal not in self.terminals:
            return None
        at, text = self.terminals[terminal]
        return Span(self.start + at, self.start + at + len(text))

    @property
    def is_marked(self) -> bool:
        """Whether what is written begins with a byte order mark."""
        return any(name in self.terminals for name in _MARKS)

    @property
    def marks(self) -> Span:
        """The byte order marks that the line begins with."""
        found = [self.terminals[name] for name in _MARKS if name in self.terminals]
        ends = [at + len(marks) for at, marks in found if at == 0]
        return Span(self.start, self.start + sum(ends))


@lru_cache(maxsize=256)
def _same(text: str) -> str:
    """The same object for the same setting: there are few, and many lines."""
    return text
