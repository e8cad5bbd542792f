"""Whether a value is what a file of schemas/ allows: a yes or no, compiled from the schema.

jsonschema says what is wrong in a value that is refused (validation.py). It does not judge the
others, as its import alone takes three times as long as the check of a clean file, and a library of
23 MB takes it 13 s, of which this takes 0.3 s. A keyword that is not known here is refused, so no
schema says more than is checked.

What JSON Schema cannot say stands in a schema as `x-cann`, an object with these keys (examples:
schemas/fusion_switch.schema.json):

* `code`: at the root, the code that CANN stops with for every violation that names none itself.
* `codes`: keyword → the code of its violation at this place; null where CANN has no code.
* `step`: 2 where CANN looks at this value only after all the rest was found to be right.
* `keys`: `trimmed` where CANN takes the blanks off a key and looks up what is left: a padded key
  is passed over beside the key without blanks, and not known where there is none. A yes is never
  said of a value with a padded key: it is judged by jsonschema.
* `names`: `distinct` where the keys of all the values of this object, trimmed, have to differ.
"""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache

from cannlint.data import read_data
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Path = tuple[str | int, ...]
    """Keys and indices from the root to a value."""
    Part = dict[str, Any]
    """A schema, or one of the schemas that it consists of."""
    Test = Callable[[object], bool]

CANN = "x-cann"
UNKNOWN_KEY, WRONG_TYPE, PATTERN = "additionalProperties", "type", "pattern"
"""Keywords by which rules tell violations apart."""

BAD_NAME = "propertyNames"
"""A key that is not allowed by itself, whatever its value."""

NOT_DISTINCT = CANN
"""Stands for the keyword where a name is not distinct: only `x-cann` asks for that."""

_DESCRIBING = frozenset(("$schema", "$id", "$defs", "title", "description", "default"))
_OF_CANN: dict[str, object] = {"code": None, "codes": None, "step": 2} | {
    "keys": "trimmed",
    "names": "distinct",
}
"""Key of `x-cann` → the value that it has; None for any."""

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_REF = "#/$defs/"
_MOST_REMEMBERED = 1_000
"""Keys of which is remembered what their values may be, as files repeat them."""


@cache
def document(name: str) -> Part:
    """The JSON of `schemas/<name>.schema.json`, not to be changed."""
    found: Part = json.loads(read_data("schemas", f"{name}.schema.json"))
    return found


@cache
def part_of(name: str, *steps: str) -> Part:
    """The part of a schema that keys lead to; references on the way are followed."""
    part = document(name)
    for step in steps:
        part = _target(part, document(name))[step]
    return _target(part, document(name))


def allows(name: str, value: object, part: str = "") -> bool:
    """Whether the schema of this name, or its part under `$defs`, allows a value."""
    return test_of(name, part)(value)


@cache
def test_of(name: str, part: str = "") -> Test:
    """What `allows` asks, ready for many values."""
    root = document(name)
    return compiled(root["$defs"][part] if part else root, root)


def compiled(part: Part | bool, root: Part) -> Test:
    """A test for the values of a part of the document `root`.

    Raises ValueError where it has keywords that are not understood.
    """
    if isinstance(part, bool):
        return lambda _: part
    makers = dict.fromkeys(maker for keyword, maker in _MAKERS.items() if keyword in part)
    unknown = part.keys() - _MAKERS.keys() - _DESCRIBING
    if unknown:
        raise ValueError(f"keywords that are not understood: {sorted(unknown)}")
    return _all_of([maker(part, root) for maker in makers])


def _all_of(tests: list[Test]) -> Test:
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda value: first(value) and second(value)
    return lambda value: all(test(value) for test in tests)


def _target(part: Part, root: Part) -> Part:
    while "$ref" in part and part.keys() <= {"$ref", "description"}:
        part = root["$defs"][part["$ref"].removeprefix(_REF)]
    return part


def _ref(part: Part, root: Part) -> Test:
    return compiled(root["$defs"][part["$ref"].removeprefix(_REF)], root)


def _type(part: Part, _: Part) -> Test:
    """Whether a value has one of the types; True and False are no numbers, 1.0 is an integer."""
    named: str | list[str] = part["type"]
    names = [named] if isinstance(named, str) else named
    types = tuple(kind for name in names for kind in _TYPES[name])
    if not {int, bool} & {*types}:
        return lambda value: isinstance(value, types)
    takes_bool, takes_whole = bool in types, int in types

    def test(value: object) -> bool:
        if isinstance(value, bool):
            return takes_bool
        return isinstance(value, types) or (
            takes_whole and isinstance(value, float) and value.is_integer()
        )

    return test


