"""The second stage, read: a file → CANN's reading of it as a kind."""

from __future__ import annotations

import os

from cannlint.config.search import CONFIG_NAME, PYPROJECT, has_our_table
from cannlint.discovery.detect import Output, kind_of, output_in
from cannlint.kinds import CONFIG_KINDS, FORMATS, JOB_KINDS, Kind
from cannlint.language import Phrase, said
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.config.file import Settings
    from cannlint.engine.run import Options
    from cannlint.engine.scope import Scope
    from cannlint.jobs.model import Job
    from cannlint.reading.base import Reading
    from cannlint.text.source import Source


_MOST_LINKED_BYTES = 1 << 22
"""Bytes of config files that jobs name whose readings are cached."""


class Files:
    """The texts of files: from disk, except standard input and a text with fixes.

    An editor has texts of its own, and keeps what it read.
    """

    def __init__(self, stdin: Source | None = None) -> None:
        self.stdin = stdin
        """Standard input, which stands for the file whose name it is given."""
        self.instead: Source | None = None
        """A text with fixes, which stands for the file until it is checked."""
        self._linked: dict[tuple[str, Kind], Reading] = {}
        self._linked_bytes = 0

    def source(self, path: str, shown: str | None = None) -> Source:
        """The file at a path, reported by the name `shown`; raises UnreadablePathError."""
        for source in (self.instead, self.stdin):
            if source is not None and os.path.realpath(source.path) == os.path.realpath(path):
                return source
        return read_source(path, shown)

    def configuration(self, path: str) -> Source:
        """A configuration file by its path, reported relative to the working folder."""
        return self.source(path, os.path.relpath(path))

    def reading(self, source: Source, kind: Kind) -> Reading:
        """CANN's reading of a file of this kind; raises as `read` of the kind does."""
        return read(source, kind)

    def linked_reading(self, source: Source, kind: Kind) -> Reading:
        """The same for a config file that jobs name: many jobs may name one, so it is cached."""
        known = self._linked.get((source.path, kind))
        if known is not None and known.source.data == source.data:
            return known
        reading = self.reading(source, kind)
        self._linked[source.path, kind] = reading
        self._linked_bytes += len(source.data)
        while self._linked_bytes > _MOST_LINKED_BYTES and self._linked:
            oldest = self._linked.pop(next(iter(self._linked)))
            self._linked_bytes -= len(oldest.source.data)
        return reading

    def kind(self, source: Source) -> Kind | None:
        """The kind of a file where something other than its name and content tells it."""
        return None


def read(source: Source, kind: Kind) -> Reading:
    """CANN's reading of a file of this kind."""
    return FORMATS[kind].read(source)


def jobs_in(reading: Reading) -> list[Job]:
    """The compile jobs that are written in a file; config files have none."""
    if reading.kind not in JOB_KINDS:
        return []
    from cannlint.jobs.jobs_reading import JobsReading

    assert isinstance(reading, JobsReading)
    return reading.jobs


def jobs_to_check(reading: Reading) -> list[Job]:
    """The compile jobs that are written in a file, and what they may be."""
    jobs = jobs_in(reading)
    return [*jobs, *reading.possible] if jobs else jobs  # type: ignore[attr-defined]


def is_configuration(source: Source, scope: Scope) -> bool:
    """Whether a file is a configuration of ours: by its name, or given on the command line."""
    return has_name_of_configuration(source) or scope.is_given(source.path)


def has_name_of_configuration(source: Source) -> bool:
    """Whether a file has a name under which configurations of ours are found."""
    name = os.path.basename(source.path)
    return name == CONFIG_NAME or (name == PYPROJECT and has_our_table(source.data))


def kind_in(
    source: Source, settings: Settings | None, options: Options, files: Files, is_named: bool
) -> Kind | None:
    """The kind of a text: as asked for, as configured, as an editor says, as it looks."""
    return options.kind or kind_under(settings, source, is_named, files.kind(source))


def kind_under(
    settings: Settings | None, source: Source, is_named: bool, told: Kind | None = None
) -> Kind | None:
    """The kind of a file: as configured, as somebody told, as it looks; None where none tells."""
    configured = settings.kind_of(source.path) if settings is not None else None
    return configured or told or kind_of(source.path, source.data, loosely=is_named)


def unknown_kind(source: Source) -> str:
    """The sentence about a named file whose kind is unknown."""
    from cannlint.graphs.header import FRAMEWORK_OF_SUFFIX

    reason = output_reason(source)
    if reason is not None:
        return said("{path}: this is {reason}", path=source.path, reason=reason)
    if source.path.lower().endswith(tuple(FRAMEWORK_OF_SUFFIX)):
        return said(
            "{path}: this is a model; to see what CANN makes of it: `cannlint plan --soc NAME "
            "--model {path}`, or `cannlint check -- atc --model={path} ...`",
            path=source.path,
        )
    if source.path.lower().endswith(_COMPILED):
        return said(
            "{path}: this is a compiled model, and `cannlint verify {path}` compares it with its "
            "job",
            path=source.path,
        )
    kinds = ", ".join(kind.value for kind in (*CONFIG_KINDS, Kind.OPS_INFO))
    return said(
        "{path}: cannot tell what kind of file this is; name it with --kind ({kinds})",
        path=source.path,
        kinds=kinds,
    )


def output_reason(source: Source) -> Phrase | None:
    """What a file is that CANN or cannlint wrote; None for any other file."""
    output = output_in(source.path, source.data)
    return _OUTPUTS[output] if output is not None else None


_COMPILED = ".om"

_OUTPUTS = {
    Output.FUSION_RESULT: Phrase(
        "an output of CANN, not a config file: the fusion passes that matched and took effect"
    ),
    Output.MODEL: Phrase("an output of CANN, not a config file: a model or a graph as JSON"),
    Output.OURS: Phrase("a document of cannlint, not a config file"),
    Output.SCHEMA: Phrase("a JSON Schema, not a config file"),
    Output.GRAMMAR: Phrase("a grammar of an editor, not a config file"),
}
