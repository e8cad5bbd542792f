"""`cannlint rule --log`: the findings of the folder that are the causes of CANN's messages."""

from __future__ import annotations

import io
import json
from collections import defaultdict

import jsonschema
import pytest

from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import Options
from cannlint.explain.causes import explain
from cannlint.explain.log import read_log
from conftest import ROOT
from onnx_models import Model

SCHEMA = json.loads((ROOT / "schemas" / "log.schema.json").read_text(encoding="utf-8"))
ATC = "atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3"


@pytest.fixture
def folder(tmp_path):
    """Two jobs with mistakes, and config files with one each."""
    (tmp_path / "a.sh").write_text(f"{ATC} --precision_mode=fp33 --modify_mixlist=mix.json\n")
    (tmp_path / "b.sh").write_text(f"{ATC} --op_select_implmode=fast --precision_mode=fp34\n")
    (tmp_path / "mix.json").write_text('{"black-list": {"to-add": ["Relu"]},}\n')
    (tmp_path / "dtypes.cfg").write_text("Relu:InputDtype:flaot16\n")
    (tmp_path / "fusion.cfg").write_text("MyPass:OFF\nOtherPass:off\n")
    (tmp_path / "keep.cfg").write_text("OpType::Relu\nOpType::relu\n")
    return tmp_path


def causes(cannlint, folder, message: str) -> list[tuple[str, int, str, list[str]]]:
    """File, line, rule and agreeing arguments of the causes of one message."""
    (folder / "build.log").write_text(f"ATC run failed\n{message}\n", encoding="utf-8")
    result = cannlint("rule", "--log", "build.log", "--format", "json", "--isolated", cwd=folder)
    document = json.loads(result.out)
    jsonschema.validate(document, SCHEMA, jsonschema.Draft202012Validator)
    assert result.status == 1 and document["complete"]
    [message] = document["messages"]
    return [
        (one["file"], one["range"]["start"]["line"], one["rule"], one["matched"])
        for one in message["causes"]
    ]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (  # an option and its value: the other job has another value
            "E10001: Value [fp34] for parameter [--precision_mode] is invalid. Reason: no",
            ("b.sh", 1, "JB002", ["value", "parameter"]),
        ),
        (  # the key of GE for the same option, without brackets
            "E20101: Value fp33 for parameter ge.exec.precision_mode is invalid. Reason: no",
            ("a.sh", 1, "JB002", ["value", "parameter"]),
        ),
        (
            "E10001: Value [fast] for parameter [--op_select_implmode] is invalid. Reason: no",
            ("b.sh", 1, "JB002", ["value", "parameter"]),
        ),
        (  # a file, by its absolute path on another machine
            "E21002: Failed to read file [/home/u/cfg/mix.json]. Reason: not in JSON format.",
            ("mix.json", 1, "MX003", ["file"]),
        ),
        (  # CANN gives the dtype in place of the file
            "E20003: Configuration file [flaot16] for parameter [customize_dtypes] has invalid "
            "content. Reason: [x].",
            ("dtypes.cfg", 1, "CD004", ["file", "parameter"]),
        ),
        (  # the second code of the same mistake, which no finding has: by the file
            "E20101: Value [/w/dtypes.cfg] for parameter [customize_dtypes] is invalid. Reason: x",
            ("dtypes.cfg", 1, "CD004", ["value"]),
        ),
        (  # the pass is only in the reason
            "E20003: Configuration file [/w/fusion.cfg] for parameter [fusion_switch_file] has "
            "invalid content. Reason: [The switch value of pass MyPass must be on or off].",
            ("fusion.cfg", 1, "FS006", ["file", "reason"]),
        ),
        (  # a warning of ours, as CANN stops only for some models
            "E10003: Value [/w/keep.cfg] for parameter [--keep_dtype] is invalid. Reason: The op "
            "type relu must be in PascalCase.",
            ("keep.cfg", 2, "KD001", ["value", "parameter", "reason"]),
        ),
    ],
)
def test_the_cause_of_a_message(cannlint, folder, message, expected):
    [(file, line, rule, matched)] = causes(cannlint, folder, message)
    assert (file, line, rule) == expected[:3]
    assert set(expected[3]) <= set(matched)


