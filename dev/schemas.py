"""Write the JSON Schemas of what cannlint prints, from the types of `cannlint.results`.

Also the kinds of file in the schema of a cannlint.toml.

    python dev/schemas.py            write schemas/<document>.schema.json
    python dev/schemas.py --check    end with 1 if one of them is not as it would be written

A document is a TypedDict with a key `schema`, whose only value names the document and its version.
Descriptions are the docstrings of the types and of their keys.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from enum import Enum
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from cannlint import results
from cannlint.formats.inspection import OTHERS, REFUSED, Of
from cannlint.json_types import ADDED, Keywords
from cannlint.kinds import CONFIG_KINDS, LIBRARY_KINDS, NAMED_KINDS

FOLDER = Path(__file__).parent.parent / "schemas"
SIMPLE = {str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null"}

Schema = dict[str, Any]


def main() -> int:
    """Write the schemas, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    is_check = parser.parse_args().check
    old = []
    for name, text in schemas().items():
        path = FOLDER / f"{name}.schema.json"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            old.append(path.name)
            if not is_check:
                path.write_text(text, encoding="utf-8")
    print(f"not as the types are: {', '.join(old)}" if is_check and old else f"{len(old)} written")
    return int(is_check and bool(old))


def schemas() -> dict[str, str]:
    """Name of a document → the text of its schema."""
    names = [module.name for module in pkgutil.iter_modules(results.__path__)]
    modules = [results, *(importlib.import_module(f"cannlint.results.{name}") for name in names)]
    values = [value for module in modules for value in vars(module).values()]
    documents: dict[str, list[Any]] = {}
    for document in dict.fromkeys(value for value in values if is_typeddict(value)):
        hints = get_type_hints(document)
        if "schema" in hints:
            documents.setdefault(get_args(hints["schema"])[0], []).append(document)
    outputs = {
        version.split("/")[1]: _text(document_schema(version, of))
        for version, of in documents.items()
    }
    return {**outputs, "cannlint": with_kinds((FOLDER / _CONFIGURATION).read_text("utf-8"))}


_CONFIGURATION = "cannlint.schema.json"
_KINDS = re.compile(r'("description": "Path or pattern, [^{]*\{\s*"enum": \[\s*)[^\]]*?(\s*\])')


def with_kinds(text: str) -> str:
    """The schema of a cannlint.toml with the kinds that its [files] may name."""
    kinds = (f'"{kind.value}"' for kind in NAMED_KINDS)
    listed = (",\n" + " " * 10).join(kinds)
    return _KINDS.sub(lambda match: match[1] + listed + match[2], text, count=1)


def _text(schema: Schema) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def document_schema(version: str, documents: list[Any]) -> Schema:
    """The schema of a document; of one that has several forms, each of them."""
    parts = Parts()
    forms = [parts.of_object(document) for document in documents]
    _, name, number = version.split("/")
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:cannlint:schema:{name}:{number}",
        "title": version,
    }
    body = forms[0] if len(forms) == 1 else {"anyOf": forms}
    return {**head, **body, "$defs": dict(sorted(parts.schemas.items()))}


