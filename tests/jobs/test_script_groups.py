"""The blocks of a Python script, and what of them is read together."""

from __future__ import annotations

import gc
import random
import textwrap

import pytest

from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.jobs.model import Job
from cannlint.jobs.python.blocks import blocks_of
from cannlint.jobs.python.syntax import TooLongError
from cannlint.kinds import Kind
from cannlint.text.source import Source

HEADS = (
    "import os\nimport tensorflow as tf\nimport torch, torch_npu, torchair\n"
    "import npu_device as npu\n"
    "from npu_bridge.npu_init import *\nimport mindspore as ms\n",
    "# -*- coding: utf-8 -*-\ntry:\n    import tensorflow.compat.v1 as tf\nexcept ImportError:\n"
    "    import tensorflow as tf\nimport os, torch, torch_npu\n\n",
    "\ufeffimport os\nMODE = 'fp8'\n\n",
)
BODIES = (
    "def run_{0}(graph):\n    config = tf.ConfigProto()\n"
    "    custom_op = config.graph_options.rewrite_options.custom_optimizers.add()\n"
    '    custom_op.name = "NpuOptimizer"\n'
    '    custom_op.parameter_map["precision_mode"].s = tf.compat.as_bytes({1})\n'
    "    with tf.Session(config=config) as session:\n        session.run(graph)\n\n",
    "config{0} = tf.ConfigProto()\n"
    "op{0} = config{0}.graph_options.rewrite_options.custom_optimizers.add()\n"
    'op{0}.name = "{2}"\nop{0}.parameter_map["{3}"].s = {1}\n',
    "def step_{0}(model):\n    torch.npu.set_option({{'{3}': {1}}})\n    return model()\n",
    "torch.npu.set_option({{'{3}': {1}, 'ACL_PRECISION_MODE': 3}})\n",
    "class Net{0}:\n    def __init__(self):\n        self.config = torchair.CompilerConfig()\n"
    "        self.config.mode = {1}\n",
    "npu.global_options().{3} = {1}\n",
    "def go_{0}():\n    npu.global_options().precision_mode = {1}\n    use(npu.global_options())\n",
    "if __name__ == '__main__':\n    ms.set_context(ascend_config={{'{3}': {1}}})\n",
    "os.environ['AOE_MODE'] = {1}\n",
    "os.system('atc --model=net{0}.onnx --framework=5 --precision_mode=' + {1})\n",
    "CMD_{0} = 'atc --model=a --framework={2}'\nCMD_{0} += ' --precision_mode=' + {1}\n"
    "os.system(CMD_{0})\n",
    "def helper_{0}(op, key, value):\n    op.parameter_map[key].s = tf.compat.as_bytes(value)\n",
    "helper_{0}(op1, '{3}', {1})\n",
    "try:\n    npu.global_options().{3} = {1}\nexcept ValueError:\n    pass\n",
    "if os.path.exists('{0}'):\n    raise SystemExit\n",
    '"""A text\nif {0}:\n{1}\n"""\n',
    "NPURunConfig(precision_mode={1}, dump_config=DumpConfig({2}=1))\n",
    "MODE = {1}\nVALUES = {{'a': MODE}}\n",
)
VALUES = ("'fp8'", "MODE", "1", "VALUES['a']", "'force_fp16'", "b'x'", "None")
NAMES = ("NpuOptimizer", "NpuOptimiser", "Other", "1")
KEYS = ("precision_mode", "ACL_OP_COMPILER_CACHE_MODE", "enable_data_pre_proc", "remapping")


def script(chance: random.Random) -> str:
    """Some blocks that set options; the numbers in names say what belongs together."""
    bodies = []
    for form in chance.choices(BODIES, k=14):
        number, value = chance.choice("1234"), chance.choice(VALUES)
        bodies.append(form.format(number, value, chance.choice(NAMES), chance.choice(KEYS)))
    return chance.choice(HEADS) + "".join(bodies)


SESSION = """
def {name}():
    config = tf.ConfigProto()
    op = config.graph_options.rewrite_options.custom_optimizers.add()
    op.name = "NpuOptimizer"
    op.parameter_map["precision_mode"].s = b"{mode}"
    {last}
"""


def session(name: str, mode: str = "force_fp16", last: str = "pass") -> str:
    return SESSION.format(name=name, mode=mode, last=last)


def jobs_in(text: str, kind: Kind = Kind.TF_SCRIPT) -> list[Job]:
    return read(Source("run.py", textwrap.dedent(text).encode()), kind).jobs


def texts(text: str) -> list[str]:
    return [block.text for block in blocks_of(text)]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("import os\nimport re\nx = 1\ny = 2\n", ["import os\nimport re\n", "x = 1\ny = 2\n"]),
        ("def f():\n    pass\n\n# why\nx = 1\n", ["def f():\n    pass\n\n# why\n", "x = 1\n"]),
        ("@a\n@b(\n1)\ndef f(): pass\nx = 1\n", ["@a\n@b(\n1)\ndef f(): pass\n", "x = 1\n"]),
        ('x = """\nif a\n"""; y\nimport re\n', ['x = """\nif a\n"""; y\n', "import re\n"]),
        ("if a:\n  b\nelse:\n  c\nif a:\n  b\n", ["if a:\n  b\nelse:\n  c\n", "if a:\n  b\n"]),
        ("f(\na,\nb,\n)\nimport re\n", ["f(\na,\nb,\n)\n", "import re\n"]),
        ("import re\n\\\nx = 1\n", ["import re\n\\\nx = 1\n"]),
        ("# nothing\n\n", ["# nothing\n\n"]),
        ("", []),
    ],
)  # fmt: skip
def test_a_block_has_statements_of_one_form(text, blocks):
    assert texts(text) == blocks


