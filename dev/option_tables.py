"""The tables of options, lint/cannlint/jobs/tables: their layout, and what is wrong in them.

`python dev/option_tables.py` puts each key of an option on its own line, in the order of
option_tables.schema.json, which says what the keys mean, and prints what is wrong, a line each:
what the schema does not allow, a default that is not legal, an option, a source or a release that
does not exist. `--check` changes nothing, and fails where the layout is another, too.

`--new atc my_option` starts an option; CONTRIBUTING.md goes through the steps.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "lint"))

from cannlint.cann.error_codes import meaning_of  # noqa: E402
from cannlint.jobs.conditions import options_in  # noqa: E402
from cannlint.jobs.releases import former_releases, row_at  # noqa: E402
from cannlint.jobs.settings import FrontEnd, OptionSpec  # noqa: E402
from cannlint.jobs.tables import whole_row  # noqa: E402
from cannlint.jobs.value_checks import CHECKS  # noqa: E402
from cannlint.jobs.verdicts import FORMS, text_verdict  # noqa: E402
from cannlint.kinds import Kind  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Table = dict[str, Any]

TABLES = ROOT / "lint" / "cannlint" / "jobs" / "tables"
SCHEMA = Path(__file__).with_name("option_tables.schema.json")
ABOUT = "options"
"""The table of what holds for an option whatever the front end."""

_WIDTH = 100
_NOT_DESCRIBED = ("any", "object", "group")
_TRUTHS = ("True", "False", "true", "false", "0", "1")
_UNSET, _BY_SOC = "-1", ", depending on the SoC"
"""The default of a number that is not set; what follows several defaults."""

_OF_FIELD = {"b": ("bool",), "i": ("int",), "s": ("enum", "string", "path", "list", "json")}
"""Field of a parameter_map → the types of the options that are read from it."""


def read(path: Path) -> Table:
    """The table in a file. Raises ValueError if it is no JSON, or has a key twice."""

    def whole(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise ValueError(f"{path.name}: the key `{key}` is twice in one object")
            found[key] = value
        return found

    try:
        table: Table = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=whole)
    except json.JSONDecodeError as error:
        raise ValueError(f"{path.name}: {error}") from error
    return table


def layout(name: str, table: Table) -> str:
    """The text of a table: one key of an option a line, what is shorter than a line on one."""
    if name == ABOUT:
        table = {option: table[option] for option in sorted(table)}
    else:
        order = _schema()["$defs"]["row"]["properties"]
        rows = {
            name: {key: row[key] for key in order if key in row}
            for name, row in table["options"].items()
        }
        table = {**table, "options": rows}
    return written(table, open_levels=1 if name == ABOUT else 3) + "\n"


def written(value: Any, indent: str = "", used: int = 0, open_levels: int = 1) -> str:
    """A JSON text; what does not fit in a line, and the outer levels of `options`, is spread."""
    line = json.dumps(value, ensure_ascii=False)
    if (open_levels < 1 and len(indent) + used + len(line) < _WIDTH) or not value:
        return line
    inner = indent + "  "
    if isinstance(value, list):
        parts = [inner + written(item, inner, 0, 0) for item in value]
        return "[\n" + ",\n".join(parts) + f"\n{indent}]"
    if not isinstance(value, dict):
        return line
    parts = []
    for key, item in value.items():
        name = f"{json.dumps(key, ensure_ascii=False)}: "
        levels = open_levels - 1 if indent or key == "options" else 0
        parts.append(inner + name + written(item, inner, len(name), levels))
    return "{\n" + ",\n".join(parts) + f"\n{indent}}}"


def problems(tables: dict[str, Table]) -> Iterator[str]:
    """What is wrong in the tables, a sentence each, with the table, the option and the key."""
    known = {name: list(_of_schema(name, table)) for name, table in tables.items()}
    of_ge = tables.get(FrontEnd.GE.value, {}).get("options", {})
    for name, found in known.items():
        yield from found
        if not found and name != ABOUT:
            rows = tables[name]["options"].items()
            whole = {key: whole_row(row, of_ge) for key, row in rows}
            takes = of_ge if any("like" in row for _, row in rows) else {}
            yield from _of_front_end(
                FrontEnd(name), {**tables[name], "options": whole}, tables[ABOUT], takes
            )


@cache
def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return schema


def _of_schema(name: str, table: Table) -> Iterator[str]:
    schema = dict(_schema())
    if name == ABOUT:
        del schema["$ref"]
        schema |= {"type": "object", "additionalProperties": {"$ref": "#/$defs/about"}}
    for error in jsonschema.Draft202012Validator(schema).iter_errors(table):
        path = [str(part) for part in error.absolute_path]
        yield ": ".join((f"{name}.json", *path[path[:1] == ["options"] :], error.message))


def _of_front_end(front_end: FrontEnd, table: Table, about: Table, takes: Table) -> Iterator[str]:
    """What is wrong in a table; `takes` are the rows of GE if it takes these options as well."""
    rows: dict[str, dict[str, Any]] = table["options"]
    names = {row.get("option", key) for key, row in (*rows.items(), *takes.items())}
    is_described = front_end not in (FrontEnd.TORCH, FrontEnd.TORCHAIR)
    for key, row in rows.items():
        found = [*_of_row(row, names), *_unknown_releases(row, table)]
        found += _of_values(front_end, key, row)
        name = row.get("option", key)
        if is_described and name not in about and row["type"] not in _NOT_DESCRIBED:
            found.append(f"option: options.json does not have `{name}`")
        yield from (f"{front_end.value}.json: {key}: {each}" for each in dict.fromkeys(found))
    for sentence in _of_the_rest(table, rows, names):
        yield f"{front_end.value}.json: {sentence}"


def _of_row(row: dict[str, Any], names: set[str]) -> Iterator[str]:
    for key, named in _named(row):
        yield from (f"{key}: there is no option `{name}`" for name in named if name not in names)
    for part in row.get("source", "").split("; "):
        if part.startswith("manual/") and part not in _sections():
            yield f"source: there is no page or section `{part}`"
    if "file" in row and row["file"] not in [kind.value for kind in Kind]:
        yield f"file: there is no kind `{row['file']}`"
    if "field" in row and row["type"] not in _OF_FIELD[row["field"]]:
        yield f"field: `{row['field']}` is not the field of a value of type `{row['type']}`"
    for part in _parts_of(row):
        yield from _unknown_names(part)


def _unknown_names(part: dict[str, Any]) -> Iterator[str]:
    """The grammars, checks and error codes in a part of a row that there are not."""
    syntax, check = part.get("syntax"), part.get("check")
    if syntax and not (ROOT / "grammars" / f"{syntax}.lark").is_file():
        yield f"syntax: there is no grammar `{syntax}`"
    elif syntax and syntax not in FORMS:
        yield f"syntax: jobs/verdicts.py (FORMS) does not say how a value of `{syntax}` looks"
    if check and not (check in CHECKS and check in FORMS):
        yield f"check: `{check}` is not in jobs/value_checks.py and in FORMS of jobs/verdicts.py"
    for key in ("code", "no_number"):
        code = part.get(key)
        if isinstance(code, str) and meaning_of(code) is None:
            yield f"{key}: `{code}` is no error code of CANN"


def _parts_of(value: Any) -> Iterator[dict[str, Any]]:
    """A row, with all that it says of releases, levels, faults and outcomes."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value:
        if isinstance(part, dict | list):
            yield from _parts_of(part)


