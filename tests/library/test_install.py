"""An installed CANN is read as CANN reads it (manual/operator-libraries.md)."""

from __future__ import annotations

import json

import pytest

from cannlint.engine.read import read
from cannlint.errors import CannlintError
from cannlint.kinds import Kind
from cannlint.library.audit import edited_modes, edited_switches, release_of
from cannlint.library.install import load, opp_folder, stores
from cannlint.library.snapshot import fusion_passes
from cannlint.text.source import Source
from installs import FIRST, TODAY, built_in, custom, entry, modes, platform, tensor, write

BOTH = pytest.mark.parametrize("tbe", [TODAY, FIRST], ids=["today", "first"])
WHITE, BLACK = {"flag": "true"}, {"flag": "false"}


def list_of(library, op_type: str, folder: str = "ascend910b") -> str:
    return library.operator(op_type)[folder].default_list


@BOTH
def test_both_folder_layouts_are_read(tmp_path, tbe):
    built_in(tmp_path, tbe=tbe, Abs=entry())
    built_in(tmp_path, "ascend310p", tbe=tbe, Abs=entry(), Add=entry())
    modes(tmp_path, "all_ops_impl_mode.ini", "Abs=high_precision\n", tbe=tbe)
    library = load(str(tmp_path))
    assert library.folders == ("ascend310p", "ascend910b")
    assert list(library.names()) == ["Abs", "Add"]
    assert list(library.operator("Add")) == ["ascend310p"]
    assert library.modes == {"Abs": ("high_precision",)}
    assert library.origin == "install" and library.is_complete


@pytest.mark.parametrize(
    "above", ["", "opp", "cann/opp", "latest/opp", "ascend-toolkit/latest/opp"]
)
def test_a_path_may_be_the_opp_folder_or_above_it(tmp_path, above):
    built_in(tmp_path / above, Abs=entry())
    assert load(str(tmp_path)).path == opp_folder(str(tmp_path))
    assert list(load(str(tmp_path)).names()) == ["Abs"]


def test_a_folder_without_operators_is_no_library(tmp_path):
    with pytest.raises(CannlintError, match="no operator library here"):
        load(str(tmp_path))


def test_old_operators_come_first_then_the_shorter_path(tmp_path):
    names = ["ops-info-transformer.json", "ops-info-nn.json", "ops-info-legacy.json", "b.json"]
    for name in names:
        built_in(tmp_path, file=name)
    [store] = stores(str(tmp_path))
    read = [path.rsplit("/", 1)[1] for path in store.files]
    assert read == ["ops-info-legacy.json", "b.json", "ops-info-nn.json", names[0]]


def test_it_is_the_path_that_tells_what_is_legacy(tmp_path):
    opp = tmp_path / "legacy-opp"
    built_in(opp, file="x-legacy.json")
    built_in(opp, file="x-nn.json")
    [store] = stores(str(opp))
    assert [path.rsplit("-", 1)[1] for path in store.files] == ["nn.json", "legacy.json"]


def test_files_of_one_length_come_in_the_order_of_their_names(tmp_path):
    built_in(tmp_path, file="info-cv.json")
    built_in(tmp_path, file="info-nn.json")
    [store] = stores(str(tmp_path))
    assert [path[-7:] for path in store.files] == ["cv.json", "nn.json"]


def test_a_later_file_replaces_the_whole_entry(tmp_path):
    built_in(tmp_path, file="x-legacy.json", Abs=entry(precision_reduce=WHITE, heavyOp=WHITE))
    built_in(tmp_path, file="x-nn.json", Abs=entry("int8"))
    operator = load(str(tmp_path)).operator("Abs")["ascend910b"]
    assert operator.default_list == "gray-list" and operator.flags == frozenset()
    assert operator.columns() == [(("int8",), ("int8",))]


def test_only_json_files_of_a_soc_folder_are_read(tmp_path):
    built_in(tmp_path, Abs=entry())
    write(tmp_path / TODAY / "config/ascend910b/notes.txt", "{")
    write(tmp_path / TODAY / "config/readme.json", json.dumps({"Add": entry()}))
    assert list(load(str(tmp_path)).names()) == ["Abs"]