@pytest.mark.parametrize("seed", range(10))
def test_blocks_are_the_same_however_much_is_parsed_at_once(seed):
    text = script(random.Random(seed)).lstrip("\ufeff") * 2
    found = list(blocks_of(text))
    assert "".join(block.text for block in found) == text
    for size in (1, 50, 1_000):
        assert [block.text for block in blocks_of(text, size)] == [block.text for block in found]
    for block in found:
        assert text.count("\n", 0, block.start) == block.line - 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = 1\n" * 100 + "def f(:\n" + "y = 2\n" * 100, 101),
        ("x = 1\n" * 100 + "foo(\n" + "y = 2\n" * 100, 101),
        ("def f():\n" * 2 + "y = 2\n" * 100, 2),
        ("x = 1\n" * 10_000 + "  y = 2\n" + "z = 1\n" * 20_000, 10_001),
        ("x = 1\n" * 100 + "foo(\n" + "y = 2\n" * 40_000, 101),
    ],
)
def test_the_line_of_an_error(text, line):
    with pytest.raises(SyntaxError) as raised:
        list(blocks_of(text))
    with pytest.raises(SyntaxError) as whole:
        compile(text, "run.py", "exec")
    assert raised.value.lineno == whole.value.lineno == line


def test_a_statement_that_is_too_long():
    with pytest.raises(TooLongError):
        list(blocks_of("x = [\n" + "1,\n" * 50_000 + "]\n"))


def test_a_long_statement_before_others_is_a_block():
    statement = "x = [\n" + "1,\n" * 25_000 + "]\n"
    assert texts(statement + "if a:\n  b\n" + "a\n" * 30_000)[:2] == [statement, "if a:\n  b\n"]


def test_what_one_function_hides_says_nothing_about_another():
    text = "import tensorflow as tf\n" + session("first", last="more(op)") + session("second")
    assert [job.complete for job in jobs_in(text)] == [False, True]


def test_functions_that_share_an_object_are_read_together():
    text = """
        import tensorflow as tf
        MODE = b"force_fp32"
        def add(op, key, value):
            op.parameter_map[key].s = value
        """
    text = textwrap.dedent(text) + session("a", last='add(op, "op_select_implmode", MODE)')
    [job] = jobs_in(text)
    assert job.value("op_select_implmode") == "force_fp32"


def test_an_attribute_that_two_classes_set_is_not_followed():
    one = """
        class {name}:
            def __init__(self):
                self.command = "atc --model=a.onnx --framework=5 --output={name}"
            def run(self):
                os.system(self.command)
        """
    names = ("One", "Two")
    both = "import os\n" + "".join(textwrap.dedent(one.format(name=name)) for name in names)
    alone = "import os\n" + textwrap.dedent(one.format(name="One"))
    assert [job.value("output") for job in jobs_in(alone, Kind.ATC_COMMANDS)] == ["One"]
    outputs = {job.value("output") for job in jobs_in(both, Kind.ATC_COMMANDS)}
    assert outputs == {"One", "Two"}  # the texts are commands, whoever runs them


def test_a_variable_of_the_process_is_in_all_sessions():
    text = "import os\nimport tensorflow as tf\nos.environ['AOE_MODE'] = '2'\n"
    jobs = jobs_in(text + session("a") + session("b"))
    assert [job.value("aoe_mode") for job in jobs] == ["2", "2"]


def test_options_of_the_process_that_two_functions_set_are_not_all():
    one = (
        "def {}():\n    torch.npu.set_option({{'ACL_PRECISION_MODE': 'must_keep_origin_dtype'}})\n"
    )
    alone = jobs_in("import torch_npu\n" + one.format("a"), Kind.TORCH_MINDSPORE_SCRIPT)
    both = jobs_in(
        "import torch_npu\n" + one.format("a") + one.format("b"), Kind.TORCH_MINDSPORE_SCRIPT
    )
    assert [job.complete for job in alone] == [True]
    assert [job.complete for job in both] == [False, False]


def test_the_code_of_the_module_is_one_job():
    text = """
        import torch_npu
        torch.npu.set_option({'ACL_PRECISION_MODE': 'must_keep_origin_dtype'})
        def between():
            pass
        if True:
            torch.npu.set_option({'ACL_OP_SELECT_IMPL_MODE': 'high_precision'})
        """
    [job] = jobs_in(text, Kind.TORCH_MINDSPORE_SCRIPT)
    assert [setting.key for setting in job.settings] == [
        "ACL_PRECISION_MODE",
        "ACL_OP_SELECT_IMPL_MODE",
    ]


def test_a_long_script_of_short_functions_is_read():
    text = "import tensorflow as tf\n" + "".join(session(f"f{number}") for number in range(1_200))
    source = Source("run.py", (text + session("last", "fp8")).encode())
    reading = read(source, Kind.TF_SCRIPT)
    assert len(reading.jobs) == 1_201
    assert "JB002" in {found.code for found in check_reading(reading)}


def test_nothing_that_is_read_waits_for_the_garbage_collector():
    """A check runs without it: a group that referred to itself would take memory to the end."""

    def garbage(count: int) -> int:
        text = "import tensorflow as tf\nimport torch_npu\nimport os\n" + "".join(
            session(f"f{number}", last=f"os.system(command(f{number}))") for number in range(count)
        )
        gc.collect()
        gc.disable()
        try:
            jobs = read(Source("run.py", text.encode()), Kind.TF_SCRIPT).jobs
            return gc.collect() if len(jobs) == count else -1
        finally:
            gc.enable()

    assert 0 <= garbage(60) - garbage(20) < 20
