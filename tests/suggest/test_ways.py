"""The ways that exist for a want, which of them the plan confirms, and why others do not work."""

from __future__ import annotations

import pytest

from cannlint.errors import CannlintError
from installs import built_in, entry, platform
from suggest.written import CHAIN, graph_file, job_folder, request_of, suggested, ways_of

FORCED = {"precision_mode": "force_fp16"}
MIXED = {"precision_mode": "allow_mix_precision"}


def only(*wants, **fields):
    """The suggestion for one want, and the reasons by what was tried and does not work."""
    [found] = suggested(*wants, **fields).found
    tried = {f"{one.way.option} {one.way.value or one.way.by}": one for one in found.tried}
    return found, {name: str(one.reason) for name, one in tried.items()}


@pytest.fixture
def job(folder):
    """Makes the job of the folder, with the graph CHAIN beside it."""
    graph_file(folder)

    def make(options=(), files=(), **fields):
        job_folder(folder, options, files, **fields)

    return make


def test_a_node_that_a_mode_lowers_keeps_its_dtype(job):
    """keep_dtype and customize_dtypes take a node; a precision mode changes every other, too."""
    job(FORCED)
    found, _ = only("softmax=float32")
    assert ways_of(found)[:2] == [
        ("keep_dtype", "name", ""),
        ("customize_dtypes", "name", ""),
    ]
    assert ("precision_mode", None, "force_fp32") in ways_of(found)
    assert [one.status for one in found.ways] == ["confirmed"] * len(found.ways)
    first = found.ways[0]
    assert first.draft.files["keep_dtype"].lines == ["softmax"]
    assert first.others == set()
    assert (first.casts_added, first.casts_removed) == (2, 0)


def test_the_casts_are_those_around_the_operator(job):
    """In force_fp16 the data is float32: Relu needs a Cast before it, and Gelu one behind it."""
    job(FORCED)
    found, _ = only("relu=float32")
    keeps = found.ways[0]
    assert keeps.way.option == "keep_dtype"
    assert (keeps.casts_added, keeps.casts_removed) == (1, 1)


def test_of_a_type_all_operators_are_meant(job):
    job(FORCED)
    found, _ = only("Relu=float32")
    assert [row.node for row in found.rows] == ["relu", "last"]
    assert found.ways[0].draft.files["keep_dtype"].lines == ["OpType::Relu"]


def test_a_glob_is_about_names_and_types(job):
    job(FORCED)
    found, _ = only("*elu=float32")
    assert {row.node for row in found.rows} == {"relu", "last", "gelu"}


def test_a_list_needs_a_mixed_mode(job):
    """In a mixed mode a list alone does it; else it comes with the mode."""
    job(MIXED)
    found, _ = only("Relu=float16")
    [moved] = [one for one in found.ways if one.way.option == "modify_mixlist"]
    assert {*moved.draft.options} == {"modify_mixlist"}
    job({"precision_mode": "must_keep_origin_dtype"})
    found, _ = only("Relu=float16")
    [moved] = [one for one in found.ways if one.way.option == "modify_mixlist"]
    assert moved.draft.options["precision_mode"].value == "allow_mix_precision_fp16"


def test_a_precision_mode_that_the_list_does_not_allow_is_refused(job):
    """E10001: modify_mixlist needs a mixed mode, so no other mode is a way."""
    job(MIXED, {"modify_mixlist": '{"black-list": {"to-add": ["Gelu"]}}'})
    _, tried = only("relu=float16")
    assert "E10001" in tried["precision_mode force_fp16"]


def test_customize_dtypes_overrides_keep_dtype(job):
    """The entry for the node decides, whatever keep_dtype says: only that entry helps."""
    job(FORCED, {"customize_dtypes": "relu:InputDtype:float16,OutputDtype:float16\n"})
    found, tried = only("relu=float32")
    assert "keep_dtype" not in [option for option, _, _ in ways_of(found)]
    assert tried["keep_dtype name"] == "it gets float16 → float16"
    changed = found.ways[0].draft.files["customize_dtypes"]
    assert changed.after.text == "relu:InputDtype:float32,OutputDtype:float32\n"


def test_an_entry_that_is_in_the_way_is_taken_out(job):
    """Without the entry the mode gives float32: another entry would change nothing."""
    entry = "relu:InputDtype:float16,OutputDtype:float16"
    job({"precision_mode": "allow_fp32_to_fp16"}, {"customize_dtypes": f"{entry}\n"})
    found, _ = only("relu=float32")
    changed = found.ways[0].draft.files["customize_dtypes"]
    assert (changed.after.text, changed.removed) == ("", [entry])


