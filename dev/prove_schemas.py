"""Shows that each keyword of a schema decides: `python dev/prove_schemas.py [NAME...]`.

In turn each keyword of the schemas of inputs is taken out, each key of `x-cann` too, or what it
says is replaced by what allows nothing. With every such schema the examples, those of
tests/schemas/examples, are judged and read again. A change that changes neither is listed, and the
exit status is 1. What ends in an exception shows nothing: it is counted apart. `--vectors FOLDER`
adds recorded files, as `text` or `base64` in the lines of fusion_switch.jsonl and mixlist.jsonl;
`--files NAME FOLDER` adds the files of a folder, NAME being that of a schema.
"""

from __future__ import annotations

import argparse
import base64
import copy
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from referencing.exceptions import Unresolvable

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "lint"), str(ROOT / "tests")]

from cannlint import schema, validation  # noqa: E402
from cannlint.formats.fusion_switch import facts as fusion_facts  # noqa: E402
from cannlint.formats.fusion_switch import reading as fusion_switch  # noqa: E402
from cannlint.formats.mixlist import reading as mixlist  # noqa: E402
from cannlint.formats.ops_info import entry as ops_entry  # noqa: E402
from cannlint.formats.ops_info import reading as ops_info  # noqa: E402
from cannlint.text.source import Source  # noqa: E402
from schemas.test_schemas_decide import DOCUMENT, INPUTS, OF_CANN, examples, judged  # noqa: E402

READERS: dict[str, Callable[[Source], Any]] = {
    "fusion_switch": fusion_switch.read,
    "modify_mixlist": mixlist.read,
    "ops_info": ops_info.read,
}
RECORDED = {"fusion_switch": "fusion_switch.jsonl", "modify_mixlist": "mixlist.jsonl"}
DESCRIBING = {"$schema", "$id", "$defs", "title", "description", "default"}
NOTHING = {"type": []}
"""A schema that allows no value."""

Change = Callable[[Any, Any], object]
"""Changes what an object or a list has for a key or index."""
Variant = tuple[str, dict[str, Any]]
"""What is another, as a pointer into the schema, and the schema."""
Input = tuple[str, object, bytes]
"""The part of the schema that a value is for, the value, and the text of a file."""


def variants(name: str) -> Iterator[Variant]:
    """Each schema that has one thing less, or allows nothing in one place."""
    document = json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    for path in places(document):
        for label, change in changes(path, at(document, path)):
            other = copy.deepcopy(document)
            change(at(other, path[:-1]), path[-1])
            yield f"#/{'/'.join(map(str, path))}{label}", other


