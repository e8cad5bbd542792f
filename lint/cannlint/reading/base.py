"""What every reading has in common."""

from __future__ import annotations

from cannlint.facts import Fact, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.facts import Facts, Part
    from cannlint.kinds import Kind
    from cannlint.text.source import Source

UNDECODABLE_BYTE: Fact[None] = Fact("undecodable-byte")
NUL_BYTE: Fact[None] = Fact("nul-byte")
BARE_CARRIAGE_RETURN: Fact[None] = Fact("bare-carriage-return")


class Reading:
    """How CANN reads one file.

    `codes` are the error codes CANN reports, in its order, empty also where it stops without
    a code of its own; `crash` is a refusal by an uncaught exception. `facts` has what is noteworthy
    in the file: where there is none, every part counts as written, and no rule is asked.
    """

    __slots__ = ("accepted", "codes", "crash", "facts", "kind", "source")

    def __init__(self, source: Source, kind: Kind) -> None:
        self.source = source
        self.kind = kind
        self.accepted = True
        self.crash = False
        self.codes: list[str] = []
        self.facts: Facts = {}
        self._record_bytes()

    def note(self, fact: Fact[Part], part: Part) -> None:
        """Record a fact about a part of the file; None is the file as a whole."""
        record(self.facts, fact, part)

    def parts_with(self, fact: Fact[Part]) -> list[Part]:
        """The parts of the file that a fact was recorded about, in the order of the file."""
        return self.facts.get(fact, [])

    def _record_bytes(self) -> None:
        """Record bytes that are no text, and line ends that CANN does not take for such."""
        source = self.source
        if not source.text.isascii() and source.bad_byte is not None:
            self.note(UNDECODABLE_BYTE, None)
        if "\0" in source.text:
            self.note(NUL_BYTE, None)
        if "\r" in source.text and source.text.count("\r") != source.text.count("\r\n"):
            self.note(BARE_CARRIAGE_RETURN, None)

    def refuse(self, *codes: str) -> None:
        """CANN stops here; of several reasons the first decides, as in CANN."""
        if self.accepted:
            self.accepted = False
            self.codes = list(codes)
