"""`cannlint inspect`: show how CANN reads a file."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated

import typer

from cannlint.cli.exit import EXIT_CANNOT_RUN, EXIT_CLEAN, EXIT_FINDINGS, print_error
from cannlint.cli.options import ConfigOption, IsolatedOption, KindOption, LibraryOption, SocOption
from cannlint.engine.file_checks import check_reading
from cannlint.engine.named import inspected
from cannlint.engine.scope import Scope
from cannlint.engine.socs import check_socs, libraries_for
from cannlint.errors import CannlintError
from cannlint.report.inspection import report, text_lines
from cannlint.report.json_text import dump
from cannlint.report.styles import print_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.model import Library
    from cannlint.reading.base import Reading


class Format(str, Enum):
    """The formats of an inspection."""

    text = "text"
    json = "json"


def inspect(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Config files.")],
    kind: KindOption = None,
    format: Annotated[Format, typer.Option(help="The output format.")] = Format.text,
    soc: SocOption = None,
    library: LibraryOption = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """Show how CANN reads a config file: accepted or refused, and with what effect.

    Exit status: 0 if CANN accepts all files; 1 if it refuses one; 2 if one could not be read.
    """
    check_socs(soc or [], libraries_for(library, files, config, isolated))
    readings: list[tuple[Reading, Library | None]] = []
    complaints: list[str] = []
    for file in files:
        try:
            readings.append(inspected(file, kind, library, config, isolated))
        except CannlintError as error:
            complaints.append(str(error))
    if format is Format.json:
        sys.stdout.write(dump(report(readings)) + "\n")
    else:
        scope = Scope(config, isolated, library, soc or ())
        for reading, _ in readings:
            operators = scope.operators_under(scope.settings_of(reading.source.path))
            findings = check_reading(reading, operators)
            print_lines(text_lines(reading, operators, findings))
    for complaint in complaints:
        print_error(complaint)
    if complaints:
        return EXIT_CANNOT_RUN
    return EXIT_CLEAN if all(reading.accepted for reading, _ in readings) else EXIT_FINDINGS
