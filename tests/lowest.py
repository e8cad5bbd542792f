"""Whether the lower bounds of pyproject.toml are true.

`python tests/lowest.py [PYTEST_ARGUMENT]...` makes a virtual environment of the Python that runs
it, installs the oldest release of every dependency that pyproject.toml allows, those of the extras
for the editor and the cluster too, and runs the tests that touch each of them. With `tests -m ''`
as arguments it runs them all.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
QUICK = (
    "tests/test_check.py", "tests/test_config.py", "tests/test_rule_command.py",
    "tests/test_properties.py", "tests/test_baseline.py", "tests/test_terminal.py",
    "tests/test_audit.py", "tests/jobs/test_atc_scripts.py", "tests/server/test_server.py",
    "tests/hostile/test_faults.py",
)  # fmt: skip
_BOUND = re.compile(r'"([a-z-]+)>=([0-9.]+)[^"]*"')
_LISTS = ("dependencies", "fleet", "lsp", "test")


def lowest() -> dict[str, str]:
    """Package → the oldest release that the product and its tests allow."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lists = (re.search(rf"^{name} = \[(.*?)\]$", text, re.M | re.S) for name in _LISTS)
    return dict(pair for found in lists if found for pair in _BOUND.findall(found[1]))


def main() -> int:
    """Install and test; the result is pytest's status."""
    with tempfile.TemporaryDirectory() as folder:
        constraints = Path(folder) / "constraints.txt"
        constraints.write_text("".join(f"{name}=={at}\n" for name, at in lowest().items()))
        print(constraints.read_text(), end="")
        subprocess.run([sys.executable, "-m", "venv", f"{folder}/venv"], check=True)
        python = f"{folder}/venv/bin/python"
        wanted = ("-c", str(constraints), f"{ROOT}[fleet,lsp,test]")
        subprocess.run([python, "-m", "pip", "install", "-q", *wanted], check=True)
        chosen = sys.argv[1:] or QUICK
        return subprocess.run([python, "-m", "pytest", "-q", *chosen], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
