"""Tests run commands in forks of one process: they do there what they do in a new Python."""

from __future__ import annotations

from functools import partial

import pytest

from conftest import environment_of_commands, run_in_new_python

FAULTY = "OpType::Relu:InputDtype:fp16\n\n"
JOB = "atc --model=m.onnx --framework=5 --output=o --customize_dtypes=a.cfg --log=loud\n"
slow = partial(pytest.param, marks=pytest.mark.slow)
COMMANDS = [
    slow(("--version",)),
    ("check", "."),
    ("check", "--no-such-option"),
    slow(("check", "--format", "json", "a.cfg")),
    slow(("check", "--soc", "Ascend910B3", "--jobs", "2", "a.cfg", "run.sh")),
    ("check", "--kind", "customize_dtypes", "-"),
    slow(("plan", "--isolated", "--soc", "Ascend910B3", "--op", "Relu", "--why")),
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_fork_says_what_a_new_python_says(command_server, tmp_path, arguments):
    if command_server is None:
        pytest.skip("processes cannot be forked here")
    (tmp_path / "a.cfg").write_text(FAULTY)
    (tmp_path / "run.sh").write_text(JOB)
    given = (arguments, FAULTY.encode(), tmp_path, environment_of_commands())
    forked, new = command_server.run(*given), run_in_new_python(*given)
    assert (forked.returncode, forked.stdout) == (new.returncode, new.stdout)
    assert forked.stderr == new.stderr