def _one_of_values(part: Part, _: Part) -> Test:
    values = [part["const"]] if "const" in part else part["enum"]
    if not all(value is None or isinstance(value, str) for value in values):
        raise ValueError(f"values that are not understood: {values}")
    return lambda value: value in values


def _pattern(part: Part, _: Part) -> Test:
    @cache
    def search() -> Callable[[str], object]:  # to compile it takes longer than most files
        return re.compile(part["pattern"]).search

    return lambda value: not isinstance(value, str) or search()(value) is not None


def _minimum(part: Part, _: Part) -> Test:
    least = part["minimum"]

    def test(value: object) -> bool:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return not is_number or not value < least

    return test


def _length(keyword: str, kind: type[str | list[Any]]) -> Callable[[Part, Part], Test]:
    def made(part: Part, _: Part) -> Test:
        least = part[keyword]
        return lambda value: not isinstance(value, kind) or len(value) >= least

    return made


def _one_of(part: Part, root: Part) -> Test:
    tests = [compiled(one, root) for one in part["oneOf"]]
    return lambda value: sum(test(value) for test in tests) == 1


def _required(part: Part, _: Part) -> Test:
    keys = set(part["required"])
    return lambda value: not isinstance(value, dict) or keys <= value.keys()


def _names(part: Part, root: Part) -> Test:
    test = compiled(part["propertyNames"], root)
    return lambda value: not isinstance(value, dict) or all(map(test, value))


def _members(part: Part, root: Part) -> Test:
    """Whether each member of an object has a value that its key may have."""
    named = {key: compiled(inner, root) for key, inner in part.get("properties", {}).items()}
    patterns = [
        (re.compile(pattern).search, compiled(inner, root))
        for pattern, inner in part.get("patternProperties", {}).items()
    ]
    others = compiled(part.get("additionalProperties", True), root)

    @lru_cache(_MOST_REMEMBERED)
    def of(key: str) -> Test:
        tests = [named[key]] if key in named else []
        return _all_of([*tests, *(test for search, test in patterns if search(key))] or [others])

    def test(value: object) -> bool:
        if not isinstance(value, dict):
            return True
        if not named and not patterns:
            return all(map(others, value.values()))
        if not patterns:
            return all(named.get(key, others)(held) for key, held in value.items())
        return all(of(key)(held) for key, held in value.items())

    return test


def _items(part: Part, root: Part) -> Test:
    first = [compiled(inner, root) for inner in part.get("prefixItems", ())]
    rest = compiled(part.get("items", True), root)

    def test(value: object) -> bool:
        if not isinstance(value, list):
            return True
        if not first:
            return all(map(rest, value))
        are_right = all(test(item) for test, item in zip(first, value, strict=False))
        return are_right and all(map(rest, value[len(first) :]))

    return test


def _cann(part: Part, _: Part) -> Test:
    said: dict[str, object] = part[CANN]
    for key, value in said.items():
        if key not in _OF_CANN or _OF_CANN[key] not in (None, value):
            raise ValueError(f"keywords that are not understood: {CANN} {key}: {value}")
    return _has_distinct_names if "names" in said else lambda _: True


def _has_distinct_names(value: object) -> bool:
    """Whether the keys of all the values of an object differ."""
    groups = value.values() if isinstance(value, dict) else ()
    names = [key.strip(C_BLANKS) for group in groups if isinstance(group, dict) for key in group]
    return len(names) == len({*names})


_MAKERS: dict[str, Callable[[Part, Part], Test]] = {
    "$ref": _ref,
    "type": _type,
    "const": _one_of_values,
    "enum": _one_of_values,
    "pattern": _pattern,
    "minLength": _length("minLength", str),
    "minimum": _minimum,
    "minItems": _length("minItems", list),
    "oneOf": _one_of,
    "required": _required,
    "propertyNames": _names,
    "properties": _members,
    "patternProperties": _members,
    "additionalProperties": _members,
    "prefixItems": _items,
    "items": _items,
    CANN: _cann,
}
"""The keywords that are understood, each with what makes a test of it."""


def looked_up(part: Part, value: dict[str, object]) -> Iterator[str]:
    """The keys that CANN looks up in an object, in its order; those that it does not know, too.

    CANN goes through the members by the order of their keys. Where it trims them, it comes to a
    value again by a padded key, and passes that over. But then all the names in the value are
    there already: where they have to be distinct the padded key may not be.
    """
    said = part.get(CANN, {})
    if "keys" not in said:
        yield from sorted(value)
        return
    first: dict[str, str] = {}
    for key in sorted(value):
        name = key.strip(C_BLANKS)
        is_known = name in part.get("properties", ()) and name in value
        if is_known and first.setdefault(name, key) == key:
            yield name
        elif not is_known or ("names" in said and value[name] != {}):
            yield first[name] if is_known and key == name else key