@pytest.mark.parametrize(
    "message",
    [
        "E19010: No parser is registered for Op [n0, optype [ai.onnx::19::Relu]].",
        "E13010: No operator plugin is registered for Op: n0, optype: ai.onnx::19::Relu.",
        "E16002: No ONNX parser is registered for optype ai.onnx::19::Relu.",
    ],
)
def test_an_operator_without_a_parser_in_whatever_code(cannlint, tmp_path, message):
    """The code depends on the release; without one ours is that of the newest."""
    model = Model(19)
    (tmp_path / "net.onnx").write_bytes(model.bytes(model.add("Relu", model.input("x", 1, 4))))
    (tmp_path / "a.sh").write_text(f"{ATC}\n")
    [(file, line, rule, matched)] = causes(cannlint, tmp_path, message)
    assert (file, line, rule) == ("a.sh", 1, "JB020") and "type" in matched


@pytest.mark.parametrize(
    "message",
    [
        "E10001: Value [1] for parameter [--sparsity] is invalid. Reason: no",
        "E21002: Failed to read file [/home/u/cfg/other.json]. Reason: not in JSON format.",
        "E19010: No parser is registered for Op [Conv_52, optype [ai.onnx::11::Convx]].",
        "EZ9999: Inner Error!",
    ],
)
def test_a_message_about_something_else_has_no_cause_here(cannlint, folder, message):
    assert causes(cannlint, folder, message) == []


def test_the_report_for_people(cannlint, folder):
    log = (
        b"E10001: Value [fp33] for parameter [--precision_mode] is invalid. Reason: no\n"
        b"E10001: Value [9] for parameter [--sparsity] is invalid. Reason: no\n"
    )
    result = cannlint("rule", "--log", "-", "--isolated", stdin=log, cwd=folder)
    assert "-:1: E10001 Value [fp33]" in result.out
    assert "cause: a.sh:1:92 error JB002 invalid value `fp33`" in result.out
    assert "cause: not found in this folder; the rules for E10001 are " in result.out
    assert result.out.endswith("2 CANN messages, 1 with a cause in this folder\n")
    chinese = cannlint("rule", "--log", "-", "--isolated", "--lang", "zh-CN", stdin=log, cwd=folder)
    assert "原因：a.sh:1:92 error JB002" in chinese.out and "2 个消息" in chinese.out


def test_another_value_of_the_same_option_is_only_a_possible_cause(cannlint, folder):
    """The file may have been edited after the compile; two scripts set the option."""
    log = b"E10001: Value [fp99] for parameter [--precision_mode] is invalid. Reason: no\n"
    out = cannlint("rule", "--log", "-", "--isolated", stdin=log, cwd=folder).out
    assert "  possible cause: a.sh:1:92 error JB002" in out
    assert "  possible cause: b.sh:" in out and "\n  cause: " not in out


def test_exit_statuses(cannlint, folder):
    def status(*arguments: str, stdin: bytes = b"") -> int:
        return cannlint("rule", *arguments, stdin=stdin, cwd=folder).status

    assert status("--log", "-", stdin=b"ATC run success, welcome to the next use.\n") == 0
    assert status("--log", "-", stdin=b"W11001: Op a does not hit the library\n") == 0
    assert status("--log", "-", stdin=b"E29999: Inner Error!\n") == 1
    assert status("--log", "no.log") == status("--log", ".") == 2
    assert status("--log", "-", "CD104") == status("CD104", "--soc", "Ascend910B3") == 2
    assert status("--log", "-", "--soc", "Ascend910b3") == 2


