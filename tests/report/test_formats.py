"""Every format of a report: its golden file, its schema, and what may not get lost in it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import jsonschema
import pytest

from cannlint import __version__, version
from cannlint.cli.output import plain_report
from cannlint.diagnostics import Diagnostic, Severity
from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import Options, Run
from cannlint.report.formats import FORMATS, render
from cannlint.report.full import lines
from cannlint.report.interchange import fingerprints, one_edit
from cannlint.report.styles import print_lines
from cannlint.text.source import Source
from cannlint.text.span import Edit, Span
from report.project import ESCAPE, run_of, write_project

GOLDEN = Path(__file__).parent / "golden"
SCHEMAS = Path(__file__).parent.parent / "schemas"
SHIPPED_SCHEMAS = Path(__file__).parent.parent.parent / "schemas"
GOLDEN_FILES = {
    "full": "full.txt",
    "concise": "concise.txt",
    "json": "json.json",
    "sarif": "report.sarif",
    "github": "github.txt",
    "gitlab": "gitlab.json",
    "junit": "junit.xml",
    "rdjson": "rdjson.json",
    "checkstyle": "checkstyle.xml",
}
JSON_SCHEMAS = {
    "json": SHIPPED_SCHEMAS / "report.schema.json",
    "sarif": SCHEMAS / "sarif-2.1.0.schema.json",
    "gitlab": SCHEMAS / "gitlab.schema.json",
    "rdjson": SCHEMAS / "rdjson.schema.json",
}


@pytest.fixture
def project(tmp_path, monkeypatch) -> Path:
    """The project of golden files, as the current folder."""
    monkeypatch.delenv("ASCEND_OPP_PATH", raising=False)
    monkeypatch.delenv("ASCEND_HOME_PATH", raising=False)
    write_project(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(project) -> Run:
    return run_of(Path("."))


def rendered(run: Run, name: str) -> str:
    return render(run, name) if name in FORMATS else plain_report(run, name)


@pytest.mark.parametrize("name", GOLDEN_FILES)
def test_golden_file(run, name):
    """Set WRITE_GOLDEN to write them anew, and read what git shows as changed."""
    text = rendered(run, name).replace(f'"{__version__}"', '"VERSION"')
    golden = GOLDEN / GOLDEN_FILES[name]
    if os.environ.get("WRITE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_reports_link_to_the_pages_of_a_site_if_there_is_one(run, monkeypatch):
    first = run.findings[0].code
    assert "helpUri" not in render(run, "sarif")
    monkeypatch.setattr(version, "DOCS_URL", "https://docs.example/cannlint")
    page = f"https://docs.example/cannlint/rules/{first}/"
    assert json.loads(render(run, "json"))["diagnostics"][0]["url"] == page
    assert json.loads(render(run, "rdjson"))["diagnostics"][0]["code"]["url"] == page
    rules = json.loads(render(run, "sarif"))["runs"][0]["tool"]["driver"]["rules"]
    assert page in [rule["helpUri"] for rule in rules]


def test_the_code_of_a_finding_is_a_link_on_a_terminal(run, monkeypatch, capsys):
    def shown() -> str:
        print_lines(lines(run, 80))
        return capsys.readouterr().out

    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b]8;" not in shown()
    monkeypatch.setattr(version, "DOCS_URL", "https://docs.example/cannlint")
    assert f";https://docs.example/cannlint/rules/{run.findings[0].code}/\x1b\\" in shown()


@pytest.mark.parametrize("name", GOLDEN_FILES)
def test_no_report_moves_the_cursor(run, name):
    text = rendered(run, name)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)
    assert ESCAPE[1:] in text  # the rest of the sequence is there, with the escape made visible


@pytest.mark.parametrize("name", JSON_SCHEMAS)
@pytest.mark.parametrize("is_empty", [False, True])
def test_json_formats_follow_their_schemas(run, name, is_empty):
    schema = json.loads(JSON_SCHEMAS[name].read_text(encoding="utf-8"))
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    validator = jsonschema.Draft202012Validator(schema, format_checker=checker)
    validator.validate(json.loads(render(Run() if is_empty else run, name)))


@pytest.mark.parametrize("name", ["junit", "checkstyle"])
@pytest.mark.parametrize("is_empty", [False, True])
def test_xml_formats_follow_their_schemas(run, name, is_empty):
    etree = pytest.importorskip("lxml.etree", reason="lxml checks XML against a schema")
    schema = etree.XMLSchema(etree.parse(str(SCHEMAS / f"{name}.xsd")))
    schema.assertValid(etree.fromstring(render(Run() if is_empty else run, name).encode()))


def test_sarif_names_places_from_the_root_of_the_repository(run):
    [log] = json.loads(render(run, "sarif"))["runs"]
    places = [
        result["locations"][0]["physicalLocation"]["artifactLocation"] for result in log["results"]
    ]
    assert {"uri": "a%2Cb%3A100%25.cfg", "uriBaseId": "%SRCROOT%"} in places
    escaped = "%E9%85%8D%E7%BD%AE/dtypes%1B%5B31m.cfg"
    assert {"uri": escaped, "uriBaseId": "%SRCROOT%"} in places


def test_sarif_from_a_folder_below_the_root(project, monkeypatch):
    monkeypatch.chdir(project / "配置")
    log = json.loads(render(check_paths(["."], Options()), "sarif"))
    assert "%E9%85%8D%E7%BD%AE/dtypes%1B%5B31m.cfg" in json.dumps(log)


def test_sarif_of_a_file_outside_of_the_repository(project, tmp_path_factory):
    outside = tmp_path_factory.mktemp("else where") / "a.cfg"
    outside.write_text("OpType::Relu:InputDtype:fp16\n")
    [log] = json.loads(render(check_paths([str(outside)], Options()), "sarif"))["runs"]
    place = log["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uri"].startswith("file:///") and "else%20where" in place["uri"]
    assert "uriBaseId" not in place


def test_sarif_shows_the_way_over_several_files(run):
    [log] = json.loads(render(run, "sarif"))["runs"]
    by_rule = {result["ruleId"]: result for result in log["results"]}
    assert "codeFlows" not in by_rule["CD104"]  # both places are in one file
    [flow] = by_rule["LB003"]["codeFlows"]
    steps = [
        (step["location"]["physicalLocation"]["artifactLocation"]["uri"].rsplit("/", 1)[1],
         step["location"]["message"]["text"])
        for step in flow["threadFlows"][0]["locations"]
    ]  # fmt: skip
    assert steps == [
        ("aic-ascend910b-ops-info.json", "has no effect"),
        ("aic-ascend910b-ops-info-z.json", "replaces the earlier one"),
    ]


def test_sarif_rules_carry_their_documentation(run):
    [log] = json.loads(render(run, "sarif"))["runs"]
    rules = log["tool"]["driver"]["rules"]
    for result in log["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert all("## What CANN does" in rule["help"]["markdown"] for rule in rules)


def test_sarif_of_a_run_that_could_not_do_all(project):
    (project / "notes.md").write_text("nothing that CANN reads\n")
    [log] = json.loads(render(check_paths(["notes.md", "gone.cfg"], Options()), "sarif"))["runs"]
    [invocation] = log["invocations"]
    assert invocation["executionSuccessful"] is False
    [notification] = invocation["toolExecutionNotifications"]
    assert "notes.md: cannot tell what kind" in notification["message"]["text"]
    assert [result["ruleId"] for result in log["results"]] == ["CL005"]


def test_fingerprints_survive_moved_lines_and_tell_equal_findings_apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    entry = "OpType::Relu:InputDtype:fp16\n"

    def marks(text: str) -> list[str]:
        Path("a.cfg").write_bytes(text.encode())
        run = check_paths(["a.cfg"], Options())
        pairs = zip(run.findings, fingerprints(run), strict=True)
        return [mark for finding, mark in pairs if finding.code == "CD004"]

    before = marks(entry)
    assert marks("OpType::Add:InputDtype:float16\n" + entry) == before
    assert marks(entry.replace("\n", "\r\n")) == before
    twice = marks(entry + entry)
    assert twice[0] == before[0] and len(set(twice)) == 2


def decoded(text: str) -> str:
    """What GitHub's runner makes of an escaped text."""
    for code, char in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(code, char)
    return text