def test_the_entry_that_decides_now_may_be_taken_out(job):
    """keep_dtype keeps Gelu in float32; customize_dtypes would override it."""
    job(FORCED, {"keep_dtype": "OpType::Gelu\nrelu\n"})
    found, _ = only("gelu=float16")
    assert ways_of(found)[0] == ("keep_dtype", "removal", "")
    changed = found.ways[0].draft.files["keep_dtype"]
    assert (changed.after.text, changed.removed) == ("relu\n", ["OpType::Gelu"])


def test_what_check_warns_of_is_not_confirmed(job):
    """An entry for a type that keep_dtype has, too, overrides it (JB305)."""
    job(FORCED, {"keep_dtype": "OpType::Gelu\n"}, graph=None)
    found, _ = only("Gelu=float16")
    assert ways_of(found)[0] == ("keep_dtype", "removal", "")
    [over] = [one for one in found.ways if one.way.option == "customize_dtypes"]
    assert over.status == "not confirmed" and "JB305" in str(over.reason)


def test_an_entry_for_a_type_does_not_help_a_node_with_its_own(job):
    job(FORCED, {"customize_dtypes": "relu:InputDtype:float16,OutputDtype:float16\n"})
    found, tried = only("relu=float32")
    assert tried["customize_dtypes type"] == "it gets float16 → float16"
    assert ways_of(found)[0] == ("customize_dtypes", "name", "")


def test_a_precision_file_voids_the_other_options(job):
    """With op_precision_mode CANN does not read op_select_implmode."""
    job({}, {"op_precision_mode": "Relu=high_precision\n"})
    found, tried = only("Gelu=high_performance")
    assert [option for option, _, _ in ways_of(found)] == ["op_precision_mode"]
    assert "op_precision_mode is set" in tried["op_select_implmode type"]


def test_what_a_precision_file_voids_is_a_clash(job):
    """The file is read instead of the selected modes: other operators lose theirs."""
    job({"op_select_implmode": "high_precision"})
    found, _ = only("softmax=high_performance")
    files = [one for one in found.ways if one.way.option == "op_precision_mode"]
    assert [one.others for one in files] == [set(), {("Gelu", "gelu")}]
    assert "JB301" in {finding.code for finding in files[0].findings}


def test_the_modes_of_others_are_written_too(job):
    """CANN reads the file instead of high_performance.ini, which has a mode for Gelu."""
    job(FORCED)
    found, _ = only("softmax=high_precision")
    first = next(one for one in found.ways if one.way.option == "op_precision_mode")
    assert first.others == set()
    assert first.draft.files["op_precision_mode"].lines == [
        "[ByNodeName]",
        "softmax=high_precision",
        "[ByOpType]",
        "Gelu=high_precision",
    ]


def test_what_is_so_already_needs_no_way(job):
    job(FORCED)
    found = suggested("Relu=float16")
    assert [one.status for one in found.found] == ["already so"]
    assert found.together is None and found.is_met


@pytest.mark.parametrize(
    ("soc", "want", "reason"),
    [
        ("Ascend310P3", "Conv2D=float32", "Ascend310P3 supports only float16 → float16"),
        ("Ascend310P3", "MatMulV2=enable_float_32_execution", "Ascend310P3 has no HF32"),
        ("Ascend910B3", "Relu=high_precision", "lists no implementation modes for Relu"),
        ("Ascend910B3", "SoftmaxV2=support_out_of_bound_index", "lists only"),
        ("Ascend910B3", "Shape=float32", None),
    ],
)
def test_what_a_soc_or_an_operator_cannot(folder, soc, want, reason):
    found = suggested(want, job=None, soc=soc, options=["precision_mode=force_fp16"])
    [only_one] = found.found
    if reason is None:
        return
    [(_, why)] = only_one.impossible
    assert only_one.status == "impossible" and reason in str(why)
    assert not only_one.ways and not found.is_met


def test_a_library_without_lists_of_modes_rules_out_none(folder):
    built_in(folder / "opp", Relu=entry())
    platform(folder / "aarch64-linux/data/platform_config", "Ascend910B3", "Ascend910B")
    fields = {"soc": "Ascend910B3", "library": str(folder)}
    [found] = suggested("Relu=high_precision", job=None, **fields).found
    assert not found.impossible


