"""Validates a JSON or TOML value against a file of schemas/, in CANN's order and with its codes.

The standard keywords mean what JSON Schema says. What it cannot say stands in the schema as
`x-cann`, an object with these keys (examples: schemas/fusion_switch.schema.json):

* `code`: at the root, the code that CANN stops with for every violation that names none itself.
* `codes`: keyword → the code of its violation at this place; null where CANN has no code.
* `step`: 2 where CANN looks at this value only after all the rest was found to be right.
* `keys`: `trimmed` where CANN takes the blanks off a key and looks up what is left: a padded key
  is passed over beside the key without blanks, and not known where there is none.
* `names`: `distinct` where the keys of all the values of this object, trimmed, have to differ.

A validator of our own, as jsonschema takes 130 ms to import and fastjsonschema 30 ms, and the run
on a clean file 30 ms in all. Tests hold it against jsonschema.
"""

from __future__ import annotations

import json
import re
from functools import cache

from cannlint.data import read_data
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Path = tuple[str | int, ...]
    """Keys and indices from the root to a value."""

UNKNOWN_KEY, WRONG_TYPE, PATTERN = "additionalProperties", "type", "pattern"
"""Keywords by which rules tell violations apart."""

BAD_NAME = "propertyNames"
"""A key that is not allowed by itself, whatever its value."""

NOT_DISTINCT = "x-cann"
"""Stands for the keyword where a name is not distinct: only `x-cann` asks for that."""

_DESCRIBING = frozenset(("$schema", "$id", "$defs", "title", "description", "default"))
_CHECKED = frozenset(
    (
        *("$ref", "type", "pattern", "enum", "minLength", "minItems", "required", "oneOf"),
        *("properties", "patternProperties", "additionalProperties", "propertyNames", "items"),
        "x-cann",
    )
)
KEYWORDS = _DESCRIBING | _CHECKED
"""The keywords that are understood. A schema with any other is not taken, lest it says more than
is checked."""

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
MOST = 5_000
"""Violations of one value that are told; a rule reports a fifth of them (engine/limits.py)."""

_BESIDE_REF = frozenset(("$ref", "description"))
_REF = "#/$defs/"


class Violation:
    """A value that the schema does not allow.

    `keyword` is the one that is violated, `path` where the value is: for a key that is not known,
    or a name that is not distinct, it ends with that key. `expected` is what the keyword names,
    `code` what CANN stops with.
    """

    __slots__ = ("code", "expected", "keyword", "path", "value")

    def __init__(
        self, keyword: str, path: Path, value: object, expected: tuple[str, ...], code: str | None
    ) -> None:
        self.keyword = keyword
        self.path = path
        self.value = value
        self.expected = expected
        self.code = code


class Schema:
    """A schema, made ready for many values: its references are followed, its patterns compiled."""

    __slots__ = (
        "alternatives",
        "annotations",
        "default_code",
        "enum",
        "has_distinct_names",
        "is_any_text",
        "items",
        "least",
        "least_items",
        "members",
        "names",
        "others",
        "pattern",
        "patterns",
        "required",
        "search",
        "trims",
        "type_names",
        "types",
    )

    def __init__(self, text: dict[str, Any], default_code: str | None) -> None:
        if not KEYWORDS.issuperset(text):
            raise ValueError(f"keywords that are not understood: {sorted(set(text) - KEYWORDS)}")
        named = text.get("type", ())
        self.default_code = default_code
        self.type_names: tuple[str, ...] = (named,) if isinstance(named, str) else tuple(named)
        self.types = tuple(kind for name in self.type_names for kind in _TYPES[name])
        self.enum: list[object] | None = text.get("enum")
        self.pattern: str | None = text.get("pattern")
        self.search = re.compile(self.pattern).search if self.pattern is not None else None
        self.least: int = text.get("minLength", 0)
        self.least_items: int = text.get("minItems", 0)
        self.alternatives: list[Schema] = []
        self.required: list[str] = text.get("required", [])
        self.annotations: dict[str, Any] = text.get("x-cann", {})
        # whether CANN takes the blanks off a key before it looks it up
        self.trims = self.annotations.get("keys") == "trimmed"
        # whether the keys of the members' values have to differ
        self.has_distinct_names = self.annotations.get("names") == "distinct"
        self.is_any_text = self.types == (str,) and not (
            self.pattern or self.enum or self.least or "oneOf" in text
        )
        self.members: dict[str, Schema] = {}
        self.patterns: list[tuple[Callable[[str], object], Schema]] = []
        self.others: Schema | bool = True
        self.names: Schema | None = None
        self.items: Schema | None = None

    def of(self, key: str) -> Schema | bool:
        """The schema of a member; True where it may be anything, False where there is none."""
        found = self.members.get(key)
        if found is not None:
            return found
        for search, schema in self.patterns:
            if search(key):
                return schema
        return self.others

    def takes_again(self, held: object) -> bool:
        """Whether the value of a member may be looked at again, for a padded key."""
        return not self.has_distinct_names or held == {}

    def may_be(self, kind: type) -> bool:
        """Whether a value may be of a type."""
        return not self.types or kind in self.types

    def takes(self, value: object) -> bool:
        """Whether a value that has nothing in it is allowed."""
        walk = _Walk()
        walk.check_scalar(self, value, ())
        return not walk.found


