"""What the shell reader makes of text that the grammar of Bash does not take as it is."""

from __future__ import annotations

from functools import partial

import pytest

from cannlint.jobs import atc_commands
from cannlint.jobs.shell.commands import commands_in
from cannlint.jobs.shell.parse import Script
from cannlint.text.source import Source


def words_of(text: str) -> list[list[str]]:
    return [[word.text for word in command.words] for command in commands_in(text)]


@pytest.mark.parametrize(
    "before",
    ["# 转换模型\n", "echo '模型'\n", 'echo "$A模型😀"\n', "模型=1\n", "echo ${模型路径}\n"],
)
@pytest.mark.parametrize("broken", [b"", b"# \xb4\xf3\xff\n", b"echo \xff\xfe\n"])
def test_places_count_characters(before: str, broken: bytes) -> None:
    source = Source("run.sh", broken + before.encode() + "atc --output=模型 --log=loud\n".encode())
    [job] = atc_commands.read(source).jobs
    assert [source.slice(s.value_span) for s in job.settings] == ["模型", "loud"]
    assert source.slice(job.span) == "atc"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("atc --a=1 - 2> log", ["atc", "--a=1", "-"]),
        ("atc > log --a=1", ["atc", "--a=1"]),
        ("x=1 y=2\natc --a=$x", ["atc", "--a=1"]),
        ("A=x\natc --a=$A模型 --b=$A'y'", ["atc", "--a=x模型", "--b=xy"]),
        ("atc --a=1\\\n2", ["atc", "--a=12"]),
        ("atc --a=1 \\ --b=2", ["atc", "--a=1", " --b=2"]),
        ("atc --a=1 \\ # why", ["atc", "--a=1", " #", "why"]),
        ("atc --a='x'.y(),z", ["atc", "--a=x.y"]),
        ('atc --a="${X#"$Y"}" --b', ["atc", "--a=\0", "--b"]),
        ("atc --a=$$ --b=1$", ["atc", "--a=\0", "--b=1$"]),
    ],
)
def test_no_word_is_lost(text: str, words: list[str]) -> None:
    assert words in words_of(text)


BROKEN = ["it's late\n", "fi\n", "a) b ;;\n", "if true; then\n", "cd <a b> && c (x) y\n", "]]\n"]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_line_hides_no_other(broken: str) -> None:
    assert ["atc", "--a=1"] in words_of(f"{broken}atc --a=1\n")
    assert ["atc", "--a=1"] in words_of(f"atc --a=1\n{broken}")


def test_a_long_script_is_read_to_its_end() -> None:
    """The parser is given a few thousand characters at once: blocks go on behind them."""
    lines = "".join(f"  echo {number} >> log\n" for number in range(500))
    text = f"L=info\nfor l in debug loud; do\n{lines}  atc --log=$l\ndone\natc --log=$L\n"
    found = [words for words in words_of(text) if words[0] == "atc"]
    assert found == [["atc", "--log=debug"], ["atc", "--log=loud"], ["atc", "--log=info"]]


slow = partial(pytest.param, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    "filler", ["echo a; ", "# a\n", slow("echo a\n"), slow("x=1\n"), slow("if a; then b; fi\n")]
)
@pytest.mark.parametrize("broken", ["", "echo $(\n", "a) b\n", "( \n"])
def test_an_error_hides_nothing_far_behind_it(broken: str, filler: str) -> None:
    text = broken + filler * (30_000 // len(filler)) + "\natc --a=1\n"
    assert ["atc", "--a=1"] in words_of(text)


def test_a_long_command_is_one_command() -> None:
    words = [f"--a{number}=1" for number in range(3_000)]
    assert words_of(" ".join(["atc", *words])) == [["atc", *words]]
    assert words_of(" \\\n ".join(["atc", *words])) == [["atc", *words]]


@pytest.mark.parametrize(
    "text",
    [
        "L=info\nwhile true; do\n  atc --log=$L\n  L=loud\n",
        "L=info\nfor x in a b; do\n  L=$x\n  if a; then\n  atc --log=$L\n",
    ],
)
def test_a_value_is_unknown_in_a_block_that_does_not_end(text: str) -> None:
    assert ["atc", "--log=\0"] in words_of(text)


def test_a_sum_is_no_command() -> None:
    source = Source("run.sh", b"atc --output=$((1+2)) --input_shape=a:1,2;b:3,4 --log=info\n")
    [job] = atc_commands.read(source).jobs
    assert [source.slice(slip.span) for slip in job.slips] == ["b:3,4 --log=info"]


@pytest.mark.parametrize(
    "text",
    [
        "atc\\",
        "0\\",
        "a [\\\n[",
        "\"\r\nf $((&&))#case x in +=do a=1(}$${\\\n(($;*esac=<donethen '\\\n[",
        'E\n ->>${\\:then atc`"$@";中=+=a=1\tbash -c |[<<E\ncase x in ("do then &&<<E\n',
    ],
)
def test_a_text_that_ends_within_a_word_has_its_commands(text):
    """The parser gets a line feed more than there is, and nodes may begin there."""
    for command in commands_in(text):
        for word in command.words:
            starts, ends = word.places()
            assert all(0 <= place <= len(text) for place in (*starts, *ends))


@pytest.mark.parametrize("text", ["a | " * 5_000, "atc\n" + "a | a |\n" * 5_000, "a |\n" * 5_000])
def test_a_pipeline_that_goes_on_for_ever_is_no_error(text):
    """Its end would cost the parser memory that grows with the square of its length."""
    assert Script(text).first_error is None


def test_a_long_line_of_commands_is_read_whole():
    commands = list(commands_in("a x; " * 10_000 + "b\n"))
    assert [len(command.words) for command in commands] == [2] * 10_000 + [1]
