"""Known faults of what cannlint needs at run time: `python dev/audit_dependencies.py`.

Installs the newest releases that pyproject.toml allows, those of the extras too, and asks pip-audit
about each, by both of the databases that it knows. Ends with 1 where one has a known fault, with 3
where neither could be asked about all: an index that is a mirror has no advisories.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FAULTY, NOT_ASKED = 1, 3


def newest(folder: Path) -> Path:
    """The newest dependencies, as a requirements file."""
    python = _environment(folder / "needed", f"{ROOT}[fleet,lsp]")
    command = [python, "-m", "pip", "freeze", "--exclude", "cannlint"]
    found = folder / "newest.txt"
    found.write_bytes(subprocess.run(command, check=True, capture_output=True).stdout)
    return found


def audited(folder: Path, requirements: Path, service: str) -> list[dict[str, object]]:
    """What a database says of each dependency: `vulns`, or why it was skipped; [] for no answer."""
    tool = folder / "tool" / "bin" / "pip-audit"
    command = [tool, "-s", service, "-f", "json", "--no-deps", "--disable-pip", "-r", requirements]
    answer = subprocess.run(command, capture_output=True, text=True)
    if not answer.stdout.startswith("{"):
        print(f"{service}: {answer.stderr.strip().splitlines()[-1]}")
        return []
    dependencies: list[dict[str, object]] = json.loads(answer.stdout)["dependencies"]
    return dependencies


def _environment(folder: Path, needed: str) -> str:
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "-q", needed], check=True)
    return python


def main() -> int:
    """Ask, and print what is known."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        requirements = newest(folder)
        _environment(folder / "tool", "pip-audit")
        status = NOT_ASKED
        for service in ("pypi", "osv"):
            dependencies = audited(folder, requirements, service)
            skipped = [it["name"] for it in dependencies if "skip_reason" in it]
            faulty = [it for it in dependencies if it.get("vulns")]
            print(
                f"{service}: {len(dependencies) - len(skipped)} asked about, {len(faulty)} faulty"
            )
            for it in faulty:
                print(json.dumps(it))
            if faulty:
                return FAULTY
            if dependencies and not skipped:
                status = 0
        return status


if __name__ == "__main__":
    sys.exit(main())