@cache
def schema(name: str) -> Schema:
    """The schema in `schemas/<name>.schema.json`."""
    document: dict[str, Any] = json.loads(read_data("schemas", f"{name}.schema.json"))
    return compile_schema(document)


def compile_schema(document: dict[str, Any]) -> Schema:
    """A schema from its JSON; raises ValueError where it has keywords that are not understood."""
    code: str | None = document.get("x-cann", {}).get("code")
    known: dict[str, Schema] = {}

    def compiled(text: dict[str, Any]) -> Schema:
        if "$ref" not in text:
            return built(Schema(text, code), text)
        if not _BESIDE_REF.issuperset(text):
            raise ValueError(f"keywords beside $ref: {sorted(set(text) - _BESIDE_REF)}")
        name = text["$ref"].removeprefix(_REF)
        if name not in known:
            target = document["$defs"][name]
            known[name] = Schema(target, code)
            built(known[name], target)
        return known[name]

    def built(made: Schema, text: dict[str, Any]) -> Schema:
        others = text.get("additionalProperties", True)
        made.others = compiled(others) if isinstance(others, dict) else others
        made.members = {key: compiled(inner) for key, inner in text.get("properties", {}).items()}
        made.patterns = [
            (re.compile(pattern).search, compiled(inner))
            for pattern, inner in text.get("patternProperties", {}).items()
        ]
        made.names = compiled(text["propertyNames"]) if "propertyNames" in text else None
        made.alternatives = [compiled(inner) for inner in text.get("oneOf", ())]
        made.items = compiled(text["items"]) if "items" in text else None
        return made

    return compiled(document)


def violations(name: str, value: object) -> list[Violation]:
    """What in a value the schema of this name does not allow, in CANN's order, up to MOST."""
    return violations_of(schema(name), value)


def violations_of(root: Schema, value: object) -> list[Violation]:
    """What in a value a schema does not allow, in the order that CANN looks at it, up to MOST.

    CANN goes through the members of an object by the order of their keys.
    """
    walk = _Walk()
    walk.check(root, value, ())
    later, walk.later = walk.later or [], None
    for inner, held, path in later:
        walk.check(inner, held, path)
    return walk.found


