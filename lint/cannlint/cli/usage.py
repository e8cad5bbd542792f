"""Translate help and usage errors, including the texts of typer, which are English.

Some texts of typer are constants, which can be replaced. Others are finished sentences, which are
recognised by their templates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from cannlint.language import (
    ENGLISH,
    LANGUAGES,
    Phrase,
    enumerated,
    joined,
    language_in_use,
    paragraphs,
    said,
    translated,
)
from cannlint.text.printable import printable

_LANG = "--lang"
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""The exception of typer for usage errors; its module depends on the version of typer."""

_CONSTANTS = {
    "DEFAULT_STRING": Phrase("[default: {}]"),
    "REQUIRED_LONG_STRING": Phrase("[required]"),
    "ARGUMENTS_PANEL_TITLE": Phrase("Arguments"),
    "OPTIONS_PANEL_TITLE": Phrase("Options"),
    "COMMANDS_PANEL_TITLE": Phrase("Commands"),
    "ERRORS_PANEL_TITLE": Phrase("Error"),
    "RICH_HELP": Phrase("Try [blue]'{command_path} {help_option}'[/] for help."),
}
"""Constants of typer.rich_utils → their English texts."""

_USAGE = (Phrase("Usage: "), Phrase("[OPTIONS]"), Phrase("COMMAND [ARGS]..."))
"""Words of a usage line."""

_OPTION_HELP = (
    Phrase("Show this message and exit."),
    Phrase("Install completion for the current shell."),
    Phrase("Show completion for the current shell, to copy it or customize the installation."),
)
"""Help texts of the options that typer adds."""

_ERRORS = (
    Phrase("Invalid value for {parameter}: {problem}"),
    Phrase("Invalid value: {problem}"),
    Phrase("No such option: {option} (Possible options: {options})"),
    Phrase("No such option: {option} Did you mean {options}?"),
    Phrase("No such option: {option}"),
    Phrase("No such command {command}. Did you mean {commands}?"),
    Phrase("No such command {command}."),
    Phrase("Missing command."),
    Phrase("Missing argument {parameter}."),
    Phrase("Missing option {parameter}."),
    Phrase("Got unexpected extra argument(s) ({arguments})"),
    Phrase("Got unexpected extra argument ({arguments})"),
    Phrase("Got unexpected extra arguments ({arguments})"),
    Phrase("Option {option} requires an argument."),
    Phrase("Option {option} requires a value."),
    Phrase("Option {option} does not take a value."),
    Phrase("{value} is not one of {values}."),
    Phrase("{value} is not in the range {range}."),
    Phrase("{value} is not a valid integer range."),
    Phrase("{value} is not a valid int range."),
    Phrase("{value} is not a valid integer."),
)
"""Templates of usage errors; the first match is used."""


def language_asked_for(arguments: Sequence[str]) -> str | None:
    """The value of `--lang`, found before the command line is parsed; None without it."""
    asked = None
    for at, argument in enumerate(arguments):
        option, equals, value = argument.partition("=")
        if option == _LANG:
            named = value if equals else next(iter(arguments[at + 1 : at + 2]), "")
            asked = named if named in LANGUAGES else asked
    return asked


@cache
def _translate_typer() -> None:
    """Translate the constants of typer, which are for help and usage errors."""
    if language_in_use() == ENGLISH:
        return
    from typer import rich_utils  # a third of the start of a command

    from cannlint.report.styles import break_lines

    for name, english in _CONSTANTS.items():
        if getattr(rich_utils, name, None) == english:
            setattr(rich_utils, name, translated(english))
    usage = re.escape(translated(_USAGE[0]))
    rich_utils.OptionHighlighter.highlights.append(f"(?P<usage>{usage})")
    break_lines()


class _Translated:
    """The part of commands and groups that is about help."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _translate(self)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The help."""
        _translate_typer()
        super().format_help(ctx, formatter)  # type: ignore[misc]

    def get_usage(self, ctx: Any) -> str:
        """The usage line."""
        return _usage(super().get_usage(ctx))  # type: ignore[misc]

    def get_params(self, ctx: Any) -> Any:
        """The arguments and options, with those that typer adds."""
        known = super().get_params(ctx)  # type: ignore[misc]
        return [_with_help(parameter) for parameter in known]


class Command(_Translated, TyperCommand):
    """A command with translated help."""


class Group(_Translated, TyperGroup):
    """A group of commands with translated help and usage errors."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Parse the options before a command."""
        with _errors_translated():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        """Parse and run a command."""
        with _errors_translated():
            return super().invoke(ctx)


def _translate(command: Any) -> None:
    command.help = translated_help(command.help)
    command.short_help = translated_help(command.short_help)


def _with_help(parameter: Any) -> Any:
    parameter.help = translated_help(getattr(parameter, "help", None))
    return parameter


def translated_help(text: str | None) -> str | None:
    """A help text in the current language, each paragraph on one line: typer breaks the lines.

    `{kinds}` stands for the kinds of config files, `{json_kinds}` for those of them that are JSON.
    """
    if not text:
        return text
    told = "\n\n".join(translated(joined(paragraph)) for paragraph in paragraphs(text))
    return _with_kinds(told) if "kinds}" in told else told


def _with_kinds(told: str) -> str:
    from cannlint.kinds import CONFIG_KINDS, FORMATS

    json = (kind for kind in CONFIG_KINDS if FORMATS[kind].is_json)
    for mark, kinds in (("{kinds}", CONFIG_KINDS), ("{json_kinds}", json)):
        told = told.replace(mark, enumerated(kind.value for kind in kinds))
    return told


def _usage(line: str) -> str:
    for words in _USAGE:
        line = line.replace(words, translated(words))
    return line


@contextmanager
def _errors_translated() -> Iterator[None]:
    try:
        yield
    except _UsageError as error:
        _translate_typer()
        found = translated_error(error.format_message())  # type: ignore[attr-defined]
        sentence = "\n".join(map(printable, found.split("\n")))
        error.format_message = lambda: sentence  # type: ignore[attr-defined]
        raise


def translated_error(sentence: str) -> str:
    """Translate a usage error of typer, if its template is known."""
    for template in _ERRORS:
        parts = re.split(r"\{(\w+)\}", template)
        pattern = "".join(
            f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts)
        )
        found = re.fullmatch(pattern, sentence, re.DOTALL)
        if found is not None:
            values = found.groupdict()
            if "problem" in values:
                values["problem"] = translated_error(values["problem"])
            return said(template, **values)
    return sentence
