"""The options of each front end: tables/<front end>.json, one row for each option.

`tables/options.json` has what holds for an option whatever the front end. What the keys mean stands
in dev/option_tables.schema.json; dev/option_tables.py says what is wrong in a table.
"""

from __future__ import annotations

import json
from functools import cache

from cannlint.data import read_data
from cannlint.jobs.releases import is_in, row_at
from cannlint.jobs.settings import OptionSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.jobs.releases import Release, Row
    from cannlint.jobs.settings import FrontEnd


@cache
def options_of(front_end: FrontEnd, release: Release | None = None) -> dict[str, OptionSpec]:
    """Key as written → what a release of a front end (None: the newest) knows of the option."""
    found = ((key, row_at(row, release)) for key, row in rows_of(front_end).items())
    return {key: OptionSpec(front_end, key, row) for key, row in found if row is not None}


def rows_of(front_end: FrontEnd) -> dict[str, Row]:
    """Key as written → the row of the option for all releases."""
    rows: dict[str, Row] = _table(front_end)["options"]
    return rows


def spec_of(front_end: FrontEnd, name: str) -> OptionSpec | None:
    """An option by the front end's own key, or else by its canonical name."""
    options = options_of(front_end)
    if name in options:
        return options[name]
    return next((spec for spec in options.values() if spec.option == name), None)


def calls_of(front_end: FrontEnd) -> dict[str, list[str]]:
    """The Python classes that take options as arguments, with these in order."""
    calls: dict[str, list[str]] = _table(front_end).get("calls", {})
    return calls


def functions_of(front_end: FrontEnd) -> dict[str, dict[str, Any]]:
    """The functions that set options: name → `parameters` in order, how many are `required`.

    One that is `open` takes any other keyword, too. The option of a function with one parameter has
    the key of the function, or else `<function>.<parameter>`.
    """
    functions: dict[str, dict[str, Any]] = _table(front_end).get("functions", {})
    return functions


def groups_of(front_end: FrontEnd, release: Release | None = None) -> dict[str, Row]:
    """The objects that options are attributes of, with two outcomes, in the words of `bad`.

    That of an `unknown` name in it, and that of something `assigned` in its place. `since`, `until`
    and `formerly` say the same as of an option.
    """
    groups: dict[str, Row] = _table(front_end).get("groups", {})
    found = ((name, row_at(group, release)) for name, group in groups.items())
    return {name: group for name, group in found if group is not None}


def recent_release(front_end: FrontEnd) -> str | None:
    """The first release that many users do not have yet; None where nothing is said about it."""
    recent: str | None = _table(front_end).get("recent")
    return recent


def whole_calls(front_end: FrontEnd) -> list[str]:
    """The classes whose options are all dropped if one of them is None."""
    found: list[str] = _table(front_end).get("whole", [])
    return found


def refused_together(front_end: FrontEnd) -> list[dict[str, Any]]:
    """The combinations that a front end refuses: {"options": condition, "effect": a sentence}.

    With `via` only where all of them are written in that form.
    """
    found: list[dict[str, Any]] = _table(front_end).get("refused_together", [])
    return found


def changed_together(front_end: FrontEnd) -> list[dict[str, Any]]:
    """The options that others override: `option`, `options` (a condition), `effect`, `help`."""
    found: list[dict[str, Any]] = _table(front_end).get("changed_together", [])
    return found


def sent_by(front_end: FrontEnd, release: Release | None = None) -> dict[str, str]:
    """Canonical name → the value that a front end hands on itself where the user sets none.

    `sends_since` of the table has the first release that does so, where not all do.
    """
    sent: dict[str, str] = _table(front_end).get("sends", {})
    since: dict[str, str] = _table(front_end).get("sends_since", {})
    return {name: value for name, value in sent.items() if is_in(release, since.get(name))}


@cache
def descriptions() -> dict[str, dict[str, Any]]:
    """Canonical name → what holds for the option whatever the front end, in order of names."""
    found: dict[str, dict[str, Any]] = json.loads(read_data("jobs/tables", "options.json"))
    return found


@cache
def _table(front_end: FrontEnd) -> dict[str, Any]:
    table: dict[str, Any] = json.loads(read_data("jobs/tables", f"{front_end.value}.json"))
    return table
