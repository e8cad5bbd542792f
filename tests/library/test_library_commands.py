"""`cannlint library` as a user and as a script runs it."""

from __future__ import annotations

import json
import os
import stat
import zlib
from functools import cache
from pathlib import Path

import jsonschema
import pytest

from cannlint.errors import CannlintError
from cannlint.library.choose import named
from cannlint.library.snapshot import EMBEDDED, embedded_release
from conftest import ROOT
from installs import built_in, custom, entry, modes, platform, write
from library.test_snapshot import SOURCES, TURN_GRAY

DATA = Path(__file__).parent.parent.parent / "lint/cannlint/library/data"
NOWHERE = {"ASCEND_OPP_PATH": "", "ASCEND_HOME_PATH": ""}


def run(cannlint, *arguments: str, status: int = 0, **environment: str):
    result = cannlint("library", *arguments, **{**NOWHERE, **environment})
    assert result.status == status, result.err + result.out
    return result


@cache
def validator_of(command: str):
    """What judges the JSON of a command of `cannlint library`."""
    schema = json.loads((ROOT / f"schemas/library-{command}.schema.json").read_text())
    return jsonschema.Draft202012Validator(schema)


def report(cannlint, *arguments: str, status: int = 0, **environment: str):
    """The JSON of a command, valid under its schema."""
    result = run(cannlint, *arguments, "--format", "json", status=status, **environment)
    value = json.loads(result.out)
    validator_of(arguments[0]).validate(value)
    assert value["schema"] == f"cannlint/library-{arguments[0]}/1"
    return value


@pytest.fixture
def opp(tmp_path):
    """A small install with two SoC folders, modes, switches and platform files."""
    home = tmp_path / "cann"
    built_in(home / "opp", "ascend910b", Abs=entry(), Gone=entry(), Moved=entry())
    built_in(home / "opp", "ascend310p", Abs=entry("int8"))
    modes(home / "opp", "all_ops_impl_mode.ini", "Abs=high_precision\n")
    modes(home / "opp", "high_precision.ini", "Abs=high_precision\n")
    switches = {"Switch": {"GraphFusion": {"MyPass": "on"}, "UBFusion": {}}}
    config = home / "opp/built-in/fusion_pass/config/fusion_config.json"
    write(config, json.dumps(switches))
    platform(home / "data/platform_config", "Ascend910B3", "Ascend910B")
    write(home / "opp/version.info", "Version=1.0\n")
    return home / "opp"


@pytest.fixture
def newer(tmp_path):
    """The same install, a release later."""
    home = tmp_path / "newer"
    white = {"flag": "true"}
    moved = entry("int8", precision_reduce=white)
    built_in(home / "opp", "ascend910b", Abs=entry(), Moved=moved, New=entry())
    modes(home / "opp", "all_ops_impl_mode.ini", "Abs=high_precision,keep_fp16\nNew=optional\n")
    modes(home / "opp", "high_precision.ini", "Abs=keep_fp16\n")
    switches = {
        "Switch": {"GraphFusion": {"MyPass": "off"}, "UBFusion": {"SoftmaxFusionPass": "off"}},
        "ExceptionalPassOfO1Level": ["MapIndexFusionPass"],
    }
    config = home / "opp/built-in/fusion_pass/config/fusion_config.json"
    write(config, json.dumps(switches))
    write(home / "opp/version.info", "Version=2.0\n")
    return home / "opp"


# ---------------------------------------------------------------------------------- list


def test_list_names_the_embedded_releases_with_their_socs(cannlint):
    listed = report(cannlint, "list")
    assert [library["cann"] for library in listed["embedded"]] == list(EMBEDDED)
    first, second, third, *_ = listed["embedded"]
    assert first["default"] and first["complete"] and not third["complete"]
    assert [each["known_by"] for each in listed["embedded"]] == ["install", *["composite"] * 4]
    known = {row["folder"]: row["known_by"] for row in third["folders"]}
    assert {known[name] for name in ("ascend910b", "ascend310p", "ascend950")} == {
        "install",
        "composite",
        "open",
    }
    counts = {row["folder"]: row["operators"] for row in first["folders"]}
    assert len(counts) == 17 and counts["ascend910b"] == 1094 and counts["ascend035"] == 75
    assert (first["operators"], second["operators"], third["operators"]) == (1194, 1318, 1369)
    assert (first["listed_modes"], len(first["mode_files"]), first["switches"]) == (81, 8, 29)
    assert listed["used"]["cann"] == "8.1.RC1"
    assert {place["reason"] for place in listed["places"]} == {"not set"}
    assert "Ascend910B3" in first["folders"][10]["socs"]


def test_list_says_for_each_place_what_was_there(cannlint, tmp_path, opp):
    (tmp_path / "cannlint.toml").write_text('opp = "gone"\nlibrary = "9.0.0"\n')
    listed = report(
        cannlint, "list", status=2, ASCEND_OPP_PATH=str(opp), ASCEND_HOME_PATH=str(tmp_path)
    )
    rows = {place["place"]: place for place in listed["places"]}
    assert list(rows) == [
        "--library",
        "opp in cannlint.toml",
        "library in cannlint.toml",
        "ASCEND_OPP_PATH",
        "ASCEND_HOME_PATH",
    ]
    assert rows["--library"]["value"] is None
    assert "neither a folder" in rows["opp in cannlint.toml"]["reason"]
    assert rows["library in cannlint.toml"]["library"]["cann"] == "9.0.0"
    found = rows["ASCEND_OPP_PATH"]["library"]
    assert (found["cann"], found["origin"], found["path"]) == ("1.0", "install", str(opp))
    assert [row["folder"] for row in found["folders"]] == ["ascend310p", "ascend910b"]
    assert listed["used"] is None  # what cannlint.toml asks for is not there