def test_github_commands_are_one_line_each_and_can_be_decoded(run):
    commands = render(run, "github").splitlines()
    assert len(commands) == len(run.findings)
    match = re.fullmatch(r"::warning ([^:]*)::(.*)", commands[0])
    properties = dict(pair.split("=") for pair in match[1].split(","))
    assert decoded(properties["file"]) == "a,b:100%.cfg"
    assert decoded(properties["title"]) == "CD104 duplicate-entry"
    assert decoded(match[2]).splitlines() == [
        r"duplicate entry for `conv\x1b[31m`; CANN keeps the first one",
        "help: remove this line, or change the first one",
        "note: CANN writes a warning only to its log",
        "see a,b:100%.cfg:1:1: CANN uses this entry",
    ]


def test_rdjson_counts_columns_in_bytes(run):
    log = json.loads(render(run, "rdjson"))
    [found] = [entry for entry in log["diagnostics"] if entry["code"]["value"] == "OP101"]
    assert found["location"]["range"]["start"] == {
        "line": 3,
        "column": len("层一/加=".encode()) + 1,
    }
    assert found["suggestions"][0]["text"] == "high_performance"


def test_several_edits_of_a_fix_become_one():
    finding = Diagnostic("CD104", "duplicate-entry", Severity.WARNING, Span(0, 1), "m", {})
    finding.with_fix("both", Edit(Span(6, 8), "C"), Edit(Span(1, 2), "B"))
    source = Source("file", b"a\xe5\x85\xa5b cdee f")
    assert source.text == "a入b cdee f"
    assert one_edit(source, finding.fix) == Edit(Span(1, 8), "Bb cdC")


