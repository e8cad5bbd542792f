"""dev/release_branches.py: from git directories of a release to its operators, modes and SoCs."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from cannlint.library.install import load
from installs import write

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("g++") or not shutil.which("git"), reason="needs g++, git"),
]

RELEASE = "99.1.0"

DEFINITION = """
#include "register/op_def_registry.h"
#include "../elsewhere/tiling.h"

namespace ops {
static const std::vector<ge::DataType> KINDS = {ge::DT_FLOAT, ge::DT_BF16};

class Made : public OpDef {
 public:
  explicit Made(const char *name) : OpDef(name) {
    this->Input("a").ParamType(REQUIRED).DataTypeList({ge::DT_FLOAT16, ge::DT_INT4});
    this->Input("b").ParamType(DYNAMIC).DataType(KINDS)
        .FormatList({ge::FORMAT_NCHW, ge::FORMAT_ND});
    this->Input("n").ParamType(OPTIONAL).DataTypeList({ge::DT_INT64}).ValueDepend(OPTIONAL);
    this->Output("y").ParamType(REQUIRED).Follow("a");
    this->Attr("axes").AttrType(REQUIRED).ListInt({1, 2});
    this->AICore().SetTiling(nullptr).AddConfig("ascend910b");
    OpAICoreConfig own;
    own.Input("a").DataType({ge::DT_HIFLOAT8, ge::DT_FLOAT});
    own.PrecisionReduceFlag(false).ExtendCfgInfo("opFile.value", "made_apt");
    this->AICore().AddConfig("ascend950", own);
  }
};
OP_ADD(Made);
}  // namespace ops
"""


@pytest.fixture
def source(tmp_path):
    """A git directory with a branch of the release, and another branch with nothing."""
    home = tmp_path / "ops-made"
    write(home / "math/made/op_host/made_def.cpp", DEFINITION)
    write(home / "math/odd/op_host/odd_def.cpp", "class Odd : public Unknown {};")
    write(home / "scripts/all_ops_impl_mode.ini", "# all\nMade=high_precision,high_performance\n")
    write(home / "platform_config/Ascend910B3.ini", "[version]\n")

    def git(*arguments: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
        subprocess.run(["git", "-C", str(home), *who, *arguments], check=True, capture_output=True)

    git("init", "-q", "-b", RELEASE)
    git("add", "-A")
    git("commit", "-q", "-m", "all")
    git("checkout", "-q", "--orphan", "empty")
    git("rm", "-rfq", ".")
    write(home / "README.md", "nothing of use\n")
    git("add", "-A")
    git("commit", "-q", "-m", "nothing")
    return f"{home}@{RELEASE}"


def test_the_data_of_a_release_is_made_of_its_branches(source, tmp_path, capsys):
    import release_branches

    folder = tmp_path / "data"
    write(folder / "socs_by_release.json", '{"Ascend310": ["8.1.RC1"], "Ascend910B3": ["9.1.0"]}')
    write(folder / "impl_modes_open_by_release.json", '{"9.1.0": {"Gelu": "high_precision"}}')
    assert release_branches.main([str(folder), str(tmp_path), RELEASE, source]) == 0
    said = capsys.readouterr()
    assert "odd_def.cpp" in said.err and "2 definitions, 1 of them could not" in said.out
    assert f"add {RELEASE} to EMBEDDED" in said.out
    modes = json.loads((folder / "impl_modes_open_by_release.json").read_text())
    assert modes == {
        "9.1.0": {"Gelu": "high_precision"},
        RELEASE: {"Made": "high_precision,high_performance"},
    }
    socs = json.loads((folder / "socs_by_release.json").read_text())
    assert socs == {"Ascend310": ["8.1.RC1"], "Ascend910B3": ["9.1.0", RELEASE]}
    library = load(str(folder / "opp-open" / RELEASE))
    assert sorted(library.folders) == ["ascend910b", "ascend950"]
    # for each dtype of b all of a, then the formats of b: the last changes fastest
    first = library.operator_in("Made", "ascend910b")
    assert [inputs for inputs, _ in first.columns()] == [
        (a, b, "int64")
        for b in ("float", "bf16")
        for a in ("float16", "int4")
        for _ in ("NCHW", "ND")
    ]
    assert [outputs for _, outputs in first.columns()][:4] == [("float16",)] * 2 + [("int4",)] * 2
    own = library.operator_in("Made", "ascend950")
    assert [inputs[:2] for inputs, _ in own.columns()] == [
        *(("hifloat8", "float"),) * 2,
        *(("float", "bf16"),) * 2,
    ]
    assert (first.default_list, own.default_list) == ("white-list", "black-list")


def test_a_release_without_modes_is_told(source, tmp_path):
    import release_branches

    empty = source.replace(f"@{RELEASE}", "@empty")
    with pytest.raises(SystemExit, match="write the modes of 99"):
        release_branches.main([str(tmp_path / "data"), str(tmp_path), RELEASE, empty])