def places(part: dict[str, Any], path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of each keyword, and of each thing that it lists."""
    for keyword, value in part.items():
        here = (*path, keyword)
        if keyword not in DESCRIBING:
            yield here
        if keyword in ("properties", "patternProperties", "$defs"):
            for key, inner in value.items():
                yield (*here, key)
                yield from places(inner, (*here, key))
        elif keyword in ("oneOf", "prefixItems"):
            for number, inner in enumerate(value):
                yield (*here, number)
                yield from places(inner, (*here, number))
        elif keyword == schema.CANN:
            yield from ((*here, key) for key in value)
            yield from ((*here, "codes", key) for key in value.get("codes", ()))
        elif isinstance(value, list):
            yield from ((*here, number) for number in range(len(value)))
        elif isinstance(value, dict):
            yield from places(value, here)


def changes(path: tuple[Any, ...], value: object) -> Iterator[tuple[str, Change]]:
    """What is done to one place of a schema."""
    if path[-2:-1] != ("$defs",):  # without it what refers to it is no schema
        yield "", lambda owner, key: owner.pop(key)
    if path[-1] in ("properties", "patternProperties") and path[-2:-1] != ("properties",):
        yield " = {}", lambda owner, key: owner.update({key: {}})
    elif isinstance(value, dict) and path[-1] != schema.CANN and "codes" not in path[-2:]:
        yield " = nothing", lambda owner, key: owner.__setitem__(key, NOTHING)


def at(document: Any, path: tuple[Any, ...]) -> Any:
    """What a path leads to."""
    for step in path:
        document = document[step]
    return document


def inputs_of(name: str, arguments: argparse.Namespace) -> dict[str, list[Input]]:
    """The inputs that a schema is for, by where they are from."""
    if name in OF_CANN:
        own = [(DOCUMENT, value) for value, _ in judged(name)]
    else:
        own = [(part, value) for part, value, _ in examples(name)]
    found = {"examples": [(part, value, dumped(value)) for part, value in own], "recorded": []}
    texts = [
        path.read_bytes()
        for kind, folder in arguments.files
        for path in sorted(Path(folder).rglob("*"))
        if kind == name and path.is_file()
    ]
    if arguments.vectors and name in RECORDED:
        lines = (arguments.vectors / RECORDED[name]).read_text(encoding="utf-8").splitlines()
        texts += map(text_of, map(json.loads, lines))
    for data in texts:
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            value = None  # the reader says what it is
        found["recorded"].append((DOCUMENT, value, data))
    return found


def dumped(value: object) -> bytes:
    """The text of a file with a value."""
    return json.dumps(value).encode()


def text_of(record: dict[str, str]) -> bytes:
    """The text of a recorded file."""
    coded = record.get("base64")
    return base64.b64decode(coded) if coded is not None else record["text"].encode()


def judge(name: str, document: dict[str, Any], inputs: list[Input]) -> list[object]:
    """What the schema makes of each input; a text where that ends in an exception."""
    text = json.dumps(document)
    real = schema.read_data
    schema.read_data = lambda folder, file: (
        text if file == f"{name}.schema.json" else real(folder, file)
    )
    try:
        forget()
        return [outcome for one in inputs for outcome in verdict(name, *one)]
    finally:
        schema.read_data = real
        forget()


def forget() -> None:
    """Empty what is remembered of schemas."""
    for module in (schema, validation, fusion_facts, ops_entry):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def verdict(name: str, part: str, value: object, data: bytes) -> tuple[object, object]:
    """The violations of a value, and CANN's reading of the file."""
    part = "" if part == DOCUMENT else part
    return outcome_of(told_of, name, value, part), outcome_of(reading_of, name, data)


def outcome_of(function: Callable[..., object], *values: object) -> object:
    """What a function returns, or the name of the exception that it ends in."""
    try:
        return function(*values)
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        return type(error).__name__
    except Unresolvable as error:
        return type(error).__name__


def told_of(name: str, value: object, part: str) -> object:
    """What is told about a value."""
    found = validation.violations(name, value, part)
    return [(one.keyword, one.path, one.expected, one.code) for one in found]


def reading_of(name: str, data: bytes) -> object:
    """CANN's reading of a file, if it is one of CANN's."""
    if name not in READERS:
        return None
    reading = READERS[name](Source("file", data))
    facts = {str(fact): list(map(shown, parts)) for fact, parts in reading.facts.items()}
    slots = {slot for one in type(reading).__mro__ for slot in getattr(one, "__slots__", ())}
    plain = {slot: str(getattr(reading, slot)) for slot in slots & {"switches", "operations"}}
    return reading.accepted, reading.codes, facts, plain


def shown(part: object) -> object:
    """What a fact is about, without the addresses of objects."""
    return getattr(part, "path", None) or (part if isinstance(part, (str, tuple)) else None)


def prove(name: str, inputs: dict[str, list[Input]]) -> bool:
    """Print what each group of inputs notices; whether nothing in the schema is idle."""
    document = json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    before = {group: judge(name, document, values) for group, values in inputs.items()}
    noticed = dict.fromkeys(inputs, 0)
    broken, idle = [], []
    tried = list(variants(name))
    for pointer, other in tried:
        after = {group: judge(name, other, values) for group, values in inputs.items()}
        pairs = {group: list(zip(before[group], after[group], strict=True)) for group in inputs}
        others = {
            group: any(old != new and not isinstance(new, str) for old, new in rows)
            for group, rows in pairs.items()
        }
        for group, is_other in others.items():
            noticed[group] += is_other
        if not any(others.values()):
            ends = any(isinstance(new, str) for rows in after.values() for new in rows)
            (broken if ends else idle).append(pointer)
    shares = ", ".join(
        f"{count} by {len(inputs[group])} {group}" for group, count in noticed.items()
    )
    print(f"{name}: {len(tried)} changes; noticed: {shares}; "
          f"{len(broken)} only end in an exception, {len(idle)} change nothing")  # fmt: skip
    for pointer in idle:
        print(f"    {pointer}")
    for pointer in broken:
        print(f"    exception: {pointer}")
    return not idle


def main() -> int:
    """Prove the schemas that are named, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--vectors", type=Path, metavar="FOLDER")
    parser.add_argument("--files", nargs=2, action="append", default=[], metavar=("NAME", "FOLDER"))
    arguments = parser.parse_args()
    names = arguments.names or sorted(INPUTS)
    results = [prove(name, inputs_of(name, arguments)) for name in names]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
