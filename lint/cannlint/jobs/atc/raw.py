"""The options of the JSON file that --raw_ge_options names (manual/atc.md#raw_ge_options)."""

from __future__ import annotations

import os

from cannlint.errors import UnreadablePathError
from cannlint.jobs.atc.job import (
    EMPTY_KEY,
    NO_OBJECT,
    NO_OPTIONS,
    NO_TEXT,
    NOT_JSON,
    UNKNOWN_LEVEL,
    RawFault,
)
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.tables import options_of
from cannlint.reading.json_places import Places, SchemaFault, schema_faults
from cannlint.schema import BAD_NAME, UNKNOWN_KEY
from cannlint.syntax.json_scanner import parse_json
from cannlint.text.source import read_source
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.atc.job import AtcJob
    from cannlint.schema import Path
    from cannlint.syntax.json_nodes import Member
    from cannlint.text.source import Source

OPTION, VIA = "raw_ge_options", "raw_ge_options"
SCHEMA = "raw_ge_options"
COMPILE_OPTIONS = "compile options"
LEVELS = ("global", "session", "graph")
"""The levels of the file, the weakest first."""

ON_THE_LINE_ONLY = ("framework", "model", "output", "soc_version")
"""The flags that the file cannot set: E10001 where the command line does not."""


def add_raw_options(job: AtcJob) -> None:
    """Add the settings and the faults of the file to a job; nothing where it is not found."""
    setting = job.get(OPTION)
    if setting is None or not setting.value:
        return
    folder = os.path.dirname(job.source.path) if job.folder is None else job.folder
    try:
        source = read_source(os.path.join(folder, setting.value))
    except UnreadablePathError:
        return
    source.path = setting.value if job.folder is not None else source.path
    reader = _Reader(job, source)
    reader.read()


def _reason(fault: SchemaFault) -> tuple[str, Span, str]:
    """What ATC refuses, where, and the key that it is about."""
    key = str(fault.path[-1]) if fault.path else ""
    span = fault.node.span
    if fault.keyword == UNKNOWN_KEY and fault.member is not None:
        return UNKNOWN_LEVEL, fault.member.key.span, key
    if fault.keyword == BAD_NAME and fault.member is not None:
        return EMPTY_KEY, fault.member.key.span, ""
    if fault.keyword == "required":
        return NO_OPTIONS, Span(0, 1), ""
    depth = len(fault.path)
    return (NO_OBJECT, NO_OPTIONS, NO_OBJECT, NO_TEXT)[depth], span, key if depth > 1 else ""


class _Reader:
    def __init__(self, job: AtcJob, source: Source) -> None:
        self.job = job
        self.source = source

    def read(self) -> None:
        document = parse_json(self.source.text)
        root = document.root
        fault = document.faults[0].span if document.faults else document.trailing
        if fault is not None:
            return self._refuse(NOT_JSON, fault)
        assert root is not None  # without a value there is a fault
        places = Places(root)
        wrong: set[Path] = set()
        for schema_fault in schema_faults(SCHEMA, root.plain, places):
            wrong.add(schema_fault.path)
            self._refuse(*_reason(schema_fault))
        options = root.last(COMPILE_OPTIONS)
        for level in LEVELS if not wrong & {(), (COMPILE_OPTIONS,)} else ():
            value = options.last(level) if options is not None else None
            lasts = places.members(value) if value is not None else {}
            for member in lasts.values():
                if (COMPILE_OPTIONS, level, member.name) not in wrong:
                    self.job.settings.append(self._setting(member, level))
        return None

    def _refuse(self, reason: str, span: Span, text: str = "") -> None:
        self.job.raw_faults.append(RawFault(reason, self.source, span, text))

    def _setting(self, member: Member, level: str) -> Setting:
        known = options_of(FrontEnd.GE).get(member.name)
        spec = options_of(FrontEnd.ATC).get(known.option) if known is not None else None
        key, value = member.key.span, member.value.span
        setting = Setting(
            member.name,
            str(member.value.plain),
            self.source,
            member.span,
            Span(key.start + 1, key.end - 1),
            Span(value.start + 1, value.end - 1),
            spec,
        )
        setting.via, setting.level = VIA, level
        return setting


def not_replaceable(job: AtcJob) -> Iterator[Setting]:
    """The settings of the file that only the command line may make, where the line lacks them."""
    for setting in job.settings:
        if setting.via == VIA and setting.option in ON_THE_LINE_ONLY:
            counts = job.get(setting.option)
            if counts is not None and counts.via == VIA and job.complete:
                yield setting