class Parts:
    """The types that a document is made of, under `$defs`."""

    def __init__(self) -> None:
        self.schemas: dict[str, Schema] = {}

    def of(self, hint: Any) -> Schema:
        """The schema of a type."""
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.of_marked(arguments[0], arguments[1:])
        if origin is Literal:
            return {"const": arguments[0]} if len(arguments) == 1 else {"enum": [*arguments]}
        if origin in (Union, UnionType):
            return self.of_union(arguments)
        if origin is list:
            return {"type": "array", "items": self.of(arguments[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        if is_typeddict(hint):
            if hint.__name__ not in self.schemas:
                self.schemas[hint.__name__] = {}  # so that a type may hold its own kind
                self.schemas[hint.__name__] = self.of_object(hint)
            return {"$ref": f"#/$defs/{hint.__name__}"}
        return {"type": SIMPLE[hint]}

    def of_marked(self, hint: Any, marks: tuple[Any, ...]) -> Schema:
        """The schema of a type with marks of `cannlint.json_types`."""
        schema = self.of(hint)
        for mark in marks:
            if isinstance(mark, Keywords):
                schema = {**schema, **mark.values}
            elif isinstance(mark, (type, tuple)):
                values = [one.value if isinstance(one, Enum) else str(one) for one in mark]
                schema = {"enum": [*values, None] if NoneType in get_args(hint) else values}
        return schema

    def of_union(self, hints: tuple[Any, ...]) -> Schema:
        """One schema for simple types, as `"type": ["string", "null"]`; `anyOf` for others."""
        found = [self.of(hint) for hint in hints]
        named = [schema for schema in found if "type" in schema and schema["type"] != "object"]
        if len(named) < len(found):
            return {"anyOf": found}
        merged: Schema = {"type": [schema["type"] for schema in named]}
        for schema in named:
            merged |= {key: value for key, value in schema.items() if key != "type"}
        return merged

    def of_object(self, hint: Any) -> Schema:
        """The schema of a TypedDict, without a reference to it."""
        hints = get_type_hints(hint, include_extras=True)
        marked = {key: [*by_kind(one)] for key, one in hints.items() if any(by_kind(one))}
        required = [
            key
            for key, one in hints.items()
            if key in hint.__required_keys__ and ADDED not in getattr(one, "__metadata__", ())
        ]
        texts = texts_behind(body(hint.__module__))
        text = description(hint.__doc__ or texts.get(hint.__name__, ""))
        unmarked = {key: one for key, one in hints.items() if key not in marked}
        schema = {
            **({"description": text} if text else {}),
            "type": "object",
            "additionalProperties": False,
            "required": required,
            "properties": self.properties(hint, unmarked),
        }
        if marked:  # the keys that depend on the kind are allowed, and required, by its form
            del schema["additionalProperties"]
            schema |= {"unevaluatedProperties": False, "oneOf": [*self.forms(hint, marked)]}
        return schema

    def properties(self, hint: Any, types: dict[str, Any]) -> Schema:
        """Key → schema, of some keys of a TypedDict with their types."""
        texts = notes(hint.__name__, hint.__module__)
        return {
            key: {**({"description": texts[key]} if key in texts else {}), **self.of(one)}
            for key, one in types.items()
        }

    def forms(self, hint: Any, marked: dict[str, list[tuple[Any, Of]]]) -> Iterator[Schema]:
        """The form of an accepted file of each kind, and that of a refused file."""
        kinds = (*CONFIG_KINDS, *LIBRARY_KINDS)
        types = [(key, one, mark) for key, pairs in marked.items() for one, mark in pairs]
        named = {kind for _, _, mark in types for kind in mark.kinds}
        for kind in kinds:
            wanted = OTHERS if kind not in named else None
            own = {key: one for key, one, mark in types if mark is wanted or kind in mark.kinds}
            head = {"kind": {"const": kind.value}, "accepted": {"const": True}}
            yield {"required": [*own], "properties": {**head, **self.properties(hint, own)}}
        refused = {key: one for key, one, mark in types if mark is REFUSED}
        head = {"kind": {"enum": [*map(str, kinds)]}, "accepted": {"const": False}}
        yield {"properties": {**head, **self.properties(hint, refused)}}


def by_kind(hint: Any) -> Iterator[tuple[Any, Of]]:
    """The types of a key that depend on the kind of a file, with their marks."""
    is_union = get_origin(hint) in (Union, UnionType)
    for one in get_args(hint) if is_union else (hint,):
        for mark in getattr(one, "__metadata__", ()):
            if isinstance(mark, Of):
                yield one, mark


def notes(name: str, module: str) -> dict[str, str]:
    """Key of a TypedDict → its docstring, also of the keys that it inherits in its module."""
    declared = next(
        (node for node in body(module) if isinstance(node, ast.ClassDef) and node.name == name),
        None,
    )
    if declared is None:
        return {}
    found: dict[str, str] = {}
    for base in declared.bases:
        found |= notes(ast.unparse(base), module)
    return found | texts_behind(declared.body)


def texts_behind(statements: list[ast.stmt]) -> dict[str, str]:
    """Name that is declared or assigned → the docstring behind it."""
    found = {}
    for before, node in pairwise(statements):
        target = before.target if isinstance(before, ast.AnnAssign) else None
        if isinstance(before, ast.Assign):
            target = before.targets[0]
        if isinstance(target, ast.Name) and isinstance(node, ast.Expr):
            found[target.id] = description(ast.literal_eval(node.value))
    return found


@cache
def body(module: str) -> list[ast.stmt]:
    """The statements of a module."""
    return ast.parse(inspect.getsource(sys.modules[module])).body


def description(docstring: str) -> str:
    """A docstring as one line."""
    return " ".join(docstring.split())


if __name__ == "__main__":
    sys.exit(main())
