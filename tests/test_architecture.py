"""Imports point one way, and the data files are where the package looks for them."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
import zipfile

import jsonschema
import pytest
from lark import Lark

from cannlint.data import data_path
from conftest import ROOT

_FORMATS = ROOT / "lint" / "cannlint" / "formats"
_SINGLE = ("format.py", "option_files.py", "scripts.py")
FORMATS = {*_FORMATS.glob("*/__init__.py"), *(_FORMATS / name for name in _SINGLE)}
"""The modules that say where the parts of a format are."""


def test_imports_point_one_way():
    pytest.importorskip("importlinter", reason="import-linter is in the dev extra")
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    process = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        env={"PYTHONPATH": str(ROOT / "lint"), "PATH": "/usr/bin:/bin", "HOME": "/"},
    )
    assert process.returncode == 0, process.stdout.decode() + process.stderr.decode()


def test_no_module_imports_itself_in_a_circle():
    """Imports in functions and under TYPE_CHECKING count, too, but for those of a format.

    Such a circle works at run time, but a reader cannot understand one of its modules alone. A
    format says where its parts are: it is understood without them.
    """
    assert circles_of(imports_by_module()) == []


def test_circles_are_found():
    imports = {"a": {"b", "d"}, "b": {"c"}, "c": {"a"}, "d": {"d"}, "e": {"a"}, "f": set()}
    assert circles_of(imports) == [["a", "b", "c"], ["d"]]


def imports_by_module() -> dict[str, set[str]]:
    """Each module of the package → the modules of the package that it imports anywhere."""
    sources = {}
    for path in (ROOT / "lint" / "cannlint").rglob("*.py"):
        parts = path.relative_to(ROOT / "lint").with_suffix("").parts
        sources[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    assert len(sources) > 100
    return {name: imported_by(path, sources) for name, path in sources.items()}


def imported_by(path, modules) -> set[str]:
    """The modules among `modules` that a file imports."""
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    is_format = path in FORMATS
    for node in tree.body if is_format else ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                found.add(name if name in modules else node.module)
    return found & set(modules)


def circles_of(imports: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that import each other, directly or not."""
    reached = {module: reachable(module, imports) for module in imports}
    circles = {
        tuple(sorted(other for other in reached[module] if module in reached[other]))
        for module in imports
        if module in reached[module]
    }
    return sorted(map(list, circles))


def reachable(module: str, imports: dict[str, set[str]]) -> set[str]:
    """The modules that a module imports, directly or through others."""
    found: set[str] = set()
    waiting = [*imports[module]]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += imports[name]
    return found


@pytest.mark.parametrize("path", sorted((ROOT / "schemas").glob("*.json")), ids=lambda p: p.name)
def test_schemas_are_schemas(path):
    schema = json.loads(path.read_text(encoding="utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("path", sorted((ROOT / "grammars").glob("*.lark")), ids=lambda p: p.name)
def test_grammars_load(path):
    text = path.read_text(encoding="utf-8")
    first = re.search(r"^(\w+):", text, re.MULTILINE)[1]
    assert Lark(f"any: {first}\n{text}", parser="lalr", start="any").options.parser == "lalr"


def test_a_wheel_has_all_that_is_needed_and_nothing_beside_the_package(tmp_path):
    pytest.importorskip("hatchling", reason="hatchling builds the wheel")
    code = "from hatchling.build import build_wheel; print(build_wheel('.wheel-test'))"
    target = ROOT / ".wheel-test"
    target.mkdir(exist_ok=True)
    try:
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
        [wheel] = target.glob("*.whl")
        names = zipfile.ZipFile(wheel).namelist()
    finally:
        shutil.rmtree(target)
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"cannlint"}
    for folder in ("grammars", "schemas"):
        for path in (ROOT / folder).iterdir():
            assert f"cannlint/{folder}/{path.name}" in names
    assert "cannlint/py.typed" in names and "cannlint/library/data/fusion-8.1.RC1.json" in names


def test_data_is_found_in_a_checkout():
    assert data_path("schemas", "fusion_switch.schema.json").endswith(".json")
    with pytest.raises(FileNotFoundError, match="not installed completely"):
        data_path("schemas", "nothing.json")