@pytest.mark.parametrize(
    ("place", "cann"), [("opp", "1.0"), ("bad", "8.1.RC1"), ("option", "9.1.0"), ("toml", "9.0.0")]
)
def test_list_says_which_library_a_run_uses(cannlint, tmp_path, opp, place, cann):
    path = str(tmp_path / "empty") if place == "bad" else str(opp)
    (tmp_path / "empty").mkdir()
    if place == "toml":
        (tmp_path / "cannlint.toml").write_text('library = "9.0.0"\n')
    option = ["--library", "9.1.0"] if place == "option" else []
    listed = report(cannlint, "list", *option, ASCEND_OPP_PATH=path)
    assert listed["used"]["cann"] == cann
    checked = json.loads(
        cannlint(
            "check", "-", "--stdin-filename", "ops_info.json", "--format", "json", *option,
            stdin=b'{"black-list": {"to-add": ["Abs"]}}', **{**NOWHERE, "ASCEND_OPP_PATH": path},
        ).out
    )  # fmt: skip
    assert checked["library"]["cann"] == cann


def test_list_for_people(cannlint, opp):
    out = run(cannlint, "list", ASCEND_OPP_PATH=str(opp), ASCEND_HOME_PATH="/no/where").out
    assert "CANN 8.1.RC1 (embedded): 1,194 operators, complete" in out
    assert "CANN 9.1.0 (embedded, composite): 1,440 operators, a composite of" in out
    assert "36 fusion switches (of 9.0.0)" in out
    assert f"ASCEND_OPP_PATH           CANN 1.0 ({opp}), 2 SoC folders" in out
    assert "ASCEND_HOME_PATH          /no/where: no such folder" in out
    assert out.splitlines()[-1] == f"used here: CANN 1.0 ({opp})"


# ---------------------------------------------------------------------------------- show


def test_show_an_operator_of_one_soc(cannlint):
    out = run(cannlint, "show", "Gelu", "--soc", "Ascend910B3").out.splitlines()
    assert out[0] == "Gelu · CANN 8.1.RC1 (embedded)"
    assert out[1].endswith("(17 of 17 SoC folders)")
    assert "  modes  high_performance, high_precision" in out
    assert "         high_performance.ini sets high_precision" in out
    assert "  default list  gray-list" in out
    assert "  input         x (required)" in out
    assert out[-4:] == [
        "  columns  x         y",
        "  0        bfloat16  bfloat16",
        "  1        float16   float16",
        "  2        float32   float32",
    ]


def test_show_as_json(cannlint):
    shown = report(cannlint, "show", "Gelu", "--soc", "Ascend910B3")
    [entry_] = shown["entries"]
    assert entry_["folders"] == ["ascend910b"] and "Ascend910B3" in entry_["socs"]
    assert entry_["inputs"] == [
        {"name": "x", "param_type": "required", "dtypes": ["bf16", "float16", "float"]}
    ]
    assert entry_["columns"][0] == {"inputs": ["bf16"], "outputs": ["bf16"]}
    assert shown["mode_files"]["high_performance"] == "high_precision"
    assert not entry_["decided_while_compiling"] and entry_["kernels"] == []


def test_show_without_a_soc_has_every_entry_in_json_and_one_for_people(cannlint):
    shown = report(cannlint, "show", "Gelu")
    folders = [folder for entry_ in shown["entries"] for folder in entry_["folders"]]
    assert sorted(folders) == shown["folders"] and len(shown["entries"]) == 6
    assert report(cannlint, "show", "Gelu", "--all-socs") == shown
    out = run(cannlint, "show", "Gelu").out
    assert out.count("default list") == 1
    assert "5 other entries on other SoCs: use --soc NAME to show one, --all-socs to" in out
    assert run(cannlint, "show", "Gelu", "--all-socs").out.count("default list") == 6


