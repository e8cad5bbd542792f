"""TensorFlow scripts in the forms that real ones have."""

from __future__ import annotations

import pytest

from cannlint.jobs.settings import FrontEnd
from job_scripts import OPTIMIZER, findings_in, jobs_in, read_values, values_of


def test_a_session_config():
    [job] = jobs_in(
        """
        import tensorflow as tf
        from npu_bridge.npu_init import *
        config = tf.ConfigProto()
        custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
        custom_op.name = "NpuOptimizer"
        custom_op.parameter_map["use_off_line"].b = True
        custom_op.parameter_map['graph_run_mode'].i = 0
        # custom_op.parameter_map["dump_mode"].s = tf.compat.as_bytes("all")
        custom_op.parameter_map["precision_mode"].s = tf.compat.as_bytes("allow_mix_precision")
        config.graph_options.rewrite_options.remapping = RewriterConfig.OFF
        with tf.Session(config=config) as sess:
            sess.run(cost)
        """
    )
    assert job.front_end is FrontEnd.TF1
    assert job.complete
    assert [(s.key, s.type, s.value, s.via) for s in job.settings] == [
        ("use_off_line", "b", "True", "parameter_map"),
        ("graph_run_mode", "i", "0", "parameter_map"),
        ("precision_mode", "s", "allow_mix_precision", "parameter_map"),
    ]


def test_what_another_function_does_under_the_same_name():
    script = (
        OPTIMIZER.replace("    ", "")
        + """
custom_op.parameter_map["enable_dump"].b = True
def others(custom_op):
    return adjusted(custom_op)
"""
    )
    [job] = jobs_in(script)
    assert job.complete
    [job] = jobs_in(script + "adjusted(custom_op)\n")
    assert not job.complete


def test_an_entry_of_the_map_under_a_name():
    head = "import tensorflow as tf\n" + OPTIMIZER.replace("    ", "")
    entry = 'entry = custom_op.parameter_map["graph_run_mode"]\nentry.i = 2\n'
    [job] = jobs_in(head + entry)
    assert job.complete and values_of(job) == {"graph_run_mode": "2"}
    again = 'entry = custom_op.parameter_map["use_off_line"]\nentry.b = True\n'
    assert jobs_in(head + entry + again) == []


def test_the_class_of_an_estimator_under_another_name():
    script = """
        from npu_bridge.estimator.npu.npu_config import NPURunConfig as Config, DumpConfig as Dump
        run_config = Config(dump_config=Dump(enable_dump=True, dump_path="/tmp", dump_mode="x"))
        """
    assert findings_in(script) == ["JB002 3"]


def test_variables_of_the_environment_in_other_words():
    for words in ("from os import environ\nenviron", "import os as system\nsystem.environ"):
        script = f"{words}['AOE_MODE'] = '9'\nrun_config = NPURunConfig(jit_compile=mode)\n"
        assert findings_in(script) == ["JB002 2"]


def test_each_optimizer_is_a_job_also_under_one_name():
    jobs = jobs_in(
        "".join(
            f"""
            custom_op = config_{number}.graph_options.rewrite_options.custom_optimizers.add()
            custom_op.name = "NpuOptimizer"
            custom_op.parameter_map["session_device_id"].i = {number}
            """
            for number in (0, 1, 7)
        )
    )
    assert [values_of(job) for job in jobs] == [
        {"session_device_id": "0"},
        {"session_device_id": "1"},
        {"session_device_id": "7"},
    ]
    assert all(job.complete for job in jobs)


def test_only_the_npu_optimizer_is_looked_at():
    assert jobs_in(OPTIMIZER.replace("NpuOptimizer", "GradFusionOptimizer") + SET) == []
    assert jobs_in(OPTIMIZER.replace("custom_op.name", "custom_op.title") + SET) == []
    assert len(jobs_in(OPTIMIZER.replace('"NpuOptimizer"', "NAME") + SET)) == 1
    named = OPTIMIZER.replace(".add()", ".add(name='NpuOptimizer')").replace("custom_op.name", "x")
    assert len(jobs_in(named + SET)) == 1


def test_a_slip_in_the_name_of_the_optimizer_is_all_there_is_of_it():
    for name in ("NpuOptimiser", "NPUOptimizer", "npu_optimizer"):
        [job] = jobs_in(OPTIMIZER.replace("NpuOptimizer", name) + SET)
        assert [(s.key, s.via, s.spec) for s in job.settings] == [(name, "custom_optimizers", None)]


SET = """
    custom_op.parameter_map["use_off_line"].b = True
"""