class _Walk:
    """Goes through a value, and collects what is wrong.

    `later` has the values that CANN looks at in step 2; None while these are looked at.
    """

    __slots__ = ("found", "later")

    def __init__(self) -> None:
        self.found: list[Violation] = []
        self.later: list[tuple[Schema, object, Path]] | None = []

    def add(
        self, schema: Schema, keyword: str, path: Path, value: object, expected: tuple[str, ...]
    ) -> None:
        """Add a violation of a keyword of a schema, with the code that CANN has for it."""
        if len(self.found) < MOST:
            code = schema.annotations.get("codes", {}).get(keyword, schema.default_code)
            self.found.append(Violation(keyword, path, value, expected, code))

    def check(
        self, schema: Schema, value: object, path: Path, taken: set[str] | None = None
    ) -> None:
        """Check a value and all that is in it.

        `taken` has the names so far, where those of several objects have to be distinct.
        """
        if self.later is not None and schema.annotations.get("step") == 2:
            self.later.append((schema, value, path))
        elif schema.alternatives:
            fitting = [inner for inner in schema.alternatives if not violations_of(inner, value)]
            if len(fitting) != 1:
                self.add(schema, "oneOf", path, value, ())
        elif schema.enum is not None:
            self.check_scalar(schema, value, path)
        elif isinstance(value, dict) and schema.may_be(dict):
            self.check_members(schema, value, path, taken)
        elif isinstance(value, list) and schema.may_be(list):
            items = schema.items
            if len(value) < schema.least_items:
                self.add(schema, "minItems", path, value, ())
            if items is None or (items.is_any_text and all(type(item) is str for item in value)):
                return
            for at, item in enumerate(value):
                self.check(items, item, (*path, at))
        else:
            self.check_scalar(schema, value, path)

    def check_scalar(self, schema: Schema, value: object, path: Path) -> None:
        """Check a value itself, whatever is in it."""
        if schema.types and not _is_one_of(value, schema.types):
            self.add(schema, "type", path, value, schema.type_names)
            return
        if schema.enum is not None and value not in schema.enum:
            self.add(schema, "enum", path, value, tuple(map(str, schema.enum)))
        if isinstance(value, str):
            if schema.search is not None and not schema.search(value):
                self.add(schema, "pattern", path, value, (str(schema.pattern),))
            if len(value) < schema.least:
                self.add(schema, "minLength", path, value, ())

    def check_members(
        self, owner: Schema, value: dict[str, object], path: Path, taken: set[str] | None
    ) -> None:
        """Check the members of an object, in the order of their keys."""
        for key in owner.required:
            if key not in value:
                self.add(owner, "required", path, value, (key,))
        distinct: set[str] | None = set() if owner.has_distinct_names else None
        right: set[tuple[object, int]] = set()  # many members of a large object are equal
        for key in self.keys(owner, value, path) if owner.trims else sorted(value):
            inner, held = owner.of(key), value[key]
            if owner.names is not None and not owner.names.takes(key):
                self.add(owner, BAD_NAME, (*path, key), held, ())
            if inner is False:
                self.add(owner, UNKNOWN_KEY, (*path, key), held, tuple(owner.members))
            elif isinstance(inner, Schema) and not (
                type(held) is str and (inner.is_any_text or (held, id(inner)) in right)
            ):
                before = len(self.found)
                self.check(inner, held, (*path, key), distinct)
                if type(held) is str and len(self.found) == before:
                    right.add((held, id(inner)))
            if taken is not None:
                if key.strip(C_BLANKS) in taken:
                    self.add(owner, NOT_DISTINCT, (*path, key), held, ())
                taken.add(key.strip(C_BLANKS))

    def keys(self, owner: Schema, value: dict[str, object], path: Path) -> Iterator[str]:
        """The keys that CANN looks up in an object whose keys it trims, in its order.

        A value that it comes to again, by a padded key, is not checked again. But then all the
        names in it are there already: where they have to be distinct the padded key may not be.
        """
        looked_up: dict[str, str] = {}
        for key in sorted(value):
            name = key.strip(C_BLANKS)
            is_known = owner.of(name) is not False and name in value
            if is_known and looked_up.setdefault(name, key) == key:
                yield name
            elif not (is_known and owner.takes_again(value[name])):
                padded = looked_up[name] if is_known and key == name else key
                self.add(owner, UNKNOWN_KEY, (*path, padded), value[padded], tuple(owner.members))


def _is_one_of(value: object, types: tuple[type, ...]) -> bool:
    """Whether a value has one of the types; True and False are no numbers here."""
    return bool in types if isinstance(value, bool) else isinstance(value, types)


def passed_over(schema: Schema, value: object, path: Path = ()) -> Iterator[Path]:
    """The padded keys that CANN passes over, as the same key stands there without blanks."""
    if not isinstance(value, dict) or not schema.trims:
        return
    for key, held in value.items():
        name = key.strip(C_BLANKS)
        inner = schema.of(name)
        if name == key:
            if isinstance(inner, Schema):
                yield from passed_over(inner, held, (*path, key))
        elif (
            inner is not False
            and name in value
            and not (schema.has_distinct_names and value[name] != {})
        ):
            yield (*path, key)