@pytest.mark.parametrize(
    ("front_end", "options"),
    [
        ("atc", {"keep_dtype", "customize_dtypes", "modify_mixlist", "precision_mode"}),
        ("tf1", {"customize_dtypes", "modify_mixlist", "precision_mode"}),
        ("mindspore", {"precision_mode"}),
    ],
)
def test_a_front_end_has_only_its_own_options(folder, front_end, options):
    job_folder(folder, FORCED, front_end=front_end, graph=None)
    found, _ = only("Relu=float32")
    assert {one.way.option for one in (*found.ways, *found.tried)} == options


def test_options_have_the_names_of_the_front_end(folder):
    job_folder(folder, {"ge.exec.precision_mode": "force_fp16"}, front_end="ge", graph=None)
    found, _ = only("Relu=float32")
    keys = {change.key for one in found.ways for change in one.draft.options.values()}
    assert {"ge.exec.precision_mode", "ge.customizeDtypes", "keep_dtype"} <= keys


def test_without_a_model_wants_are_about_types(folder):
    found = suggested("Softm*V2=float32", job=None, soc="Ascend910B3", options=[])
    [one] = found.found
    assert [row.op_type for row in one.rows] == ["SoftmaxV2"]
    assert {row.node for row in one.rows} == {None}
    wide = next(way for way in one.ways if way.way.option == "precision_mode")
    assert wide.has_unknown_effect and not one.ways[0].has_unknown_effect


def test_several_wants_are_met_together(job):
    job(FORCED)
    found = suggested("softmax=float32", "gelu=high_performance", "relu=keep")
    assert found.is_met and found.together.status == "confirmed"
    assert found.together.draft.files["keep_dtype"].lines == ["softmax", "relu"]


def test_wants_that_exclude_each_other_are_not_met(job):
    """The later entry for a node is the one that is left: the first want is not met."""
    job(FORCED)
    found = suggested("gelu=float32", "gelu=bfloat16", choice=[2, 1])
    assert found.together.status != "confirmed" and not found.is_met


def test_a_way_must_not_take_from_another_want_what_that_has_already(job):
    """The softmax has float16 already: what gives it float32 contradicts the second want."""
    job(FORCED)
    found = suggested("softmax=float32", "softmax=float16")
    assert [one.status for one in found.found] == ["confirmed", "already so"]
    assert found.together.status != "confirmed" and not found.is_met


def test_another_way_is_chosen_by_its_number(job):
    job(FORCED)
    assert suggested("softmax=float32", choice=[2]).chosen[0].way.option == "customize_dtypes"
    with pytest.raises(CannlintError, match="has no way 99: it has"):
        suggested("softmax=float32", choice=[99])


@pytest.mark.parametrize(
    ("want", "sentence"),
    [
        ("Softmx=float32", "g.json has no operator or node 'Softmx'"),
        ("sofmax=float32", "did you mean softmax"),
        ("Relu6=float32", "has no operator or node 'Relu6'"),
        ("Relu", "'Relu' is not NAME=VALUE"),
        ("Relu=float23", "unknown value 'float23': did you mean float32?"),
        ("Relu=int8", "CANN converts only between float32, float16, bfloat16"),
        ("Relu=high_precison", "did you mean high_precision?"),
    ],
)
def test_a_want_that_means_nothing(job, want, sentence):
    job(FORCED)
    with pytest.raises(CannlintError) as caught:
        suggested(want)
    assert sentence in str(caught.value)


def test_nothing_is_suggested_for_a_refused_job(job):
    job({"precision_mode": "force_fp17"})
    with pytest.raises(CannlintError, match="CANN refuses the job"):
        suggested("Relu=float32")


def test_data_has_no_dtype_to_choose(job):
    job(FORCED)
    found, _ = only("x=float16")
    assert found.status == "impossible"
    assert [str(fault) for fault in found.faults] == ["x: CANN chooses nothing for a Data"]


def test_a_short_name_of_a_dtype_is_understood(folder):
    for short in ("fp32", "float"):
        found = suggested(f"Relu={short}", job=None, soc="Ascend910B3", options=[])
        assert found.found[0].want.value.text == "float32"


def test_a_node_in_the_model_that_passes_remove(folder):
    """Of an ONNX model, a node that is computed while compiling has no dtypes to choose."""
    graph_file(folder, {**CHAIN, "again": ("Relu", ["last"])})
    job_folder(folder, FORCED)
    request = request_of()
    assert request.job == "net"
    found, _ = only("again=float32")
    assert found.is_met


def test_the_release_of_the_library_decides_which_options_a_way_may_use(folder):
    found = suggested("Relu=float32", job=None, soc="Ascend910B3", options=[], library="9.0.0")
    assert found.found[0].is_met
