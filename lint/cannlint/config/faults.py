"""What is wrong with a cannlint.toml, and where: needed only when something is."""

from __future__ import annotations

import re

from cannlint.diagnostics import Message, Phrase
from cannlint.kinds import CONFIG_KINDS, LIBRARY_KINDS
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.text.source import Source

    Problem = tuple[Span, str, dict[str, object]]

_AT = re.compile(r" \(at line (\d+), column (\d+)\)$")
_HEADER = re.compile(r"^[ \t]*\[\[?([^\]\n]*)\]", re.MULTILINE)


def toml_fault(source: Source, message: str) -> Problem:
    """A syntax error as the TOML reader words it, put at its place."""
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


def config_faults(source: Source, table: dict[str, Any]) -> list[Problem]:
    """Every way in which a table leaves the schema."""
    import json

    from jsonschema import Draft202012Validator

    from cannlint.data import read_data

    schema = json.loads(read_data("schemas", "cannlint.schema.json"))
    found: list[Problem] = []
    for error in Draft202012Validator(schema).iter_errors(table):
        path = tuple(error.absolute_path)
        if error.validator == "additionalProperties" and isinstance(error.instance, dict):
            known = list(error.schema["properties"])
            for key in error.instance:
                if key not in known:
                    values = {"key": key, "known": tuple(known)}
                    message = "`{key}` is no setting; the settings here are {known}"
                    found.append((_place(source, (*path, key)), message, values))
        else:
            found.append((_place(source, path), *_message(error, path)))
    return sorted(found, key=lambda problem: problem[0].start)


def _message(error: Any, path: tuple[str | int, ...]) -> tuple[str, dict[str, object]]:
    key = ".".join(str(step) for step in path) or Phrase("the file")
    if error.validator == "required":
        return "`{key}` needs `{needed}`", {"key": key, "needed": error.validator_value[0]}
    if error.validator == "enum":
        kinds = {kind.value for kind in (*CONFIG_KINDS, *LIBRARY_KINDS)}
        allowed = [value for value in error.validator_value if value in kinds]
        return "`{key}` has to be one of {allowed}", {
            "key": key,
            "allowed": tuple(allowed or error.validator_value),
        }
    if error.validator == "pattern":
        return "`{value}` is no rule code; write CD203, or CD2 or CD for a family", {
            "value": str(error.instance)
        }
    return "`{key}` has to be {expected}", {"key": key, "expected": _expected(error)}


def _expected(error: Any) -> object:
    if error.validator == "oneOf":
        return Phrase("a text or a list of texts")
    if error.validator in ("minLength", "minItems"):
        return Phrase("something, not empty")
    return Message("of type {sort}", {"sort": Phrase(error.validator_value)})


def _place(source: Source, path: tuple[str | int, ...]) -> Span:
    """The deepest table header or key of a path that can be found in the text."""
    text, best = source.text, Span(0, 0)
    start = 0
    for step in path:
        if isinstance(step, int):
            start = _nth_header(text, start, step)
            continue
        name = re.escape(step)
        key = re.compile(rf"^[ \t]*[\"']?({name})[\"']?[ \t]*[.=]", re.MULTILINE)
        match = key.search(text, start) or _header_with(name, text, start)
        if match is None:
            break
        span = match.span(1) if match.re is key else match.span()
        best, start = Span(*span), match.start()
    return best


def _header_with(name: str, text: str, start: int) -> re.Match[str] | None:
    """The first table header with a word in it, which is escaped for an expression."""
    word = re.compile(rf"\b{name}\b")
    headers = _HEADER.finditer(text, start)
    return next((header for header in headers if word.search(header[1])), None)


def _nth_header(text: str, start: int, index: int) -> int:
    """Where the table of a list of tables begins; the given start when it is a plain list."""
    headers = [match.start() for match in _HEADER.finditer(text, start)]
    return headers[index] if text[start : start + 2] == "[[" and index < len(headers) else start
