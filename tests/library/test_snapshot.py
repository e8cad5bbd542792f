"""The embedded libraries: equal to the installs they were taken from, in every countable fact."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

from cannlint.formats.format import LIST
from cannlint.library.compact import Compact, data_of, dump
from cannlint.library.difference import compare
from cannlint.library.install import load, stores
from cannlint.library.model import Library
from cannlint.library.platforms import socs_in
from cannlint.library.snapshot import EMBEDDED, VERSION, embedded, fusion_passes, kernel_dtypes

pytestmark = pytest.mark.slow  # whole libraries are read

SOURCES = {
    "8.1.RC1": "cann-8.1.RC1",
    "9.0.0": "cann-9.0.0-910b",
}

# ops, true, false, absent, no inputs, needCheckSupport, heavyOp, dynamicFormat, no dtype at all
TABLE = {
    "ascend910b": (1094, 316, 94, 684, 6, 106, 36, 383, 111),
    "ascend910_93": (1072, 294, 94, 684, 6, 106, 36, 361, 111),
    "ascend310p": (846, 74, 16, 756, 8, 98, 37, 164, 103),
    "ascend910": (831, 47, 95, 689, 10, 98, 35, 119, 105),
    "ascend310b": (698, 41, 90, 567, 6, 89, 36, 106, 103),
    "as31xm1": (692, 40, 90, 562, 6, 89, 36, 103, 102),
    "ascend031": (655, 37, 88, 530, 5, 78, 34, 98, 97),
    "ascend610": (585, 23, 8, 554, 6, 70, 29, 82, 81),
    "bs9sx1a": (584, 23, 8, 553, 6, 70, 29, 82, 81),
    "ascend610lite": (581, 25, 8, 548, 6, 72, 31, 82, 81),
    "bs9sx2a": (581, 25, 8, 548, 6, 72, 31, 82, 81),
    "mc61am21a": (581, 25, 8, 548, 6, 72, 31, 82, 81),
    "ascend310": (517, 17, 1, 499, 7, 54, 26, 74, 73),
    "hi3796cv300cs": (365, 16, 0, 349, 2, 40, 27, 49, 48),
    "sd3403": (363, 15, 0, 348, 2, 37, 27, 47, 46),
    "hi3796cv300es": (356, 15, 0, 341, 2, 39, 25, 49, 48),
    "ascend035": (75, 7, 5, 63, 0, 25, 7, 16, 15),
}


TURN_GRAY = """
CrossEntropyLoss DynamicRNN DynamicRNNV2 ForeachAddScalar ForeachAddcmulScalar
ForeachDivScalarList ForeachMulScalar ForeachSqrt LayerNormGradV3 LayerNormV4
MoeFinalizeRoutingV2Grad MoeGatingTopKSoftmaxV2 MoeInitRouting MoeInitRoutingQuantV2
MoeInitRoutingV2Grad MoeReRouting RopeWithSinCosCache RotaryPositionEmbedding
RotaryPositionEmbeddingGrad ScatterElementsV2
"""
DTYPES = """
float16 float int32 int64 int8 bf16 uint8 bool uint64 int16 uint32 uint16 double int4
complex64 complex32 uint1
"""
LATER_DTYPES = """
float8_e4m3fn float8_e5m2 float8_e8m0 float4_e2m1 float4_e1m2 hifloat8
"""
GE_LOCAL = """
Identity Reshape Shape Squeeze Unsqueeze Switch SwitchN Merge RefSwitch RefMerge Enter
NextIteration FlattenV2 GLU GLUGrad GatherShapes MultiHeadAttention
MultiHeadAttentionGrad AdaptiveAvgPool2dGrad AscendWeightQuant Cmo
"""


@cache
def installed(path: str) -> Library:
    return load(path)


@cache
def operators(library: Library, folder: str):
    found = ((name, library.operator(name).get(folder)) for name in library.names())
    return {name: operator for name, operator in found if operator is not None}


def row_of(library: Library, folder: str) -> tuple[int, ...]:
    having = list(operators(library, folder).values())
    lists = Counter(operator.default_list for operator in having)
    flags = Counter(flag for operator in having for flag in operator.flags)
    return (
        len(having),
        *(lists[name] for name in ("white-list", "black-list", "gray-list")),
        sum(not operator.inputs for operator in having),
        *(flags[name] for name in ("needCheckSupport", "heavyOp", "dynamicFormat")),
        sum(bool(operator.tensors) and not operator.column_count for operator in having),
    )


@pytest.mark.slow
@pytest.mark.parametrize("version", SOURCES)
def test_every_operator_is_that_of_the_install(recorded, version):
    install, snapshot = installed(str(recorded / SOURCES[version])), embedded(version)
    assert [name for name in snapshot.folders if snapshot.is_complete_in(name)] == [
        *install.folders
    ]
    for name in {*install.names(), *snapshot.names()}:
        expected = {folder: entry.key() for folder, entry in install.operator(name).items()}
        found = {f: entry.key() for f, entry in snapshot.operator(name).items()}
        assert {f: key for f, key in found.items() if f in install.folders} == expected, name
    assert snapshot.switches == install.switches
    assert snapshot.exceptional == install.exceptional
    if version == VERSION:  # the other one has no files of modes
        assert snapshot.modes == install.modes and snapshot.mode_files == install.mode_files


COMPOSITES = [version for version in EMBEDDED if version != VERSION]


def columns_and_list(operator):
    return operator.columns(), operator.default_list


@pytest.mark.slow
@pytest.mark.parametrize("version", COMPOSITES)
def test_a_composite_has_the_open_operators_over_those_of_the_last_install(recorded, version):
    opened = {
        release: installed(str(recorded / "releases/opp-open" / release)) for release in COMPOSITES
    }
    snapshot = embedded(version)
    for name in {*opened[version].names(), *snapshot.names()}:
        found = snapshot.operator(name)
        own = opened[version].operator(name)
        for folder in snapshot.folders:
            base = _base_of(version, folder)
            real = base.operator(name).get(folder) if base is not None else None
            expected = own.get(folder) or real
            if base is not None and base.cann == version:
                expected = real
            elif real is not None and base.cann in opened and folder in own:
                earlier = opened[base.cann].operator(name).get(folder)
                if earlier is not None and earlier.key()[1:6] == own[folder].key()[1:6]:
                    expected = real  # its sources have not changed since the install
            assert (folder in found) == (expected is not None), (name, folder)
            if expected is not None:
                assert columns_and_list(found[folder]) == columns_and_list(expected), name
            by = snapshot.entry_known_by(name, folder)
            assert by == snapshot.known_by_in(folder) or (folder in own and by == "open")


def _base_of(version, folder):
    if version != "8.5.0" and folder == "ascend910b":
        return embedded("9.0.0")
    return embedded(VERSION) if folder in embedded(VERSION).folders else None


def test_the_command_writes_the_open_operators_again(recorded, tmp_path):
    """From nothing: the file that is shipped is not read."""
    import release_libraries

    sources = [str(recorded / "releases"), str(recorded / "platform-9.1")]
    written = tmp_path / "releases.ops"
    assert release_libraries.main([*sources, "-o", str(written)]) == 0
    assert written.read_bytes() == data_of("releases.ops")


@pytest.mark.parametrize("version", EMBEDDED)
def test_the_socs_are_those_of_the_platform_files(recorded, version):
    listed = json.loads((recorded / "releases/socs_by_release.json").read_text())
    first = installed(str(recorded / SOURCES[VERSION])).socs
    newest = first if version == VERSION else socs_in(str(recorded / "platform-9.1"))
    facts = {**first, **newest}
    assert {name: soc.key() for name, soc in embedded(version).socs.items()} == {
        name: facts[name].key() for name, releases in listed.items() if version in releases
    }


def test_the_capabilities_are_those_on_record(recorded):
    known = json.loads((recorded / "soc_capabilities.json").read_text())
    found = embedded(VERSION).socs
    assert len(known) == len(found)
    for row in known:
        soc = found[row["soc"]]
        able = (row["bf16_vconv"], row["allow_hf32"], row["cube_high_precision"])
        assert (soc.bf16, soc.hf32, soc.fp32_cube) == able, soc.version
        assert soc.folder == row["short"].lower()


EVERY_DAY = ("ascend310p", "ascend910", "ascend910b", "ascend910_93")


@pytest.mark.parametrize(
    "folder",
    [pytest.param(name, marks=[] if name in EVERY_DAY else pytest.mark.slow) for name in TABLE],
)
def test_the_statistics_of_each_soc(folder):
    assert row_of(embedded(VERSION), folder) == TABLE[folder]


@pytest.mark.slow
@pytest.mark.parametrize("folder", TABLE)
def test_the_statistics_of_each_soc_of_the_install(recorded, folder):
    assert row_of(installed(str(recorded / SOURCES[VERSION])), folder) == TABLE[folder]


def test_all_17_socs_are_in_the_table():
    assert sorted(TABLE) == list(embedded(VERSION).folders)


def all_entries(version: str):
    library = embedded(version)
    for folder in library.folders:
        yield from operators(library, folder).values()


def test_the_param_types_of_8_1():
    inputs, outputs = Counter(), Counter()
    for operator in all_entries(VERSION):
        inputs.update(tensor.param_type for tensor in operator.inputs)
        outputs.update(tensor.param_type for tensor in operator.outputs)
    assert inputs == {"required": 26294, "optional": 3135, "dynamic": 494}
    assert outputs == {"required": 13992, "optional": 287, "dynamic": 244}


def dtypes_of(version: str) -> set[str]:
    return {
        dtype
        for operator in all_entries(version)
        for tensor in operator.tensors
        for dtype in tensor.dtypes
    }


def test_the_dtypes_of_8_1_and_those_that_came_later():
    old = dtypes_of(VERSION)
    # 18 spellings, of which float and float32 are one dtype
    assert old == set(DTYPES.split())
    assert set(LATER_DTYPES.split()) <= (dtypes_of("9.0.0") | dtypes_of("9.1.0")) - old


def test_columns_that_repeat():
    for folder, count in {"ascend910b": 138, "ascend310p": 126, "ascend910": 126}.items():
        repeating = [
            operator.op_type
            for operator in operators(embedded(VERSION), folder).values()
            if len(set(operator.columns())) < operator.column_count
        ]
        assert len(repeating) == count, folder


def has_several_outputs(operator) -> bool:
    outputs: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for ins, outs in operator.columns() if operator.inputs else ():
        outputs.setdefault(ins, set()).add(outs)
    return any(len(found) > 1 for found in outputs.values())


def test_operators_that_stand_out():
    on_910b = operators(embedded(VERSION), "ascend910b")
    promoting = {name: op.promote for name, op in on_910b.items() if op.promote}
    assert promoting == {"Less": "x1,x2", "Pow": "x1,x2", "AxpyV2": "x1,x2,alpha"}
    null = {name for name, operator in on_910b.items() if operator.op_file == "Null"}
    assert null == set(GE_LOCAL.split())
    listed = [op for op in on_910b.values() if "dynamicFormat" in op.flags and op.column_count]
    assert len(listed) == 272
    assert sum(map(has_several_outputs, on_910b.values())) == 40
    assert sum(map(has_several_outputs, all_entries(VERSION))) == 289
    on_910 = operators(embedded(VERSION), "ascend910")
    assert on_910["Conv3DBackpropFilter"].default_list == "black-list"
    assert on_910["FullyConnection"].default_list == "gray-list"


def test_the_built_in_mode_files_of_8_1():
    library = embedded(VERSION)
    counts = {name: Counter(modes.values()) for name, modes in library.mode_files.items()}
    assert len(library.modes) == 81 and len(counts) == 8
    assert counts["high_performance"].total() == 60
    assert counts["high_performance"]["high_precision"] == 22
    assert counts["high_precision"].total() == 61
    assert counts["high_precision"]["high_performance"] == 6
    assert counts["high_performance_for_all"].total() == 62
    assert counts["high_performance_for_all"]["high_precision"] == 14
    assert counts["high_precision_for_all"].total() == 61
    unlisted = {
        op_type
        for modes in library.mode_files.values()
        for op_type, mode in modes.items()
        if mode not in library.modes.get(op_type, ())
    }
    assert unlisted == {"Quantize", "RotaryMulGrad"}
    hf32 = [modes for name, modes in library.mode_files.items() if name.startswith("allow_hf32")]
    assert [len(modes) for modes in hf32] == [19] * 4


def test_from_8_1_to_9_0_on_910b():
    [found] = compare(
        embedded("8.1.RC1"), embedded("9.0.0"), [("ascend910b", "ascend910b")]
    ).folders
    assert found.came is not None and len(found.came) == 106 and found.shared == 1090
    assert found.gone == (
        "Conv2DBackpropFilterV2",
        "Conv2DBackpropFilterV3",
        "Conv2DBackpropInputV2",
        "Conv2DTransposeV2",
    )
    moved = found.moved(LIST)
    assert {change.op_type for change in moved} == set(TURN_GRAY.split())
    assert {(c.old.default_list, c.new.default_list) for c in moved} == {
        ("white-list", "gray-list")
    }


def test_from_910b_of_8_1_to_950_of_9_1():
    difference = compare(embedded("8.1.RC1"), embedded("9.1.0"), [("ascend910b", "ascend950")])
    [found] = difference.folders
    assert found.gone is None  # of ascend950 the open operators are known only
    counts = [len(operators(embedded(version), "ascend950")) for version in COMPOSITES[1:]]
    assert counts == [513, 729, 945]


def raw_entries(store):
    for file in store.files:
        with open(file, encoding="utf-8") as text:
            yield file, json.load(text)


BUILD_ONLY = {"prebuildPattern", "coreType", "jitCompile"}
BUILD_ONLY_OF_TENSORS = {"needCompile", "initValue", "valueDepend"}


def without_what_concerns_the_build(entry):
    return {
        key: {name: value for name, value in fields.items() if name not in BUILD_ONLY_OF_TENSORS}
        for key, fields in entry.items()
        if key not in BUILD_ONLY
    }


def test_entries_that_are_unchanged(recorded):
    old, new = {}, {}
    for version, found in (("8.1.RC1", old), ("9.0.0", new)):
        for store in stores(installed(str(recorded / SOURCES[version])).path):
            if store.folder == "ascend910b":
                for _, entries in raw_entries(store):
                    found.update(entries)
    both = old.keys() & new.keys()
    assert (len(old), len(new), len(both)) == (1094, 1196, 1090)
    same = [
        name
        for name in both
        if without_what_concerns_the_build(old[name]) == without_what_concerns_the_build(new[name])
    ]
    assert len(same) == 1014
    # of what cannlint keeps of an entry, attributes are no part
    [found] = compare(embedded("8.1.RC1"), embedded("9.0.0"), [("ascend910b",) * 2]).folders
    assert found.shared - len(found.changes) == 1031
    assert not {change.op_type for change in found.changes} & set(same)


def test_operators_that_stand_in_two_files_of_9_0(recorded):
    [store] = stores(installed(str(recorded / SOURCES["9.0.0"])).path)
    legacy, *packages = (entries for _, entries in raw_entries(store))
    assert "legacy" in store.files[0] and len(packages) == 4
    twice = [(name, pack) for pack in packages for name in pack if name in legacy]
    assert len(twice) == 14
    different = {name: pack[name] for name, pack in twice if pack[name] != legacy[name]}
    assert set(different) == {"QuantBatchMatmulV3", "TransQuantParamV2"}
    for name, raw in different.items():
        count = len(raw["input0"]["dtype"].split(","))
        assert embedded("9.0.0").operator(name)["ascend910b"].column_count == count


def test_the_names_of_folders_move():
    assert embedded("8.1.RC1").socs["Ascend910_95"].folder == "ascend910_95"
    folders = {
        soc.folder for name, soc in embedded("9.1.0").socs.items() if name[:9] == "Ascend950"
    }
    assert folders == {"ascend950"}
    assert any(name.startswith("Ascend950PR_") for name in embedded("9.1.0").socs)
    assert any(name.startswith("Ascend950DT_") for name in embedded("9.1.0").socs)


def test_the_folders_of_the_platform_files_of_9_1(recorded):
    found = socs_in(str(recorded / "platform-9.1"))
    assert len(found) == 73
    folders = {soc.folder for soc in found.values()}
    assert {"ascend950", "ascend350", "kirin9030", "kirinx90"} <= folders
    assert "ascend910_95" not in folders


def test_the_fusion_config_of_two_releases(recorded):
    counts = {v: sum(map(len, embedded(v).switches.values())) for v in ("8.1.RC1", "9.0.0")}
    assert counts == {"8.1.RC1": 29, "9.0.0": 36}
    assert not embedded("8.1.RC1").exceptional and len(embedded("9.0.0").exceptional) == 7
    assert embedded("8.1.RC1").switches == fusion_passes().switches
    for version, count in {"8.1.RC1": 252, "9.0.0": 301}.items():
        [path] = (recorded / SOURCES[version]).rglob("fusion_config.json")
        priorities = json.loads(path.read_text())["Priority"]
        assert sum(len(p) for group in priorities.values() for p in group.values()) == count


def test_the_modes_of_9_1():
    old, new = embedded("8.1.RC1").modes, embedded("9.1.0").modes
    assert (len(old), len(new)) == (81, 86)
    assert {name: modes for name, modes in new.items() if name in old} == old
    assert set(new) - set(old) == {
        "Conv3DBackpropFilterV2",
        "Conv3DBackpropInputV2",
        "Conv3DTransposeV2",
        "ThresholdV2",
        "TransData",
    }
    assert new["TransData"] == ("optional",)


def test_what_is_complete():
    assert [v for v in EMBEDDED if embedded(v).is_complete] == [VERSION]
    assert embedded("9.0.0").is_complete_in("ascend910b")


def test_a_lookup_decodes_nothing_else():
    line = embedded(VERSION).operator("Abs")["ascend910b"]
    text = dump(one_operator(line))
    head, body = text.split("\n", 1)
    text = f"{head}\nAAA\t1\tnot JSON\n{body}AbsX\t1\t[\nZzz\t1\tnot JSON\n"
    compact = Compact(text.encode())
    assert compact.lookup("Abs")["ascend910b"].key() == line.key()
    assert compact.names() == ["AAA", "Abs", "AbsX", "Zzz"]
    assert compact.lookup("Ab") == compact.lookup("cann") == {}
    assert not compact.is_whole()


def one_operator(operator) -> Library:
    entries = {operator.op_type: {"ascend910b": operator}}
    return Library(
        "x",
        "install",
        None,
        ("ascend910b",),
        {},
        lambda name: entries.get(name, {}),
        lambda: entries,
    )


def test_the_compact_form_gives_back_what_it_was_made_of():
    for version in EMBEDDED:
        library = embedded(version)
        again = dump(library)
        assert Compact(again.encode()).is_whole()
        assert not Compact(again.replace("float16", "float32", 1).encode()).is_whole()


def test_the_kernels_of_8_1_are_those_on_record(recorded):
    known = json.loads((recorded / "kernel_dtypes_ascend910b.json").read_text())["ops"]
    spelling = {"float32": "float", "bfloat16": "bf16", None: ""}
    for op_type, entry in known.items():
        expected = tuple(
            tuple(
                tuple(spelling.get(dtype, dtype) for dtype in column[side])
                for side in ("inputs", "outputs")
            )
            for column in entry["columns"]
        )
        assert kernel_dtypes(op_type) == expected, op_type
    assert len(known) == 91


def test_kernels_are_known_of_operators_that_list_no_dtypes():
    on_910b = operators(embedded(VERSION), "ascend910b")
    having = {name for name in on_910b if kernel_dtypes(name)}
    assert len(having) == 91
    assert all(not on_910b[name].column_count for name in having)
    assert kernel_dtypes("Add")[0] == (("bf16", "bf16"), ("bf16",))
    assert kernel_dtypes("MemSet") == (((), ()),)
    assert kernel_dtypes("Gelu") == kernel_dtypes("NoSuchOp") == ()
