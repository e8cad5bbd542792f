"""The sources of implementation modes that a job has, in CANN's order.

See manual/implementation-modes.md#which-source-counts.
"""

from __future__ import annotations

from cannlint.cann.modes import HF32_FILES, IMPL_MODES, SELECT_IMPLMODES
from cannlint.cann.option_names import FILE, HF32, LIST, SELECT
from cannlint.diagnostics import Message
from cannlint.formats.op_precision.reading import Fate, OpPrecision
from cannlint.resolve.mode_options import DEFAULT_HF32, DEFAULT_SELECT, mode_option
from cannlint.resolve.provenance import Origin, of_entry, of_mode_file, of_value
from cannlint.text.source import C_BLANKS
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cannlint.formats.op_precision.reading import Record
    from cannlint.jobs.model import Job
    from cannlint.library.model import Library, Soc
    from cannlint.resolve.mode_options import ModeOption

    Find = Callable[[str], list["ModeEntry"]]


class ModeEntry:
    """One entry that sets a mode; `place` is where it stands, for a message."""

    __slots__ = ("mode", "origin", "place")

    def __init__(self, mode: str, origin: Origin, place: Message) -> None:
        self.mode = mode
        self.origin = origin
        self.place = place


class ModeSource:
    """A source of modes: a user's file, a list of types, a built-in file.

    `entries` finds what it has for a key, the one that counts first. `unread` is why CANN does
    not read it, None where it does; `unknown` why its content is not known here;
    `loses_because` why its entries do not count where an earlier source has one; `only` are the
    operators that it could have an entry for, None where that may be any.
    """

    __slots__ = ("entries", "loses_because", "only", "origin", "unknown", "unread")

    def __init__(self, origin: Origin, entries: Find) -> None:
        self.origin = origin
        self.entries = entries
        self.unread: Message | None = None
        self.unknown: Message | None = None
        self.loses_because: Message | None = None
        self.only: frozenset[str] | None = None

    def why_unknown(self, op_type: str) -> Message | None:
        """Why it is not known whether it has an entry for an operator; None where it is known."""
        if self.unread is not None or (self.only is not None and op_type not in self.only):
            return None
        return self.unknown


class ModeSources:
    """What CANN looks modes up in: the user's entries for names, then sources for types.

    `unknown` is why no mode is known: an option whose value is not known.
    """

    __slots__ = ("names", "types", "unknown")

    def __init__(self) -> None:
        self.names: ModeSource | None = None
        self.types: list[ModeSource] = []
        self.unknown: Message | None = None


def mode_sources(job: Job, library: Library, soc: Soc | None) -> ModeSources:
    """The sources of a job, in the order in which their entries count."""
    file, select, listed, hf32 = (mode_option(job, name) for name in (FILE, SELECT, LIST, HF32))
    found = ModeSources()
    if file.is_unknown:
        found.unknown = _unknown_value(file)
        return found
    built_in = _built_in_source(select, library)
    found.types = [built_in]
    if file.value:
        user = _UserFile(job, file)
        found.names, by_type = user.source(is_type=False), user.source(is_type=True)
        found.unknown = user.unknown
        found.types = [by_type, built_in]
        built_in.unread = Message.of("op_precision_mode is set")
    if listed.value:
        _add_list(found, built_in, select, listed)
    _add_hf32(found, hf32, library, soc, nothing_is_set=not (file.value or select.value))
    return found


def _unknown_value(option: ModeOption) -> Message:
    return Message.of("the value of {option} is not known from the file", option=option.name)


class _UserFile:
    """The entries of an op_precision_mode file, the one that counts first."""

    def __init__(self, job: Job, option: ModeOption) -> None:
        self.option = option
        self.entries: dict[tuple[bool, str], list[Record]] = {}
        linked = job.files.get(FILE)
        self.reading = linked.reading if linked is not None else None
        if isinstance(self.reading, OpPrecision):
            for record in self.reading.having(Fate.KEPT, Fate.SHADOWED):
                self.entries.setdefault((record.is_type, record.line.name), []).append(record)

    @property
    def unknown(self) -> Message | None:
        """Why the entries are not known: the file is not at hand."""
        if self.reading is not None:
            return None
        return Message.of("{file} could not be read here", file=self.option.value)

    def source(self, is_type: bool) -> ModeSource:
        return ModeSource(self._origin(), lambda key: self._found(is_type, key))

    def _origin(self) -> Origin:
        if self.reading is None:
            return self.option.origin
        return Origin("file", FILE, self.reading.source)

    def _found(self, is_type: bool, key: str) -> list[ModeEntry]:
        reading = self.reading
        if reading is None:
            return []
        return [
            ModeEntry(
                record.line.mode,
                of_entry(reading, record.line.text, FILE),
                Message.of("line {number}", number=record.line.number),
            )
            for record in self.entries.get((is_type, key), ())
        ]


