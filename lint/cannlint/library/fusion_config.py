"""The compiler's own fusion_config.json: the built-in switches of a release."""

from __future__ import annotations

import os

from cannlint.cann.fusion import EXCEPTIONAL, GROUPS, ON, SWITCH
from cannlint.errors import UnreadablePathError
from cannlint.syntax.json_value import IRREGULAR, plain_json
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Switches = dict[str, dict[str, bool]]

_IN_OPP = os.path.join("built-in", "fusion_pass", "config", "fusion_config.json")
_IN_PLUGIN = os.path.join(
    "lib64", "plugin", "opskernel", "fusion_pass", "config", "fusion_config.json"
)


def built_in_switches(opp: str) -> tuple[Switches, frozenset[str]]:
    """Group → pass → on, and the passes that no file can turn off; empty without the file."""
    path = fusion_config_of(opp)
    try:
        value = plain_json(read_source(path).text) if path is not None else IRREGULAR
    except UnreadablePathError:
        value = IRREGULAR
    if value is IRREGULAR or not isinstance(value, dict):
        return {}, frozenset()
    exceptional = value.get(EXCEPTIONAL)
    names = exceptional if isinstance(exceptional, list) else ()
    return _switches(value), frozenset(name for name in names if isinstance(name, str))


def fusion_config_of(opp: str) -> str | None:
    """The file with the built-in switches of an install, or None (libraries.md)."""
    return next((path for path in _candidates(opp) if os.path.isfile(path)), None)


def _candidates(opp: str) -> Iterator[str]:
    """Where releases have had the file: within opp (from 9.0), or beside it (8.1)."""
    yield os.path.join(opp, _IN_OPP)
    home = os.path.dirname(os.path.abspath(opp))
    for name in ("", *sorted(os.listdir(home))):
        yield os.path.join(home, name, _IN_PLUGIN)


def _switches(value: dict[str, object]) -> Switches:
    groups = value.get(SWITCH)
    found: Switches = {}
    for group in GROUPS:
        passes = groups.get(group) if isinstance(groups, dict) else None
        if isinstance(passes, dict):
            found[group] = {name: switch == ON for name, switch in passes.items()}
    return found
