"""Follows one run through the packages: `python dev/walk.py check a.cfg`.

Prints the number of modules that the run calls, how often it goes from one package to another, and
the calls that go up: from a package into one of a higher layer, as a callback does. Layers are
those of pyproject.toml. `--tree PATH` follows another checkout, `--value TEXT` also one value:
the modules whose functions are given it, alone or as a field of an object, and the forms it takes.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import FrameType

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent


def layers(tree: Path) -> dict[str, int]:
    """Each package of cannlint → its layer; 0 is the top."""
    settings = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))
    [contract] = [
        contract
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == ["cannlint"]
    ]
    return {
        name.strip(): number
        for number, row in enumerate(contract["layers"])
        for name in row.split("|")
    }


class Walk:
    """What a run calls, in the order of its calls."""

    def __init__(self, tree: Path, value: str | None = None) -> None:
        self.value = value
        self.forms: dict[str, set[str]] = {}
        """Type of an argument that has the value → the modules that are given one."""
        self.calls = 0
        self.modules: set[str] = set()
        self.changes = 0
        self.upward: Counter[str] = Counter()
        self._root = str(tree / "lint" / "cannlint") + os.sep
        self._layers = layers(tree)
        self._last: str | None = None

    def see(self, frame: FrameType, event: str, _: object) -> None:
        """Note a call; a profile function."""
        package = self._package(frame) if event == "call" else None
        if package is None or frame.f_code.co_name == "<module>":
            return
        self.calls += 1
        self.modules.add(frame.f_code.co_filename)
        if self.value is not None:
            self._look_for_value(frame)
        if self._last not in (None, package):
            self.changes += 1
        self._last = package
        caller = self._caller(frame)
        if caller is not None and self._layers[package] < self._layers[caller]:
            self.upward[f"{caller} -> {package}: {frame.f_code.co_name}"] += 1

    def _look_for_value(self, frame: FrameType) -> None:
        for argument in list(frame.f_locals.values()):
            if argument == self.value or self.value in _fields(argument):
                modules = self.forms.setdefault(type(argument).__name__, set())
                modules.add(frame.f_code.co_filename[len(self._root) :])

    def _caller(self, frame: FrameType) -> str | None:
        """The package of the closest caller that is ours."""
        at = frame.f_back
        while at is not None:
            package = self._package(at)
            if package is not None:
                return package
            at = at.f_back
        return None

    def _package(self, frame: FrameType) -> str | None:
        path = frame.f_code.co_filename
        if not path.startswith(self._root):
            return None
        name = path[len(self._root) :].split(os.sep)[0].removesuffix(".py")
        return name if name in self._layers else None


def _fields(argument: object) -> list[object]:
    """The values of an object's fields, or of a small collection; no property is called."""
    if isinstance(argument, (list, tuple)):
        return [item for item in argument[:50] if isinstance(item, str)]
    names = [name for kind in type(argument).__mro__ for name in getattr(kind, "__slots__", ())]
    values = [getattr(argument, name, None) for name in names if isinstance(name, str)]
    values += getattr(argument, "__dict__", {}).values()
    return [value for value in values if isinstance(value, str)]


def main() -> None:
    """Run the command line and print where it went."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", type=Path, default=ROOT, help="another checkout")
    parser.add_argument("--value", help="a value to follow, too")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="check a.cfg")
    asked = parser.parse_args()
    tree, value = asked.tree.resolve(), asked.value
    sys.path.insert(0, str(tree / "lint"))
    from cannlint.__main__ import main as run

    sys.argv = ["cannlint", *asked.command]
    walk = Walk(tree, value)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        sys.setprofile(walk.see)
        run()
        sys.setprofile(None)
    print(
        f"{walk.calls} calls, {len(walk.modules)} modules, {walk.changes} changes of package,"
        f" {walk.upward.total()} calls that go up"
    )
    for form, modules in walk.forms.items():
        print(f"{form} in {len(modules)}: {', '.join(sorted(modules))}")
    if walk.forms:
        modules = set().union(*walk.forms.values())
        print(f"{value}: {len(walk.forms)} forms, {len(modules)} modules")
    for where, number in walk.upward.most_common():
        print(f"{number:6} {where}")


if __name__ == "__main__":
    main()
