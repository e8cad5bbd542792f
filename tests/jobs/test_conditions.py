"""Conditions of the option tables, on jobs whose options are known, unknown or not all there."""

from __future__ import annotations

import pytest

from cannlint.jobs.conditions import holds, options_in
from job_scripts import OPTIMIZER, jobs_in

SET = """
    custom_op.parameter_map["enable_dump"].b = 2
    custom_op.parameter_map["dynamic_input"].i = 1
    custom_op.parameter_map["aoe_mode"].s = tf.compat.as_bytes("")
    custom_op.parameter_map["iterations_per_loop"].i = 10
    custom_op.parameter_map["jit_compile"].s = tf.compat.as_bytes("auto")
    custom_op.parameter_map["precision_mode"].s = tf.compat.as_bytes(mode)
"""


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("enable_dump", True),  # any number but 0 is true
        ("dynamic_input", False),  # in a field that nothing reads
        ("profiling_mode", False),
        ({"aoe_mode": "given"}, True),
        ({"aoe_mode": "filled"}, False),
        ({"aoe_mode": "absent"}, False),
        ({"session_device_id": "absent"}, True),
        ({"precision_mode": "given"}, True),
        ({"precision_mode": "filled"}, None),
        ({"precision_mode": "filled", "aoe_mode": "filled"}, False),
        ([{"precision_mode": "filled"}, {"enable_dump": "on"}], True),
        ([{"precision_mode": "filled"}, {"enable_dump": "off"}], None),
        ({"iterations_per_loop": "many"}, True),
        ({"jit_compile": ["auto", "false"]}, True),
        ({"jit_compile": {"not": ["true"]}}, True),
        ({"oo_level": {"not": ["O1"]}}, False),
        ({"oo_level": {"unlike": ["O1"]}}, True),
    ],
)
def test_a_condition(condition, expected):
    [job] = jobs_in(OPTIMIZER + SET)
    assert holds(job, condition) is expected


def test_nothing_is_known_of_what_is_not_there_in_a_job_that_is_not_all_there():
    [job] = jobs_in(OPTIMIZER + SET + "    configure(custom_op)\n")
    assert holds(job, "profiling_mode") is None
    assert holds(job, {"session_device_id": "absent"}) is None
    assert holds(job, "enable_dump") is True


def test_the_options_of_a_condition():
    assert options_in("enable_dump") == ["enable_dump"]
    assert options_in([{"a": "on", "b": "off"}, {"a": "given"}]) == ["a", "b"]
