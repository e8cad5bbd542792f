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
    from collections.abc import Mapping, Sequence
    from typing import Any, NotRequired, TypedDict

    from cannlint.jobs.conditions import States
    from cannlint.jobs.releases import Release, Row
    from cannlint.jobs.settings import FrontEnd

    class Function(TypedDict):
        """A function that sets options."""

        parameters: list[str]
        required: int
        open: NotRequired[bool]

    class Together(TypedDict):
        """What becomes of options that are set together."""

        options: States
        effect: str
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
    recent: str | None = None
    sends: Mapping[str, str] = _NOTHING
    sends_since: Mapping[str, str] = _NOTHING
    calls: Mapping[str, list[str]] = _NOTHING
    whole: Sequence[str] = ()
    functions: Mapping[str, Function] = _NOTHING
    groups: Mapping[str, Row] = _NOTHING
    refused_together: Sequence[Together] = ()
    changed_together: Sequence[Together] = ()

    def __init__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)


@cache
def table_of(front_end: FrontEnd) -> Table:
    """The table of a front end."""
    return Table(json.loads(read_data("jobs/tables", f"{front_end.value}.json")))


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
