"""One command line as ATC's own front end takes it: what it reads, and where it stops first."""

from __future__ import annotations

import json
import shlex
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cannlint.data import read_data
from cannlint.diagnostics import Severity
from cannlint.engine.file_checks import check_reading
from cannlint.jobs.atc.refusals import refusals
from cannlint.jobs.atc_commands import read_command
from cannlint.jobs.chosen_release import choose_releases, releases_with

SOUND = "--model=n.onnx --framework=5 --output=out --soc_version=Ascend910B3"


@pytest.fixture
def here(tmp_path):
    """A folder with the files that the command lines of these tests name."""
    for name in ("n.onnx", "k.txt", "net.om", "my net.onnx"):
        (tmp_path / name).write_text("x")
    return str(tmp_path)


def job_of(line: str, folder: str = "/"):
    return read_command(["atc", *shlex.split(line)], folder).jobs[0]


def values(line: str) -> dict[str, str | None]:
    """Option → the value that counts."""
    job = job_of(line)
    return {setting.option: job.value(setting.option) for setting in job.settings}


def stops(line: str, folder: str) -> str | None:
    """The check that ATC stops at first, with its code."""
    refusal = next(refusals(job_of(line, folder)), None)
    return None if refusal is None else f"{refusal.check.value} {refusal.code}"


@pytest.mark.parametrize(
    "line",
    ["--log=info", "-log=info", "--log info", "-log info", "--lo info", "--lo=info"],
)
def test_the_ways_to_write_a_flag(line):
    assert values(line) == {"log": "info"}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("-soc-version=A-B", {"soc_version": "A-B"}),
        ("--op-select-implmode x-y", {"op_select_implmode": "x-y"}),
        ("--out_nodes -my-node", {"out_nodes": "--my_node"}),  # a value of its own is rewritten
        ("--out_nodes=-my-node", {"out_nodes": "-my-node"}),
        ("--out_nodes=a=b", {"out_nodes": "a=b"}),
        ("--log==info", {"log": "=info"}),
        ("--log=info --log=error", {"log": "error"}),
        ("--oo_constant_folding=true --oo_constant_folding=no", {"oo_constant_folding": "true"}),
        ("--om --json=x", {"om": "--json=x"}),
        ("--raw_ge_options_ignore_unsupported", {"raw_ge_options_ignore_unsupported": ""}),
        ("--om -- --json=x", {"om": "--", "json": "x"}),
    ],
)
def test_what_a_line_sets(line, expected):
    assert values(line) == expected


@pytest.mark.parametrize(
    ("line", "slips"),
    [
        ("extra", ["positional"]),
        ("-- --log=info x", ["positional", "positional"]),
        ("-", ["positional"]),
        ("--om", ["missing"]),
        ("--raw_ge_options_ignore_unsupported true", ["positional"]),
        ("--log=info -j8", ["short"]),
        ("---log=info", ["short"]),
        ("--log=info -h2d-x=1 --nonsense", ["help"]),
        ("--nonsense -h", []),
        ("-h", []),
        ("--help=no extra", ["positional"]),
        ("--help=0 extra", ["positional"]),
        ("--help=Yes extra", ["help"]),
    ],
)
def test_what_sets_nothing(line, slips):
    assert [slip.kind for slip in job_of(line).slips] == slips


def test_only_a_full_width_dash_tells_that_a_word_was_to_be_a_flag():
    """ATC takes both for words; the second was no attempt to set --output."""
    job = job_of("—model=n.onnx output=out")
    assert [slip.has_wide_dash for slip in job.slips] == [True, False]
    assert job.is_out_of_reach("model") and not job.is_out_of_reach("output")


def test_the_message_about_a_cluster_names_the_word_before():
    job = job_of("--precision_mode=x -j8")
    assert job.slips[0].blamed == "precision_mode"
    assert job_of("-O3").slips[0].blamed == "atc"
    assert job_of("-j").slips[0].blamed is None


