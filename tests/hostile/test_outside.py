"""A project may name files that are none of its own: they are read, and their text stays there."""

from __future__ import annotations

import pytest

SECRET = "root:hunter2:0:0\nInputDtype hunter3\nx:InputDtype:hunter4\nx:InputDtype:hunter4\n"
FORMATS = (
    "full", "concise", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson",
)  # fmt: skip


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("option", ["customize_dtypes", "keep_dtype", "fusion_switch_file"])
def test_no_report_shows_a_line_of_a_file_outside(cannlint, tmp_path, option, format):
    (tmp_path / "secret").write_text(SECRET)
    project = tmp_path / "project"
    project.mkdir()
    (project / "run.sh").write_text(
        f"atc --model=a.onnx --framework=5 --output=o --{option}=../secret\n"
    )
    result = cannlint("check", "--format", format, "run.sh", cwd=project)
    assert "secret" in result.out or option == "keep_dtype"
    assert "hunter" not in result.out + result.err
    assert (tmp_path / "secret").read_text() == SECRET
