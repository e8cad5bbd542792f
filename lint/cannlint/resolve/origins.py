"""Origins of the values that jobs, config files and built-in files set."""

from __future__ import annotations

from cannlint.diagnostics import Message
from cannlint.resolve.provenance import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Setting
    from cannlint.library.model import Library
    from cannlint.reading.base import Reading
    from cannlint.text.span import Span


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
