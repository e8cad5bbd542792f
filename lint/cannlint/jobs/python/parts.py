"""The jobs of a script: its groups of blocks are read one by one, and what they have together."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from itertools import islice

from cannlint.jobs.atc.command_jobs import not_too_many
from cannlint.jobs.model import start_of
from cannlint.jobs.python.blocks import Block, beginning_of, blocks_of
from cannlint.jobs.python.commands import jobs_started
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.scopes import merged
from cannlint.jobs.python.script import Script
from cannlint.jobs.python.syntax import MOST_WORDS, TooLongError, parsable, parsed
from cannlint.jobs.python.whole_script import WholeScript

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.jobs.model import Job
    from cannlint.jobs.python.groups import Group
    from cannlint.jobs.python.pending_jobs import PendingJob
    from cannlint.jobs.python.ways import Ways
    from cannlint.text.source import Source

_MOST = 5_000
"""Blocks of a script; one that has more is read as one."""
_MOST_KEPT = 30_000
"""Words of a script whose syntax tree is kept until it is read; the rest is parsed twice."""


def jobs_of(source: Source, ways: Ways) -> list[Job]:
    """All jobs of a script, in the order they are written.

    Raises as blocks_of does, and TooLongError where a group of blocks has too many words.
    """
    blocks = _blocks(parsable(source.text))
    imports = merged(one for block in blocks for one in block.imports)
    groups = ways.groups(blocks)
    if any(map(_is_too_long, groups)):
        raise TooLongError
    tally = Counter(_facts_outside(blocks, groups, ways))
    pending: list[PendingJob] = []
    started: list[Job] = []
    followed = 0
    for group in groups:
        module = Module(Script(source, group), imports)
        module.followed = followed
        for name in ways.front_ends:
            pending += import_module(f"cannlint.jobs.python.{name}").pending_jobs(module)
        started += jobs_started(module) if ways.runs_programs else ()
        tally.update(module.tally)
        followed = module.followed
        _forget_nodes(block for block in group if not block.only_imports)
    whole = WholeScript(tally, ways.names_adapter)
    jobs = [job for one in pending for job in one.jobs(whole)]
    return sorted([*jobs, *not_too_many(source, iter(started))], key=start_of)


def _facts_outside(blocks: list[Block], groups: list[Group], ways: Ways) -> Iterable[str]:
    """What the blocks in no group have that concerns all jobs."""
    grouped = {id(block) for group in groups for block in group}
    others = (block for block in blocks if id(block) not in grouped)
    return (fact for block in others for fact in ways.facts_of(block.text))


def _blocks(text: str) -> list[Block]:
    found: list[Block] = []
    words = 0
    for block in islice(blocks_of(text), _MOST + 1):
        words += block.size
        if words > _MOST_KEPT:
            block.nodes = None  # it is parsed again if it is read at all
        found.append(block)
    if len(found) <= _MOST:
        return found
    start = beginning_of(text)
    return [Block(start, 1, text[start:], parsed(text[start:]).body)]


def _forget_nodes(blocks: Iterable[Block]) -> None:
    """Free the memory that syntax trees take."""
    for block in blocks:
        block.nodes = None


def _is_too_long(group: Group) -> bool:
    return sum(block.size for block in group) > MOST_WORDS