def test_show_takes_the_soc_of_the_configuration(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text('soc = "Ascend310P3"\n')
    [entry_] = report(cannlint, "show", "Gelu")["entries"]
    assert "ascend310p" in entry_["folders"]
    assert len(report(cannlint, "show", "Gelu", "--isolated")["entries"]) == 6


def test_show_several_socs(cannlint):
    shown = report(cannlint, "show", "Gelu", "--soc", "Ascend910B3", "--soc", "ascend310p")
    assert {folder for e in shown["entries"] for folder in e["folders"]} == {
        "ascend910b",
        "ascend310p",
    }


def test_show_an_operator_whose_kernel_decides(cannlint):
    out = run(cannlint, "show", "Add", "--soc", "Ascend910B3").out
    assert "no dtypes listed: op_select_format gives them at compile time" in out
    assert "given by op_select_format when it was run, CANN 8.1.RC1, ascend910b:" in out
    assert "    float16, float32 → float32 (some nodes)\n" in out
    assert "    float16, float16 → float16\n" in out
    assert "prebuilt kernels" not in out
    [entry_] = report(cannlint, "show", "Add", "--soc", "Ascend910B3")["entries"]
    assert entry_["decided_while_compiling"] and entry_["kernels"] == []
    [recorded] = entry_["recorded"]
    assert (recorded["cann"], recorded["folders"]) == ("8.1.RC1", ["ascend910b"])
    every = {tuple(one["inputs"]): one["every_node"] for one in recorded["combinations"]}
    assert every["float16", "float16"] and not every["float16", "float"]


def test_show_prebuilt_kernels_of_an_operator_that_was_not_run(cannlint):
    out = run(cannlint, "show", "DynamicRNN", "--soc", "Ascend910B3").out
    assert "prebuilt kernels of 8.1.RC1 for ascend910b; other combinations may be compiled" in out
    [entry_] = report(cannlint, "show", "DynamicRNN", "--soc", "Ascend910B3")["entries"]
    assert entry_["recorded"] == [] and entry_["kernels"]


def test_show_repeats_no_combination(cannlint):
    out = run(cannlint, "show", "Aipp", "--soc", "Hi3796CV300ES").out
    assert "  0, 3     uint8   uint8   float16" in out


def test_show_where_the_library_does_not_tell(cannlint):
    out = run(cannlint, "show", "Abs", "--library", "9.0.0").out
    assert "none in all_ops_impl_mode.ini" in out
    out = run(cannlint, "show", "Gelu", "--library", "9.1.0").out
    assert "not on  ascend350, ascend910_55, kirin9030, kirinx90, mc62 (may have it)" in out
    out = run(cannlint, "show", "Abs").out
    assert "none in all_ops_impl_mode.ini" in out


def test_show_says_how_an_entry_of_a_composite_is_known(cannlint):
    asked = ("show", "Gelu", "--library", "9.1.0", "--soc")
    [shown] = report(cannlint, *asked, "Ascend950PR_9599")["entries"]
    assert shown["known_by"] == {"ascend950": "open"}
    [shown] = report(cannlint, *asked, "Ascend310P3")["entries"]
    assert shown["known_by"] == {"ascend310p": "composite"}
    assert "an install of an earlier release" in run(cannlint, *asked, "Ascend310P3").out
    assert "known by" not in run(cannlint, "show", "Gelu", "--soc", "Ascend310P3").out


def test_show_of_an_operator_that_a_soc_does_not_have(cannlint):
    shown = report(cannlint, "show", "FlashAttentionScore", "--soc", "Ascend310P3")
    assert shown["entries"] == [] and "ascend910b" in shown["folders"]
    out = run(cannlint, "show", "FlashAttentionScore", "--soc", "Ascend310P3").out
    assert "ascend310p" in out.splitlines()[2] and "default list" not in out
    assert "ascend310p does not have it" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["LayerNrom"],
            "unknown operator 'LayerNrom': no SoC of CANN 8.1.RC1 has it; did you mean",
        ),
        (["Conv"], "no SoC of CANN 8.1.RC1 has it; did you mean Conv2D, Conv3D?"),
        (["Qqqqqqqq"], "unknown operator 'Qqqqqqqq': no SoC of CANN 8.1.RC1 has it\n"),
        (
            ["Qqq", "--library", "9.1.0"],
            "unknown operator 'Qqq': not among the known operators of CANN 9.1.0\n",
        ),
        (["Gelu", "--soc", "Ascend910B33"], "no operators for 'Ascend910B33' in CANN 8.1.RC1; did"),
        (["Gelu", "--library", "8"], "library '8' is neither a folder"),
        ([], "name one operator, or use --pass to name one fusion pass"),
        (["Gelu", "--pass", "X"], "name one operator, or use --pass to name one fusion pass"),
        (["--pass", "SoftmaxFusionPas"], "did you mean SoftmaxFusionPass?"),
        (["--pass", "Qqqqqqq"], "unknown fusion pass 'Qqqqqqq'\n"),
    ],
)
def test_show_says_what_it_does_not_know(cannlint, arguments, said):
    assert said in run(cannlint, "show", *arguments, status=2).err


PASSES = [
    ("SoftmaxSmallOpFusionPass", ["GraphFusion"], {"GraphFusion": "off"}, True),
    ("MatmulToMatMulV3UBFusionPass", ["UBFusion"], {"UBFusion": "off"}, True),
    ("PassThroughFusionPass", ["GraphFusion"], {}, False),
    ("A_MomentumLossscaleFusionPass", ["GraphFusion"], {}, None),
]


@pytest.mark.parametrize(("name", "groups", "switch", "closable"), PASSES)
def test_show_a_pass(cannlint, name, groups, switch, closable):
    shown = report(cannlint, "show", "--pass", name)
    assert (shown["pass"], shown["groups"]) == (name, groups)
    assert (shown["built_in"], shown["closable"]) == (switch, closable)


def test_a_pass_depends_on_the_release(cannlint):
    name = "LayerNormV4FusionPass"
    assert report(cannlint, "show", "--pass", name)["closable"] is None
    assert report(cannlint, "show", "--pass", name, "--library", "9.0.0")["closable"] is False
    assert report(cannlint, "show", "--pass", name, "--library", "8.5.0")["built_in"] == {}
    out = run(cannlint, "show", "--pass", name, "--library", "9.0.0").out
    assert "no: always on in this release" in out
    own = "MoeDistributeCombineV2FusionPass"
    shown = report(cannlint, "show", "--pass", own, "--library", "9.0.0")
    assert shown["built_in"] == {"GraphFusion": "off"}


def test_colours_and_widths_do_not_change_the_words(cannlint):
    plain = run(cannlint, "show", "Gelu").out
    coloured = run(cannlint, "show", "Gelu", FORCE_COLOR="1").out
    assert "\x1b[" in coloured and "\x1b[" not in plain
    assert "\x1b[" not in run(cannlint, "show", "Gelu", FORCE_COLOR="1", NO_COLOR="1").out


# --------------------------------------------------------------------------------- index


@pytest.mark.slow
@pytest.mark.parametrize("version", SOURCES)
def test_index_writes_the_embedded_libraries_again(cannlint, tmp_path, recorded, version):
    sources = {
        "8.1.RC1": ["cann-8.1.RC1"],
        "9.0.0": ["cann-9.0.0-910b", "--platform", str(recorded / "platform-9.1")],
    }
    folder, *options = sources[version]
    path = str(recorded / folder)
    run(cannlint, "index", "--opp", path, "--cann", version, "-o", "a.ops", *options)
    assert (tmp_path / "a.ops").read_bytes() == (DATA / f"{version}.ops").read_bytes()


