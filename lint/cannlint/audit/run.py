"""An audit of whole folders: the files found, their jobs audited by whoever does the work."""

from __future__ import annotations

import os
from itertools import chain, islice

from cannlint.ahead import crew_for, most_processes
from cannlint.audit.file import audit_file
from cannlint.audit.model import Audit
from cannlint.discovery import files_in
from cannlint.errors import BrokenConfigError, CannlintError
from cannlint.folder import working_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cannlint.audit.file import FileRecord
    from cannlint.audit.model import Aim
    from cannlint.run import Options

    Unit = tuple[str, Sequence[str], Sequence[Aim], Options]

_BATCH = 10
"""Files that a process is given at a time."""

_FEW = 40
"""Files that are audited at once."""


def audit(roots: Sequence[str], aims: list[Aim], options: Options) -> Audit:
    """Audit every job below some paths. Raises CannlintError when that cannot be done at all."""
    found = Audit(aims, options)
    paths = _paths(roots, options)
    found.files = len(paths)
    for record in _records(paths, aims, options):
        found.jobs += record["jobs"]
        found.unreadable += [(path, reason) for path, reason in record["unreadable"]]
    found.unreadable = [*dict.fromkeys(found.unreadable)]
    return found


def _paths(roots: Sequence[str], options: Options) -> list[str]:
    isolated = options.isolated or options.config is not None
    paths: dict[str, None] = {}
    try:
        for root in roots:
            in_folder = files_in(root, isolated) if os.path.isdir(root) else [root]
            paths.update(dict.fromkeys(in_folder))
    except BrokenConfigError as broken:
        raise CannlintError(
            "{path}: cannot be used as configuration", path=broken.source.path
        ) from None
    return sorted(paths)


def _records(paths: list[str], aims: list[Aim], options: Options) -> Iterable[FileRecord]:
    units = [*_units(paths, aims, options)]
    is_small = len(paths) < _FEW and options.jobs is None
    if options.executor is None and (is_small or most_processes(options) == 1):
        return chain.from_iterable(map(audit_batch, units))
    from cannlint.workers import in_order

    return chain.from_iterable(in_order(audit_batch, units, crew_for(options)))


def _units(paths: Iterable[str], aims: list[Aim], options: Options) -> Iterator[Unit]:
    rest = iter(paths)
    while batch := [*islice(rest, _BATCH)]:
        yield os.getcwd(), batch, aims, options


def audit_batch(unit: Unit) -> list[FileRecord]:
    """Audit the jobs of some files; runs in any process."""
    folder, paths, aims, options = unit
    with working_in(folder):
        return [audit_file(path, aims, options) for path in paths]
