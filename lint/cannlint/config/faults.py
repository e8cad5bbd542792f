"""Problems in a cannlint.toml with their positions; imported only if there are any."""

from __future__ import annotations

import os
import re
from itertools import islice

from cannlint.config.errors import BrokenConfigError
from cannlint.config.search import PYPROJECT, PYPROJECT_ROOT
from cannlint.diagnostics import Phrase
from cannlint.kinds import CONFIG_KINDS, LIBRARY_KINDS
from cannlint.text.span import Span
from cannlint.text.toml_places import Header, places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from cannlint.text.source import Source
    from cannlint.text.toml_places import Path, Place

    Problem = tuple[Span, str, dict[str, object]]

_AT = re.compile(r" \(at line (\d+), column (\d+)\)$")
_MAX_PROBLEMS = 5_000
"""The maximum number of problems to search for; a rule reports fewer (engine/limits.py)."""

_TYPES = {
    "array": Phrase("a list"),
    "boolean": Phrase("true or false"),
    "integer": Phrase("an integer"),
    "object": Phrase("a table"),
    "string": Phrase("a string"),
}
"""Type in JSON Schema → its description."""

_VERSION = "front-end-version"
_FRONT_END = "front-end"

_IN_JOB = 3
"""Length of the path of an option: `job`, name of the job, key."""


def toml_fault(source: Source, message: str) -> Problem:
    """A syntax error of the TOML reader, at its position."""
    place = _AT.search(message)
    reason = _AT.sub("", message).removesuffix(" (at end of document)")
    offset = len(source.text)
    if place:
        start, end = source.line_span(min(int(place[1]), source.line_count))
        offset = min(start + int(place[2]) - 1, end)
    return (
        Span(offset, min(offset + 1, len(source.text))),
        "not TOML: {reason}",
        {"reason": reason[:1].lower() + reason[1:]},
    )


def fault_at(
    source: Source, key: str, message: str, values: dict[str, object]
) -> BrokenConfigError:
    """An error about the value of a setting that the schema cannot check."""
    [span] = places_of_settings(source, [(key,)])
    return BrokenConfigError(source, [(span, message, values)])


def too_long(most: int) -> Problem:
    """The problem of a configuration that is too long."""
    return Span(0, 0), "the file is longer than {most:,} characters", {"most": most}


def too_many_patterns(most: int) -> Problem:
    """The problem of a configuration whose patterns would take too long to try."""
    message = (
        "`exclude`, [files], [[ignore]] and [[policy]] have more than {most:,} patterns and codes "
        "together"
    )
    return Span(0, 0), message, {"most": most}


def too_many_policies(most: int) -> Problem:
    """The problem of a configuration with too many policies."""
    return Span(0, 0), "there are more than {most:,} [[policy]] tables", {"most": most}


def places_of_settings(source: Source, paths: Sequence[Path]) -> list[Span]:
    """Where the settings of a configuration stand: the deepest key or header of each path."""
    root = PYPROJECT_ROOT if os.path.basename(source.path) == PYPROJECT else ()
    return _spans(source.text, [(*root, *path) for path in paths])


def config_faults(source: Source, table: dict[str, Any], root: Path = ()) -> list[Problem]:
    """The problems of the table at `root` under the schema, up to _MAX_PROBLEMS, by position."""
    found = list(islice(_faults(table), _MAX_PROBLEMS))
    spans = _spans(source.text, [(*root, *path) for path, _, _ in found])
    problems = [
        (span, message, values) for span, (_, message, values) in zip(spans, found, strict=True)
    ]
    return sorted(problems, key=lambda problem: problem[0].start)


def _faults(table: dict[str, Any]) -> Iterator[tuple[Path, str, dict[str, object]]]:
    """Each problem with its path in the table."""
    import json

    from jsonschema import Draft202012Validator

    from cannlint.data import read_data

    schema = json.loads(read_data("schemas", "cannlint.schema.json"))
    for error in Draft202012Validator(schema).iter_errors(table):
        path = tuple(error.absolute_path)
        if error.validator == "additionalProperties" and isinstance(error.instance, dict):
            known = tuple(error.schema["properties"])
            for key in error.instance:
                if key not in known:
                    values = {"key": key, "known": known}
                    message = "unknown setting `{key}`: expected one of {known}"
                    yield (*path, key), message, values
        else:
            yield path, *_message(error, path)


def _message(error: Any, path: tuple[str | int, ...]) -> tuple[str, dict[str, object]]:
    key = ".".join(str(step) for step in path) or Phrase("the file")
    if error.validator == "required":
        return "`{key}` needs `{needed}`", {"key": key, "needed": error.validator_value[0]}
    if error.validator == "enum":
        kinds = {kind.value for kind in (*CONFIG_KINDS, *LIBRARY_KINDS)}
        allowed = [value for value in error.validator_value if value in kinds]
        return "`{key}` must be one of {allowed}", {
            "key": key,
            "allowed": tuple(allowed or error.validator_value),
        }
    if error.validator == "pattern" and _VERSION in path:
        message = "`{key}` must be a release, such as 7.1.0, not `{value}`"
        return message, {"key": key, "value": error.instance}
    if error.validator == "pattern":
        value = str(error.instance)
        if re.search(error.validator_value, value.upper()):
            return "`{value}` is not a rule code; write `{meant}`", {
                "value": value,
                "meant": value.upper(),
            }
        message = "`{value}` is not a rule code; write CD203, or CD2 or CD for a group of rules"
        return message, {"value": value}
    if path[:1] == ("job",) and len(path) == _IN_JOB and isinstance(error.instance, dict):
        message = "`{key}` is a table; write the options of a job directly in `[{job}]`"
        return message, {"key": key, "job": ".".join(str(step) for step in path[:-1])}
    return "`{key}` must be {expected}", {"key": key, "expected": _expected(error)}


def _expected(error: Any) -> object:
    if error.validator == "oneOf" and _VERSION in error.absolute_path:
        return Phrase("a release, or a table of front ends with their releases")
    if error.validator == "oneOf" and error.absolute_path[-1] == _FRONT_END:
        return Phrase("the name of a front end, such as atc or tf2, or a list of names")
    if error.validator == "oneOf":
        return Phrase("a string or a list of strings")
    if error.validator in ("minLength", "minItems"):
        return Phrase("a non-empty value")
    types = error.validator_value
    return _TYPES[types] if isinstance(types, str) else Phrase("a string, a number, true or false")


def _spans(text: str, paths: list[Path]) -> list[Span]:
    """For each path, the deepest header or key of it in the text."""
    spans: dict[Path, Span] = {}
    wanted = {path[:length] for path in paths for length in range(1, len(path) + 1)}
    for place in places(text):
        for length in range(1, len(place.path) + 1):
            if place.path[:length] in wanted:
                spans.setdefault(place.path[:length], _shown(text, place))
    return [_deepest(spans, path) for path in paths]


def _deepest(spans: dict[Path, Span], path: Path) -> Span:
    steps = (path[:length] for length in range(len(path), 0, -1))
    return next((spans[step] for step in steps if step in spans), Span(0, 0))


def _shown(text: str, place: Place | Header) -> Span:
    """The span of a header, or of a key without quotes."""
    if isinstance(place, Header):
        return place.span
    start, end = place.key_span.start, place.key_span.end
    return Span(start + 1, end - 1) if text[start] in "\"'" else place.key_span