def test_an_indexed_file_is_a_library(cannlint, tmp_path, opp):
    out = run(cannlint, "index", "--opp", str(opp), "-o", "own.ops").out
    assert out == "own.ops: CANN 1.0, 3 operators in 2 SoC folders\n"
    shown = report(cannlint, "show", "Abs", "--library", "own.ops", "--soc", "Ascend910B3")
    assert shown["library"] == {
        "cann": "1.0",
        "origin": "indexed",
        "path": "own.ops",
        "complete": True,
        "known_by": "install",
    }
    assert shown["modes"] == ["high_precision"]
    direct = report(cannlint, "show", "Abs", "--library", str(opp), "--soc", "Ascend910B3")
    assert shown["entries"] == direct["entries"]
    same = report(cannlint, "diff", str(opp), "own.ops")
    assert all(not (f["came"] or f["gone"] or f["changed"]) for f in same["folders"])
    assert same["modes"] == same["mode_files"] == same["switches"] == []
    mixlist = b'{"black-list": {"to-add": ["NoSuchOperator"]}}'
    checked = cannlint("check", "-", "--kind", "mixlist", "--library", "own.ops", stdin=mixlist)
    assert checked.status == 0, checked.err


def test_index_options(cannlint, tmp_path, opp):
    platform(tmp_path / "soc/deep", "Ascend310P3", "Ascend310P")
    platform(tmp_path / "soc", "Ascend910A", "Ascend910")
    options = ["--cann", "9.9", "--incomplete", "--platform", "soc", "--output", "own.ops"]
    run(cannlint, "index", "--opp", str(opp), *options)
    listed = report(cannlint, "list", "--library", "own.ops")
    [found] = [place["library"] for place in listed["places"] if place["library"]]
    assert (found["cann"], found["complete"]) == ("9.9", False)
    assert {row["folder"]: row["socs"] for row in found["folders"]} == {
        "ascend310p": ["Ascend310P3"],
        "ascend910b": [],
    }


def test_index_leaves_out_what_cann_cannot_initialise_and_says_so(cannlint, tmp_path):
    built_in(tmp_path / "opp", Abs=entry(), Bad=entry("half"))
    result = run(cannlint, "index", "--opp", "opp", "-o", "own.ops")
    assert "skipped 1 entry that CANN cannot load" in result.err
    assert "1 operator in 1 SoC folder" in result.out


def test_index_takes_names_that_could_break_its_lines(cannlint, tmp_path):
    names = {"Odd\u2028Op": entry(), "Tab\tOp": entry(), "Line\nOp": entry(), "数": entry()}
    built_in(tmp_path / "opp", Abs=entry(), **names)
    run(cannlint, "index", "--opp", "opp", "-o", "own.ops")
    [found] = report(cannlint, "list", "--library", "own.ops")["places"][:1]
    assert found["library"]["operators"] == 3  # no operator type has a tab or a line feed
    assert report(cannlint, "show", "Odd\u2028Op", "--library", "own.ops")["entries"]
    assert report(cannlint, "show", "数", "--library", "own.ops")["entries"]


def test_index_overwrites_only_when_told(cannlint, tmp_path, opp):
    target = tmp_path / "own.ops"
    target.write_text("mine")
    result = run(cannlint, "index", "--opp", str(opp), "-o", "own.ops", status=2)
    assert result.err == "cannlint: own.ops: already exists; use --force to overwrite it\n"
    assert target.read_text() == "mine"
    target.chmod(0o640)
    run(cannlint, "index", "--opp", str(opp), "-o", "own.ops", "--force")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert os.listdir(tmp_path).count("own.ops") == 1
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".tmp")]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--opp", "gone", "-o", "x"], "gone: no such folder"),
        (["--opp", "cann/data", "-o", "x"], "cann/data: no operator library here"),
        (["--opp", "cann", "-o", "no/x"], "no/x: no such file or directory"),
        (["--opp", "cann", "-o", "."], ".: already exists"),
        (["--opp", "cann", "-o", ".", "--force"], ".: not a regular file"),
        (["--opp", "cann", "-o", "x", "--platform", "no"], "no: no folder with platform files"),
    ],
)
def test_index_says_what_it_cannot_do(cannlint, tmp_path, opp, arguments, said):
    assert said in run(cannlint, "index", *arguments, status=2).err
    assert not (tmp_path / "x").exists()


BROKEN = {
    "nothing": b"",
    "other text": b"hello\n",
    "no line feed": b'{"cannlint": "library/1"}',
    "a list": b"[]\n",
    "another form": b'{"cannlint": "library/2"}\n',
    "no facts": b'{"cannlint": "library/1", "crc32": 0}\n',
    "deep": b"[" * 100_000 + b"\n",
    "zeros": b"\0" * 1000,
}


@pytest.mark.parametrize("why", BROKEN)
def test_what_is_no_indexed_file_is_refused_in_a_sentence(cannlint, tmp_path, why):
    (tmp_path / "x.ops").write_bytes(BROKEN[why])
    result = run(cannlint, "show", "Abs", "--library", "x.ops", status=2)
    assert result.err == (
        "cannlint: x.ops: not a library that `cannlint library index` has written\n"
    )


@pytest.mark.parametrize("spoil", [lambda data: data[:-1], lambda data: data.replace(b"ND", b"NZ")])
def test_a_damaged_indexed_file_is_refused(cannlint, tmp_path, opp, spoil):
    run(cannlint, "index", "--opp", str(opp), "-o", "own.ops")
    path = tmp_path / "own.ops"
    path.write_bytes(spoil(path.read_bytes()))
    assert (
        "not a library that" in run(cannlint, "show", "Abs", "--library", "own.ops", status=2).err
    )


