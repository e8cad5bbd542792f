"""Values that an option of a Python script may have: defaults, and what branches set."""

from __future__ import annotations

import pytest

from cannlint.engine.file_checks import check_reading
from cannlint.jobs.python.reader import read
from cannlint.kinds import Kind
from cannlint.text.source import Source
from work import grows_as_its_input

PARSER = "import argparse\nparser = argparse.ArgumentParser()\n"
USE = "NPURunConfig(precision_mode={})\n"
RUN = USE.format("mode")


def found_in(script):
    reading = read(Source("a.py", f"import npu_bridge\n{script}".encode()), Kind.TF_SCRIPT)
    return [reading.source.slice(found.span) for found in check_reading(reading)
            if found.code == "JB002"]  # fmt: skip


@pytest.mark.parametrize(
    "script",
    [
        PARSER + "parser.add_argument('--precision_mode', default='bad')\n"
        "args = parser.parse_args()\n" + USE.format("args.precision_mode"),
        PARSER + "parser.add_argument('-p', '--precision-mode', type=str, default='bad')\n"
        "def main(args):\n    " + USE.format("args.precision_mode") + "main(parser.parse_args())\n",
        PARSER + "parser.add_argument('--p', dest='mode', default='bad')\n"
        "opt, _ = parser.parse_known_args()\n" + USE.format("opt.mode"),
        "from absl import flags\nFLAGS = flags.FLAGS\nflags.DEFINE_string('mode', 'bad', 'help')\n"
        + USE.format("FLAGS.mode"),
        "import typer\ndef main(mode: str = typer.Option('bad', help='x')):\n    " + RUN,
        "import click\n@click.option('--mode', default='bad')\ndef main(mode):\n    " + RUN,
        "def main(mode='bad'):\n    " + RUN,
        "import os\n" + USE.format("os.getenv('MODE', 'bad')"),
        "import os\nmode = os.environ.get('MODE', 'bad')\n" + RUN,
        "import os\n" + USE.format("os.environ.get('MODE') or 'bad'"),
        USE.format("'bad' if fast else 'force_fp16'"),
        "if fast:\n    mode = 'bad'\nelse:\n    mode = 'force_fp16'\n" + RUN,
        "mode = 'bad'\nif fast:\n    mode = 'force_fp16'\n" + RUN,
        "def f(x):\n    mode = 'force_fp16'\n    if x:\n        mode = 'bad'\n    " + RUN,
        "for mode in ['force_fp16', 'bad']:\n    " + RUN,
        "custom_op.name = 'NpuOptimizer'\nmode = 'bad' if fast else 'force_fp16'\n"
        "custom_op.parameter_map['precision_mode'].s = tf.compat.as_bytes(mode)\n",
    ],
)
def test_what_may_be(script):
    assert found_in(script) == ["bad"]


@pytest.mark.parametrize(
    "script",
    [
        "mode = 'bad'\nmode = 'force_fp16'\n" + RUN,
        "mode = 'bad'\nif fast:\n    mode = 'force_fp16'\nelse:\n    mode = 'force_fp32'\n" + RUN,
        "if fast:\n    mode = 'bad'\nelse:\n    mode = 'force_fp16'\n    " + RUN,
        "mode = read()\nif fast:\n    mode = read('bad')\n" + RUN,
        "for mode in read('bad'):\n    " + RUN,
        PARSER + "parser.add_argument('--other', default='bad')\n"
        "args = parser.parse_args()\n" + USE.format("args.precision_mode"),
        PARSER + "parser.add_argument('--precision_mode', help='bad')\n"
        "args = parser.parse_args()\n" + USE.format("args.precision_mode"),
        "settings = load()\n" + USE.format("settings.precision_mode"),
        "def main(mode=None):\n    " + RUN,
    ],
)
def test_what_is_not_known_to_be(script):
    assert found_in(script) == []


GIVEN = "import os, sys\nmode = os.getenv('MODE', 'bad')\n"
ARGUMENT = PARSER + "parser.add_argument('--m', default='bad')\nargs = parser.parse_args()\n"
USED = USE.format("args.m")


