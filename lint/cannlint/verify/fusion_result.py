"""`fusion_result.json` of a compile: how often each fusion pass matched and took effect."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from cannlint.errors import CannlintError
from cannlint.text.source import read_source

_GROUPS = ("graph_fusion", "ub_fusion")
_MATCHED, _EFFECTIVE = "match_times", "effect_times"
_DEEPEST = 3
"""Objects around a group: the graphs, each with its groups, in an array or in one object."""

_MOST_TIMES = 1 << 31


@dataclass(eq=False, slots=True)
class FusionResult:
    """How often passes matched and took effect, over all graphs: pass → (matched, effective)."""

    path: str
    times: dict[str, tuple[int, int]] = field(init=False, default_factory=dict)

    def add(self, name: str, matched: int, effective: int) -> None:
        """Add the numbers of one graph."""
        before = self.times.get(name, (0, 0))
        self.times[name] = (before[0] + matched, before[1] + effective)


def read_fusion_result(path: str) -> FusionResult:
    """Read a file. Raises CannlintError (and UnreadablePathError) if it is not such a file."""
    source = read_source(path)
    try:
        value = json.loads(source.text)
    except (ValueError, RecursionError):
        raise CannlintError("{path}: not a fusion_result.json: no JSON", path=path) from None
    result = FusionResult(path)
    groups = [*_groups(value, 0)]
    if not groups:
        raise CannlintError(
            "{path}: not a fusion_result.json: it has neither graph_fusion nor ub_fusion", path=path
        )
    for group in groups:
        for name, times in group.items():
            if isinstance(times, dict):
                result.add(name, _number(times.get(_MATCHED)), _number(times.get(_EFFECTIVE)))
    return result


def _groups(value: object, depth: int) -> Iterator[dict[str, object]]:
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for item in value:
            yield from _groups(item, depth + 1)
    elif isinstance(value, dict):
        own = [value[key] for key in _GROUPS if isinstance(value.get(key), dict)]
        yield from own
        for item in () if own else value.values():
            yield from _groups(item, depth + 1)


def _number(value: object) -> int:
    """A number of times: CANN writes it as text."""
    if isinstance(value, str) and value.isdecimal() and value.isascii() and len(value) < 10:
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        return 0
    return max(0, min(value, _MOST_TIMES))
