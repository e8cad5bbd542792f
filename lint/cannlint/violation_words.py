"""Words for what violates a schema: where it is, and what has to be there."""

from __future__ import annotations

from cannlint.diagnostics import quoted
from cannlint.language import Phrase, said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.validation import Path, Violation

_TYPES = {
    "array": Phrase("an array"),
    "boolean": Phrase("true or false"),
    "integer": Phrase("an integer"),
    "object": Phrase("an object"),
    "string": Phrase("a string"),
}
"""Type in JSON Schema → its description."""


def place_of(path: Path) -> str:
    """The keys and indices of a path as people write them: `inputs[0].dtype`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{quoted(step)}" for step in path)
    return "".join(steps).removeprefix(".")


def type_in_words(types: tuple[str, ...]) -> str:
    """A description of the type that a value has to have; null is as good as nothing."""
    return next(_TYPES[name] for name in types if name != "null")


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
