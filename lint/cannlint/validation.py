"""What in a value a schema does not allow, as jsonschema says it, in CANN's order and words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from heapq import merge
from itertools import islice
from typing import TYPE_CHECKING, Any

from cannlint.diagnostics import quoted
from cannlint.errors import CannlintError
from cannlint.language import Phrase, said
from cannlint.schema import (
    BAD_NAME,
    CANN,
    UNKNOWN_KEY,
    WRONG_TYPE,
    allows,
    compiled,
    document,
    looked_up,
)
from cannlint.text.source import C_BLANKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.schema import Part, Path, Test

    Errors = Iterator[Any]
    """Errors of jsonschema."""

MOST = 5_000
"""Violations of one value that are listed; a rule reports a fifth of them (engine/limits.py)."""

LEVELS = 10
"""Levels of a value that jsonschema gets to see: more than any schema speaks of."""

_LARGEST = 10**1000
"""The largest number that jsonschema gets to see: Python writes none of 4,300 digits."""

_OF_MEMBERS = (BAD_NAME, "properties", "patternProperties", UNKNOWN_KEY)
"""The keywords that are about each member of an object by itself."""

_NAMING = ("type", "const", "enum", "pattern", "minimum", "required")
"""The keywords whose value says what is expected."""

_TYPES = {
    "array": Phrase("an array"),
    "boolean": Phrase("true or false"),
    "integer": Phrase("an integer"),
    "object": Phrase("an object"),
    "string": Phrase("a string"),
}
"""Type in JSON Schema → its description."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A value that the schema does not allow.

    `keyword` is the one that is violated, `path` where the value is: for a key that is not known,
    or a name that is not distinct, it ends with that key. `expected` is what the keyword names,
    `code` what CANN stops with.
    """

    keyword: str
    path: Path
    value: object
    expected: tuple[str, ...]
    code: str | None


def violations(name: str, value: object, part: str = "") -> list[Violation]:
    """What in a value a schema, or its part under `$defs`, does not allow: up to MOST.

    They are in the order in which CANN looks at them: it goes through the members of an object by
    the order of their keys. Raises CannlintError where jsonschema is needed and not installed.
    """
    return [] if allows(name, value, part) else _judge(name, part).violations(value)


@cache
def _judge(name: str, part: str) -> Judge:
    root = document(name)
    if not part:
        return Judge(root)
    shared = {key: root[key] for key in ("$defs", CANN) if key in root}
    return Judge({**shared, "$ref": f"#/$defs/{part}"})


class Judge:
    """jsonschema for the values of one schema, extended by the keyword `x-cann` (schema.py)."""

    def __init__(self, root: Part) -> None:
        try:
            from jsonschema import Draft202012Validator
            from jsonschema.validators import extend
        except ImportError:
            raise CannlintError(
                "a file has a value that is not allowed, and the Python package jsonschema, which "
                "says why, is not installed: run `pip install jsonschema`"
            ) from None
        self._root = root
        self._stock: dict[str, Any] = Draft202012Validator.VALIDATORS
        self._tests: dict[tuple[int, bool], Test] = {}
        keywords = {"required": self._required, "items": self._items}
        of_members = {one: partial(self._members, one) for one in (CANN, *_OF_MEMBERS)}
        of_cann = extend(Draft202012Validator, {**keywords, **of_members})
        first = _of_step_1(root)
        self._first, self._all = of_cann(first), of_cann(root) if first != root else None

    def violations(self, value: object) -> list[Violation]:
        """What in a value the schema does not allow, in CANN's order, up to MOST."""
        return list(islice(self._violations(_cut(value, LEVELS)), MOST))

    def _violations(self, value: object) -> Iterator[Violation]:
        code = self._root.get(CANN, {}).get("code")
        mistyped = None
        for error in self._in_steps(value):
            keyword, path, said_here = error.validator, tuple(error.path), error.schema
            if keyword == WRONG_TYPE:
                mistyped = path, said_here
            elif mistyped == (path, said_here):
                continue  # of a value of the wrong type nothing else is said
            codes = said_here.get(CANN, {}).get("codes", {})
            yield Violation(
                keyword, path, error.instance, _expected(error), codes.get(keyword, code)
            )

    def _in_steps(self, value: object) -> Errors:
        yield from self._first.iter_errors(value)
        if self._all is not None:
            for error in self._all.iter_errors(value):
                if _is_of_step_2(error.schema):
                    yield error

    def _required(self, validator: Any, keys: list[str], value: object, part: Part) -> Errors:
        """Each key by itself: an error of jsonschema names its key in the message only."""
        for key in keys:
            for error in self._stock["required"](validator, [key], value, part):
                error.validator_value = [key]
                yield error

    def _items(self, validator: Any, items: Any, value: object, part: Part) -> Errors:
        """The items that are not allowed."""
        if not isinstance(value, list) or items is False:
            yield from self._stock["items"](validator, items, value, part)
            return
        allows_item = self._test(items)
        for at in range(len(part.get("prefixItems", ())), len(value)):
            if not allows_item(value[at]):
                yield from validator.descend(value[at], items, path=at)

    def _members(
        self, keyword: str, validator: Any, said_here: object, value: object, part: Part
    ) -> Errors:
        """The members that are not allowed, as CANN comes to them; for the first of the keywords.

        jsonschema goes through them for each keyword by itself.
        """
        first = next(known for known in (CANN, *_OF_MEMBERS) if known in part)
        if keyword != first or not isinstance(value, dict):
            return
        keywords = [one for one in _OF_MEMBERS if one in part]
        allows_member = self._test(part, keywords)
        names: set[str] | None = set() if "names" in part.get(CANN, {}) else None
        for key in looked_up(part, value):
            alone = {key: value[key]}
            if names is not None and key in part.get("properties", ()):
                errors = self._member(validator, alone, part, keywords)
                yield from merge(errors, _repeated(key, value[key], names), key=_path_of)
            elif not allows_member(alone):
                yield from self._member(validator, alone, part, keywords)

    def _member(
        self, validator: Any, alone: dict[str, object], part: Part, keywords: list[str]
    ) -> Errors:
        """What jsonschema says about an object that has one member only."""
        [(key, held)] = alone.items()
        for keyword in keywords:
            for error in self._stock[keyword](validator, part[keyword], alone, part):
                if not error.path:  # it is about the key
                    error.path.append(key)
                    error.validator, error.instance = keyword, held
                yield error

    def _test(self, part: Any, keywords: list[str] | None = None) -> Test:
        """Whether a value is allowed, by some keywords of a part: few of many values are not."""
        known = id(part), keywords is None
        if known not in self._tests:
            asked = part if keywords is None else {keyword: part[keyword] for keyword in keywords}
            self._tests[known] = compiled(asked, self._root)
        return self._tests[known]


