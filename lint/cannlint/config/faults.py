"""Problems in a cannlint.toml with their positions; imported only if there are any."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cannlint.config.errors import BrokenConfigError
from cannlint.config.search import PYPROJECT, PYPROJECT_ROOT
from cannlint.diagnostics import Phrase
from cannlint.kinds import NAMED_KINDS
from cannlint.schema import PATTERN, UNKNOWN_KEY
from cannlint.text.source import Source
from cannlint.text.span import Span
from cannlint.text.toml_places import Header, Place, places
from cannlint.validation import Violation

if TYPE_CHECKING:
    from cannlint.schema import Path

Problem = tuple[Span, str, dict[str, object]]

_AT = re.compile(r" \(at line (\d+), column (\d+)\)$")
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
    """The problems of the table at `root` under the schema, by position."""
    from cannlint.validation import violations

    found = violations("cannlint", table)
    spans = _spans(source.text, [(*root, *violation.path) for violation in found])
    problems = [(span, *_message(violation)) for span, violation in zip(spans, found, strict=True)]
    return sorted(problems, key=lambda problem: problem[0].start)


def _message(violation: Violation) -> tuple[str, dict[str, object]]:
    path, keyword, expected = violation.path, violation.keyword, violation.expected
    key = ".".join(str(step) for step in path) or Phrase("the file")
    if keyword == UNKNOWN_KEY:
        message = "unknown setting `{key}`: expected one of {known}"
        return message, {"key": path[-1], "known": expected}
    if keyword == "required":
        return "`{key}` needs `{needed}`", {"key": key, "needed": expected[0]}
    if keyword == "enum":
        kinds = {kind.value for kind in NAMED_KINDS}
        allowed = tuple(value for value in expected if value in kinds) or expected
        return "`{key}` must be one of {allowed}", {"key": key, "allowed": allowed}
    if keyword == PATTERN:
        return _no_match(str(violation.value), key if _VERSION in path else None, expected[0])
    if path[:1] == ("job",) and len(path) == _IN_JOB and isinstance(violation.value, dict):
        message = "`{key}` is a table; write the options of a job directly in `[{job}]`"
        return message, {"key": key, "job": ".".join(str(step) for step in path[:-1])}
    return "`{key}` must be {expected}", {"key": key, "expected": _expected(violation)}


def _no_match(value: str, release: object | None, pattern: str) -> tuple[str, dict[str, object]]:
    """What is said of a rule code, or of the value of the key `release`, that is not like one."""
    if release is not None:
        message = "`{key}` must be a release, such as 7.1.0, not `{value}`"
        return message, {"key": release, "value": value}
    if re.search(pattern, value.upper()):
        message = "`{value}` is not a rule code; write `{meant}`"
        return message, {"value": value, "meant": value.upper()}
    message = "`{value}` is not a rule code; write CD203, or CD2 or CD for a group of rules"
    return message, {"value": value}


def _expected(violation: Violation) -> object:
    path, keyword = violation.path, violation.keyword
    if keyword == "oneOf" and _VERSION in path:
        return Phrase("a release, or a table of front ends with their releases")
    if keyword == "oneOf" and path[-1] == _FRONT_END:
        return Phrase("the name of a front end, such as atc or tf2, or a list of names")
    if keyword == "oneOf":
        return Phrase("a string or a list of strings")
    if keyword in ("minLength", "minItems"):
        return Phrase("a non-empty value")
    if len(violation.expected) > 1:
        return Phrase("a string, a number, true or false")
    return _TYPES[violation.expected[0]]


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
