"""Python scripts that are read again after edits: the jobs are those of a new reading."""

from __future__ import annotations

import random

import pytest
from hypothesis import settings

from cannlint.facts import Fact
from cannlint.jobs import read
from cannlint.jobs.edited_python import EditedPython
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.kinds import Kind
from cannlint.text.source import Source
from jobs.test_edited_jobs import edited, seen

EDITS = 6 * settings.default.max_examples

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
PIECES = (
    "x", "\n", " ", "    ", "\\\n", '"""', "'", "(", ")", "# ", "def f():\n", "import tf\n", ":",
    "else:\n", "MODE = 'x'\n", "config = 1\n", "self.config = 2\n", "global MODE\n", "@deco\n", ";",
    "é", "\r", "\ufeff", "\0", "tf.Session()\n", "import torch_npu as tf\n", "npu_config_proto()\n",
)  # fmt: skip


def script(chance: random.Random) -> str:
    """Some blocks that set options; the numbers in names say what belongs together."""
    bodies = []
    for form in chance.choices(BODIES, k=14):
        number, value = chance.choice("1234"), chance.choice(VALUES)
        bodies.append(form.format(number, value, chance.choice(NAMES), chance.choice(KEYS)))
    return chance.choice(HEADS) + "".join(bodies)


def all_seen(reading: JobsReading, source: Source) -> list[object]:
    """All that a rule sees of the jobs of a script, and why it cannot be read."""
    misuses = [
        (
            one.kind,
            one.name,
            one.raised,
            one.values,
            one.source is source,
            one.span.start,
            one.span.end,
        )
        for job in reading.jobs
        for one in job.misuses
    ]
    remapped = [job.leaves_remapping for job in reading.jobs]
    parts = reading.parts_with(Fact.UNPARSED_SCRIPT)
    unparsed = [(part.reason, part.span.start, part.span.end) for part in parts]
    return [*seen(reading, source), misuses, remapped, unparsed]


def changed(text: str, chance: random.Random) -> str:
    """A script after one edit, or two at once; they may break it."""
    if chance.random() < 0.2:
        text = changed(text, chance)
    kind = chance.random()
    at = chance.randint(0, len(text))
    line = text.rfind("\n", 0, at) + 1
    if kind < 0.3:
        old, new = chance.choice(VALUES), chance.choice(VALUES)
        place = text.find(old, at)
        return text[:place] + new + text[place + len(old) :] if place >= 0 else text + "\n"
    if kind < 0.4:
        return text[:line] + script(chance)[-200:].partition("\n")[2] + text[line:]
    if kind < 0.5:
        return text[:line] + text[text.find("\n", at) + 1 :]
    if kind < 0.8:
        return text[: chance.choice((at, line))] + chance.choice(PIECES) + text[at:]
    return edited(text, chance)


@pytest.mark.parametrize("seed", range(6))
def test_the_jobs_are_those_of_a_new_reading(seed):
    chance = random.Random(seed)
    kind = chance.choice((Kind.TF_SCRIPT, Kind.TORCH_SCRIPT, Kind.ATC_SCRIPT))
    reader, before, good, kept = EditedPython(kind), JobsReading(Source("", b""), kind, []), "", 0
    text = ""
    for number in range(EDITS):
        if number % 25 == 0:
            text = script(chance)
        elif before.facts and chance.random() < 0.7:
            text = good
        else:
            text = changed(text, chance)
        source = Source("run.py", text.encode("utf-8", "surrogatepass"))
        now = reader.read(source)
        assert all_seen(now, source) == all_seen(read(source, kind), source), repr(text)
        kept += any(job in before.jobs for job in now.jobs)
        good = text if not now.facts else good
        before = now
    assert kept > EDITS // 12  # the script is not read as a whole each time