@pytest.mark.parametrize(
    ("line", "check"),
    [
        (SOUND, None),
        ("--log=loud --auto_tune_mode=RL", "value E10010"),
        ("--nonsense --log=loud", "unknown None"),
        ("extra --log=loud", "value E10010"),  # words are looked at when all flags are read
        (SOUND + " --auto_tune_mode=RL --deterministic_level=1", "value E10001"),
        ("--deterministic_level=1 --model=n.onnx", "deterministic E10001"),
        ("--model=n.onnx --soc_version=Ascend035", "lacking E10007"),
        ("--framework=0 --soc_version=Ascend035", "lacking E10008"),
        ("--framework=5 --soc_version=Ascend035", "nano soc E10055"),
        ("--framework=5 --mode=30", "nano soc E10055"),
        ("--mode=7 --input_format=NHWC", "lacking E10054"),
        ("--framework=5 --input_format=NHWC", "input format E10001"),
        ("--framework=5", "lacking E10054"),
        (SOUND.replace("n.onnx", "no.onnx") + " --allow_hf32=1", "path E10001"),
        (SOUND.replace("=out", "=out/") + " --allow_hf32=1", "path E10022"),
        (SOUND + " --keep_dtype=no.txt --allow_hf32=1", "path E10001"),
        (SOUND + " --keep_dtype=. --customize_dtypes=no.cfg", None),  # a folder, and the engine's
        (SOUND + " --check_report= --allow_hf32=1", "value E10004"),
        (SOUND + " --allow_hf32=1 --quant_dumpable=2", "value E10005"),
        (SOUND + " --mode=7 --json=x", "om2 E10001"),
        ("--mode=6 --om=net.om --framework=5", "only om E10057"),
        ("--mode=1 --json=x.json --framework=1", "to json E10001"),
        ("--mode=1 --weight=no", "path E10001"),
        ("--mode=5 --om=net.om --json=x", "text only E10001"),
        ("--singleop=x.json --framework=5 --allow_hf32=1", "single op E10001"),
        ("--singleop=x.json --output=out --allow_hf32=1", "lacking E10054"),
        ("--singleop=x.json --output=d --soc_version=A --allow_hf32=1", "value E10005"),
        (SOUND + " --enable_compress_weight= --compress_weight_conf=k.txt", None),
        (SOUND + " --framework=05", "value E10007"),
        # with the suffix of a model, which single operators do not get, less than 4096 bytes
        (SOUND.replace("=out", "=" + "x" * 4092) + " --allow_hf32=1", "value E10005"),
        (SOUND.replace("=out", "=" + "x" * 4093) + " --allow_hf32=1", "path E10001"),
        (f"--singleop=x.json --soc_version=Ascend910B3 --output={'x' * 4095}", None),
        (f"--singleop=x.json --soc_version=Ascend910B3 --output={'x' * 4096}", "path E10001"),
        (SOUND + " --op_debug_level=1 -h --nonsense", None),
    ],
)
def test_where_atc_stops_first(here, line, check):
    assert stops(line, here) == check


def test_every_fault_of_a_line_is_told(here):
    job_reading = read_command(
        ["atc", *shlex.split("--nonsense=1 --log=loud --model='my net.onnx' x --allow_hf32=1")],
        here,
    )
    codes = [finding.code for finding in check_reading(job_reading)]
    assert sorted(codes) == sorted(
        ["JB001", "JB002", "JB005", "JB014", "JB002", "JB013", "JB013", "JB013"]
    )


def test_a_folder_above_can_spoil_a_path(tmp_path):
    folder = tmp_path / "my models"
    folder.mkdir()
    (folder / "n.onnx").write_text("x")
    [finding] = check_reading(read_command(["atc", *SOUND.split()], str(folder)))
    assert (finding.code, finding.cann_code) == ("JB005", "E10001")
    assert "absolute path" in str(finding.message)


WORDS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12)
FLAGS = st.sampled_from([*SOUND.split(), "--om", "-h2d", "--", "-", "=", "--log=", "-j8", "--mo"])


@given(st.lists(FLAGS | WORDS, max_size=8))
def test_any_words_are_read_as_they_are(words):
    reading = read_command(["atc", *words], "/")
    job, text = reading.jobs[0], reading.source.text
    assert shlex.split(text) == ["atc", *words]
    for setting in job.settings:
        for span in (setting.span, setting.key_span, setting.value_span):
            assert 0 <= span.start <= span.end <= len(text)
    refused = any(f.severity is Severity.ERROR for f in check_reading(reading))
    assert refused == (next(refusals(job), None) is not None)


