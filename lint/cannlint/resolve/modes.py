"""The implementation mode of each operator: what sets it, and what loses.

See manual/implementation-modes.md.
"""

from __future__ import annotations

from cannlint.cann.modes import UNSTAMPED_MODES
from cannlint.diagnostics import Message
from cannlint.resolve.mode_sources import ModeEntry, mode_sources
from cannlint.resolve.provenance import Shadowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.library.model import Library, Soc
    from cannlint.resolve.mode_sources import ModeSource, ModeSources
    from cannlint.resolve.provenance import Origin

_NAME_FIRST = "an entry for the node's name comes before any for its type"
_NO_ENTRY = "no entry for {key}"
_EARLIER = "{place} has it already: the first entry counts"


class Mode:
    """The implementation mode of an operator.

    `value` is None where nothing sets one, and where it is not known: then `reason` says
    why. `shadowed` are the values that lost, the nearest first; `without` the sources that
    were asked and have nothing. `notes` are reservations.
    """

    __slots__ = ("notes", "origin", "reason", "shadowed", "value", "without")

    def __init__(self) -> None:
        self.value: str | None = None
        self.origin: Origin | None = None
        self.reason: Message | None = None
        self.shadowed: list[Shadowed] = []
        self.without: list[Shadowed] = []
        self.notes: list[Message] = []


class Modes:
    """The modes that a job gives operators, by node name and by type."""

    __slots__ = ("library", "sources")

    def __init__(self, sources: ModeSources, library: Library) -> None:
        self.sources = sources
        self.library = library

    def of(self, op_type: str, name: str | None = None) -> Mode:
        """The mode of a node, or of an operator type as far as no node's name matters."""
        mode = Mode()
        if self.sources.unknown is not None:
            mode.reason = self.sources.unknown
            return mode
        if name is not None and self.sources.names is not None:
            self._ask(mode, self.sources.names, name, None)
        by_name = mode.value is not None
        for source in self.sources.types:
            if mode.value is None and source.why_unknown(op_type) is not None:
                mode.reason = source.unknown
                return mode
            reason = Message.of(_NAME_FIRST) if by_name else source.loses_because
            self._ask(mode, source, op_type, source.unread or reason)
        self._add_notes(mode, op_type)
        return mode

    def without(self, entry: Origin, op_type: str, name: str | None = None) -> str | None:
        """The mode that is left when an entry of the user's file is taken out.

        None where none is left, and where that is not known.
        """
        asked = [(source, op_type) for source in self.sources.types if source.unread is None]
        if name is not None and self.sources.names is not None:
            asked.insert(0, (self.sources.names, name))
        for source, key in asked:
            if source.why_unknown(key) is not None:
                return None
            for found in source.entries(key):
                if (found.origin.source, found.origin.span) != (entry.source, entry.span):
                    return found.mode
        return None

    def _ask(self, mode: Mode, source: ModeSource, key: str, loses_because: Message | None) -> None:
        """Take a source's entries for a key: the first wins if nothing has, the others lose."""
        entries = source.entries(key)
        if not entries:
            reason = source.unread or source.why_unknown(key) or Message.of(_NO_ENTRY, key=key)
            mode.without.append(Shadowed(None, source.origin, reason))
            return
        first, *again = entries
        if mode.value is None and source.unread is None:
            mode.value, mode.origin = first.mode, first.origin
        else:
            assert loses_because is not None
            mode.shadowed.append(Shadowed(first.mode, first.origin, loses_because))
        mode.shadowed += [Shadowed(late.mode, late.origin, _earlier(first)) for late in again]

    def _add_notes(self, mode: Mode, op_type: str) -> None:
        if mode.value is None:
            return
        if mode.value in UNSTAMPED_MODES:
            note = "counts only where the operator keeps its name and type through fusion"
            mode.notes.append(Message.of(note))
        listed = self.library.modes.get(op_type)
        if listed and mode.value not in listed:
            note = "CANN {release} lists only {modes} for {op}: it may run as one of these"
            release = self.library.cann
            mode.notes.append(Message.of(note, release=release, modes=listed, op=op_type))


def _earlier(first: ModeEntry) -> Message:
    return Message.of(_EARLIER, place=first.place)


def modes_of(job: Job, library: Library, soc: Soc | None) -> Modes:
    """The modes of a job whose options the front end and the engine accept."""
    return Modes(mode_sources(job, library, soc), library)
