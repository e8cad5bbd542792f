"""dev/walk.py: what a run calls, and the forms that a value takes on its way."""

from __future__ import annotations

import re
import subprocess
import sys

from conftest import ROOT, environment_of_commands


def walk(folder, *arguments: str) -> list[str]:
    """The lines that are printed about a run."""
    process = subprocess.run(
        [sys.executable, str(ROOT / "dev" / "walk.py"), *arguments],
        cwd=folder, env=environment_of_commands(), capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    return process.stdout.splitlines()


def test_a_run_and_a_value_are_followed(tmp_path):
    (tmp_path / "a.sh").write_text("atc --model=m.onnx --framework=5 --output=o --log=loud\n")
    summary, *forms = walk(tmp_path, "--value", "loud", "check", "a.sh")
    counts = re.fullmatch(
        r"(\d+) calls, (\d+) modules, (\d+) changes of package, (\d+) calls that go up", summary
    )
    assert counts is not None
    calls, modules, changes, upward = map(int, counts.groups())
    assert calls > changes > modules > upward
    of_settings = next(line for line in forms if line.startswith("Setting in "))
    assert "jb002" in of_settings  # the rule about the value
    assert any(re.fullmatch(r"loud: \d+ forms, \d+ modules", line) for line in forms)
