"""Validates a value against a schema, in CANN's order and with its codes."""

from __future__ import annotations

import re

from cannlint.schema import MOST_REMEMBERED, Schema, schema
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Path = tuple[str | int, ...]
    """Keys and indices from the root to a value."""

UNKNOWN_KEY, WRONG_TYPE, PATTERN = "additionalProperties", "type", "pattern"
"""Keywords by which rules tell violations apart."""

BAD_NAME = "propertyNames"
"""A key that is not allowed by itself, whatever its value."""

NOT_DISTINCT = "x-cann"
"""Stands for the keyword where a name is not distinct: only `x-cann` asks for that."""

_SHORT = 100
"""Characters of a text that is remembered where it is allowed: files repeat short ones."""

MOST = 5_000
"""Violations of one value that are listed; a rule reports a fifth of them (engine/limits.py)."""


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
        self, schema: Schema, value: object, path: Path, seen: set[str] | None = None
    ) -> None:
        """Check a value and all that is in it.

        `seen` has the names so far, where those of several objects have to be distinct.
        """
        if self.later is not None and schema.is_late:
            self.later.append((schema, value, path))
        elif schema.alternatives:
            fitting = [inner for inner in schema.alternatives if not violations_of(inner, value)]
            if len(fitting) != 1:
                self.add(schema, "oneOf", path, value, ())
        elif schema.enum is not None or schema.const is not None:
            self.check_scalar(schema, value, path)
        elif isinstance(value, dict) and schema.may_be(dict):
            self.check_members(schema, value, path, seen)
        elif isinstance(value, list) and schema.may_be(list):
            self.check_items(schema, value, path)
        else:
            self.check_scalar(schema, value, path)

    def check_scalar(self, schema: Schema, value: object, path: Path) -> None:
        """Check a value itself, whatever is in it."""
        if schema.types and not _is_one_of(value, schema.types):
            self.add(schema, "type", path, value, schema.type_names)
            return
        if schema.const is not None and value != schema.const:
            self.add(schema, "const", path, value, (schema.const,))
        if schema.enum is not None and value not in schema.enum:
            self.add(schema, "enum", path, value, tuple(map(str, schema.enum)))
        if isinstance(value, str):
            if schema.pattern is not None and not re.search(schema.pattern, value):
                self.add(schema, "pattern", path, value, (str(schema.pattern),))
            if len(value) < schema.least:
                self.add(schema, "minLength", path, value, ())
        if schema.least_number is not None and _is_below(value, schema.least_number):
            self.add(schema, "minimum", path, value, (str(schema.least_number),))

    def check_items(self, schema: Schema, value: list[object], path: Path) -> None:
        """Check the items of a list, and how many there are."""
        if len(value) < schema.least_items:
            self.add(schema, "minItems", path, value, ())
        for at, (inner, item) in enumerate(zip(schema.prefix, value, strict=False)):
            if not (inner.is_any_text and type(item) is str):
                self.check(inner, item, (*path, at))
        start, items = len(schema.prefix), schema.items
        if items is False and len(value) > start:
            self.add(schema, "items", path, value, ())
        elif isinstance(items, Schema):
            if items.is_any_text and all(type(item) is str for item in value):
                return
            for at in range(start, len(value)):
                self.check(items, value[at], (*path, at))

    def check_members(
        self, owner: Schema, value: dict[str, object], path: Path, seen: set[str] | None
    ) -> None:
        """Check the members of an object, in the order of their keys."""
        for key in owner.required:
            if key not in value:
                self.add(owner, "required", path, value, (key,))
        distinct: set[str] | None = set() if owner.has_distinct_names else None
        keys: Iterable[str]
        if owner.trims:
            keys = self.keys(owner, value, path)
        elif owner.names is not None or seen is not None:
            keys = sorted(value)
        else:
            keys = _to_check(owner, value)
        for key in keys:
            inner, held = owner.of(key), value[key]
            if owner.names is not None and not takes(owner.names, key):
                self.add(owner, BAD_NAME, (*path, key), held, ())
            if inner is False:
                self.add(owner, UNKNOWN_KEY, (*path, key), held, tuple(owner.members))
            elif isinstance(inner, Schema) and not (
                type(held) is str and (inner.is_any_text or held in inner.right_texts)
            ):
                before = len(self.found)
                self.check(inner, held, (*path, key), distinct)
                # with MOST found there is no telling, and what is late was not checked yet
                if type(held) is str and len(self.found) == before < MOST and not inner.is_late:
                    _remember(inner, held)
            if seen is not None:
                if key.strip(C_BLANKS) in seen:
                    self.add(owner, NOT_DISTINCT, (*path, key), held, ())
                seen.add(key.strip(C_BLANKS))

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
    """Whether a value has one of the types; True and False are no numbers, 1.0 is an integer."""
    if isinstance(value, bool):
        return bool in types
    return isinstance(value, types) or (
        isinstance(value, float) and int in types and value.is_integer()
    )


def _is_below(value: object, least: float) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value < least


def _to_check(owner: Schema, value: dict[str, object]) -> list[str]:
    """The sorted keys whose values need a check: all but texts that are known to be allowed.

    The same test as in check_members, made here first: most objects of a library have such only.
    """
    members, others, patterns = owner.members, owner.others, owner.patterns
    keys = []
    for key, held in value.items():
        inner = owner.of(key) if patterns else members.get(key, others)
        if inner is True or (
            type(held) is str and inner and (inner.is_any_text or held in inner.right_texts)
        ):
            continue
        keys.append(key)
    keys.sort()
    return keys


def _remember(schema: Schema, text: str) -> None:
    """Remember that a schema allows a text."""
    if len(text) < _SHORT and len(schema.right_texts) < MOST_REMEMBERED:
        schema.right_texts.add(text)


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


def takes(schema: Schema | bool, text: str) -> bool:
    """Whether a schema allows a text."""
    return isinstance(schema, Schema) and not violations_of(schema, text)