@pytest.mark.parametrize(
    ("script", "is_found"),
    [
        (f"{GIVEN}if mode:\n    {RUN}", True),
        (f"{GIVEN}if mode != 'none':\n    {RUN}", True),
        (f"{GIVEN}if mode in ('bad', 'good'):\n    {RUN}", True),
        (f"{GIVEN}if other:\n    {RUN}", True),
        (f"{GIVEN}if other == 'bad':\n    sys.exit(1)\n{RUN}", True),
        (f"{GIVEN}if mode == 'none':\n    mode = 'force_fp16'\n{RUN}", True),
        (f"{GIVEN}if mode == 'bad':\n    print(mode)\n{RUN}", True),
        (f"{GIVEN}assert mode\n{RUN}", True),
        (f"{ARGUMENT}if not args.m:\n    parser.error('no mode')\n{USED}", True),
        (f"{GIVEN}if mode != 'bad':\n    {RUN}", False),
        (f"{GIVEN}if mode == 'bad':\n    pass\nelse:\n    {RUN}", False),
        (f"{GIVEN}if mode in MODES:\n    {RUN}", False),
        (f"{GIVEN}if mode not in ('force_fp16',):\n    raise ValueError\n{RUN}", False),
        (f"{GIVEN}if mode == 'bad':\n    mode = 'force_fp16'\n{RUN}", False),
        (f"{GIVEN}if mode == 'bad':\n    sys.exit(1)\n{RUN}", False),
        (f"{GIVEN}assert mode in MODES\n{RUN}", False),
        (f"{GIVEN}if fast and mode == 'good':\n    {RUN}", False),
        (f"{ARGUMENT}if args.m == 'bad':\n    args.m = 'force_fp16'\n{USED}", False),
        (f"{ARGUMENT}if args.m != 'bad':\n    mode = args.m\n    {RUN}", False),
        (f"{ARGUMENT}mode = 'force_fp16' if args.m == 'bad' else args.m\n{RUN}", False),
        (f"{ARGUMENT}if args.m == 'bad':\n    parser.error('no mode')\n{USED}", False),
    ],
)
def test_what_conditions_let_through(script, is_found):
    assert found_in(script) == (["bad"] if is_found else [])


@pytest.mark.parametrize(
    "piece",
    [
        "if mode == a:\n    mode = b\n",
        "if a:\n    mode = b\n",
        "mode = mode or 'x'\n",
        "parser.add_argument('--mode', default=c)\n",
    ],
)
def test_many_of_them_take_steps_as_their_number(piece):
    assert grows_as_its_input(lambda times: found_in(piece * times + RUN), 100)


COMMAND = "atc --model=a --framework=5 --output=a --soc_version=Ascend310P3 --precision_mode="


@pytest.mark.parametrize(
    "script",
    [
        f"os.system(f'{COMMAND}{{mode}}')\n",
        f"os.system('{COMMAND}%s --log=info' % mode)\n",
        f"os.system('{COMMAND}{{}}'.format(mode))\n",
        f"cmd = '{COMMAND}' + f'{{mode}}'\nos.system(cmd)\n",
        "subprocess.run(['atc', '--model=a', *other, f'--precision_mode={mode}'])\n",
    ],
)
@pytest.mark.parametrize(
    "before",
    ["for mode in ['force_fp16', 'bad']:\n    ", "mode = 'bad' if x else 'force_fp16'\n"],
)
def test_what_a_field_of_a_command_may_be(before, script):
    script = script.replace("\n", "\n    " if before.startswith("for") else "\n")
    text = f"import os, subprocess\n{before}{script}".rstrip() + "\n"
    reading = read(Source("a.py", text.encode()), Kind.ATC_COMMANDS)
    found = [one for one in check_reading(reading) if one.code == "JB002"]
    assert [reading.source.slice(one.span) for one in found] == ["bad"]


def test_a_command_that_is_printed_is_read():
    reading = read(Source("a.py", f"print(f'{COMMAND}bad')\n".encode()), Kind.ATC_COMMANDS)
    assert [one.code for one in check_reading(reading)] == ["JB002"]
