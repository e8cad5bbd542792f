"""`cannlint rule`: the documentation of the rules."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated

import typer

from cannlint.cli.completion import rule_codes
from cannlint.cli.exits import EXIT_CLEAN
from cannlint.cli.options import Language, LanguageOption
from cannlint.errors import CannlintError
from cannlint.language import ENGLISH, language_of_locale, use
from cannlint.report.rule_page import index_rows, page
from cannlint.report.styles import has_colour
from cannlint.rules.codes import check_codes
from cannlint.rules.loading import rule_modules


class Format(str, Enum):
    """The formats of the documentation."""

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
    everything: Annotated[
        bool, typer.Option("--all", help="All rules, one after the other.")
    ] = False,
    format: Annotated[Format, typer.Option(help="How to print.")] = Format.text,
    lang: LanguageOption = None,
) -> int:
    """Print the documentation of a rule, of all with --all, or the list of rules."""
    use(_language(lang, format))
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


def _language(asked: Language | None, format: Format) -> str:
    if asked is not None:
        return asked.value
    return language_of_locale() if format is Format.text else ENGLISH


def _codes(code: str | None) -> list[str]:
    if code is None:
        return list(rule_modules())
    [known] = check_codes([code])
    if known not in rule_modules():
        raise CannlintError(f"{code!r} is the beginning of several codes; name one rule")
    return [known]


def _print_markdown(text: str) -> None:
    if not has_colour(sys.stdout):
        sys.stdout.write(text + "\n")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(highlight=False).print(Markdown(text), "")


def _print_index() -> None:
    rows = index_rows()
    if not has_colour(sys.stdout):
        for row in rows:
            sys.stdout.write("  ".join(row).rstrip() + "\n")
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("code", "severity", "fix", "name", "what", box=None, padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(*(cell.strip() for cell in row))
    Console(highlight=False).print(table)