def with_checksum(header: dict, *lines: str) -> bytes:
    """An indexed file as somebody else may write it: its checksum is right."""
    facts = {"cannlint": "library/1", "cann": "8.1", "complete": True, "folders": ["ascend910b"]}
    facts |= {"socs": {}, "modes": {}, "mode_files": {}, "switches": {}, "exceptional": []}
    facts |= header
    body = "".join(f"{line}\n" for line in lines)
    crc = zlib.crc32(f"{json.dumps(facts, separators=(',', ':'))}\n{body}".encode())
    return f"{json.dumps({**facts, 'crc32': crc})}\n{body}".encode()


ABS = 'Abs\t1\t["g","00000000","","","",[["x","req","float","ND","="]],[["y","req",%s]]]'
OTHERS = {
    "no list of folders": with_checksum({"folders": None}),
    "modes that are none": with_checksum({"modes": {"Abs": 1}}),
    "half of a SoC": with_checksum({"socs": {"Ascend910B3": ["ascend910b"]}}),
    "half a character": with_checksum({"cann": "\ud800"}),
    "too many folders": with_checksum({"folders": [f"f{number}" for number in range(257)]}),
    "a line of one word": with_checksum({}, "Abs"),
    "no folder": with_checksum({}, "Abs\tx\t[]"),
    "no operator": with_checksum({}, "Abs\t1\t[]"),
    "another list": with_checksum({}, (ABS % '"float","ND","="').replace('"g"', '"h"')),
    "other columns": with_checksum({}, ABS % '"float,int8","ND","="'),
}


def test_an_indexed_file_of_somebody_else_is_a_library(cannlint, tmp_path):
    (tmp_path / "x.ops").write_bytes(with_checksum({}, ABS % '"float","ND","="'))
    assert "Abs" in run(cannlint, "show", "Abs", "--library", "x.ops").out


@pytest.mark.parametrize("why", OTHERS)
def test_what_cannlint_has_not_written_is_refused_whatever_its_checksum(cannlint, tmp_path, why):
    (tmp_path / "x.ops").write_bytes(OTHERS[why])
    for arguments in (("show", "Abs"), ("list",)):
        result = run(cannlint, *arguments, "--library", "x.ops", status=2)
        assert "not a library that" in result.out + result.err


# ---------------------------------------------------------------------------------- diff


def test_diff_names_the_operators_that_turn_gray(cannlint):
    out = run(cannlint, "diff", "8.1.RC1", "9.0.0", "--soc", "Ascend910B3").out
    after = out.split("20 from white-list to gray-list\n")[1]
    listed = after.split("37 with different dtype combinations")[0]
    assert [name.strip(",") for name in listed.split()] == TURN_GRAY.split()
    assert "106 new" in out and "4 removed\n    Conv2DBackpropFilterV2, " in out
    assert "not compared, none in CANN 9.0.0 (embedded, composite)" in out  # the mode files
    assert "others may exist" not in out
    assert "GraphFusion               MatmulReshapeFusionPass " in out


def test_diff_as_json(cannlint):
    difference = report(cannlint, "diff", "8.1.RC1", "9.0.0", "--soc", "Ascend910B3")
    [folder] = difference["folders"]
    moved = {
        row["operator"]: row["default_list"] for row in folder["changed"] if "default_list" in row
    }
    assert list(moved) == TURN_GRAY.split()
    assert all(lists == {"old": "white-list", "new": "gray-list"} for lists in moved.values())
    assert (len(folder["came"]), len(folder["gone"]), folder["shared"]) == (106, 4, 1090)
    assert len(difference["modes"]) == 4 and difference["mode_files"] is None
    added = [row for row in difference["switches"] if row["scope"] in ("GraphFusion", "UBFusion")]
    assert len(added) == 7 and all(row["old"] is None for row in added)  # 29 to 36
    assert difference["entries"] is None


def test_diff_of_two_installs(cannlint, opp, newer):
    difference = report(cannlint, "diff", str(opp), str(newer))
    [folder] = difference["folders"]  # the one that both have
    assert (folder["old"], folder["new"]) == ("ascend910b", "ascend910b")
    assert (folder["came"], folder["gone"], folder["shared"]) == (["New"], ["Gone"], 2)
    [change] = folder["changed"]
    assert change["operator"] == "Moved" and change["aspects"] == ["list", "dtypes"]
    assert change["default_list"] == {"old": "gray-list", "new": "white-list"}
    assert change["columns"]["new"] == [{"inputs": ["int8"], "outputs": ["int8"]}]
    assert difference["modes"] == [
        {"name": "Abs", "old": "high_precision", "new": "high_precision, keep_fp16"},
        {"name": "New", "old": None, "new": "optional"},
    ]
    assert difference["mode_files"] == [
        {"scope": "high_precision", "name": "Abs", "old": "high_precision", "new": "keep_fp16"}
    ]
    assert difference["switches"] == [
        {"scope": "GraphFusion", "name": "MyPass", "old": "on", "new": "off"},
        {"scope": "UBFusion", "name": "SoftmaxFusionPass", "old": None, "new": "off"},
        {
            "scope": "ExceptionalPassOfO1Level",
            "name": "MapIndexFusionPass",
            "old": None,
            "new": "always on",
        },
    ]


def test_diff_for_people(cannlint, opp, newer):
    assert run(cannlint, "diff", str(opp), str(newer)).out.splitlines() == [
        f"CANN 1.0 ({opp}) → CANN 2.0 ({newer})",
        "",
        "ascend910b",
        "  1 new",
        "    New",
        "  1 removed",
        "    Gone",
        "  1 from gray-list to white-list",
        "    Moved",
        "  1 with different dtype combinations",
        "    Moved  + int8 → int8; - float16 → float16; - float32 → float32",
        "  1 operator unchanged, of 2 in both",
        "",
        "implementation modes: 2 different",
        "  Abs  high_precision → high_precision, keep_fp16",
        "  New  - → optional",
        "built-in mode files: 1 different",
        "  high_precision  Abs  high_precision → keep_fp16",
        "built-in fusion switches: 3 different",
        "  GraphFusion               MyPass              on → off",
        "  UBFusion                  SoftmaxFusionPass   - → off",
        "  ExceptionalPassOfO1Level  MapIndexFusionPass  - → always on",
    ]


