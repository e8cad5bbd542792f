"""Where a value of a plan comes from, and the steps that led to it (docs/plan.md#reasons)."""

from __future__ import annotations

from cannlint.diagnostics import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.settings import Setting
    from cannlint.library.model import Library
    from cannlint.library.recorded import RecordedColumns
    from cannlint.reading.base import Reading
    from cannlint.text.source import Source
    from cannlint.text.span import Span

FACTS = LIBRARY, RECORDED = ("library", "recorded")
"""The kinds of facts."""

ORIGINS = ("file", "option", "builtin", "library", "default", "derived", "node", "producer")
"""The kinds of origin (docs/plan.md#reasons)."""


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


class Facts:
    """What the columns of an operator rest on, so that a reader can judge them.

    `kind` is `library` for those that an operator library lists, `recorded` for what the
    operator's own code gave when it was run. `cann` is the release and `folder` the SoC folder,
    None for a custom package, whose path is `file`.
    """

    __slots__ = ("cann", "file", "folder", "kind")

    def __init__(
        self, kind: str, cann: str | None, folder: str | None, file: str | None = None
    ) -> None:
        self.kind = kind
        self.cann = cann
        self.folder = folder
        self.file = file

    @property
    def text(self) -> str:
        """What the columns rest on, in a few words: `recorded, CANN 8.1.RC1, ascend910b`."""
        place = self.file if self.cann is None else f"CANN {self.cann}, {self.folder}"
        return f"{self.kind}, {place}"


class Step:
    """One step of a resolution: `name` is its code, `effect` what it did.

    See manual/dtype-selection.md#steps-of-a-plan.
    """

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


def of_setting(setting: Setting) -> Origin:
    """Where an option is set."""
    return Origin("option", setting.option, setting.source, setting.span)


def of_value(setting: Setting, span: Span | None = None) -> Origin:
    """The value of an option, or a part of it."""
    return Origin("option", setting.option, setting.source, span or setting.value_span)


def of_entry(reading: Reading, span: Span, detail: Message | str | None = None) -> Origin:
    """An entry of a config file."""
    return Origin("file", detail, reading.source, span)


def of_mode_file(library: Library, file: str, op_type: str | None = None) -> Origin:
    """A built-in mode file, or the line of it that an operator has."""
    line = library.mode_line(file, op_type) if op_type is not None else None
    detail = Message.of("CANN {release}", release=library.cann)
    return Origin("builtin", detail, file=f"{file}.ini", line=line)


def of_library(library: Library, folder: str, field: str) -> Origin:
    """A field of an operator's entry in the library."""
    return Origin("library", field, file=f"CANN {library.cann}, {folder}")


def of_recorded(recorded: RecordedColumns, op_type: str) -> Origin:
    """The recorded columns of an operator."""
    detail = Message.of("recorded runs of op_select_format of {op}", op=op_type)
    return Origin("library", detail, file=f"CANN {recorded.cann}, {recorded.folder}")
