"""What is said once is not said again for each command of a file."""

from __future__ import annotations

import json

import pytest

ATC = "atc --model={}.onnx --framework=5 --output=a --soc_version=Ascend310P3"


@pytest.fixture
def check(cannlint, tmp_path):
    """Check a text as a shell script."""

    def run(text, *options, name="a.sh"):
        (tmp_path / name).write_text(text)
        return json.loads(cannlint("check", "--format", "json", *options, name).out)

    return run


def test_advice_is_given_once_with_a_count_and_the_first_places(check):
    text = "".join(ATC.format(i) + " --op_select_implmode=high_precision\n" for i in range(7))
    report = check(text)
    [found] = report["diagnostics"]
    assert (found["rule"], found["range"]["start"]["line"]) == ("JB313", 1)
    assert found["message"].endswith("(7 times in this file)")
    assert [place["range"]["start"]["line"] for place in found["related"]] == [2, 3, 4]
    assert report["summary"]["info"] == 1


def test_other_words_are_other_advice(check):
    text = 'import npu_bridge\ncustom_op.name = "NpuOptimizer"\n'
    for name in ("dynamic_input", "enable_data_pre_proc", "dynamic_input"):
        text += f'custom_op.parameter_map["{name}"].b = UNKNOWN\n'
    text += "NPURunConfig(dynamic_input=x)\nNPURunConfig(dynamic_input=x)\n"
    found = check(text, name="a.py")["diagnostics"]
    messages = [each["message"] for each in found]
    assert len(messages) == len(set(messages)) == 2
    assert sum("times" in message for message in messages) == 1


def test_faults_are_not_folded(check):
    text = "".join(ATC.format(i) + " --precision_mode=fp61\n" for i in range(3))
    assert [each["rule"] for each in check(text)["diagnostics"]] == ["JB002"] * 3


def test_advice_that_a_comment_accepts_is_not_counted(check):
    line = ATC + " --op_select_implmode=high_precision{}\n"
    accepted = "  # cannlint: ignore[JB313]"
    text = line.format(0, accepted) + line.format(1, "") + line.format(2, "")
    report = check(text)
    [found] = report["diagnostics"]
    assert found["range"]["start"]["line"] == 2
    assert found["message"].endswith("(2 times in this file)")
    assert report["summary"]["suppressed"] == 1


def test_a_baseline_knows_each_place(cannlint, check, tmp_path):
    line = ATC + " --op_select_implmode=high_precision\n"
    check(line.format(0), "--baseline", "known.json", "--update-baseline")
    report = check(line.format(0) + line.format(1), "--baseline", "known.json")
    [found] = report["diagnostics"]
    assert found["range"]["start"]["line"] == 2 and "times" not in found["message"]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("atc --model=a.onnx\n  --framework=5\n  --output=a\n  --soc_version=Ascend310P3\n", 2),
        (ATC.format("a") + " --input_shape=a:1,3;b:2,3;c:4 --log=info\n", 1),
        ("atc --model = a.onnx --framework = 5 --output = a --soc_version = Ascend310P3\n", 3),
        (ATC.format("a") + " one two three\n", 2),
        ("atc –model=a.onnx –framework=5 –output=a –soc_version=Ascend310P3\n", 3),
        ("atc —model=a.onnx —framework=5 --output=a —soc_version=Ascend310P3\n", 2),
        (ATC.format("a") + " --input_fp16_nodes=“a b c”\n", 2),
    ],
)
def test_one_mistake_in_a_command_is_one_finding(check, text, places):
    [found] = [each for each in check(text)["diagnostics"] if each["rule"] == "JB014"]
    assert [place["message"] for place in found["related"]] == ["the same here"] * places


def test_the_finding_is_the_place_where_atc_stops(check):
    [found] = check("atc --model=a.onnx --framework=5 --output=a --log= info --soc_version= x\n")[
        "diagnostics"
    ][:1]
    assert found["severity"] == "error"


def test_a_sentence_with_a_dash_is_no_command(check):
    assert check("atc --help  # atc – the tool\n")["diagnostics"] == []
    page = "Use `atc` – the tool\n\n    atc – converts\n"
    assert check(page, name="README.md")["diagnostics"] == []


def test_words_of_two_mistakes_are_two_findings(check):
    text = ATC.format("a") + " one --log=info two\n"
    assert [each["rule"] for each in check(text)["diagnostics"]] == ["JB014", "JB014"]
