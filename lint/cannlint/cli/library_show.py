"""`cannlint library list` and `show` behind their command lines."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cannlint.cli.exit import EXIT_CANNOT_RUN, EXIT_CLEAN
from cannlint.config.file import Settings
from cannlint.engine.named import settings_for
from cannlint.errors import CannlintError
from cannlint.graphs.tables import type_meant
from cannlint.language import counted, said, translated
from cannlint.library.choose import Place, choose, places
from cannlint.library.folders import folder_for
from cannlint.library.model import Library
from cannlint.library.snapshot import VERSION, embedded
from cannlint.report import library_list, library_pass, library_show
from cannlint.report.json_text import dump
from cannlint.report.library_show import (
    Entry,
    dtype_rows,
    dtype_sentence,
    kernel_lines,
    recorded_lines,
)
from cannlint.report.styles import print_lines
from cannlint.report.tables import print_table
from cannlint.text.printable import printable


def print_list(option: str | None, config: str | None, isolated: bool, as_json: bool) -> int:
    """Print the libraries; the status is 2 if the library asked for does not exist."""
    settings = settings_for(".", config, isolated) or Settings()
    found = places(option, settings.opp, settings.library)
    used = _used(found)
    if as_json:
        sys.stdout.write(dump(library_list.report(found, used)) + "\n")
    else:
        print_lines(library_list.lines(found, used))
    return EXIT_CANNOT_RUN if used is None else EXIT_CLEAN


def _used(found: Sequence[Place]) -> Library | None:
    """The library used in this folder; None if the library asked for does not exist."""
    for place in found:
        if place.is_asked or place.library is not None:
            return place.library
    return embedded(VERSION)


class Request:
    """The library, the configured SoCs, and the output format."""

    __slots__ = ("as_json", "library", "socs")

    def __init__(
        self, library: str | None, config: str | None, isolated: bool, as_json: bool
    ) -> None:
        settings = settings_for(".", config, isolated) or Settings()
        self.library = choose(library, settings.opp, settings.library)
        self.socs = settings.socs
        self.as_json = as_json


def show_pass(name: str, request: Request) -> int:
    """Print a fusion pass."""
    found = library_pass.find(name, request.library)
    if request.as_json:
        sys.stdout.write(dump(library_pass.report(found, request.library)) + "\n")
    else:
        print_lines(library_pass.lines(found, request.library))
    return EXIT_CLEAN


def show_operator(op_type: str, socs: Sequence[str], all_socs: bool, request: Request) -> int:
    """Print an operator, for the SoCs named or configured.

    Without a SoC, print the entry that most SoC folders share; in JSON, all entries.
    """
    library = request.library
    if not library.operator(op_type):
        raise CannlintError(_unknown(op_type, library))
    asked = () if all_socs else tuple(socs) or request.socs
    folders = [folder_for(library, soc) for soc in asked] or library.folders
    entries = library_show.entries_of(library, op_type, folders)
    if request.as_json:
        sys.stdout.write(dump(library_show.report(library, op_type, entries)) + "\n")
        return EXIT_CLEAN
    print_lines(library_show.head_lines(library, op_type))
    for entry in entries if asked or all_socs else entries[:1]:
        _print_entry(library, entry)
    if asked:
        _print_lacking(library, op_type, folders)
    if not (asked or all_socs) and len(entries) > 1:
        others = counted(len(entries) - 1, "other entry", "other entries")
        print_lines(
            [
                [],
                [
                    (
                        said(
                            "{others} on other SoCs: use --soc NAME to show one, "
                            "--all-socs to show all",
                            others=others,
                        ),
                        "",
                    )
                ],
            ]
        )
    return EXIT_CLEAN


def _unknown(op_type: str, library: Library) -> str:
    meant = type_meant(op_type, {*library.names()})
    hint = said("; did you mean {meant}?", meant=meant) if meant else ""
    if library.is_complete:
        return said(
            "unknown operator {op_type!r}: no SoC of CANN {cann} has it{hint}",
            cann=library.cann,
            op_type=op_type,
            hint=hint,
        )
    return said(
        "unknown operator {op_type!r}: not among the known operators of CANN {cann}{hint}",
        op_type=op_type,
        cann=library.cann,
        hint=hint,
    )


def _print_entry(library: Library, entry: Entry) -> None:
    print_lines(library_show.entry_lines(library, entry))
    if entry.operator.column_count:
        print_table(*dtype_rows(entry.operator), indent="  ")
    else:
        print_lines([dtype_sentence(entry.operator)])
    print_lines([*recorded_lines(entry), *kernel_lines(entry)])


def _print_lacking(library: Library, op_type: str, folders: Sequence[str]) -> None:
    verb = translated("does not have it") if library.is_complete else translated("may not have it")
    having = library.operator(op_type)
    for folder in dict.fromkeys(folders):
        if folder not in having:
            print_lines([[], [(printable(f"{folder} {verb}"), "")]])