def test_diff_of_a_library_with_itself(cannlint):
    difference = report(cannlint, "diff", "8.1.RC1", "8.1.RC1")
    assert len(difference["folders"]) == 17
    assert all(not (f["came"] or f["gone"] or f["changed"]) for f in difference["folders"])
    assert difference["modes"] == difference["mode_files"] == difference["switches"] == []


@pytest.mark.slow  # all operators of two releases
def test_diff_calls_nothing_gone_that_an_incomplete_library_lacks(cannlint):
    difference = report(cannlint, "diff", "8.1.RC1", "9.1.0")
    folders = {f["old"] for f in difference["folders"]}
    assert {"ascend310p", "ascend910_93", "ascend910b"} <= folders and "ascend950" not in folders
    assert all(f["gone"] is None and f["came"] is not None for f in difference["folders"])
    back = report(cannlint, "diff", "9.1.0", "8.1.RC1", "--soc", "Ascend910B3")
    assert back["folders"][0]["came"] is None
    out = run(cannlint, "diff", "8.1.RC1", "9.1.0", "--soc", "Ascend910B3").out
    assert "removed: not known" in out and "may exist" in out


@pytest.mark.slow  # all operators of two releases
def test_diff_between_two_socs(cannlint):
    difference = report(
        cannlint, "diff", "8.1.RC1", "9.1.0", "--soc", "Ascend910B3:Ascend950PR_9599"
    )
    [folder] = difference["folders"]
    assert (folder["old"], folder["new"]) == ("ascend910b", "ascend950")
    moved = [row for row in folder["changed"] if "list" in row["aspects"]]
    assert (len(moved), folder["shared"]) == (313, 549)


def test_diff_takes_the_soc_from_the_library_that_knows_it(cannlint, opp, newer):
    difference = report(cannlint, "diff", str(opp), str(newer), "--soc", "Ascend910B3")
    assert [f["new"] for f in difference["folders"]] == ["ascend910b"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["9.9", "9.0.0"], "library '9.9' is neither a folder nor an indexed file"),
        (["8.1.RC1", "9.0.0", "x.cfg"], "unexpected argument x.cfg: name exactly two libraries"),
        (
            ["8.1.RC1", "9.0.0", "--soc", "Ascend310"],
            "9.0.0 has no operators for Ascend310",
        ),
        (["8.1.RC1", "9.0.0", "--soc", "Ascend910b33"], "did you mean Ascend910B3?"),
        (["8.1.RC1", "9.0.0", "--soc", "Qqq"], "no operators for 'Qqq' in CANN 8.1.RC1 and CANN"),
        (
            ["8.1.RC1", "9.1.0", "--soc", "Ascend910B3:x"],
            "no operators for 'x' in CANN 9.1",
        ),
        (["8.1.RC1", "9.0.0", "--for", "no.cfg"], "no.cfg: no such file"),
        (["8.1.RC1", "only"], "library 'only' is neither"),
        (["8.1.RC1", "9.0.0", "--for", "odd"], "odd: cannot tell what kind of file this is"),
        (["8.1.RC1", "9.0.0", "--for", "a.sh"], "a.sh: its jobs name no config file of CANN"),
        (["8.1.RC1", "9.0.0", "--for", "o.json"], "o.json: neither a config file of CANN nor"),
        (["8.1.RC1", "other"], "the libraries have no SoC folder in common"),
    ],
)
def test_diff_says_what_it_cannot_do(cannlint, tmp_path, arguments, said):
    (tmp_path / "odd").write_text("conv1\n")
    (tmp_path / "a.sh").write_text("atc --model=a.onnx --keep_dtype=gone.cfg\n")
    (tmp_path / "o.json").write_text("{}")
    (tmp_path / "cannlint.toml").write_text('[files]\n"o.json" = "ops_info"\n')
    built_in(tmp_path / "other", "kirin9030", Abs=entry())
    assert said in run(cannlint, "diff", *arguments, status=2).err


CONFIGS = {
    "customize.cfg": "OpType::Moved:InputDtype:int8\nOpType::Abs:InputDtype:int8\n"
    "conv1::InputDtype:int8\n",
    "keep.cfg": "OpType::Gone\nOpType::Abs\nconv1\nconv2\n",
    "net.ini": "Abs=high_precision\nMoved=high_precision\n[ByNodeName]\nn=high_precision\n",
    "ops_info.json": '{"black-list": {"to-add": ["Moved", "Abs", "New"]}}',
    "fusion.cfg": json.dumps(
        {"Switch": {"GraphFusion": {"MyPass": "on", "MapIndexFusionPass": "off"}}}
    ),
}


@pytest.fixture
def conf(tmp_path):
    for name, text in CONFIGS.items():
        write(tmp_path / "conf" / name, text)
    write(tmp_path / "conf" / "readme.txt", "nothing to see\n")
    write(tmp_path / "conf" / "convert.sh", "atc --model=a.onnx --framework=5\n")
    return "conf"


CHANGED = {
    "customize.cfg": [("Abs", []), ("Moved", ["dtypes"])],
    "keep.cfg": [("Abs", []), ("Gone", ["gone"])],
    "net.ini": [("Abs", ["modes"]), ("Moved", [])],
    "ops_info.json": [("Abs", []), ("Moved", ["list"]), ("New", ["came"])],
    "fusion.cfg": [("MapIndexFusionPass", ["switch"]), ("MyPass", [])],
}