def test_the_command_reports_the_line(cannlint, tmp_path):
    (tmp_path / "n.onnx").write_text("x")
    result = cannlint(
        "check",
        "--isolated",
        "--format",
        "json",
        "--",
        "atc",
        *SOUND.split(),
        "--precesion_mode",
        "a",
    )
    report = json.loads(result.out)
    [found] = report["diagnostics"]
    assert result.status == 1
    assert (found["rule"], found["file"], found["kind"]) == (
        "JB001",
        "<command line>",
        "atc_script",
    )
    assert "precision_mode" in found["help"]


def test_a_sound_line_is_clean(cannlint, tmp_path):
    (tmp_path / "n.onnx").write_text("x")
    result = cannlint("check", "--", "/usr/bin/atc", *SOUND.split())
    assert (result.status, result.out) == (0, "1 file and 1 job checked, nothing to report\n")


def test_a_model_that_is_not_there(cannlint):
    result = cannlint("check", "--format", "concise", "--", "atc", *SOUND.split())
    assert "<command line>:1:13: error JB015 [E10001]" in result.out or "JB015" in result.out
    assert result.status == 1


RAW = {"compile options": {"global": {"ge.exec.precision_mode": "force_fp16"}}}


LIMIT = "ge.exec.static_model_ops_lower_limit"
LIMITING = "--static_model_ops_lower_limit=5"


def raw_line(tmp_path, content: object, more: str = "") -> str:
    text = content if isinstance(content, str) else json.dumps(content)
    (tmp_path / "raw.json").write_text(text)
    (tmp_path / "n.onnx").write_text("x")
    return f"{SOUND} --raw_ge_options=raw.json {more}"


def read_raw(line: str, tmp_path):
    """A line as the first release with that flag reads it."""
    reading = read_command(["atc", *line.split()], str(tmp_path))
    choose_releases(reading.jobs, releases_with("9.2.0"))
    return reading


@pytest.mark.parametrize(
    ("content", "more", "expected"),
    [
        (RAW, "", []),
        (RAW, "--precision_mode_v2=origin", ["JB302 E10056"]),
        (RAW, "--precision_mode=force_fp32", ["JB011 None"]),  # the command line counts
        ({"compile options": {"global": {"ge.opDebugLevel": "9"}}}, "", ["JB002 E10001"]),
        (
            {
                "compile options": {
                    "global": {"ge.opDebugLevel": "9"},
                    "graph": {"ge.opDebugLevel": "1"},
                }
            },
            "",
            ["JB011 None"],  # the level of the graph counts, and only its value is looked at
        ),
        ({"compile options": {"global": {"ge.oo.constantFolding": "on"}}}, "", ["JB002 E10001"]),
        ({"compile options": {"global": {"ge.nothing": "1"}}}, "", ["JB001 E10055"]),
        (
            {"compile options": {"global": {"ge.nothing": "1"}}},
            "--raw_ge_options_ignore_unsupported",
            ["JB001 None"],
        ),
        ({"compile options": {"global": {"ge.deterministic": 1}}}, "", ["JB017 E10032"]),
        ({"compile options": {"globals": {}}}, "", ["JB017 E10032"]),
        ({"options": {}}, "", ["JB017 E10032"]),
        ([], "", ["JB017 E10032"]),
        ("{", "", ["JB017 E10032"]),
        ({"compile options": {}, "execute options": {"x": 1}}, "", []),
        ({"compile options": {"graph": {"ge.socVersion": "Ascend310"}}}, "", ["JB011 None"]),
        # checked although the command line counts; a text that is no number has no code
        ({"compile options": {"graph": {LIMIT: "-2"}}}, LIMITING, ["JB011 None", "JB002 E10001"]),
        ({"compile options": {"graph": {LIMIT: "+5"}}}, "", ["JB002 None"]),
        ({"compile options": {"graph": {LIMIT: "5"}}}, "", []),
        # a file that is not there, and one that cannot be
        ({"compile options": {"graph": {"ge.exec.op_precision_mode": "m"}}}, "", ["JB015 E10001"]),
        ({"compile options": {"graph": {"ge.exec.op_precision_mode": "\0"}}}, "", ["JB015 E10001"]),
        ({"compile options": {"session": {"ge.exec.modify_mixlist": "m"}}}, "", ["JB303 E10001"]),
    ],
)
def test_the_file_of_raw_options(tmp_path, content, more, expected):
    line = raw_line(tmp_path, content, more)
    reading = read_raw(line, tmp_path)
    findings = check_reading(reading)
    assert [f"{finding.code} {finding.cann_code}" for finding in findings] == expected
    goes_on = all(finding.severity is not Severity.ERROR for finding in findings)
    assert (next(refusals(reading.jobs[0]), None) is None) == goes_on


