"""Implementation modes: which source sets them, and why the others do not.

See manual/implementation-modes.md.
On the embedded 8.1.RC1: high_performance.ini has Gelu = high_precision on line 9, and no Conv2D;
the allow_hf32 files have Conv2D, MatMulV2 and their like.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.cann.modes import IMPL_MODES
from cannlint.report.origins import origin_text
from jobs_in_words import SOC, WITHOUT_HF32, mode_of, plan

HI, LO = "enable_hi_float_32_execution", "enable_float_32_execution"
FILE = "op_precision_mode"


def losers(mode):
    return [(shadowed.value, origin_text(shadowed.origin), str(shadowed.reason))
            for shadowed in mode.shadowed]  # fmt: skip


def test_nothing_set_the_built_in_file_of_the_default():
    mode = mode_of("Gelu")
    assert (mode.value, origin_text(mode.origin)) == ("high_precision", "high_performance.ini:9")


def test_an_operator_that_no_source_has():
    mode = mode_of("Abs")
    assert mode.value is None and mode.origin is None and mode.reason is None
    assert [origin_text(asked.origin) for asked in mode.without] == [
        "allow_hf32_matmul_f_conv_t.ini",
        "high_performance.ini",
    ]


def test_the_file_counts_and_the_first_of_its_entries():
    mode = mode_of("Gelu", files={FILE: "Gelu=keep_fp16\nGelu=high_performance\n"})
    assert (mode.value, origin_text(mode.origin)) == ("keep_fp16", "op_precision_mode.txt:1:1")
    assert losers(mode) == [
        ("high_performance", "op_precision_mode.txt:2:1",
         "line 1 has it already: the first entry counts"),
        ("high_precision", "high_performance.ini:9", "op_precision_mode is set"),
    ]  # fmt: skip


def test_with_a_file_the_built_in_file_is_not_read():
    mode = mode_of("Tanh", files={FILE: "Gelu=high_precision\n"})
    assert mode.value is None
    assert losers(mode) == [
        ("high_precision", "high_performance.ini:50", "op_precision_mode is set")
    ]


def test_what_is_left_without_an_entry_is_the_next_that_would_count():
    text = "Gelu=keep_fp16\n[ByNodeName]\na/gelu=high_precision\na/gelu=high_performance\n"
    modes = plan(files={FILE: text}, nodes=[("Gelu", "a/gelu")]).modes
    by_name, by_type = modes.of("Gelu", "a/gelu").origin, modes.of("Gelu").origin
    assert modes.without(by_name, "Gelu", "a/gelu") == "high_performance"
    assert modes.without(by_type, "Gelu", "a/gelu") == "high_precision"
    assert modes.without(by_type, "Gelu") is None


def test_of_an_operator_that_is_listed_again_nothing_is_lost():
    options = {"op_select_implmode": "high_performance", "optypelist_for_implmode": "Gelu,Gelu"}
    mode = mode_of("Gelu", options=options)
    assert mode.value == "high_performance"
    assert [reason for _, _, reason in losers(mode)] == [
        "optypelist_for_implmode takes the place of the file"
    ]


def test_a_name_beats_a_type_wherever_it_stands():
    text = "Gelu=high_performance\n[ByNodeName]\na/gelu=high_precision\n"
    mode = mode_of("Gelu", "a/gelu", files={FILE: text})
    assert (mode.value, origin_text(mode.origin)) == ("high_precision", "op_precision_mode.txt:3:1")
    assert losers(mode)[0] == (
        "high_performance",
        "op_precision_mode.txt:1:1",
        "an entry for the node's name comes before any for its type",
    )
    assert mode_of("Gelu", "b/gelu", files={FILE: text}).value == "high_performance"


def test_hf32_beats_a_type_of_the_file_and_loses_to_a_name():
    text = "Conv2D=high_precision\n[ByNodeName]\nstem=high_performance\n"
    by_type = mode_of("Conv2D", "other", options={"allow_hf32": "1"}, files={FILE: text})
    assert by_type.value == HI
    assert losers(by_type)[0] == (
        "high_precision",
        "op_precision_mode.txt:1:1",
        "allow_hf32 is set: its entries count first",
    )
    by_name = mode_of("Conv2D", "stem", options={"allow_hf32": "1"}, files={FILE: text})
    assert by_name.value == "high_performance"


def test_the_default_of_hf32_counts_last_unless_nothing_is_set():
    beside_a_file = mode_of("Conv2D", files={FILE: "Conv2D=high_precision\n"})
    assert beside_a_file.value == "high_precision"
    assert losers(beside_a_file)[-1][2] == "the default of allow_hf32 counts last"
    alone = mode_of("Conv2D")
    assert (alone.value, origin_text(alone.origin)) == (HI, "allow_hf32_matmul_f_conv_t.ini:1")


@pytest.mark.parametrize(
    ("value", "conv", "matmul"),
    [("0", LO, LO), ("01", LO, HI), ("10", HI, LO), ("11", HI, HI), ("true", HI, HI)],
)
def test_the_values_of_hf32_are_convolution_then_matrix_product(value, conv, matmul):
    options = {"allow_hf32": value}
    assert mode_of("Conv2D", options=options).value == conv
    assert mode_of("MatMulV2", options=options).value == matmul


def test_without_the_hardware_hf32_is_not_looked_at():
    mode = mode_of("Conv2D", options={"allow_hf32": "garbage"}, soc=WITHOUT_HF32)
    assert mode.value is None and plan({"allow_hf32": "garbage"}, soc=WITHOUT_HF32).accepted
    one = mode_of("Conv2D", options={"allow_hf32": "1"}, soc=WITHOUT_HF32)
    assert losers(one) == [(HI, "allow_hf32_matmul_t_conv_t.ini:1", "Ascend310P3 has no HF32")]


def test_a_list_takes_the_place_of_the_built_in_file():
    options = {"op_select_implmode": "high_precision", "optypelist_for_implmode": "Abs, Tanh"}
    mode = mode_of("Tanh", options=options)
    assert (mode.value, mode.origin.kind) == ("high_precision", "option")
    assert mode.origin.source.slice(mode.origin.span) == " Tanh"
    assert mode_of("Gelu", options=options).value is None


def test_for_all_takes_no_list():
    options = {"op_select_implmode": "high_precision_for_all", "optypelist_for_implmode": "Abs"}
    assert mode_of("Abs", options=options).value is None
    assert losers(mode_of("Abs", options=options))[0][2] == (
        "op_select_implmode=high_precision_for_all takes no list"
    )
    assert mode_of("Conv2D", options=options).value == LO


def test_each_front_end_sets_what_it_sets():
    file = {FILE: "Conv2D=high_precision\n"}
    assert mode_of("Conv2D", front_end="atc", files=file).value == "high_precision"
    assert mode_of("Conv2D", front_end="tf2", files=file).value == HI  # allow_hf32=1 is explicit
    assert mode_of("Conv2D", front_end="atc").value == HI  # nothing else has Conv2D
    assert mode_of("MatMulV2", front_end="tf2").value == HI
    assert mode_of("MatMulV2", front_end="torch").value == LO
    assert mode_of("Gelu", front_end="torch").origin.file == "high_precision.ini"


@pytest.mark.parametrize(
    ("release", "file"),
    [("6.0.0", "high_performance.ini"), ("7.1.0", "high_performance.ini"),
     ("7.2.0", "high_precision.ini"), (None, "high_precision.ini")],
)  # fmt: skip
def test_torchair_sets_high_precision_since_a_release(release, file):
    assert mode_of("Gelu", front_end="torchair", release=release).origin.file == file


def test_the_switches_of_torch_make_one_value():
    both = {"conv.allow_hf32": "false", "matmul.allow_hf32": "true"}
    assert mode_of("Conv2D", front_end="torch", options=both).value == LO
    assert mode_of("MatMulV2", front_end="torch", options=both).value == HI
    one = {"matmul.allow_hf32": "true"}
    assert mode_of("Conv2D", front_end="torch", options=one).value == HI


def test_a_mode_that_no_bit_stands_for_is_said_to_be_lost_in_fusion():
    mode = mode_of("Gelu", files={FILE: "Gelu=norm_class\n"})
    notes = [str(note) for note in mode.notes]
    assert notes[0] == "counts only where the operator keeps its name and type through fusion"
    assert notes[1].startswith("CANN 8.1.RC1 lists only high_performance, high_precision for Gelu")


@pytest.mark.parametrize(
    ("options", "front_end", "codes"),
    [
        ({"op_select_implmode": "fast"}, "ge", ["E20101"]),
        ({"allow_hf32": "yes"}, "ge", ["E20101"]),
        ({"op_select_implmode": "fast"}, "atc", ["E10001"]),
        ({"allow_hf32": "1"}, "atc", ["E10005"]),
        ({"optypelist_for_implmode": "Gelu"}, "atc", ["E10001"]),
        ({"optypelist_for_implmode": "Gelu"}, "ge", []),
        ({"op_select_implmode": "fast"}, "tf1", []),
    ],
)
def test_refused_values(options, front_end, codes):
    made = plan(options, front_end=front_end)
    assert made.codes == codes
    assert made.accepted is (options.keys() == {"optypelist_for_implmode"} and front_end == "ge")


def test_beside_the_file_the_engine_does_not_look_at_select():
    made = plan({"op_select_implmode": "fast"}, files={FILE: "Gelu=high_precision\n"})
    assert made.accepted
    [status] = [option for option in made.options if option.name == "op_select_implmode"]
    assert (status.status, str(status.reason)) == ("no effect", "op_precision_mode is set")


def test_a_library_without_mode_files_is_no_library_of_nothing():
    from cannlint.library.composite import composite
    from cannlint.resolve.modes import modes_of
    from cannlint.resolve.target import Target
    from jobs_in_words import job

    library = composite("9.0.0")
    library.mode_files = {}
    modes = modes_of(job(), library, Target(library, SOC).hardware)
    mode = modes.of("Gelu")
    assert mode.value is None
    assert str(mode.reason) == "allow_hf32_matmul_f_conv_t.ini of CANN 9.0.0 is not known"


TYPES = ("Gelu", "Tanh", "Conv2D", "MatMulV2", "Abs")
entries = st.lists(st.tuples(st.sampled_from(TYPES), st.sampled_from(IMPL_MODES)), max_size=6)


def text_of(by_type, by_name=()):
    lines = [f"{key}={mode}" for key, mode in by_type]
    return "\n".join([*lines, "[ByNodeName]", *(f"{key}={mode}" for key, mode in by_name)]) + "\n"


@given(entries, st.sampled_from(TYPES), st.sampled_from(IMPL_MODES), st.sampled_from(["", "1"]))
def test_an_entry_for_another_operator_changes_nothing(given_entries, op_type, mode, hf32):
    options = {"allow_hf32": hf32}
    others = [entry for entry in given_entries if entry[0] != op_type]
    alone = mode_of(op_type, options=options, files={FILE: text_of([(op_type, mode)])})
    among = mode_of(op_type, options=options, files={FILE: text_of([*others, (op_type, mode)])})
    assert alone.value == among.value
    assert [s.value for s in alone.shadowed] == [s.value for s in among.shadowed]


@given(entries, st.sampled_from(TYPES), st.sampled_from(IMPL_MODES), st.sampled_from(["", "1"]))
def test_a_name_always_wins(by_type, op_type, mode, hf32):
    file = {FILE: text_of(by_type, [("node", mode)])}
    assert mode_of(op_type, "node", options={"allow_hf32": hf32}, files=file).value == mode


@given(entries, st.sampled_from(TYPES))
def test_every_value_in_the_chain_is_in_the_file_or_built_in(by_type, op_type):
    mode = mode_of(op_type, files={FILE: text_of(by_type)})
    written = [value for key, value in by_type if key == op_type]
    values = [mode.value, *(s.value for s in mode.shadowed)]
    user = [value for value, origin in zip(
        values, [mode.origin, *(s.origin for s in mode.shadowed)], strict=True
    ) if origin is not None and origin.kind == "file"]  # fmt: skip
    assert user == written