def test_diff_for_config_files_says_what_changes_meaning(cannlint, opp, newer, conf):
    difference = report(cannlint, "diff", str(opp), str(newer), "--for", conf)
    entries = difference["entries"]
    found = {
        Path(file["file"]).name: sorted((e["name"], e["changes"]) for e in file["entries"])
        for file in entries["files"]
    }
    assert found == CHANGED
    assert (entries["changed"], entries["total"], entries["nodes"]) == (6, 11, 4)


def test_diff_for_config_files_names_only_what_they_name(cannlint, opp, newer, conf):
    difference = report(cannlint, "diff", str(opp), str(newer), "--for", "conf/ops_info.json")
    [folder] = difference["folders"]
    assert (folder["came"], folder["gone"], folder["shared"]) == (["New"], [], 2)
    assert [row["operator"] for row in folder["changed"]] == ["Moved"]
    assert [row["name"] for row in difference["modes"]] == ["Abs", "New"]
    assert difference["switches"] == []
    difference = report(cannlint, "diff", str(opp), str(newer), "--for", "conf/fusion.cfg")
    assert [row["name"] for row in difference["switches"]] == ["MyPass", "MapIndexFusionPass"]
    assert difference["folders"][0]["changed"] == [] and difference["modes"] == []


@pytest.mark.parametrize("name", ["convert.sh", "cannlint.toml", "."])
def test_a_file_with_jobs_stands_for_the_config_files_that_they_name(
    cannlint, tmp_path, opp, newer, name
):
    write(tmp_path / "a" / "names", "Gone\nOpType::Gone\n")  # the content does not tell its kind
    write(tmp_path / "a" / "convert.sh", "atc --model=a.onnx --framework=5 --keep_dtype=names\n")
    write(tmp_path / "a" / "cannlint.toml", '[job.a]\nkeep_dtype = "names"\n')
    difference = report(cannlint, "diff", str(opp), str(newer), "--for", f"a/{name}")
    [file] = difference["entries"]["files"]
    assert (Path(file["file"]).name, file["kind"]) == ("names", "keep_dtype")
    assert [entry["name"] for entry in file["entries"]] == ["Gone"]


def test_a_file_outside_of_the_project_is_not_compared_for_a_script(cannlint, tmp_path, opp, newer):
    write(tmp_path / "secret", "OpType::Gone\n")
    write(tmp_path / "a" / "cannlint.toml", "")
    write(tmp_path / "a" / "convert.sh", f"atc --model=a.onnx --keep_dtype={tmp_path}/secret\n")
    asked = ("library", "diff", str(opp), str(newer), "--for", "convert.sh")
    result = cannlint(*asked, cwd=tmp_path / "a", **NOWHERE)
    assert result.status == 2 and "its jobs name no config file of CANN" in result.err


@pytest.mark.parametrize("form", [["--for", "{}", "{}"], ["--for", "{}", "--for", "{}"]])
def test_several_files_may_follow_for(cannlint, opp, newer, conf, form):
    files = iter(["conf/keep.cfg", "conf/ops_info.json"])
    options = [next(files) if option == "{}" else option for option in form]
    entries = report(cannlint, "diff", str(opp), str(newer), *options)["entries"]
    assert [file["file"] for file in entries["files"]] == ["conf/keep.cfg", "conf/ops_info.json"]
    twice = report(cannlint, "diff", str(opp), str(newer), *options, "--for", "./conf/keep.cfg")
    assert twice["entries"] == entries


SOC = ("--soc", "Ascend910B3")


def test_diff_ends_with_the_sentence_a_person_wants(cannlint, opp, newer, conf):
    out = run(cannlint, "diff", str(opp), str(newer), "--for", conf).out.splitlines()
    assert out[-1] == (
        "6 of 11 entries change meaning; 4 more are for node names: their "
        "operator types are only known with the model"
    )
    assert "conf/ops_info.json · mixlist · 2 of 3 entries" in out
    assert "  Moved  different default list" in out
    out = run(cannlint, "diff", "8.1.RC1", "9.0.0", *SOC, "--for", "conf/ops_info.json").out
    assert out.splitlines()[-1] == "0 of 3 entries change meaning"
    out = run(cannlint, "diff", str(opp), str(newer), "--for", "conf/net.ini").out
    assert out.splitlines()[-1] == (
        "1 of 2 entries changes meaning; 1 more is for a node name: its "
        "operator type is only known with the model"
    )


def test_diff_says_what_could_not_be_compared(cannlint, tmp_path):
    """Of ascend950 only the open operators are known: nothing is said of Conv2DCompress there."""
    (tmp_path / "keep.cfg").write_text("OpType::Conv2DCompress\n")
    options = ("--soc", "Ascend910B3:Ascend950PR_9599", "--for", "keep.cfg")
    out = run(cannlint, "diff", "8.1.RC1", "9.1.0", *options).out
    assert out.splitlines()[-1] == (
        "0 of 1 entry change meaning; 1 not compared: missing in one of the libraries"
    )