def test_only_the_command_line_may_set_the_soc(tmp_path):
    content = {"compile options": {"graph": {"ge.socVersion": "Ascend310"}}}
    line = raw_line(tmp_path, content).replace("--soc_version=Ascend910B3", "")
    findings = check_reading(read_raw(line, tmp_path))
    assert [f"{finding.code} {finding.cann_code}" for finding in findings] == ["JB017 E10001"]
    assert findings[0].source.path == "raw.json"


def test_a_file_that_a_raw_option_names_is_missed_in_the_raw_options(tmp_path):
    content = {"compile options": {"session": {"ge.exec.op_precision_mode": "none.ini"}}}
    line = raw_line(tmp_path, content)
    [finding] = check_reading(read_raw(line, tmp_path))
    assert finding.code == "JB015" and finding.source.path == "raw.json"
    assert finding.source.slice(finding.span) == "none.ini"


SCHEMA = Draft202012Validator(json.loads(read_data("schemas", "raw_ge_options.schema.json")))
LEVELS = st.sampled_from(["global", "session", "graph", "graphs"])
OPTION = st.dictionaries(
    st.sampled_from(["ge.deterministic", "log", ""]), st.sampled_from(["0", 1, None, "x"])
)
CONTENT = st.dictionaries(
    st.sampled_from(["compile options", "compile_options", "execute options"]),
    st.dictionaries(LEVELS, OPTION | st.just([])) | st.just("x"),
)


@given(CONTENT | st.just([]) | st.just(1))
def test_the_schema_is_what_atc_takes(content):
    with tempfile.TemporaryDirectory() as folder:
        line = raw_line(Path(folder), content)
        [job] = read_command(["atc", *line.split()], folder).jobs
    assert SCHEMA.is_valid(content) == (job.raw_faults == [])


@pytest.mark.parametrize(("text", "start"), [('{"compile options": }', 20), ("{} {}", 3)])
def test_what_is_no_json_is_shown_where_it_ends_to_be(tmp_path, text, start):
    line = raw_line(tmp_path, text)
    [finding] = check_reading(read_raw(line, tmp_path))
    assert finding.source is not None and finding.source.path == "raw.json"
    assert (finding.code, finding.span.start) == ("JB017", start)


@pytest.mark.parametrize(
    ("library", "more", "expected"),
    [
        ("9.0.0", "--external_weight=2", []),
        ("9.0.0", "--jit_compile=1", [("JB001", "error", None)]),
        ("8.1.RC1", "--external_weight=2", [("JB002", "error", "E10006")]),
        (None, "--external_weight=2", [("JB341", "info", None)]),
    ],
)
def test_the_library_decides_which_flags_and_values_there_are(
    cannlint, tmp_path, monkeypatch, library, more, expected
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "n.onnx").write_text("x")
    chosen = ["--library", library] if library is not None else []
    line = ["atc", *SOUND.split(), more]
    out = cannlint("check", *chosen, "--format", "json", "--", *line).out
    found = json.loads(out)["diagnostics"]
    assert [(one["rule"], one["severity"], one["cann_code"]) for one in found] == expected


def test_the_release_of_the_configuration_comes_after_that_of_the_command(
    cannlint, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run.sh").write_text(f"atc {SOUND} --external_weight=2\n")
    (tmp_path / "cannlint.toml").write_text('library = "8.1.RC1"\n')
    assert "JB002" in cannlint("check", "run.sh").out
    assert "JB002" not in cannlint("check", "--library", "9.0.0", "run.sh").out