def test_a_fix_with_a_byte_that_is_no_text_is_left_out():
    source = Source("file", b"a\xff")
    finding = Diagnostic("CD104", "duplicate-entry", Severity.WARNING, Span(0, 1), "m", {})
    finding.with_fix("swap", Edit(Span(0, 2), "\udcffa"))
    finding.source = source
    run = Run()
    run.findings.append(finding)
    [result] = json.loads(render(run, "sarif"))["runs"][0]["results"]
    assert "fixes" not in result


def test_junit_has_a_test_for_each_finding_and_each_clean_file(run):
    from xml.etree import ElementTree

    root = ElementTree.fromstring(render(run, "junit"))
    counts = {name: root.get(name) for name in ("tests", "failures", "errors")}
    assert counts == {"tests": "7", "failures": "4", "errors": "0"}  # advice is no failure
    clean = root.find("testsuite[@name='keep_dtype.cfg']/testcase")
    assert clean is not None and clean.get("name") == "nothing to report"


def test_reports_go_into_files_beside_the_one_that_is_printed(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text("OpType::Relu:InputDtype:fp16\n")
    result = cannlint(
        "check", "a.cfg", "--format", "concise",
        "--output-file", "sarif:report.sarif", "--output-file", "full:report.txt",
    )  # fmt: skip
    assert result.status == 1
    assert result.out.startswith("a.cfg:1:25: error CD004 ")
    [log] = json.loads((tmp_path / "report.sarif").read_text())["runs"]
    assert [entry["ruleId"] for entry in log["results"]] == ["CD004"]
    assert (tmp_path / "report.txt").read_text().startswith("error[CD004] unknown-dtype: ")


def test_a_clean_run_writes_its_reports_too(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text("OpType::Relu:InputDtype:float16,OutputDtype:float16\n")
    (tmp_path / "report.json").write_text("of an earlier run")
    assert cannlint("check", "-q", "a.cfg", "--output-file", "gitlab:report.json").status == 0
    assert json.loads((tmp_path / "report.json").read_text()) == []
    assert cannlint("check", "a.cfg", "--format", "github").out == ""


@pytest.mark.parametrize("value", ["report.sarif", "sarfi:report", "sarif:"])
def test_a_file_without_a_format_is_a_usage_error(cannlint, value):
    result = cannlint("check", ".", "--output-file", value, COLUMNS="200")
    assert result.status == 2 and "FORMAT:FILE" in result.err


def test_a_report_that_cannot_be_written_ends_with_2(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text("OpType::Relu:InputDtype:float16,OutputDtype:float16\n")
    result = cannlint("check", "a.cfg", "--output-file", "sarif:no/such/folder/report.sarif")
    assert result.status == 2
    assert result.err == "cannlint: no/such/folder/report.sarif: no such file or directory\n"


def test_paths_are_those_of_the_repository(cannlint, tmp_path):
    folder = tmp_path / "sub" / "conf"
    folder.mkdir(parents=True)
    (folder / "a.cfg").write_text("OpType::Relu:InputDtype:fp16\n")
    (tmp_path / ".git").mkdir()
    result = cannlint("check", ".", "--format", "github", cwd=folder)
    assert "file=sub/conf/a.cfg," in result.out
