"""The options of each front end: tables/<front end>.json, one row for each option.

`tables/options.json` has what holds for an option whatever the front end. What the keys mean stands
in dev/option_tables.schema.json; dev/option_tables.py says what is wrong in a table.
"""

from __future__ import annotations

import json
from functools import cache

from cannlint.data import read_data
from cannlint.jobs.releases import is_in, row_at
from cannlint.jobs.settings import FrontEnd, OptionSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, NotRequired, TypedDict

    from cannlint.jobs.conditions import States
    from cannlint.jobs.releases import Release, Row
    from cannlint.jobs.settings import Setting

    class Function(TypedDict):
        """A function that sets options."""

        parameters: list[str]
        required: int
        open: NotRequired[bool]

    class Agreement(TypedDict):
        """Two options that are to have the same value."""

        first: str
        second: str
        effect: str
        help: str

    class Together(TypedDict):
        """What becomes of options that are set together."""

        options: States
        effect: str
        code: NotRequired[str]
        since: NotRequired[str]
        until: NotRequired[str]
        option: NotRequired[str]
        via: NotRequired[str]
        help: NotRequired[str]


_NOTHING: Any = {}
"""An object that a table does not have."""


class Table:
    """The table of a front end.

    The fields are its keys, which dev/option_tables.schema.json explains, or what a table without
    the key says.
    """

    options: dict[str, Row]
    releases: Sequence[str] = ()
    recent: str | None = None
    sends: Mapping[str, str] = _NOTHING
    sends_since: Mapping[str, str] = _NOTHING
    calls: Mapping[str, list[str]] = _NOTHING
    whole: Sequence[str] = ()
    functions: Mapping[str, Function] = _NOTHING
    groups: Mapping[str, Row] = _NOTHING
    others: Sequence[str] = ()
    names: Mapping[str, str] = _NOTHING
    others_since: Mapping[str, str] = _NOTHING
    precedence: Sequence[str] = ()
    elsewhere: bool = False
    refused_together: Sequence[Together] = ()
    changed_together: Sequence[Together] = ()
    agree: Sequence[Agreement] = ()
    advised: Sequence[Together] = ()

    def __init__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)


_LIKE = "like"
_OWN = ("deprecated", "levels", "at_level", "formerly")
"""What a row does not take over: which other key of GE to use, the calls that take this one, and
what it was in releases that are CANN's, not the front end's."""


@cache
def table_of(front_end: FrontEnd) -> Table:
    """The table of a front end; what a row does not say itself is that of the row it is like."""
    table = Table(json.loads(read_data("jobs/tables", f"{front_end.value}.json")))
    for key, row in table.options.items():
        if _LIKE in row:
            table.options[key] = whole_row(row, table_of(FrontEnd.GE).options)
    return table


def whole_row(row: Row, of_ge: Mapping[str, Row]) -> Row:
    """A row with what it takes over from GE's row of the key that it is `like`."""
    if _LIKE not in row:
        return row
    whole = {"option": row[_LIKE], **_placed(of_ge[row[_LIKE]], _FIRST_LEVEL), **row}
    return {key: value for key, value in whole.items() if key in row or key not in _OWN}


@cache
def options_of(front_end: FrontEnd, release: Release | None = None) -> dict[str, OptionSpec]:
    """Key as written → what a release of a front end (None: the newest) knows of the option."""
    found = ((key, row_at(row, release)) for key, row in table_of(front_end).options.items())
    return {key: OptionSpec(front_end, key, row) for key, row in found if row is not None}


def spec_of(front_end: FrontEnd, name: str) -> OptionSpec | None:
    """An option by the front end's own key, or else by its canonical name."""
    options = options_of(front_end)
    if name in options:
        return options[name]
    return next((spec for spec in options.values() if spec.option == name), None)


_PASS_ON = (FrontEnd.TF1, FrontEnd.TF2, FrontEnd.TORCHAIR)
"""The front ends whose options become keys of GE."""