def test_optimizers_in_other_places():
    assert read_values(
        """
        class Trainer:
            def configure(self):
                self.custom_op.name = "NpuOptimizer"
                self.custom_op.parameter_map["use_off_line"].b = True
        """
    ) == {"use_off_line": "True"}
    assert read_values(
        """
        def configure(session_config):
            optimizers = session_config.graph_options.rewrite_options.custom_optimizers
            npu = optimizers[0]
            parameters = npu.parameter_map
            parameters["use_off_line"].b = True
        """
    ) == {"use_off_line": "True"}


def test_a_job_that_is_not_all_there():
    for use in ("configure(custom_op)", "ops.append(custom_op)", "other = custom_op", "del x"):
        [job] = jobs_in(OPTIMIZER + SET + f"\n    {use}\n")
        assert job.complete == (use == "del x"), use


def test_an_estimator():
    [job] = jobs_in(
        """
        dump_config = DumpConfig(True, dump_path="/home/user/dump", dump_mode="all")
        run_config = NPURunConfig(
            model_dir=FLAGS.model_dir,
            iterations_per_loop=10,
            precision_mode="allow_mix_precision",
            buffer_optimize=None,
            dump_config=dump_config,
            profiling_config=ProfilingConfig(enable_profiling=False),
            session_config=tf.ConfigProto(),
        )
        """
    )
    assert {(s.via, s.key): s.value for s in job.settings} == {
        ("NPURunConfig", "iterations_per_loop"): "10",
        ("NPURunConfig", "precision_mode"): "allow_mix_precision",
        ("DumpConfig", "enable_dump"): "True",
        ("DumpConfig", "dump_path"): "/home/user/dump",
        ("DumpConfig", "dump_mode"): "all",
        ("ProfilingConfig", "enable_profiling"): "False",
    }
    assert job.value("profiling_mode") == "False"


def test_arguments_in_a_dict():
    assert read_values(
        """
        options = {"precision_mode": "force_fp16", "iterations_per_loop": STEPS}
        config = NPURunConfig(graph_run_mode=0, **options)
        """
    ) == {"graph_run_mode": "0", "precision_mode": "force_fp16", "iterations_per_loop": None}


def test_arguments_that_are_not_known():
    for call in ("NPURunConfig(**options)", "NPURunConfig(*rest)", "NPURunConfig(1, **{KEY: 1})"):
        jobs = jobs_in(f"config = {call}")
        assert all(not job.complete for job in jobs)


def test_options_of_tensorflow_2():
    [job] = jobs_in(
        """
        import npu_device as npu
        npu.global_options().precision_mode = 'force_fp16'
        options = npu.global_options()
        options.jit_compile = "auto"
        dump = options.dump_config
        dump.enable_dump = True
        npu.open().as_default()
        """
    )
    assert job.front_end is FrontEnd.TF2
    assert values_of(job) == {
        "precision_mode": "force_fp16",
        "jit_compile": "auto",
        "dump_config.enable_dump": "True",
    }
    assert job.value("enable_dump") == "True"


def test_options_that_functions_set_are_not_all_of_the_process():
    jobs = jobs_in(
        """
        import npu_device as npu
        npu.global_options().jit_compile = "auto"
        def train():
            npu.global_options().graph_run_mode = 1
        def infer():
            npu.global_options().graph_run_mode = 0
        """
    )
    assert [values_of(job) for job in jobs] == [
        {"jit_compile": "auto"},
        {"graph_run_mode": "1"},
        {"graph_run_mode": "0"},
    ]
    assert not any(job.complete for job in jobs)


def test_a_file_of_several_front_ends():
    jobs = jobs_in(
        """
        import torch_npu
        custom_op.parameter_map["use_off_line"].b = True
        torch_npu.npu.set_compile_mode(jit_compile=False)
        """
    )
    assert [job.front_end for job in jobs] == [FrontEnd.TF1, FrontEnd.TORCH]


def test_a_finding_is_told_once_whatever_the_branches():
    script = """
        custom_op.parameter_map["precison_mode"].s = b"force_fp16"
        if one:
            custom_op.parameter_map["use_off_line"].b = True
        else:
            custom_op.parameter_map["use_off_line"].b = False
    """
    assert findings_in(script) == ["JB001 2"]


def test_a_value_of_a_branch_is_judged_with_what_is_around_it():
    script = """
        def configure(custom_op, fast):
            custom_op.parameter_map["graph_run_mode"].i = 0
            if fast:
                custom_op.parameter_map["enable_small_channel"].i = 0
    """
    assert findings_in(script) == ["JB309 5"]