def test_a_refused_file_has_no_entries(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text("OpType::Cast:InputDtype:half\n")
    difference = report(cannlint, "diff", "8.1.RC1", "9.0.0", "--for", "a.cfg")
    [file] = difference["entries"]["files"]
    assert file["accepted"] is False and file["entries"] == []
    out = run(cannlint, "diff", "8.1.RC1", "9.0.0", "--for", "a.cfg").out
    assert "refused by CANN: its entries have no effect; run `cannlint check`" in out
    assert out.splitlines()[-1] == "0 of 0 entries change meaning"


def test_kinds_come_from_the_configuration(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text('[files]\n"odd.lst" = "keep_dtype"\n')
    (tmp_path / "odd.lst").write_text("OpType::Cast\n")
    entries = report(cannlint, "diff", "8.1.RC1", "9.0.0", "--for", "odd.lst")["entries"]
    assert entries["files"][0]["kind"] == "keep_dtype"
    assert entries["files"][0]["entries"][0]["changes"] == ["dtypes"]


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        # the release now closes MatmulReshapeFusionPass, which `ALL` kept on
        ('{"Switch": {"GraphFusion": {"ALL": "on"}}}', 1),
        # ALL:off would close it anyway, but three passes are on now whatever ALL says
        ('{"Switch": {"GraphFusion": {"ALL": "off"}}}', 1),
        # nothing of the UB passes has moved
        ('{"Switch": {"UBFusion": {"ALL": "off"}}}', 0),
        # its own entry wins over the built-in switch
        ('{"Switch": {"GraphFusion": {"MatmulReshapeFusionPass": "on"}}}', 0),
        ('{"Switch": {"GraphFusion": {"MatmulReshapeFusionPass": "off"}}}', 0),
        # no file turns this one off any more
        ('{"Switch": {"GraphFusion": {"ZConcatExt2FusionPass": "off"}}}', 1),
        ('{"Switch": {"GraphFusion": {"ZConcatExt2FusionPass": "on"}}}', 0),
        ("ALL:off\nZConcatExt2FusionPass:off\n", 2),
    ],
)
def test_switches_change_meaning_where_a_pass_ends_otherwise(cannlint, tmp_path, text, changed):
    (tmp_path / "fusion_switch.cfg").write_text(text)
    entries = report(cannlint, "diff", "8.1.RC1", "9.0.0", "--for", "fusion_switch.cfg")["entries"]
    assert entries["changed"] == changed
    assert entries["total"] == (2 if "ALL:off\n" in text else 1)


def test_custom_packages_take_part(cannlint, tmp_path, opp, newer):
    custom(newer, "mine", "ascend910b", Abs=entry(precision_reduce={"flag": "false"}))
    write(newer / "vendors/config.ini", "load_priority=mine\n")
    [folder] = report(cannlint, "diff", str(opp), str(newer))["folders"]
    assert {"operator": "Abs", "aspects": ["list"]}.items() <= folder["changed"][0].items()


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ([], ["b.cfg"]),
        (["--config", "other.toml"], ["a.cfg", "odd.list"]),
        (["--isolated"], ["a.cfg", "b.cfg"]),
    ],
)
def test_the_configuration_of_the_run_says_what_of_a_folder_counts(
    cannlint, tmp_path, options, names
):
    """As with check: --config holds in place of the folder's own configuration."""
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "cannlint.toml").write_text('exclude = ["a.cfg"]\n')
    (tmp_path / "other.toml").write_text(
        'exclude = ["conf/b.cfg"]\n[files]\n"conf/odd.list" = "keep_dtype"\n'
    )
    for name in ("a.cfg", "b.cfg"):
        (tmp_path / "conf" / name).write_text("OpType::Cast:InputDtype:float16\n")
    (tmp_path / "conf" / "odd.list").write_text("conv1\n")
    entries = report(cannlint, "diff", "8.1.RC1", "9.0.0", "--for", "conf", *options)["entries"]
    assert [Path(file["file"]).name for file in entries["files"]] == names


@pytest.mark.parametrize("sort", ["install", "indexed", "embedded"])
def test_every_report_names_a_library_alike(cannlint, tmp_path, sort):
    """By its release and its place, and nothing invisible in either."""
    home = tmp_path / "in\x1b[31mstall"
    built_in(home / "opp", "ascend910b", Abs=entry())
    platform(home / "data/platform_config", "Ascend910B3", "Ascend910B")
    write(home / "opp/version.info", "Version=9\x1b[0m\n")
    library, name = str(home / "opp"), f"CANN 9\\x1b[0m ({tmp_path}/in\\x1b[31mstall/opp)"
    if sort == "indexed":
        run(cannlint, "index", "--opp", library, "-o", "abs.ops")
        library, name = "abs.ops", "CANN 9\\x1b[0m (abs.ops)"
    if sort == "embedded":
        library, name = "9.1.0", "CANN 9.1.0 (embedded, composite)"
    (tmp_path / "keep.cfg").write_text("OpType::Abs\nOpType::Abs\nOpType::SoftmaxV22\n")
    asked = ("--soc", "Ascend910B3", "--library", library)
    assert f" · {name}, Ascend910B3\n" in cannlint("check", *asked, "keep.cfg").out
    assert name in cannlint("plan", *asked, "--op", "Abs", "--isolated", COLUMNS="200").out
    assert f"Abs · {name}\n" in run(cannlint, "show", "Abs", "--library", library).out


def test_a_release_has_its_former_name_too():
    assert named("9.1").cann == embedded_release("9.1") == "9.1.0"


@pytest.mark.parametrize(
    ("name", "release"),
    [
        ("8.1", "8.1.RC1"),
        ("8.5", "8.5.0"),
        ("8.5.1", "8.5.0"),
        ("9.0.0-beta.1", "9.0.0"),
        ("9.2", "9.2.0-beta.2"),
        ("9.2.0", "9.2.0-beta.2"),
        ("9.2.0-beta.1", "9.2.0-beta.2"),
        ("9.1.0.beta3", "9.1.0"),
    ],
)
def test_a_release_may_be_named_by_its_first_two_numbers(name, release):
    assert named(name).cann == release


@pytest.mark.parametrize("name", ["9", "9.", "8.2.RC1", "9.3", "19.1", "v9.1", "9.10", ""])
def test_no_other_text_is_a_release(name):
    with pytest.raises(CannlintError, match="nor an embedded release"):
        named(name)


def test_a_folder_of_that_name_counts_more(tmp_path, monkeypatch):
    built_in(tmp_path / "9.2", Relu=entry())
    monkeypatch.chdir(tmp_path)
    assert named("9.2").origin == "install"
    assert embedded_release("9.2") is None
