"""Holds each document that a command prints against its schema."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from jsonschema import Draft202012Validator

SCHEMAS = Path(__file__).parent.parent / "schemas"


@cache
def validator(name: str) -> Draft202012Validator:
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    return Draft202012Validator(schema)


def must_be_valid(document: object) -> None:
    """Fail if a document of cannlint violates the schema of the version that it names."""
    version = document.get("schema") if isinstance(document, dict) else None
    if isinstance(version, str) and version.startswith("cannlint/"):
        validator(version.split("/")[1]).validate(document)


def printed_must_be_valid(printed: bytes) -> None:
    """The same of what a command printed, which need not be JSON."""
    if b'"cannlint/' in printed[:100]:
        must_be_valid(json.loads(printed))
