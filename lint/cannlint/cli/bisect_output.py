"""What all commands of a bisect print, and their exit status."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated

import typer

from cannlint.bisect.search import Ending
from cannlint.cli.exit import EXIT_CLEAN, EXIT_FINDINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.bisect.progress import Bisect


class Format(str, Enum):
    """The output formats of a bisect."""

    text = "text"
    json = "json"


FormatOption = Annotated[Format, typer.Option(help="The output format.")]


def show(bisect: Bisect, format: Format) -> int:
    """Print where the bisect stands, and return the exit status."""
    if format is Format.json:
        from cannlint.report import bisect_json
        from cannlint.report.json_text import dump

        sys.stdout.write(dump(bisect_json.report(bisect)) + "\n")
    else:
        from cannlint.report.bisect_text import print_bisect

        print_bisect(bisect)
    is_lost = bisect.conclusion is not None and bisect.conclusion.ending is not Ending.FOUND
    return EXIT_FINDINGS if is_lost else EXIT_CLEAN
