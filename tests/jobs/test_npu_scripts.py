"""Scripts of torch_npu, torchair and MindSpore as people write them, with what is found in each.

A comment `# JB002 error` at the end of a line is a finding in that line; nothing else may be found.
"""

from __future__ import annotations

import re

import pytest

from cannlint.discovery.detect import python_kind
from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.jobs.chosen_release import choose_releases
from cannlint.kinds import Kind
from cannlint.text.source import Source
from conftest import ROOT

SCRIPTS = sorted((ROOT / "tests" / "jobs" / "npu_scripts").glob("*.py.txt"))
_NOTED = re.compile(r"#((?:,? ?JB\d{3} \w+)+)$", re.MULTILINE)


def findings_in(text: str, release: str | None = None) -> list[str]:
    """Line, code and severity of each finding."""
    source = Source("train.py", text.encode())
    kind = python_kind(source.data)
    assert kind is not None
    reading = read(source, kind)
    choose_releases(reading.jobs, {"": release} if release else {})
    found = check_reading(reading)
    return sorted(
        f"{source.position(one.span.start)[0]} {one.code} {one.severity.value}" for one in found
    )


def noted_in(text: str) -> list[str]:
    """The same as the comments of a script say it."""
    noted = []
    for number, line in enumerate(text.split("\n"), 1):
        match = _NOTED.search(line)
        for one in match[1].split(",") if match else ():
            noted.append(f"{number} {one.strip()}")
    return sorted(noted)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script(script):
    text = script.read_text("utf-8")
    assert findings_in(text) == noted_in(text)


def test_there_are_scripts():
    assert len(SCRIPTS) == 20


@pytest.mark.parametrize(
    ("line", "release", "expected"),
    [
        ("torchair.CompilerConfig().mode = 'npugraph_ex'", "26.0.0", []),
        ("torchair.CompilerConfig().mode = 'npugraph_ex'", "7.3.0", ["2 JB002 error"]),
        ("torchair.CompilerConfig().mode = 'max-autotune'", "6.0.0", ["2 JB001 error"]),
        ("torchair.CompilerConfig().debug.deadlock_check = True", "26.0.0", ["2 JB001 error"]),
        ("torch.npu.matmul.allow_hf32 = 1", None, ["2 JB002 error"]),
        ("torch.npu.matmul.allow_hf32 = 1", "v2.1.0-6.0.0", []),
        ("torch.npu.set_option({'STRONG_CONSISTENCY': 'enable'})", "6.0.0", ["2 JB001 error"]),
        ("ms.set_context(ascend_config={'exception_dump': '2'})", "2.5.0", []),
        ("ms.set_context(ascend_config={'exception_dump': '2'})", None, ["2 JB001 error"]),
        ("ms.set_context(ascend_config={'precision_mode': 'force_lowerprecision'})", "2.0.0", []),
        ("ms.jit(backend='ge')", "2.7.0", ["2 JB002 error"]),
        ("ms.jit(backend='ge')", "2.10.0", []),
        ("ms.jit(auto_offload='x')", "2.7.0", ["2 JB001 warning"]),
    ],
)
def test_a_line_in_a_release(line, release, expected):
    text = f"import torch, torch_npu, torchair, mindspore as ms\n{line}\n"
    assert findings_in(text, release) == expected


def test_a_finding_says_in_which_release_it_is_otherwise():
    source = Source("a.py", b"import torch, torch_npu\ntorch.npu.matmul.allow_hf32 = 1\n")
    kind = python_kind(source.data)
    assert kind is not None
    [finding] = check_reading(read(source, kind))
    assert str(finding.note) == "Python raises TypeError; up to 6.0.0 it is accepted"


@pytest.mark.parametrize(("name", "until"), [("jit_config", "2.4.0"), ("jit_confg", None)])
def test_a_keyword_of_jit_that_older_releases_have(name, until):
    source = Source("train.py", f"import mindspore as ms\nms.jit(f, {name}=x)\n".encode())
    (finding,) = check_reading(read(source, Kind.TORCH_MINDSPORE_SCRIPT))
    assert finding.code == "JB001"
    told = str(finding.note)
    assert (f"up to {until} it is accepted" in told) is (until is not None)
