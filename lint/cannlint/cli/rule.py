"""`cannlint rule`: explain rules, options, error codes of CANN, and logs."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated

import typer

from cannlint.cann.error_codes import ERROR_CODE
from cannlint.cli.completion import explained_codes
from cannlint.cli.exit import EXIT_CANNOT_RUN, EXIT_CLEAN, EXIT_FINDINGS, print_error
from cannlint.cli.options import ConfigOption, IsolatedOption, LibraryOption, SocOption
from cannlint.errors import CannlintError
from cannlint.jobs.tables import descriptions
from cannlint.language import Phrase, said, translated
from cannlint.report.rule_page import index_rows, page
from cannlint.report.styles import break_lines, has_colour, print_lines
from cannlint.report.tables import aligned, print_table
from cannlint.rules.codes import known_code, meant_code
from cannlint.rules.loading import rule_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.engine.run import Options


class Format(str, Enum):
    """The output formats."""

    text = "text"
    json = "json"


def rule(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="RULE",
            autocompletion=explained_codes,
            help="A code or a name: CD104, blank-line; an option: precision_mode; or an error code "
            "of CANN: E10001.",
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all rules.")] = False,
    log: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Explain CANN's messages in a log; `-` is standard input. The causes are looked "
            "for in the current folder.",
        ),
    ] = None,
    format: Annotated[Format, typer.Option(help="The output format.")] = Format.text,
    soc: SocOption = None,
    library: LibraryOption = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """Explain a rule, an option or an error code of CANN; without a name, list all rules.

    The beginning of codes, such as JB3, lists the rules that begin so.

    Exit status: 0, or 2 if cannlint could not run. With --log: 0 if the log has no error of CANN, 1
    if it has, 2 if the log or a file of the folder cannot be read.
    """
    if log is not None:
        if code is not None or everything:
            raise CannlintError("--log cannot be combined with a rule or --all")
        return _explain_log(log, format, _options(soc, library, config, isolated))
    if soc or library or config or isolated:
        raise CannlintError("--soc, --library, --config and --isolated need --log FILE")
    if code is not None and ERROR_CODE.fullmatch(code.upper()):
        _print_error_code(code.upper(), format)
        return EXIT_CLEAN
    if code is not None and code in descriptions():
        _print_option(code, format)
        return EXIT_CLEAN
    return _print_rules(code, everything, format)


def _print_rules(code: str | None, everything: bool, format: Format) -> int:
    codes = _codes(code)
    if format is Format.json:
        from cannlint.report.json_text import dump
        from cannlint.report.rule_page import as_json

        rules = [as_json(found) for found in codes]
        sys.stdout.write(dump(rules[0] if code is not None and len(rules) == 1 else rules) + "\n")
    elif len(codes) > 1 and not everything:
        _print_index(codes)
    else:
        for found in codes:
            _print_markdown(page(found))
    return EXIT_CLEAN


def _print_option(option: str, format: Format) -> None:
    from cannlint.report import option_page

    if format is Format.json:
        from cannlint.report.json_text import dump

        sys.stdout.write(dump(option_page.as_json(option)) + "\n")
    else:
        _print_markdown(option_page.page(option, _is_rendered(), linked=False))


def _print_error_code(error_code: str, format: Format) -> None:
    from cannlint.report import error_code_page

    if format is Format.json:
        from cannlint.report.json_text import dump

        sys.stdout.write(dump(error_code_page.as_json(error_code)) + "\n")
    else:
        _print_markdown(error_code_page.page(error_code))


def _options(
    soc: list[str] | None, library: str | None, config: str | None, isolated: bool
) -> Options:
    """The options of the check of this folder."""
    from cannlint.engine.run import Options
    from cannlint.engine.socs import check_socs, libraries_for

    check_socs(soc or [], libraries_for(library, ["."], config, isolated))
    options = Options()
    options.socs, options.library = tuple(soc or ()), library
    options.config, options.isolated = config, isolated
    return options


def _explain_log(path: str, format: Format, options: Options) -> int:
    from cannlint.explain.causes import explain_log
    from cannlint.report import log_json, log_text

    found = explain_log(path, options)
    if format is Format.json:
        from cannlint.report.json_text import dump

        sys.stdout.write(dump(log_json.as_value(found)) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for line in log_text.lines(found))
    for complaint in found.complaints:
        print_error(complaint)
    if not found.is_complete:
        return EXIT_CANNOT_RUN
    return EXIT_FINDINGS if found.errors else EXIT_CLEAN


def _codes(code: str | None) -> list[str]:
    """The rules that a code, a name or the beginning of codes means; all without one."""
    if code is None:
        return list(rule_names())
    known = known_code(code)
    if known is None:
        meant = meant_code(code, *descriptions())
        hint = said("; did you mean {meant}?", meant=meant) if meant else ""
        raise CannlintError("no rule or option is called {code!r}{hint}", code=code, hint=hint)
    return [rule for rule in rule_names() if rule.startswith(known)]


def _is_rendered() -> bool:
    """Whether a page is shown as a page, and not as Markdown."""
    return has_colour(sys.stdout) or sys.stdout.isatty()


def _print_markdown(text: str) -> None:
    if not _is_rendered():
        sys.stdout.write(text + "\n")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    break_lines()
    Console(highlight=False, no_color=not has_colour(sys.stdout)).print(Markdown(text), "")


_HEADINGS = (
    Phrase("code"),
    Phrase("severity"),
    Phrase("fix"),
    Phrase("name"),
    Phrase("summary"),
)


def _print_index(codes: list[str]) -> None:
    """Print a row for each rule; the headings are for people."""
    rows = index_rows(codes)
    if sys.stdout.isatty():
        print_table(list(map(translated, _HEADINGS)), rows)
    else:
        print_lines(aligned([[(cell, "") for cell in row] for row in rows], indent=""))
