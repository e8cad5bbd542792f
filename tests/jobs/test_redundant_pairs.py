"""CD303 and KD303: what they say to remove changes nothing, one by one and all together."""

from __future__ import annotations

import pytest

from cannlint.api import check, plan
from onnx_models import Model

ATC = "atc --model=m.onnx --framework=5 --output=o --soc_version=Ascend910B3"
FILES = {
    "keep_dtype": "OpType::Relu\nRelu_1\n",
    "customize_dtypes": "OpType::Relu:InputDtype:float32,OutputDtype:float32\n"
    "Relu_1:InputDtype:float32,OutputDtype:float32\n",
}


def _dtypes(folder) -> list[object]:
    ops = plan(str(folder / "run.sh"), model=str(folder / "m.onnx"))["ops"]
    return [(one["dtypes"]["inputs"], one["dtypes"]["outputs"]) for one in ops]


@pytest.fixture(params=FILES)
def pair(request, tmp_path):
    """A job with two entries for one operator; the option with their file, and its path."""
    m = Model(13)
    x = m.input("x", 1, 4)
    (tmp_path / "m.onnx").write_bytes(m.bytes(m.add("Relu", x, name="Relu_1")))
    (tmp_path / "run.sh").write_text(f"{ATC} --{request.param}=a.cfg\n")
    (tmp_path / "a.cfg").write_text(FILES[request.param])
    return tmp_path


def test_either_entry_is_enough(pair):
    [found] = check([str(pair)], select=["CD303", "KD303"])["diagnostics"]
    assert found["help"] == (
        "remove this entry or `Relu_1`, not both: either entry is enough, and without both the "
        "operators get other dtypes"
    )
    assert [one["message"] for one in found["related"]] == ["either entry is enough"]


def test_what_is_told_to_remove_changes_nothing_and_both_would(pair):
    before, lines = _dtypes(pair), (pair / "a.cfg").read_text().splitlines()
    [found] = check([str(pair)], select=["CD303", "KD303"])["diagnostics"]
    del lines[found["range"]["start"]["line"] - 1]
    (pair / "a.cfg").write_text("\n".join([*lines, ""]) if lines else "")
    assert _dtypes(pair) == before
    assert check([str(pair)], select=["CD303", "KD303"])["diagnostics"] == []
    (pair / "run.sh").write_text(f"{ATC}\n")
    assert _dtypes(pair) != before
