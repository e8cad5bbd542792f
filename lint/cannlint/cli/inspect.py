"""`cannlint inspect`: how CANN itself reads a file."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated

import typer

from cannlint.cli.complaints import complain
from cannlint.cli.exits import EXIT_CANNOT_RUN, EXIT_CLEAN
from cannlint.cli.options import (
    ConfigOption,
    IsolatedOption,
    KindOption,
    LibraryOption,
    SocOption,
    check_socs,
)
from cannlint.cli.settings import kind_for, library_for
from cannlint.engine.entry import read, reading_module
from cannlint.errors import CannlintError
from cannlint.kinds import JOB_KINDS, Kind
from cannlint.report.inspection import effect, text_lines
from cannlint.report.json_report import dump
from cannlint.report.styles import print_lines
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.model import Library
    from cannlint.reading.base import Reading
    from cannlint.text.source import Source

SCHEMA = "cannlint/inspect/1"


class Format(str, Enum):
    """The formats of an inspection."""

    text = "text"
    json = "json"


def inspect(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Config files.")],
    kind: KindOption = None,
    format: Annotated[Format, typer.Option(help="How to print.")] = Format.text,
    soc: SocOption = None,
    library: LibraryOption = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """Show how CANN itself reads a config file: accepted or refused, with what effect.

    Exit status: 0 when every file could be read, whether CANN accepts it or not; else 2.
    """
    check_socs(soc, library)
    readings: list[tuple[Reading, Library | None]] = []
    complaints: list[str] = []
    for file in files:
        try:
            source = read_source(file)
            reading = read(source, _kind_to_show(source, kind, config, isolated))
            has_passes = reading.kind is Kind.FUSION_SWITCH
            own = library_for(file, library, config, isolated) if has_passes else None
            readings.append((reading, own))
        except CannlintError as error:
            complaints.append(str(error))
    if format is Format.json:
        inspected = [effect(reading, own) for reading, own in readings]
        sys.stdout.write(dump({"schema": SCHEMA, "files": inspected}) + "\n")
    else:
        for reading, own in readings:
            accounts = list(reading_module(reading.kind).account(reading))
            print_lines(text_lines(reading, accounts, own))
    for complaint in complaints:
        complain(complaint)
    return EXIT_CANNOT_RUN if complaints else EXIT_CLEAN


def _kind_to_show(source: Source, kind: Kind | None, config: str | None, isolated: bool) -> Kind:
    """The kind of a file; CannlintError where CANN does not read it, as with a script."""
    found = kind_for(source, kind, config, isolated)
    if found in JOB_KINDS:
        raise CannlintError(
            "{path}: CANN reads config files, and this is none; use check", path=source.path
        )
    return found
