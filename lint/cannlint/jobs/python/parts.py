"""The parts of a script, each read by itself."""

from __future__ import annotations

from importlib import import_module
from itertools import chain, islice

from cannlint.jobs.atc.command_jobs import not_too_many
from cannlint.jobs.model import start_of
from cannlint.jobs.python.blocks import Block, blocks_of
from cannlint.jobs.python.imports import merged
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.script import Script
from cannlint.jobs.python.started_jobs import jobs_started
from cannlint.jobs.python.syntax import MOST_WORDS, TooLongError, parsable, parsed
from cannlint.jobs.python.whole_script import WholeScript
from cannlint.text.source import BYTE_ORDER_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cannlint.jobs.atc.job import AtcJob
    from cannlint.jobs.model import Job
    from cannlint.jobs.python.groups import Group
    from cannlint.jobs.python.pending_jobs import PendingJob
    from cannlint.jobs.python.ways import Ways
    from cannlint.text.source import Source

_MOST = 5_000
"""Blocks of a script; one that has more is read as one."""
_MOST_KEPT = 30_000
"""Words of a script whose syntax tree is kept until it is read; the rest is parsed twice."""


class Part:
    """What is read of one group of blocks.

    `pending` are what it sets, `started` the `atc` commands; `jobs` are those of both when it is
    known what the other parts have. `followed` counts the expressions of commands.
    """

    __slots__ = ("followed", "group", "jobs", "pending", "started", "tally")

    def __init__(
        self,
        source: Source,
        group: Group,
        imports: Mapping[str, str | None],
        ways: Ways,
        followed: int,
    ) -> None:
        module = Module(Script(source, group), imports)
        module.followed = followed
        self.group = group
        self.pending: list[PendingJob] = []
        for name in ways.front_ends:
            self.pending += import_module(f"cannlint.jobs.python.{name}").pending_jobs(module)
        self.started: Sequence[AtcJob] = jobs_started(module) if ways.starts_atc else ()
        self.tally = module.tally
        self.followed = module.followed - followed
        _forget_nodes(block for block in group if not block.only_imports)
        self.jobs: list[Job] = []

    def finish(self, whole: WholeScript) -> None:
        """Make the jobs, in the order they are written."""
        jobs = [job for one in self.pending for job in one.jobs(whole)]
        self.jobs = sorted([*jobs, *self.started], key=start_of)
        self.pending, self.started = [], ()


class Parts:
    """The blocks of a script, and what is read of them. Raises as blocks_of does.

    `is_too_long`: blocks that have to be read together have too many words, and nothing is read.
    """

    __slots__ = (
        "_blocks", "_imports", "_parts", "_source", "_text", "_ways", "_whole", "is_too_long",
    )  # fmt: skip

    def __init__(self, source: Source, ways: Ways) -> None:
        self._ways = ways
        self._source = source
        self._text = parsable(source.text)
        self._blocks = _blocks(self._text)
        self._imports = _imports_of(self._blocks)
        self._parts: list[Part] = []
        groups = ways.groups(self._blocks)
        self.is_too_long = any(map(_is_too_long, groups))
        if self.is_too_long:
            groups = []
        followed = 0
        for group in groups:
            part = Part(source, group, self._imports, ways, followed)
            self._parts.append(part)
            followed += part.followed
        _forget_nodes(self._blocks)
        not_too_many(source, chain.from_iterable(part.started for part in self._parts))
        self._whole = self._found_together()
        for part in self._parts:
            part.finish(self._whole)

    @property
    def jobs(self) -> list[Job]:
        """All jobs, in the order they are written; raises TooLongError."""
        if self.is_too_long:
            raise TooLongError
        found = [job for part in self._parts for job in part.jobs]
        return sorted(found, key=start_of)

    def _found_together(self) -> WholeScript:
        grouped = {id(block) for part in self._parts for block in part.group}
        others = (block for block in self._blocks if id(block) not in grouped)
        facts = (fact for block in others for fact in self._facts_of(block))
        tallies = (part.tally for part in self._parts)
        return WholeScript(facts, tallies, self._ways.names_adapter)

    def _facts_of(self, block: Block) -> frozenset[str]:
        if block.facts is None:
            block.facts = self._ways.facts_of(block.text)
        return block.facts


def _blocks(text: str) -> list[Block]:
    start = len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0
    found: list[Block] = []
    words = 0
    for block in islice(blocks_of(text, start, 1), _MOST + 1):
        words += block.size
        if words > _MOST_KEPT:
            block.nodes = None  # it is parsed again if it is read at all
        found.append(block)
    if len(found) <= _MOST:
        return found
    return [Block(start, 1, text[start:], parsed(text[start:]).body)]


def _forget_nodes(blocks: Iterable[Block]) -> None:
    """Free the memory that syntax trees take."""
    for block in blocks:
        block.nodes = None


def _is_too_long(group: Group) -> bool:
    return sum(block.size for block in group) > MOST_WORDS


def _imports_of(blocks: Sequence[Block]) -> dict[str, str | None]:
    return merged(one for block in blocks for one in block.imports)