def _named(row: dict[str, Any]) -> Iterator[tuple[str, Iterable[str]]]:
    """The keys of a row that name other options, with these."""
    for key in ("requires", "excludes", "unread_beside", "unused_with"):
        yield key, row.get(key, ())
    for key in ("when", "written_when"):
        yield key, options_in(row.get(key, {}))
    if isinstance(row.get("deprecated"), str):
        yield "deprecated", [row["deprecated"]]


def _releases(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The keys of a row that name releases, with these."""
    for key in ("since", "until"):
        if key in row:
            yield key, row[key].lstrip(">")
    for key in ("values_since", "values_until"):
        yield from ((key, release.lstrip(">")) for release in row.get(key, {}).values())
    yield from (("formerly", former["until"]) for former in row.get("formerly", ()))


def _of_values(front_end: FrontEnd, key: str, row: dict[str, Any]) -> Iterator[str]:
    """Whether the values and the default are right, in each release."""
    for release in (None, *(release for release, _, _ in former_releases(row))):
        found = row_at(row, release)
        if found is None:
            continue
        spec = OptionSpec(front_end, key, found)
        if spec.type == "enum" and not spec.values:
            yield "values: an `enum` needs them"
        low, high = spec.range
        if low is not None and high is not None and low > high:
            yield "range: the least number is greater than the greatest"
        for text in _defaults(spec):
            if not _is_legal(spec, text):
                yield f'default: "{text}" is not legal: expected {_legal(spec)}'


def _defaults(spec: OptionSpec) -> Iterator[str]:
    """The values that the option may have where it is not set."""
    told = [*spec.default.values()] if isinstance(spec.default, dict) else [spec.default]
    for text in (*told, spec.argument_default):
        if text and text != _UNSET:
            yield from text.removesuffix(_BY_SOC).split(" or ")


def _is_legal(spec: OptionSpec, text: str) -> bool:
    if spec.type == "bool" and not spec.values:
        return text in _TRUTHS
    return text_verdict(spec, text) is None


def _legal(spec: OptionSpec) -> str:
    if spec.values or spec.type == "bool":
        return ", ".join(f'"{value}"' for value in spec.values or _TRUTHS[:2])
    least, greatest = spec.range
    return f"a number from {least} to {greatest}" if spec.type == "int" else f"`{spec.syntax}`"


def _of_the_rest(table: Table, rows: dict[str, Any], names: set[str]) -> Iterator[str]:
    """What is wrong in the calls, combinations and groups."""
    for call, arguments in table.get("calls", {}).items():
        for name in arguments:
            if call not in rows.get(name, {}).get("via", ()):
                yield f"calls: {call}: no option `{name}` is written in this form"
    for key in ("refused_together", "changed_together"):
        for together in table.get(key, ()):
            for name in options_in(together["options"]):
                if name not in names:
                    yield f"{key}: there is no option `{name}`"
            yield from (f"{key}: {each}" for each in _unknown_names(together))
    others = table.get("others", ())
    for name, release in table.get("others_since", {}).items():
        if name not in others:
            yield f"others_since: `{name}` is not among the `others`"
        if release not in table.get("releases", ()):
            yield f"others_since: `{release}` is not among the `releases` of the table"
    for name, group in table.get("groups", {}).items():
        yield from (f"groups: {name}: {each}" for each in _unknown_releases(group, table))


def _unknown_releases(row: dict[str, Any], table: Table) -> Iterator[str]:
    known = table.get("releases", ())
    for key, release in _releases(row):
        if release not in known:
            yield f"{key}: `{release}` is not among the `releases` of the table"


@cache
def _sections() -> set[str]:
    """The pages of the manual, alone and with each of their sections."""
    found = set()
    for page in (ROOT / "docs" / "manual").glob("*.md"):
        name = f"manual/{page.name}"
        titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        found |= {name, *(f"{name}#{_anchor(title)}" for title in titles)}
    return found


def _anchor(title: str) -> str:
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def start(tables: dict[str, Table], front_end: str, name: str) -> None:
    """Put a row for a new option into the table of a front end, and a summary if it has none."""
    tables[ABOUT].setdefault(name, {"summary": "What it does."})
    rows: Table = tables[front_end]["options"]
    in_order = list(rows) == sorted(rows)
    rows.setdefault(name, {"type": "string", "source": "manual/options.md"})
    if in_order:
        tables[front_end]["options"] = {key: rows[key] for key in sorted(rows)}


def main(arguments: list[str]) -> int:
    """Write the tables in their layout, or compare them; print what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="Change nothing.")
    parser.add_argument("--new", nargs=2, metavar=("TABLE", "OPTION"), help="Start an option.")
    asked = parser.parse_args(arguments)
    paths = sorted(TABLES.glob("*.json"))
    try:
        tables = {path.stem: read(path) for path in paths}
    except ValueError as error:
        print(error)
        return 1
    if asked.new:
        start(tables, *asked.new)
    found = [*problems(tables)]
    for path in paths:
        laid_out = layout(path.stem, tables[path.stem])
        if path.read_text(encoding="utf-8") != laid_out and asked.check:
            found.append(f"{path.name}: run `python dev/option_tables.py` for the layout")
        elif not asked.check:
            path.write_text(laid_out, encoding="utf-8")
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
