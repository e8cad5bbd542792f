"""Add the JSON keys and the options of today to tests/kept: at a release, no later one drops them.

python tests/keep.py
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "lint"), str(ROOT / "tests")]

from typer.main import get_command  # noqa: E402

from cannlint.cli.app import app  # noqa: E402
from test_compatibility import KEPT, known, options_of  # noqa: E402


def main() -> None:
    """Add what is new; a key that became required stays in the list once."""
    for path in sorted((KEPT / "keys").glob("*.txt")):
        kept, today = known(path.stem)
        new = {key for key in today if key.strip("!") not in {each.strip("!") for each in kept}}
        _write(path, kept | new)
    path = KEPT / "options.txt"
    _write(path, {*path.read_text("utf-8").splitlines(), *options_of(get_command(app), "cannlint")})


def _write(path: Path, lines: set[str]) -> None:
    path.write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
