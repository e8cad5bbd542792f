"""`cannlint inspect`: how CANN itself reads a file."""

from __future__ import annotations

import os
import sys
from enum import Enum
from typing import Annotated

import typer

from cannlint.cli.exits import EXIT_CANNOT_RUN, EXIT_CLEAN
from cannlint.cli.options import (
    ConfigOption,
    IsolatedOption,
    KindOption,
    LibraryOption,
    SocOption,
    check_socs,
)
from cannlint.config import load, settings_at
from cannlint.config_search import config_path
from cannlint.detect import kind_of
from cannlint.engine import read, reading_module, unknown_kind
from cannlint.errors import BrokenConfigError, CannlintError, UnreadablePathError
from cannlint.kinds import Kind
from cannlint.report.inspection import effect, text_lines
from cannlint.report.json_report import dump
from cannlint.report.styles import print_lines
from cannlint.text.source import Source, read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.config import Settings
    from cannlint.reading.base import Reading

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
    readings: list[Reading] = []
    complaints: list[str] = []
    for file in files:
        try:
            source = read_source(file)
            readings.append(read(source, _kind(source, kind, config, isolated)))
        except (UnreadablePathError, CannlintError) as error:
            complaints.append(str(error))
    if format is Format.json:
        inspected = [effect(reading) for reading in readings]
        sys.stdout.write(dump({"schema": SCHEMA, "files": inspected}) + "\n")
    else:
        for reading in readings:
            accounts = list(reading_module(reading.kind).account(reading))
            print_lines(text_lines(reading, accounts))
    for complaint in complaints:
        print(f"cannlint: {complaint}", file=sys.stderr)
    return EXIT_CANNOT_RUN if complaints else EXIT_CLEAN


def _kind(source: Source, kind: Kind | None, config: str | None, isolated: bool) -> Kind:
    if kind is not None:
        return kind
    try:
        settings = None if isolated else _settings(source.path, config)
    except BrokenConfigError as broken:
        raise CannlintError(f"{broken.source.path}: cannot be used as configuration") from None
    found = settings.kind_of(source.path) if settings is not None else None
    found = found or kind_of(source.path, source.data, loosely=True)
    if found is None:
        raise CannlintError(unknown_kind(source))
    return found


def _settings(path: str, config: str | None) -> Settings | None:
    if config is not None:
        return load(config)
    found = config_path(os.path.dirname(os.path.abspath(path)))
    return settings_at(found) if found is not None else None