def _built_in_source(select: ModeOption, library: Library) -> ModeSource:
    """The built-in file that op_select_implmode names, or its default."""
    name = select.value or DEFAULT_SELECT
    source = _mode_file(library, name)
    if select.is_unknown:
        source.unknown = _unknown_value(select)
    return source


def _mode_file(library: Library, name: str) -> ModeSource:
    """A built-in mode file; of one that is missing in an install CANN only warns.

    See manual/implementation-modes.md#built-in-files.
    """
    modes = library.mode_files.get(name)
    source = ModeSource(
        of_mode_file(library, name), lambda op_type: _built_in_entries(library, name, op_type)
    )
    if modes is None and library.origin != "install":
        release, file = library.cann, f"{name}.ini"
        source.unknown = Message.of(
            "{file} of CANN {release} is not known", release=release, file=file
        )
    return source


def _built_in_entries(library: Library, name: str, op_type: str) -> list[ModeEntry]:
    mode = library.mode_files.get(name, {}).get(op_type)
    if mode not in IMPL_MODES:
        return []
    origin = of_mode_file(library, name, op_type)
    return [ModeEntry(mode, origin, Message.of("line {number}", number=origin.line))]


def _add_list(
    found: ModeSources, built_in: ModeSource, select: ModeOption, listed: ModeOption
) -> None:
    """The operators of optypelist_for_implmode: instead of the built-in file, or for nothing."""
    source = _list_source(select.value or DEFAULT_SELECT, listed)
    if built_in.unread is not None:
        source.unread = built_in.unread
    elif select.value in SELECT_IMPLMODES:
        source.unread = Message.of("op_select_implmode={select} takes no list", select=select.value)
    else:
        built_in.unread = Message.of("optypelist_for_implmode takes the place of the file")
        built_in.unknown = None
    if select.is_unknown:
        source.unknown = _unknown_value(select)
    found.types.insert(-1, source)


def _list_source(mode: str, listed: ModeOption) -> ModeSource:
    places: dict[str, list[Span]] = {}
    setting = listed.setting
    assert setting is not None
    for op_type, span in _items(listed.value, setting.value_span):
        places.setdefault(op_type, []).append(span)

    def entries(op_type: str) -> list[ModeEntry]:
        return [
            ModeEntry(mode, of_value(setting, span), Message.of("the list"))
            for span in places.get(op_type, ())[:1]
        ]

    return ModeSource(listed.origin, entries)


def _items(text: str, span: Span) -> Iterator[tuple[str, Span]]:
    """The items of a comma list with their places; of a value that is quoted, the whole."""
    is_verbatim = span.end - span.start == len(text)
    start = span.start
    for item in text.split(","):
        place = Span(start, start + len(item)) if is_verbatim else span
        yield item.strip(C_BLANKS), place
        start += len(item) + 1


def _add_hf32(
    found: ModeSources, option: ModeOption, library: Library, soc: Soc | None, nothing_is_set: bool
) -> None:
    """The file of allow_hf32: first where it is given or nothing is set, else last.

    See manual/implementation-modes.md#hf32.
    """
    source = _hf32_source(option, library)
    if soc is None:
        source.unknown = Message.of("whether the SoC has HF32 is not known")
    elif not soc.hf32:
        source.unread = Message.of("{soc} has no HF32", soc=soc.version)
    if option.value or option.is_unknown:
        reason = Message.of("allow_hf32 is set: its entries count first")
    else:
        reason = Message.of("nothing is set: the default of allow_hf32 counts first")
    if option.value or option.is_unknown or nothing_is_set:
        found.types.insert(0, source)
        for later in found.types[1:]:
            later.loses_because = reason
    else:
        source.loses_because = Message.of("the default of allow_hf32 counts last")
        found.types.append(source)


def _hf32_source(option: ModeOption, library: Library) -> ModeSource:
    value = option.value or DEFAULT_HF32
    if value not in HF32_FILES:  # CANN reads it on a SoC with HF32 only
        return ModeSource(option.origin, lambda op_type: [])
    source = _mode_file(library, HF32_FILES[value])
    if option.is_unknown:
        source.unknown = _unknown_value(option)
    files = [library.mode_files[name] for name in HF32_FILES.values() if name in library.mode_files]
    if files:
        source.only = frozenset(op_type for modes in files for op_type in modes)
    return source