def test_custom_packages_win_over_the_release(tmp_path):
    built_in(tmp_path, Abs=entry(precision_reduce=WHITE), Add=entry())
    custom(tmp_path, "mine", Abs=entry(precision_reduce=BLACK), MyOp=entry())
    write(tmp_path / "vendors/config.ini", "load_priority=mine\n")
    library = load(str(tmp_path))
    assert list_of(library, "Abs") == "black-list"
    assert list(library.names()) == ["Abs", "Add", "MyOp"]


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_custom_packages_are_searched_in_the_order_of_config_ini(tmp_path, order):
    built_in(tmp_path, Add=entry())
    custom(tmp_path, "a", Abs=entry(precision_reduce=WHITE))
    custom(tmp_path, "b", Abs=entry(precision_reduce=BLACK))
    write(tmp_path / "vendors/config.ini", f"load_priority= {' , '.join(order)} \n")
    expected = {"a": "white-list", "b": "black-list"}[order[0]]
    assert list_of(load(str(tmp_path)), "Abs") == expected


def test_a_package_that_config_ini_does_not_name_is_not_loaded(tmp_path):
    built_in(tmp_path, Abs=entry())
    custom(tmp_path, "a", MyOp=entry())
    custom(tmp_path, "b", Other=entry())
    write(tmp_path / "vendors/config.ini", "load_priority=b,gone\n")
    assert list(load(str(tmp_path)).names()) == ["Abs", "Other"]


@pytest.mark.parametrize("text", [None, "", "priority=a\n"])
def test_without_priorities_no_package_is_loaded(tmp_path, text):
    built_in(tmp_path, Abs=entry())
    custom(tmp_path, "a", MyOp=entry())
    if text is not None:
        write(tmp_path / "vendors/config.ini", text)
    assert list(load(str(tmp_path)).names()) == ["Abs"]


def test_custom_packages_alone_do_not_say_what_exists(tmp_path):
    custom(tmp_path, "mine", MyOp=entry())
    write(tmp_path / "vendors/config.ini", "load_priority=mine\n")
    library = load(str(tmp_path))
    assert list(library.names()) == ["MyOp"] and not library.is_complete


def test_a_soc_that_only_a_custom_package_has_says_nothing(tmp_path):
    built_in(tmp_path, "ascend910b", Abs=entry())
    custom(tmp_path, "mine", "ascend310p", MyOp=entry())
    write(tmp_path / "vendors/config.ini", "load_priority=mine\n")
    library = load(str(tmp_path))
    assert library.folders == ("ascend910b",) and library.folder_of("ascend310p") is None


def test_flags_lists_and_tensors(tmp_path):
    built_in(
        tmp_path,
        Abs={
            " precision_reduce ": {" flag ": " TRUE "},
            "heavyOp": {"flag": "true"},
            "dynamicShapeSupport": {"flag": "False"},
            "op": {"pattern": "broadcast"},
            "opFile": {"value": "Null"},
            "promoteType": {"value": "a,b"},
            "input10": tensor("last"),
            "Input2": tensor("b", "float32,BFLOAT16", paramType="optional"),
            "input0": tensor("a", unknownshape_format="ND,NULL"),
            "output0": {"name": "y", "paramType": "dynamic"},
        },
    )
    operator = load(str(tmp_path)).operator("Abs")["ascend910b"]
    assert operator.default_list == "white-list" and operator.flags == {"heavyOp"}
    assert (operator.pattern, operator.op_file, operator.promote) == ("broadcast", "Null", "a,b")
    assert [tensor.name for tensor in operator.inputs] == ["a", "b", "last"]
    assert [tensor.param_type for tensor in operator.tensors][1::2] == ["optional", "dynamic"]
    assert operator.inputs[1].dtypes == ("float", "bf16")
    assert operator.inputs[0].dynamic_formats == ("ND", "NULL")
    assert operator.inputs[1].dynamic_formats == operator.inputs[1].formats == ("ND", "ND")
    assert operator.outputs[0].dtypes == ()


BROKEN = {
    "a number": entry(heavyOp={"flag": 1}),
    "a third colour": entry(precision_reduce={"flag": "yes"}),
    "no dtype of CANN": entry("half"),
    "no paramType": {"input0": {"name": "x"}},
    "another paramType": {"input0": tensor(paramType="Required")},
    "no name": {"input0": {"paramType": "required"}},
    "other counts": {"input0": tensor("x", "float,int8"), "output0": tensor("y", "float")},
    "dtypes and formats": {"input0": tensor("x", "float", format="ND,ND")},
    "a list": [],
}


