"""`cannlint library index` behind its command line."""

from __future__ import annotations

import os

from cannlint.cli.exit import EXIT_CLEAN, print_error
from cannlint.errors import CannlintError
from cannlint.language import counted, said
from cannlint.library.compact import dump
from cannlint.library.install import load, stores
from cannlint.library.platforms import socs_in
from cannlint.text.printable import printable
from cannlint.text.writing import write_whole


def write_index(
    opp: str, output: str, cann: str | None, incomplete: bool, platform: str | None, force: bool
) -> int:
    """Write the index file of an install, and print a summary."""
    if not os.path.isdir(opp):
        raise CannlintError("{opp}: no such folder", opp=opp)
    library = load(opp)
    if cann is not None:
        library.cann = cann
    if incomplete:
        library.is_complete = False
    if platform is not None:
        found = socs_in(platform)
        library.socs = {name: soc for name, soc in found.items() if soc.folder in library.folders}
    write_whole(output, dump(library), force)
    left_out = _left_out(library.path or opp)
    if left_out:
        entries = counted(left_out, "entry", "entries")
        print_error(said("skipped {entries} that CANN cannot load", entries=entries))
    written = said(
        "{output}: CANN {cann}, {operators} in {folders}",
        output=output,
        cann=library.cann,
        operators=counted(len(list(library.names())), "operator"),
        folders=counted(len(library.folders), "SoC folder"),
    )
    print(printable(written))
    return EXIT_CLEAN


def _left_out(opp: str) -> int:
    return sum(
        len(reading.entries) - len(reading.operators)
        for store in stores(opp)
        for reading in store.readings()
    )
