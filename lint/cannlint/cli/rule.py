"""`cannlint rule`: print the documentation of rules."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated

import typer

from cannlint.cli.completion import rule_codes
from cannlint.cli.exit import EXIT_CLEAN
from cannlint.errors import CannlintError
from cannlint.language import Phrase, translated
from cannlint.report.rule_page import index_rows, page
from cannlint.report.styles import break_lines, has_colour
from cannlint.rules.codes import check_codes
from cannlint.rules.loading import rule_modules


class Format(str, Enum):
    """The output formats."""

    text = "text"
    json = "json"


def rule(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="RULE",
            autocompletion=rule_codes,
            help="A code or a name: CD104, blank-line.",
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all rules.")] = False,
    format: Annotated[Format, typer.Option(help="The output format.")] = Format.text,
) -> int:
    """Print the documentation of a rule, or the list of rules."""
    if code is None and not everything and format is Format.text:
        _print_index()
        return EXIT_CLEAN
    if format is Format.json:
        from cannlint.report.json_report import dump
        from cannlint.report.rule_page import as_json

        rules = [as_json(found) for found in _codes(code)]
        sys.stdout.write(dump(rules if code is None else rules[0]) + "\n")
        return EXIT_CLEAN
    for found in _codes(code):
        _print_markdown(page(found))
    return EXIT_CLEAN


def _codes(code: str | None) -> list[str]:
    if code is None:
        return list(rule_modules())
    [known] = check_codes([code])
    if known not in rule_modules():
        raise CannlintError("{code!r} matches several rules: name one", code=code)
    return [known]


def _print_markdown(text: str) -> None:
    if not has_colour(sys.stdout):
        sys.stdout.write(text + "\n")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    break_lines()
    Console(highlight=False).print(Markdown(text), "")


def _print_index() -> None:
    rows = index_rows()
    if not has_colour(sys.stdout):
        for row in rows:
            sys.stdout.write("  ".join(row).rstrip() + "\n")
        return
    from rich.console import Console
    from rich.table import Table

    headings = (
        Phrase("code"),
        Phrase("severity"),
        Phrase("fix"),
        Phrase("name"),
        Phrase("summary"),
    )
    break_lines()
    table = Table(*map(translated, headings), box=None, padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(*(cell.strip() for cell in row))
    Console(highlight=False).print(table)
