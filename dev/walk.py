"""Follows one run through the packages: `python dev/walk.py check a.cfg`.

Prints the number of modules that the run calls, how often it goes from one package to another, and
the calls that go up: from a package into one of a higher layer, as a callback does. Layers are
those of pyproject.toml. `--tree PATH` follows another checkout.
"""

from __future__ import annotations

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
        if contract["containers"] == ["cannlint"]
    ]
    return {
        name.strip(): number
        for number, row in enumerate(contract["layers"])
        for name in row.split("|")
    }


class Walk:
    """What a run calls, in the order of its calls."""

    def __init__(self, tree: Path) -> None:
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
        if self._last not in (None, package):
            self.changes += 1
        self._last = package
        caller = self._caller(frame)
        if caller is not None and self._layers[package] < self._layers[caller]:
            self.upward[f"{caller} -> {package}: {frame.f_code.co_name}"] += 1

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


def main() -> None:
    """Run the command line and print where it went."""
    arguments = sys.argv[1:]
    tree = ROOT
    if arguments[:1] == ["--tree"]:
        tree, arguments = Path(arguments[1]).resolve(), arguments[2:]
    sys.path.insert(0, str(tree / "lint"))
    from cannlint.__main__ import main as run

    sys.argv = ["cannlint", *arguments]
    walk = Walk(tree)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        sys.setprofile(walk.see)
        run()
        sys.setprofile(None)
    print(
        f"{walk.calls} calls, {len(walk.modules)} modules, {walk.changes} changes of package,"
        f" {walk.upward.total()} calls that go up"
    )
    for where, number in walk.upward.most_common():
        print(f"{number:6} {where}")


if __name__ == "__main__":
    main()
