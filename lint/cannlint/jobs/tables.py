"""The options of each front end: data in tables/<front end>.json, one entry for each option.

`tables/options.json` has what holds for an option whatever the front end: canonical name →
`{"summary": one sentence, "unit": ..., "manual": [pages]}`. A front end's file is
`{"options": {key as users write it: entry}}`; an entry has, all but `type` optional:

* `option`: the canonical name, where the key is another (the ATC flag where there is one)
* `type`: `enum`, `int`, `bool`, `string`, `path`, `list` or `json`; `any` is not looked at;
  `object` is a class of the front end, `group` an attribute that has options as attributes
* `values`: the legal texts of an enum, in the front end's order; `ignore_case`
* `range`: [least, greatest] of an int, null where there is none
* `stage`: where ATC looks at the value: `parse`, while it reads the line, or `check`, after it;
  without one ATC's front end does not look
* `path`: how a path is checked (options.md 4): `in` has to exist, `out` is written, both with a
  character set of their own; `engine` is opened by the engine, which takes any character
* `default`: a text, or {"training": ..., "inference": ...}; `manual_default`: the one of the
  vendor's page, where that is another; `argument_default`: that of NPURunConfig
* `bad`: what becomes of a value that is not legal: {"outcome": "refused" | "default" |
  "ignored" | "later", "code": "E10001" or null, "effect": a sentence}; `refused` ends the job in
  the front end, `later` in GE or the engine (an error, too), the other two are silent;
  "hardware" is what a SoC must have (an attribute of Soc), as nobody looks at the value without it;
  "no_number" is the code of an int that is none, and "wrong_type" the effect of a value of another
  type, where that is another; "by" is `compiler` where
  it is not the front end that uses the default or ignores the value
* `empty`: whether the empty text is legal (false unless given)
* `field`: the protobuf field of a parameter_map: s, i, b, f; `wrong_field`: what becomes of
  another one, as `bad`, where the adapter asks for the field (else it reads "", 0 or false)
* `via`: the forms of writing that take the option (Setting.via); every form where it is absent
* `when`: a condition (conditions.py): the value is looked at only where that holds; the first
  option in it is the switch. `written_when`: of an argument of NPURunConfig, when the estimator
  looks at its type; always where there is none
* `takes`: the types or the class that Python accepts for an argument, `any` for all; else those of
  its `field`. `argument_range`: the range that the constructor checks. `choices`: the texts that
  npu_device accepts, where GE accepts fewer (`values`)
* `bits`: of a number that is stored in so many bits before it is checked; `sends_all` where it is
  sent as it was written nevertheless
* `always`: of TensorFlow 1, whether it is checked also where the adapter skips the graph
* `ignored`: a sentence about an option that nothing reads
* `none`: whether Python's None is legal, by default where there is no fixed set of values; for an
  argument of NPURunConfig by default, too, as nothing
* `strict`: whether 0 and 1 are no booleans; `truth`: whether any value is accepted, by whether
  Python counts it as true, so that a text is a slip
* `types`: the types that Python's isinstance lets through, in the words of Setting.type, where it
  is not those of the `type`; `strict`, `none` and `truth` say nothing then. `items` is the type
  that everything in a list has, `item_values` are the legal values of a dict
* `as_text`: True and 1.0 are taken, but their text is passed on, which is no number
* `repeat`: of a function, whether it may be called a second time: with the `same` value, or `never`
* `unused_with`: what another option makes of this one: {canonical name: {its value: the values of
  this one, in lower case, that have no effect then; none listed means any}}
* `unread_beside`: canonical names: where one of them has a value, nothing looks at this option
* `backends`: the values of MindSpore's `jit(backend=)` that the option is for; `names_backend`:
  whether one of them has to be named
* `suffix`: the end that a path has to have; `instance_of`: the class of which it has a member
* `file`: the kind of file that a path names (kinds.py), `suffix_file` for other config files
* `syntax`: the grammar of the value (grammars/<syntax>.lark) or the schema
* `deprecated`: true, or the successor's canonical name; `reserved`: not in this version
* `requires`: canonical names that have to be set, too, for a `bool` only where it is on;
  `missing`: what becomes of the option without them, as `bad`; `excludes`
* `use`: ["training"] or ["inference"] where the manual names only one
* `single_op`: of ATC, what the option is with --singleop: `used`, or `checked` by the front end and
  used; without it ATC never reads the option then (options.md 2 X18b, 6.3)
* `every_mode`: of ATC, whether it is checked before the modes part (atc-front-end.md 2);
  `refused_in`: the values of --mode that refuse the option, whatever its value (options.md 2 X16)
* `products`: SoC folders or series that it is for; `unit`; `first_wins`
* `since`: the first release of the front end that has the option, `>6.0.0` for a later one that is
  not known exactly; `until`: the last that has it; a row without them holds in every release that
  is known. `values_since` and `values_until` say the same of single values: value → release. The
  `values` are those of the newest release, without the ended ones. `formerly`: what was otherwise
  before, the oldest first: [{"until": "6.0.0", other keys as they were}]. See releases.py
* `source`: the section of the specification, in its own words: `options.md 1.1`

Beside `options` a table may have `calls` (see calls_of), `functions` (see functions_of), `groups`
(see groups_of), `whole` (see whole_calls), `open` (see open_groups), `recent` (see recent_release),
`sends` (see sent_by), `refused_together` and `changed_together`.
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


def open_groups(front_end: FrontEnd) -> list[str]:
    """The groups of options that the table may not have all of: nothing in them is unknown."""
    groups: list[str] = _table(front_end).get("open", [])
    return groups


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
