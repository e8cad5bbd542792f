"""Numbers that Python does not convert: of more than 4,300 digits, or no decimal digits."""

from __future__ import annotations

import pytest

from cannlint.cann.dtypes import width
from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.jobs.tables import options_of
from cannlint.kinds import Kind
from cannlint.text.source import Source
from jobs_in_words import OF_JOBS

LONG = "9" * 5_000
NUMBERS = (
    LONG, f"-{LONG}", "²", "1²", f"x:{LONG}", "x:²", f"1~{LONG}", f"{LONG}*{LONG}", "²|²",
    f"0-{LONG}",
)  # fmt: skip


def findings(text: str, kind: Kind, name: str) -> list[str]:
    return [found.code for found in check_reading(read(Source(name, text.encode()), kind))]


@pytest.mark.slow
@pytest.mark.parametrize("front_end", OF_JOBS)
@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number[:4])
def test_the_value_of_any_option(front_end, number):
    for key in options_of(front_end):
        if key not in ("model", "framework"):
            job = f'[job.a]\nfront-end = "{front_end}"\n"{key}" = "{number}"\n'
            assert isinstance(findings(job, Kind.JOB, "cannlint.toml"), list)


@pytest.mark.parametrize("field", [LONG, "²"], ids=["long", "no number"])
def test_the_field_of_a_format(field):
    text = (
        "import os, torch_npu\n"
        "os.system('atc --model=a --framework=5 --soc_version=Ascend910B3 '\n"
        f"    '--output={{{field}}}'.format(1))\n"
        f"torch.npu.set_option({{'ACL_PRECISION_MODE': '{{{field}}}'.format(1)}})\n"
    )
    assert findings(text, Kind.TORCH_MINDSPORE_SCRIPT, "a.py") == []  # nothing is known of either


def test_the_place_of_a_command(cannlint, tmp_path):
    (tmp_path / "a.sh").write_text("atc --model=a.onnx --framework=5\n")
    result = cannlint("plan", f"a.sh:{LONG}", "--soc", "Ascend910B3")
    assert result.status == 2
    assert "unknown job" in result.err


def test_the_width_of_a_dtype():
    assert [width(dtype) for dtype in ("int8", f"int{LONG}", "int²")] == [8, None, None]
