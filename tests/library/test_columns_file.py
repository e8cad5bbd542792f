"""The recorded columns that travel with cannlint: whole, for the right operators, and rebuilt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from cannlint.cann.dtypes import DTYPES
from cannlint.formats.ops_info.operator import Operator
from cannlint.library.compact import Compact
from cannlint.library.model import Library
from cannlint.library.recorded import FILE, is_always_supported, recorded_columns
from cannlint.library.snapshot import data_of, embedded
from cannlint.resolve.dtypes.features import is_feature

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = embedded("8.1.RC1")


def recorded_of(op_type, folder="ascend910b", library=LIBRARY):
    operator = library.operator_in(op_type, folder)
    assert operator is not None
    return recorded_columns(library, folder, operator)


def changed(operator, **changes):
    values = {name: getattr(operator, name) for name in Operator.__slots__} | changes
    return Operator(**values)


def library_with(operator, cann, folder="ascend910b"):
    """Another library that has one operator."""
    return Library(
        cann,
        "install",
        "/opp",
        (folder,),
        {},
        lambda name: {folder: operator},
        lambda: [operator.op_type],
    )


def test_every_column_is_one_of_the_library_s_operator():
    compact = Compact(data_of(FILE))
    for name in compact.names():
        for folder, operator in LIBRARY.operator(name).items():
            recorded = recorded_columns(LIBRARY, folder, operator)
            for case in recorded.cases if recorded is not None else ():
                assert len(case.dtypes) in (0, len(operator.tensors))
                assert {dtype for dtypes in case.dtypes for dtype in dtypes} <= {*DTYPES.values()}
                for conditions in case.alternatives or ():
                    assert all(is_feature(feature) and values for feature, values in conditions)


def test_which_operators_are_recorded():
    open_here = [
        name
        for name in LIBRARY.names()
        if (operator := LIBRARY.operator_in(name, "ascend910b")) is not None and operator.is_open
    ]
    without = [name for name in open_here if recorded_of(name) is None]
    assert "DynamicRNN" in without and "DynamicRNNV2" in without  # their code is not Python
    assert len(open_here) - len(without) == 111
    assert recorded_of("Relu") is None  # the library lists its columns


def test_the_columns_of_add_depend_on_the_shapes():
    """They are mixed only where a dimension is unknown."""
    unknown = next(
        case
        for case in recorded_of("Add").cases
        if case.alternatives == ((("shape", frozenset({"unknown"})),),)
    )
    *others, last = recorded_of("Add").cases
    mixed = ("float16", "float", "float")
    assert mixed in zip(*unknown.dtypes, strict=True)
    assert mixed not in zip(*last.dtypes, strict=True)
    assert last.alternatives == ((),)
    assert len(others) == 2


def test_runs_that_are_not_explained_leave_every_case_open():
    recorded = recorded_of("MaxPoolGrad")
    assert not recorded.is_exact
    assert recorded_of("Conv2D").is_exact


def test_another_release_counts_only_with_the_same_entry():
    operator = LIBRARY.operator_in("Add", "ascend910b")
    same = library_with(operator, "8.5.0")
    assert recorded_columns(same, "ascend910b", operator).cann == "8.1.RC1"
    other = changed(operator, flags=operator.flags | {"softsync"})
    assert recorded_columns(library_with(other, "8.5.0"), "ascend910b", other) is None
    recoloured = changed(operator, default_list="black-list")
    assert recorded_columns(library_with(recoloured, "8.5.0"), "ascend910b", recoloured) is None


def test_users_change_the_list_of_an_operator_not_its_columns():
    operator = LIBRARY.operator_in("Add", "ascend910b")
    recoloured = changed(operator, default_list="black-list")
    library = library_with(recoloured, "8.1.RC1")
    assert recorded_columns(library, "ascend910b", recoloured) is not None


def test_a_soc_that_was_not_recorded_has_none():
    operator = LIBRARY.operator_in("Add", "ascend910b")
    library = library_with(operator, "9.1.0", "ascend950")
    assert recorded_columns(library, "ascend950", operator) is None
    assert not is_always_supported(library, "ascend950", operator)


def test_a_check_that_accepted_everything():
    always = LIBRARY.operator_in("BNTrainingReduce", "ascend910b")
    depends = LIBRARY.operator_in("AscendQuant", "ascend910b")
    assert is_always_supported(LIBRARY, "ascend910b", always)
    assert not is_always_supported(LIBRARY, "ascend910b", depends)


def test_the_file_is_rebuilt_byte_by_byte(tmp_path, recorded):
    written = tmp_path / FILE
    command = [sys.executable, "dev/record_columns.py", recorded / "select_format", "-o", written]
    subprocess.run(command, check=True, cwd=ROOT, env={"PYTHONPATH": "lint"}, capture_output=True)
    assert written.read_bytes() == data_of(FILE)