def _is_of_step_2(part: Part) -> bool:
    return bool(part.get(CANN, {}).get("step") == 2)


def _of_step_1(part: Any) -> Any:
    """A schema without the parts that CANN comes to in step 2."""
    if isinstance(part, list):
        return [_of_step_1(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    if _is_of_step_2(part):
        return {}
    return {key: _of_step_1(inner) for key, inner in part.items()}


def _cut(value: object, levels: int) -> object:
    """A value that can be written: jsonschema writes all of it into its messages."""
    if isinstance(value, dict):
        return {key: _cut(held, levels - 1) for key, held in value.items()} if levels else {}
    if isinstance(value, list):
        return [_cut(item, levels - 1) for item in value] if levels else []
    return max(-_LARGEST, min(value, _LARGEST)) if type(value) is int else value


def _repeated(group: str, members: object, names: set[str]) -> Errors:
    """An error for each key that `names` has without its blanks; they are added to it."""
    from jsonschema import ValidationError

    for key in sorted(members) if isinstance(members, dict) else ():
        if key.strip(C_BLANKS) in names:
            yield ValidationError("", validator=CANN, path=(group, key))
        names.add(key.strip(C_BLANKS))


def _path_of(error: Any) -> list[str | int]:
    return list(error.path)


def _expected(error: Any) -> tuple[str, ...]:
    if error.validator == UNKNOWN_KEY:
        return tuple(error.schema.get("properties", ()))
    named = error.validator_value if error.validator in _NAMING else []
    return tuple(map(str, named if isinstance(named, list) else [named]))


def place_of(path: Path) -> str:
    """The keys and indices of a path as people write them: `inputs[0].dtype`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{quoted(step)}" for step in path)
    return "".join(steps).removeprefix(".")


def type_in_words(types: str | list[str] | tuple[str, ...]) -> str:
    """A description of the type that a value has to have; null is as good as nothing."""
    named = [types] if isinstance(types, str) else types
    return next(_TYPES[name] for name in named if name != "null")


def expected(violation: Violation) -> str:
    """What has to be where a violation is: a type, a value, or a number of some size."""
    if violation.keyword == "type":
        return type_in_words(violation.expected)
    [limit] = violation.expected
    if violation.keyword == "minimum":
        return said("{least} or more", least=limit)
    if violation.keyword == "pattern":
        return said("text that matches `{pattern}`", pattern=limit)
    return f'"{limit}"'