@pytest.mark.parametrize("why", BROKEN)
def test_an_operator_that_cann_cannot_initialise_is_left_out(tmp_path, why):
    built_in(tmp_path, Abs=BROKEN[why], Add=entry())
    [store] = stores(str(tmp_path))
    [reading] = store.readings()
    assert not reading.accepted and reading.faults[0].path[0] == "Abs"
    assert list(load(str(tmp_path)).names()) == ["Add"]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"Abs": 1', "\x00"])
def test_a_file_that_is_no_json_object_has_no_operators(tmp_path, text):
    built_in(tmp_path, file="a.json", Add=entry())
    write(tmp_path / TODAY / "config/ascend910b/broken.json", text)
    assert list(load(str(tmp_path)).names()) == ["Add"]


def test_of_the_modes_the_first_entry_counts_and_files_keep_their_order(tmp_path):
    built_in(tmp_path, Abs=entry())
    listed = "Gelu=high_performance, high_precision\nGelu=optional\n"
    modes(tmp_path, "all_ops_impl_mode.ini", listed)
    modes(tmp_path, "all_ops_impl_mode-nn.ini", "Part=high_precision\n")
    modes(tmp_path, "high_precision.ini", "Z=high_precision\nA=high_performance\nZ=keep_fp16\n")
    modes(tmp_path, "notes.txt", "B=high_precision\n")
    library = load(str(tmp_path))
    assert library.modes == {"Gelu": ("high_performance", "high_precision")}
    assert list(library.mode_files["high_precision"].items()) == [
        ("Z", "high_precision"),
        ("A", "high_performance"),
    ]
    assert list(library.mode_files) == ["high_precision"]


def test_platform_files_beside_opp_name_the_socs(tmp_path):
    built_in(tmp_path / "opp", "ascend910", Abs=entry())
    built_in(tmp_path / "opp", "ascend910b", Abs=entry())
    data = tmp_path / "aarch64-linux/data/platform_config"
    platform(data, "Ascend910B3", "Ascend910B")
    platform(data / "deeper", "Ascend910B", "Ascend910")
    write(data / "broken.ini", "nothing=here\n")
    library = load(str(tmp_path))
    assert set(library.socs) == {"Ascend910B3", "Ascend910B"}
    assert library.folder_of("Ascend910B3") == "ascend910b"
    assert library.folder_of("Ascend910B") == "ascend910"  # the first generation
    assert library.folder_of("ascend910b") == "ascend910b"
    assert library.folder_of("Ascend310") is None
    assert library.socs_of("ascend910") == ("Ascend910B",)


HARDWARE = {
    (False, False, False): ["24=Intrinsic_vconv|f322f16,bf162f32", "25=Intrinsic_mmad|f162f32"],
    (True, False, False): ["24=Intrinsic_vconv|f322f16,f322bf16r", "25=Intrinsic_mmad|xh322f32"],
    (False, True, False): ["24=Intrinsic_vconv|deq", "25=Intrinsic_mmad|u8s8,h322f32"],
    (False, False, True): ["25=Intrinsic_mmad|f32f32f32,f322f32"],
}


@pytest.mark.parametrize("able", HARDWARE)
def test_what_the_hardware_can_do(tmp_path, able):
    built_in(tmp_path / "opp", Abs=entry())
    platform(tmp_path / "data/platform_config", "Ascend910B3", "Ascend910B", *HARDWARE[able])
    soc = load(str(tmp_path)).socs["Ascend910B3"]
    assert (soc.bf16, soc.hf32, soc.fp32_cube) == able


FUSION_CONFIGS = [
    "opp/built-in/fusion_pass/config",
    "x86_64-linux/lib64/plugin/opskernel/fusion_pass/config",
    "lib64/plugin/opskernel/fusion_pass/config",
]


@pytest.mark.parametrize("place", FUSION_CONFIGS)
def test_the_built_in_switches_are_found_where_releases_have_had_them(tmp_path, place):
    built_in(tmp_path / "opp", Abs=entry())
    value = {
        "Switch": {"GraphFusion": {"A": "on", "B": "off"}, "UBFusion": {"C": "off"}, "X": {}},
        "ExceptionalPassOfO1Level": ["D"],
        "Priority": {},
    }
    write(tmp_path / place / "fusion_config.json", json.dumps(value))
    library = load(str(tmp_path))
    assert library.switches == {"GraphFusion": {"A": True, "B": False}, "UBFusion": {"C": False}}
    assert library.exceptional == {"D"}


