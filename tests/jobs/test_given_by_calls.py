"""Values that the calls of a function of a script give its parameters."""

from __future__ import annotations

import pytest

from cannlint.jobs import atc_commands
from cannlint.jobs.python.reader import read
from cannlint.kinds import Kind
from cannlint.text.source import Source
from job_scripts import errors_in
from work import grows_as_its_input

LINE = "atc --model={m} --framework=5 --output=o --soc_version=Ascend310P3 --log={level}"
RUN = f'import os\ndef run(m, level):\n    os.system(f"{LINE}")\n'
SET = (
    "import torch_npu\n"
    "def setup(mode):\n"
    '    torch_npu.npu.set_option({"ACL_PRECISION_MODE": mode})\n'
)


def errors(text: str) -> list[tuple[str, str]]:
    source = Source("a.py", text.encode())
    if "torch_npu" in text:
        return errors_in(read(source, Kind.TORCH_MINDSPORE_SCRIPT))
    return errors_in(atc_commands.read(source))


@pytest.mark.parametrize(
    "script",
    [
        RUN + 'run("a", "loud")\nrun("b", "info")\n',
        RUN + 'run("a", level="loud")\nrun(m="b", level="info")\n',
        RUN + 'level = "loud"\nrun("a", level)\nrun("b", "info")\n',
        RUN.replace('f"', '"').replace('{level}"', '" + level') + 'run("a", "loud")\n',
        RUN.replace('f"', '"').replace('{level}"', '{}".format(level)').replace("{m}", "x")
        + 'run("a", "info")\nrun("b", "loud")\n',
        SET + 'setup("loud")\nsetup("must_keep_origin_dtype")\n',
        SET + 'def main():\n    setup("must_keep_origin_dtype")\n    setup(mode="loud")\nmain()\n',
    ],
)
def test_a_value_that_one_of_several_calls_gives(script):
    [(code, place)] = errors(script)
    assert code == "JB002" and place.strip("\"'") in ("loud", "level")


@pytest.mark.parametrize(
    "script",
    [
        RUN + 'run("a", "info")\nrun("b", "warning")\n',
        RUN + 'run("a", *levels)\nrun(**loud)\n',
        RUN + 'def run(m, level):\n    pass\nrun("a", "loud")\nrun("b", "loud")\n',
        RUN + 'other.run("a", "loud")\nself.run("b", "loud")\n',
        "import functools\n"
        + RUN.replace("def", "@functools.cache\ndef")
        + 'run("a", "loud")\n' * 2,
        RUN.replace("os.system", "if level != 'loud':\n        os.system")
        + 'run("a", "loud")\nrun("b", "info")\n',
        RUN.replace("os.system", "if m:\n        level = 'info'\n    os.system")
        + 'run("a", "loud")\nrun("b", "loud")\n',
        RUN.replace("{level}", "{level or 'info'}") + 'run("a", "")\nrun("b", None)\n',
        RUN.replace("os.system", "level and os.system") + 'run("a", "")\nrun("b", "info")\n',
        RUN.replace("os.system", "match level:\n        case 'loud': return\n    os.system")
        + 'run("a", "loud")\nrun("b", "info")\n',
        SET + 'try:\n    setup("loud")\nexcept ValueError:\n    setup("must_keep_origin_dtype")\n',
        SET + 'with pytest.raises(ValueError):\n    setup("loud")\nsetup("allow_fp32_to_fp16")\n',
        SET + 'with self.assertRaises((TypeError, ValueError)):\n    setup("loud")\n',
    ],
)
def test_what_no_call_gives_for_certain(script):
    assert errors(script) == []


SESSION = """
import tensorflow as tf
from npu_bridge.npu_init import *
def conf(mode, mixlist=None):
    config = tf.compat.v1.ConfigProto()
    op = config.graph_options.rewrite_options.custom_optimizers.add()
    op.name = "NpuOptimizer"
    op.parameter_map["precision_mode"].s = tf.compat.as_bytes(mode)
    if mixlist:
        op.parameter_map["modify_mixlist"].s = tf.compat.as_bytes(mixlist)
    return config
conf("allow_mix_precision", "a.json")
conf("force_fp16")
"""


def test_values_that_go_together_are_not_taken_apart():
    assert errors_in(read(Source("a.py", SESSION.encode()), Kind.TF_SCRIPT)) == []


def test_a_test_that_expects_the_exception_is_no_error():
    text = SET.partition("def")[0] + (
        "with pytest.raises(ValueError):\n"
        '    torch_npu.npu.set_option({"ACL_PRECISION_MODE": "loud"})\n'
    )
    assert errors(text) == []
    assert errors(text.replace("pytest.raises(ValueError)", "open(path)")) != []


def test_work_grows_as_the_calls():
    assert grows_as_its_input(lambda count: errors(RUN + 'run("a", "info")\n' * count), 100)
    more = "def run{0}(m, level):\n    run{1}(m, level)\nrun{0}('a', 'info')\n"
    assert grows_as_its_input(
        lambda count: errors(RUN + "".join(more.format(n, n - 1) for n in range(1, count))), 50
    )
