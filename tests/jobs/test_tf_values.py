"""What TensorFlow's Python code takes and refuses, by the type of a value.

See manual/tensorflow.md.
"""

from __future__ import annotations

import pytest

from cannlint.jobs.values import verdict
from job_scripts import OPTIMIZER, jobs_in


def refused(script: str) -> str | None:
    """The effect of the only value in a script that is refused, None where it is accepted."""
    [job] = jobs_in("import npu_device as npu\n" + script)
    found = verdict(job.settings[-1])
    return found.effect if found is not None and found.outcome == "refused" else None


TYPE, VALUE = "Python raises TypeError", "Python raises ValueError"


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("hcom_parallel='True'", TYPE),
        ("hcom_parallel=1", None),
        ("hcom_parallel=None", TYPE),
        ("hcom_multi_mode=1.5", TYPE),
        ("mix_compile_mode=1", TYPE),
        ("horovod_mode=0", TYPE),
        ("hccl_timeout='1'", TYPE),
        ("hccl_timeout=True", None),
        ("hccl_timeout=2**63 - 1", None),
        ("hccl_timeout=2**63", VALUE),
        ("op_debug_config=1", TYPE),
        ("op_debug_config=[]", TYPE),
        ("op_debug_config={'a': 1}", TYPE),
        ("op_debug_config=b'/a.cfg'", None),
        ("op_debug_config=path", None),
        ("insert_op_file='/a.cfg'", TYPE),
        ("insert_op_file=b'/a.cfg'", None),
        ("jit_compile=b'auto'", TYPE),
        ("graph_memory_max_size=1.5", None),
        ("graph_run_mode=-1", VALUE),
        ("graph_run_mode=2", VALUE),
        ("graph_run_mode=1.0", TYPE),
        ("iterations_per_loop=0", VALUE),
        ("iterations_per_loop=None", TYPE),
    ],
)
def test_an_argument_of_a_run_config(argument, expected):
    assert refused(f"config = NPURunConfig({argument})") == expected


@pytest.mark.parametrize(
    "argument",
    ["buffer_optimize=None", "precision_mode=None", "dump_config=None", "memory_config=None"],
)
def test_none_is_no_argument_at_all(argument):
    [job] = jobs_in(f"config = NPURunConfig({argument}, graph_run_mode=1)")
    assert [setting.key for setting in job.settings] == ["graph_run_mode"]


@pytest.mark.parametrize(
    ("argument", "is_refused"),
    [
        ("dump_config=5", True),
        ("dump_config=ProfilingConfig()", True),
        ("memory_config={}", True),
        ("memory_config=MemoryConfig()", False),
        ("memory_config=make()", False),
    ],
)
def test_an_object_of_another_class(argument, is_refused):
    [job] = jobs_in(f"config = NPURunConfig(graph_run_mode=1, {argument})")
    assert [verdict(setting) is not None for setting in job.settings][1:] == [True] * is_refused


@pytest.mark.parametrize(
    ("assignment", "expected"),
    [
        ("graph_run_mode = 1.0", None),
        ("graph_run_mode = True", None),
        ("graph_run_mode = '1'", TYPE),
        ("graph_run_mode = 2", VALUE),
        ("hcom_parallel = 0", None),
        ("hcom_parallel = 2", TYPE),
        ("hcom_parallel = None", TYPE),
        ("precision_mode = None", VALUE),
        ("precision_mode = 'fp16'", VALUE),
        ("ac_parallel_enable = 1", VALUE),
        ("jit_compile = False", TYPE),
        ("jit_compile = ['auto']", TYPE),
        ("topo_sorting_mode = None", None),
        ("topo_sorting_mode = 2", VALUE),
        ("oo_level = 'O2'", None),  # GE refuses it
        ("oo_level = 'O4'", VALUE),
        ("fusion_switch_file = []", None),
        ("auto_multistream_parallel_mode = 1", None),
        ("dump_config.dump_path = 1", None),
        ("experimental.graph_memory_optimize_config.graph_slice = 'manual'", VALUE),
    ],
)
def test_an_option_of_npu_device(assignment, expected):
    assert refused(f"npu.global_options().{assignment}") == expected


@pytest.mark.parametrize(
    ("key", "value", "outcome"),
    [
        ("iterations_per_loop", 2**32 + 1, "default"),
        ("iterations_per_loop", 2**32, "refused"),
        ("export_compile_stat", 2**32 + 1, "default"),
        ("export_compile_stat", 2**32 + 3, "refused"),
        ("stream_sync_timeout", 2**31, "default"),
        ("stream_sync_timeout", 2**31 - 1, None),
        ("task_index", 2**31, "refused"),
        ("task_index", 2**32, None),
    ],
)
def test_a_number_that_is_cut_to_32_bits(key, value, outcome):
    [job] = jobs_in(OPTIMIZER + f'    custom_op.parameter_map["{key}"].i = {value}\n')
    found = verdict(job.settings[0])
    assert (found.outcome if found is not None else None) == outcome
