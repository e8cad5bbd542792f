"""`cannlint init`: create a cannlint.toml, or the op_precision ini of a network."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from cannlint.cli import completion
from cannlint.cli.exit import EXIT_CLEAN
from cannlint.cli.options import LibraryOption
from cannlint.errors import CannlintError
from cannlint.language import counted, said


def init(
    base: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="MODE_FILE",
            autocompletion=completion.mode_files,
            help="Create the op_precision ini of a network from this built-in mode file, "
            "e.g. high_precision_for_all.",
        ),
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="OP=MODE", help="With --from: the mode of one operator; repeatable."
        ),
    ] = None,
    library: LibraryOption = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="With --from: the file to write."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> int:
    """Create a cannlint.toml for this folder, or the op_precision ini of a network (--from).

    Exit status: 0, or 2 if nothing was written.
    """
    if base is None:
        if changes or output or library:
            raise CannlintError("--set, --library and -o need --from")
        return _start_config(force)
    if output is None:
        raise CannlintError("--from needs -o FILE")
    return _write_network_ini(base, changes or [], library, output, force)


def _write_network_ini(
    base: str, changes: list[str], library: str | None, output: str, force: bool
) -> int:
    from cannlint.config.file import Settings
    from cannlint.engine.named import settings_for
    from cannlint.library.choose import choose
    from cannlint.library.network_ini import network_ini
    from cannlint.text.writing import write_whole

    settings = settings_for(".", None, isolated=False) or Settings()
    text = network_ini(choose(library, settings.opp, settings.library), base, changes)
    write_whole(output, text, force)
    _say(
        said(
            "{output}: {number} operators",
            output=output,
            number=sum("=" in line for line in text.splitlines()),
        )
    )
    return EXIT_CLEAN


def _start_config(force: bool) -> int:
    from cannlint.config.search import CONFIG_NAME, PYPROJECT, has_our_table
    from cannlint.discovery.survey import find_files
    from cannlint.report.config_start import config_text
    from cannlint.text.source import read_source
    from cannlint.text.writing import write_whole

    if not force and os.path.isfile(PYPROJECT) and has_our_table(read_source(PYPROJECT).data):
        raise CannlintError(
            "{pyproject} already has a [tool.cannlint] table; use --force to write "
            "cannlint.toml all the same",
            pyproject=PYPROJECT,
        )
    files = find_files(".")
    write_whole(CONFIG_NAME, config_text(files), force)
    named = sum(not file.by_content for file in files)
    found = counted(len(files), "config file")
    _say(
        said(
            "{config_name}: {found} found, {named} listed under [files]",
            config_name=CONFIG_NAME,
            found=found,
            named=named,
        )
    )
    return EXIT_CLEAN


def _say(text: str) -> None:
    from cannlint.text.printable import printable

    sys.stdout.write(printable(text) + "\n")