_FIRST_LEVEL = "global"
_STAGES = {"global": "init", "session": "session", "graph": "graph"}
"""Level of an option → where GE checks the options of this level."""


def compiler_spec(setting: Setting) -> OptionSpec | None:
    """What GE knows of the option that a setting becomes; None where that is not in its table."""
    spec = setting.spec
    if spec is None or spec.front_end not in (FrontEnd.GE, *_PASS_ON):
        return None
    if spec.front_end is FrontEnd.GE:
        return compiler_option(spec.key, setting.level, setting.compiler_release)
    key = spec.sent_as or _keys_of_ge().get(spec.option)
    return compiler_option(key, spec.level, setting.compiler_release) if key else None


def code_of_missing(setting: Setting) -> str | None:
    """What GE reports where the file or folder that a setting names is not there."""
    key = _keys_of_ge().get(setting.option)
    known = compiler_option(key, setting.level, setting.compiler_release) if key else None
    return known.faults.get("missing", {}).get("code") if known is not None else None


@cache
def compiler_option(key: str, level: str | None, release: Release | None) -> OptionSpec | None:
    """What a release of GE knows of a key that is an option of everything, a session or a graph."""
    row = row_at(table_of(FrontEnd.GE).options[key], release)
    if row is None:
        return None
    found = {**row, **row.get("at_level", {}).get(level, {})}
    return OptionSpec(FrontEnd.GE, key, _placed(found, level))


def _placed(row: Row, level: str | None) -> Row:
    """A row that says where GE refuses values of an option of this level."""
    first = level if level in _STAGES else _FIRST_LEVEL
    found = {key: _at(row[key], first) for key in ("bad",) if key in row}
    faults = {name: _at(bad, first) for name, bad in row.get("faults", {}).items()}
    return {**row, **found, "faults": faults}


def _at(bad: Row, level: str) -> Row:
    """What becomes of a value, where GE checks the options of each level."""
    is_by_level = bad.get("at") == "options"
    return {**bad, "at": _STAGES[level]} if is_by_level else bad


@cache
def _keys_of_ge() -> dict[str, str]:
    """Canonical name → key of GE; the first where several are the same."""
    found: dict[str, str] = {}
    for key, row in table_of(FrontEnd.GE).options.items():
        found.setdefault(row.get("option", key), key)
    return found


def key_of_ge(key: str, level: str | None) -> OptionSpec | None:
    """What a call of a level knows of a key of GE; None where it does not take it."""
    own = options_of(FrontEnd.ACLGRPH).get(key)
    if own is not None and any(level_of_call(call) == level for call in own.via):
        return own
    spec = options_of(FrontEnd.GE).get(key)
    is_taken = spec is None or spec.levels is None or level in spec.levels
    return spec if is_taken else None


def level_of_call(call: str) -> str | None:
    """The level of the options that a call of GE takes."""
    return table_of(FrontEnd.ACLGRPH).groups[call].get("level")


@cache
def groups_of(front_end: FrontEnd, release: Release | None = None) -> dict[str, Row]:
    """The objects that options are attributes of, as a release has them (None: the newest)."""
    groups = table_of(front_end).groups
    found = ((name, row_at(group, release)) for name, group in groups.items())
    return {name: group for name, group in found if group is not None}


def sent_by(front_end: FrontEnd, release: Release | None = None) -> dict[str, str]:
    """Canonical name → the value that a release hands on itself where the user sets none."""
    table = table_of(front_end)
    return {
        name: value
        for name, value in table.sends.items()
        if is_in(release, table.sends_since.get(name))
    }


@cache
def descriptions() -> dict[str, dict[str, Any]]:
    """Canonical name → what holds for the option whatever the front end, in order of names."""
    found: dict[str, dict[str, Any]] = json.loads(read_data("jobs/tables", "options.json"))
    return found