ADDED = (
    'op = config.graph_options.rewrite_options.custom_optimizers.add()\nop.name = "NpuOptimizer"\n'
)
PUT = "op.parameter_map[k].s = tf.compat.as_bytes(v)\n"
HELPER = "def put(op, k, v):\n    " + PUT
ROUNDS = f'{ADDED}for k, v in {{"precision_mode": "fp16"}}.items():\n'


@pytest.mark.parametrize(
    "script",
    [
        f'{ADDED}for k, v in {{"precision_mode": "fp16"}}.items():\n    {PUT}',
        f'{ADDED}options = {{"precision_mode": "fp16"}}\nfor k, v in options.items():\n    {PUT}',
        f'{ADDED}options = dict(precision_mode="fp16")\nfor k, v in options.items():\n'
        "    op.parameter_map[k].s = v.encode()\n",
        f'{ADDED}for k, v in [("precision_mode", "fp16"), ("debug_dir", path)]:\n    {PUT}',
        f'{ADDED}PAIRS = (("precision_mode", "fp16"),)\nfor k, v in PAIRS:\n    {PUT}',
        f"{ROUNDS}    if isinstance(v, bool):\n        op.parameter_map[k].b = v\n"
        f"    elif isinstance(v, (str, int)):\n        {PUT}",
        f"{ROUNDS}    if v is not None:\n        {PUT}",
        f"{ROUNDS}    if not isinstance(v, str):\n        pass\n    else:\n        {PUT}",
        f'{ROUNDS}    if k == "precision_mode":\n        {PUT}',
        f'{HELPER}{ADDED}put(op, "precision_mode", "fp16")\n',
        f'{HELPER}{ADDED}put(v="fp16", k="precision_mode", op=op)\n',
        f"{HELPER}def main():\n    {ADDED.replace(chr(10), chr(10) + '    ')}put(op,\n"
        '        "precision_mode", "fp16")\n',
        f'def main():\n    {ADDED.replace(chr(10), chr(10) + "    ")}put(op, "precision_mode",\n'
        f'        "fp16")\n{HELPER}',
        f'def put(op, k, v="fp16"):\n    {PUT}{ADDED}put(op, "precision_mode")\n',
        f'{ADDED}def put(k, v):\n    {PUT}put("precision_mode", "fp16")\n',
    ],
)
def test_options_set_in_rounds_and_calls(script: str) -> None:
    text = "import tensorflow as tf\n" + script
    [job] = [job for job in jobs_in(text) if job.settings]
    assert values_of(job)["precision_mode"] == "fp16"
    place = job.source.slice(job.settings[0].key_span)
    value = job.source.slice(job.settings[0].value_span)
    assert (place, value) == ("precision_mode", "fp16")
    assert [found.split()[0] for found in findings_in(text)] == ["JB002"]


@pytest.mark.parametrize(
    "script",
    [
        f"{ADDED}for k, v in read().items():\n    {PUT}",
        f"{ROUNDS}    if isinstance(v, Mode):\n        {PUT}",
        f"{ROUNDS}    if isinstance(v, int):\n        {PUT}",
        f"{ROUNDS}    if v is None:\n        {PUT}",
        f"{ROUNDS}    if other:\n        {PUT}",
        f"{ROUNDS}    try:\n        {PUT}    except ValueError:\n        pass\n",
        f'{ADDED}for k, v in {{"precision_mode": "fp16"}}.items():\n'
        f'    if v != "fp16":\n        {PUT}',
        f'{ADDED}for k, v in {{"precision_mode": "fp16"}}.items():\n    v = MODES[v]\n    {PUT}',
        f'{ADDED}for k, v in {{"precision_mode": "fp16"}}.items():\n    if skip(k):\n'
        f"        continue\n    {PUT}",
        f'def put(op, k, v):\n    if v:\n        {PUT}{ADDED}put(op, "precision_mode", "fp16")\n',
        f"def put(op, k, v):\n    v = MODES[v]\n    {PUT}"
        f'{ADDED}put(op, "precision_mode", "fp16")\n',
        f'{HELPER}{ADDED}put(op, "precision_mode", mode)\n',
        f"{HELPER}{ADDED}put(op, *arguments)\n",
        f'{HELPER}put = other\n{ADDED}put(op, "precision_mode", "fp16")\n',
    ],
)
def test_rounds_and_calls_that_are_not_known(script: str) -> None:
    assert findings_in("import tensorflow as tf\n" + script) == []