@pytest.mark.parametrize("place", FUSION_CONFIGS)
def test_the_switches_that_are_read_are_held_against_the_release(tmp_path, place):
    built_in(tmp_path / "opp", Abs=entry())
    write(tmp_path / "opp" / "version.info", "Version=7.7.0.1.238\nversion_dir=8.1.RC1\n")
    released = fusion_passes().switches
    switches = {
        group: {name: "on" if is_on else "off" for name, is_on in released[group].items()}
        for group in released
    }
    switches["UBFusion"]["Mine"] = "on"
    path = write(tmp_path / place / "fusion_config.json", json.dumps({"Switch": switches}))
    release = release_of(str(tmp_path / "opp"), None)
    assert release.cann == "8.1.RC1"
    [edited] = edited_switches(str(tmp_path / "opp"), release)
    assert (edited.source.path, edited.names) == (str(path), ("Mine",))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"Switch": []}', '{"Switch": {"UBFusion": 1}}'])
def test_a_fusion_config_that_is_none_has_no_switches(tmp_path, text):
    built_in(tmp_path / "opp", Abs=entry())
    write(tmp_path / "opp/built-in/fusion_pass/config/fusion_config.json", text)
    library = load(str(tmp_path))
    assert not any(library.switches.values()) and library.exceptional == frozenset()


@pytest.mark.parametrize("place", ["opp", ""])
def test_the_version_of_an_install(tmp_path, place):
    built_in(tmp_path / "opp", Abs=entry())
    assert load(str(tmp_path)).cann == "unknown"
    write(tmp_path / place / "version.info", "Version=8.2.RC1\nother=1\n")
    assert load(str(tmp_path)).cann == "8.2.RC1"
    # what installs of today have: the version of the package, and the release in version_dir
    text = "Version=7.6.0.1.220\nversion_dir=8.1.RC1\nrequired_package_hccl_version=9.0.0\n"
    write(tmp_path / place / "version.info", text)
    assert load(str(tmp_path)).cann == "8.1.RC1"
    assert release_of(str(tmp_path / "opp"), None).cann == "8.1.RC1"
    # what it needs of another package is no release of its own
    write(tmp_path / place / "version.info", text.replace("8.1.RC1", "8.0.0"))
    assert load(str(tmp_path)).cann == "8.0.0"
    assert release_of(str(tmp_path / "opp"), None) is None


def test_real_custom_packages(recorded):
    order = {"oam-asys": ("customize_2", "customize_1")}
    for name, vendors in order.items():
        opp = recorded / "custom" / name
        found = [store.path.split("/vendors/")[1].split("/")[0] for store in stores(str(opp))]
        assert tuple(dict.fromkeys(found)) == vendors
    overriding = load(str(recorded / "custom/MaigeWhite-NLLLoss"))
    assert "NLLLoss" in list(overriding.names()) and not overriding.is_complete


def test_a_current_install_says_its_version_beside_the_operators(tmp_path):
    """Since 8.5 the operators are a package of their own, `Ascend-cann-910b-ops`."""
    built_in(tmp_path / "opp", Relu=entry())
    text = "package_name=Ascend-cann-910b-ops\nversion=9.2.0-beta.2\narch=aarch64\nos=linux\n"
    write(tmp_path / "aarch64-linux" / "ascend_ops_install.info", text)
    assert load(str(tmp_path / "opp")).cann == "9.2.0-beta.2"
    toolkit = text.replace("910b-ops", "toolkit").replace("9.2.0-beta.2", "9.1.0")
    write(tmp_path / "aarch64-linux" / "ascend_toolkit_install.info", toolkit)
    assert load(str(tmp_path / "opp")).cann == "9.1.0"  # what has ATC and GE


def test_the_first_release_and_that_of_2022(recorded):
    first = load(str(recorded / "opp-1.75.22.0.220"))
    assert first.cann == "1.75.22.0.220" and len(first.folders) == 7
    assert "ascend710" in first.folders and not first.modes
    later = load(str(recorded / "canndev-2022-06"))
    assert len(later.folders) == 14 and len(later.mode_files) == 4 and later.switches


def test_an_edited_mode_is_shown_at_its_own_entry(tmp_path):
    built_in(tmp_path, Abs=entry())
    modes(tmp_path, "high_precision.ini", "Abs=high_precision\nGelu=high_precision\n")
    release = load(str(tmp_path))
    text = b"Abs=high_precision\nGelu=high_performance\n"
    reading = read(Source("high_precision.ini", text), Kind.IMPL_MODE)
    [edited] = edited_modes(reading, release)
    assert edited.names == ("Gelu",)
    assert reading.source.slice(edited.span) == "Gelu"
