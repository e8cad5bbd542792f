"""Scripts of few words that make much work: followed as long as it is little, then not at all."""

from __future__ import annotations

import pytest

from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.jobs.shell.steps import FOR_A_CHARACTER, MOST_STEPS, ManyStepsError, Steps
from cannlint.kinds import Kind
from cannlint.text.source import Source
from work import work_of

ATC = "atc --model=a.onnx --framework=5 --output=o --soc_version=Ascend910B3"


def calls(times: int) -> str:
    """A function with so many variables of its own, called as many times."""
    names = "".join(f"local v{number}=1\n" for number in range(times))
    return f"f() {{\n{names}}}\n" + "f\n" * times + ATC + "\n"


def loops(times: int) -> str:
    body = "".join(f"v{number}=$i\n" for number in range(times))
    return f"for i in a b c d e f g h; do\n{body}done\n" * 4 + ATC + "\n"


SCRIPTS = {
    "ssh": lambda times: "ssh h " * times + ATC + "\n",
    "eval": lambda times: "eval " * times + ATC + "\n",
    "texts": lambda times: "bash -c 'eval eval eval " + "echo a; " * times + ATC + "'\n",
    "calls": calls,
    "loops": loops,
    "a list": lambda times: "A+=(--x)\n" * times + ATC + "\n",
    "used": lambda times: "A=$A$B\n" * times + "echo $A\n" * times + ATC + "\n",
    "substitutions": lambda times: "a $(" * times + ATC + ")" * times + "\n",
}
FEW, MANY = 10, 2500
LINES_OF_A_STEP = 8
ENDLESS = ("ssh", "eval", "calls")
"""What has no end without a limit."""


def reading_of(text: str):
    return read(Source("a.sh", text.encode()), Kind.ATC_COMMANDS)


@pytest.mark.parametrize("what", SCRIPTS)
def test_few_are_followed(what):
    reading = reading_of(SCRIPTS[what](FEW))
    assert [job.get("model").value for job in reading.jobs] == ["a.onnx"]
    assert check_reading(reading) == []


@pytest.mark.slow
@pytest.mark.parametrize("what", SCRIPTS)
def test_many_take_no_more_than_so_many_steps_and_somebody_is_told(what):
    text = SCRIPTS[what](MANY)
    readings = []
    work = work_of(lambda: readings.append(reading_of(text)))
    assert work < LINES_OF_A_STEP * (MOST_STEPS + FOR_A_CHARACTER * len(text))
    found = [finding for finding in check_reading(readings[0]) if finding.code == "CL008"]
    if what in ENDLESS:
        assert str(found[0].message) == (
            "it takes more than 1,000,000 steps to follow this script, so its jobs are not checked"
        )
    assert found or readings[0].jobs


@pytest.mark.slow
def test_all_texts_of_a_file_take_from_the_same_steps():
    """A page, and a Python script, of many commands that are each within the limit."""
    command = "eval " * 30 + ATC
    assert reading_of(command + "\n").jobs
    page = Source("a.md", f"```bash\n{command}\n```\n".encode() * 200)
    script = Source("a.py", b"import os\n" + f"os.system('{command}')\n".encode() * 200)
    for source in (page, script):
        reading = read(source, Kind.ATC_COMMANDS)
        assert [finding.code for finding in check_reading(reading)] == ["CL008"]


@pytest.mark.parametrize(
    ("text", "deepest"),
    [
        ("if a; then\n" * 45 + ATC + "\n" + "fi\n" * 45, 40),
        ("a $(" * 100 + ATC + ")" * 100, 80),
        ("eval " * 100 + ATC, 80),
        ("( " * 45 + ATC + ")" * 45, 40),
    ],
)
@pytest.mark.parametrize("form", ["{}\n" + ATC + " --log=x\n", "`a`\n\n```bash\n{}\n```\n"])
def test_commands_that_are_too_deep_are_not_read_and_somebody_is_told(text, deepest, form):
    path = "a.md" if "```" in form else "a.sh"
    reading = read(Source(path, form.format(text).encode()), Kind.ATC_COMMANDS)
    assert len(reading.jobs) == form.count("atc")
    messages = [str(one.message) for one in check_reading(reading) if one.code == "CL008"]
    assert messages == [
        f"commands more than {deepest} deep within each other are not read, "
        "so jobs in them are not checked"
    ]


def test_steps_come_to_an_end():
    steps = Steps(1)
    steps.take(MOST_STEPS + FOR_A_CHARACTER)
    with pytest.raises(ManyStepsError):
        steps.take(1)
