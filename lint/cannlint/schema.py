"""Reads the files of schemas/: what values of JSON, or of TOML, may be.

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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_DESCRIBING = frozenset(("$schema", "$id", "$defs", "title", "description", "default"))
_CHECKED = frozenset(
    (
        *("$ref", "type", "const", "enum", "pattern", "minLength", "minimum", "minItems", "oneOf"),
        *("properties", "patternProperties", "additionalProperties", "propertyNames", "required"),
        *("prefixItems", "items", "x-cann"),
    )
)
KEYWORDS = _DESCRIBING | _CHECKED
"""The keywords that are understood. A schema with any other is refused, lest it says more than
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
_REF = "#/$defs/"
MOST_REMEMBERED = 1_000
"""Keys, and texts, of which a schema remembers what it says about them."""


class Schema:
    """A schema, made ready for many values: its references are followed."""

    __slots__ = (
        "alternatives",
        "annotations",
        "by_key",
        "const",
        "default_code",
        "enum",
        "has_distinct_names",
        "is_any_text",
        "is_late",
        "items",
        "least",
        "least_items",
        "least_number",
        "members",
        "names",
        "others",
        "pattern",
        "patterns",
        "prefix",
        "required",
        "right_texts",
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
        self.const: str | None = text.get("const")
        if self.const is not None and not isinstance(self.const, str):
            raise ValueError(f"keywords that are not understood: const {self.const}")
        self.enum: list[object] | None = text.get("enum")
        self.pattern: str | None = text.get("pattern")
        self.least: int = text.get("minLength", 0)
        self.least_number: float | None = text.get("minimum")
        self.least_items: int = text.get("minItems", 0)
        self.alternatives: list[Schema] = []
        self.required: list[str] = text.get("required", [])
        self.annotations: dict[str, Any] = text.get("x-cann", {})
        # whether CANN looks at the value after all the rest
        self.is_late = self.annotations.get("step") == 2
        # whether CANN takes the blanks off a key before it looks it up
        self.trims = self.annotations.get("keys") == "trimmed"
        # whether the keys of the members' values have to differ
        self.has_distinct_names = self.annotations.get("names") == "distinct"
        self.is_any_text = self.types == (str,) and not (
            self.const or self.pattern or self.enum or self.least or "oneOf" in text
        )
        self.members: dict[str, Schema] = {}
        self.patterns: list[tuple[Callable[[str], object], Schema]] = []
        self.others: Schema | bool = True
        self.names: Schema | None = None
        self.prefix: list[Schema] = []
        self.items: Schema | bool = True
        # what is remembered, as files repeat it: schemas of keys, and texts that are allowed
        self.by_key: dict[str, Schema | bool] = {}
        self.right_texts: set[str] = set()

    def of(self, key: str) -> Schema | bool:
        """The schema of a member; True where it may be anything, False where there is none."""
        found = self.by_key.get(key)
        if found is None:
            found = self._find(key)
            if len(self.by_key) < MOST_REMEMBERED:
                self.by_key[key] = found
        return found

    def _find(self, key: str) -> Schema | bool:
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
        name = text["$ref"].removeprefix(_REF)
        target = document["$defs"][name]
        if not text.keys() <= {"$ref", "description"}:
            return compiled(_merged(text, target))
        if name not in known:
            if "$ref" in target:
                target = _merged(target, document["$defs"][target["$ref"].removeprefix(_REF)])
            known[name] = Schema(target, code)
            built(known[name], target)
        return known[name]

    def inner(text: dict[str, Any] | bool) -> Schema | bool:
        return text if isinstance(text, bool) else compiled(text)

    def built(made: Schema, text: dict[str, Any]) -> Schema:
        made.others = inner(text.get("additionalProperties", True))
        made.members = {key: compiled(about) for key, about in text.get("properties", {}).items()}
        made.patterns = [
            (re.compile(pattern).search, compiled(about))
            for pattern, about in text.get("patternProperties", {}).items()
        ]
        made.names = compiled(text["propertyNames"]) if "propertyNames" in text else None
        made.alternatives = [compiled(about) for about in text.get("oneOf", ())]
        made.prefix = [compiled(about) for about in text.get("prefixItems", ())]
        made.items = inner(text.get("items", True))
        return made

    return compiled(document)


def _merged(text: dict[str, Any], target: dict[str, Any]) -> dict[str, Any]:
    """A schema and the one that its `$ref` names as one; raises ValueError where both say it."""
    rest = {key: value for key, value in text.items() if key not in ("$ref", "description")}
    before, own = target.get("properties", {}), rest.get("properties", {})
    twice = (rest.keys() & target.keys() - {"properties"}) | (before.keys() & own.keys())
    if twice:
        raise ValueError(f"keywords beside $ref that its target has, too: {sorted(twice)}")
    if own:
        rest["properties"] = {**before, **own}
    return {**target, **rest}