def test_nothing_of_a_log_is_executed_and_no_control_character_is_printed(cannlint, folder):
    log = b"E10001: Value [$(touch gone)`touch gone`] \x1b]0;x\x07 {0} {x} %s [bold]\n"
    out = cannlint("rule", "--log", "-", "--isolated", stdin=log, cwd=folder).out
    assert "Value [$(touch gone)`touch gone`] \\x1b]0;x\\x07 {0} {x} %s [bold]" in out
    assert not (folder / "gone").exists()


TEXTS = {
    "E10001": "Value [{value}] for parameter [{parameter}] is invalid. Reason: {reason}",
    "E10003": "Value [{value}] for parameter [--{parameter}] is invalid. Reason: {reason}",
    "E10004": "Value for [--{parameter}] is empty.",
    "E10005": "Value [{value}] for parameter [--{parameter}] is invalid. The value must be true.",
    "E10006": "Value [{value}] for parameter [--{parameter}] is invalid. The value must be 1.",
    "E10007": "[--{parameter}] is required. The value must be [{support}].",
    "E10022": "Path [{filename}] for parameter [--{parameter}] does not include the file name.",
    "E10047": "[--{parameter0}] and [--{parameter1}] are mutually exclusive.",
    "E10054": "The required parameter [{parameter}] for ATC is empty. Another reason",
    "E10055": "The operation is not supported. Reason: {reason}.",
    "E10056": "Cannot configure both parameters [{parameter1}] and [{parameter2}] simultaneously.",
}
"""Code → how CANN 8.1 puts arguments into words."""

MISSING = "No such file or directory"
"""A script's input files are not looked for: they may be on another machine."""


def test_the_refusals_of_atc_lead_to_the_findings(recorded, tmp_path, monkeypatch):
    """Each recorded refusal, printed as ATC does, with its command in a script."""
    monkeypatch.chdir(tmp_path)
    explained = 0
    for text in (recorded / "vectors" / "atc_commands.jsonl").read_text().splitlines():
        case = json.loads(text)
        if case["expect"]["accepted"] or not case["expect"]["codes"]:
            continue
        for name, content in case["files"].items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        (tmp_path / "run.sh").write_text(case["command"] + "\n")
        log = "".join(map(_printed, case["expect"]["codes"]))
        run = check_paths(["run.sh"], Options())
        for each in explain(read_log(io.BytesIO(log.encode())).messages, run):
            sure = any(cause.is_sure for cause in each.causes)
            assert sure or MISSING in each.message.text, (case["id"], each.message.text)
            explained += sure
    assert explained > 100


def _printed(report: dict) -> str:
    text = TEXTS.get(report["code"], "")
    return f"{report['code']}: {text.format_map(defaultdict(str, report['args']))}\n"


@pytest.mark.parametrize(
    ("option", "message", "rule"),
    [  # 8.5.0 in its own words, and 9.2.0-beta.2
        ("--external_weight=2", "E10006: Value [2] for parameter [--external_weight] is invalid. "
         "The value must be either 1 or 0.", "JB341"),
        ("--mode=7", "E10001: Value [7] for parameter [--mode] is invalid. Reason: The value is "
         "not within the range of values: [0] [1] [3] [30] [5] [6] .", "JB341"),
        ("--host_env_os=windows", "E10001: Value windows for parameter --host_env_os is invalid. "
         "Reason: The value must be minios or linux.", "JB002"),
        ("--mode=7", "E10001: Value [2] for parameter [--mode] is invalid. Reason: x", None),
    ],
)  # fmt: skip
def test_what_some_releases_refuse_is_found_without_a_release(
    cannlint, tmp_path, option, message, rule
):
    """The user has the log, and has not said which release wrote it."""
    (tmp_path / "a.sh").write_text(f"atc --model=m --framework=5 --output=o {option}\n")
    assert [one[2] for one in causes(cannlint, tmp_path, message)] == ([rule] if rule else [])
