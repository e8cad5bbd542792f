"""`cannlint check` as a user runs it."""

from __future__ import annotations

import json
import os
import sys

import pytest

GOOD = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
DUPLICATE = GOOD * 2
BLANK = GOOD + "\n" + GOOD


def test_a_clean_file_gets_one_quiet_line(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(GOOD)
    result = cannlint("check", "a.cfg")
    assert (result.status, result.out, result.err) == (0, "1 file checked, nothing to report\n", "")


def test_a_folder_with_nothing_to_check_is_told_from_a_clean_one(cannlint, tmp_path):
    (tmp_path / "notes.txt").write_text("nothing of CANN's\n")
    result = cannlint("check")
    assert result.status == 0
    assert result.out == "nothing checked: no config file and no compile job found\n"


def test_quiet_says_nothing_about_a_clean_file(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(GOOD)
    assert cannlint("check", "-q", "a.cfg").out == ""


@pytest.mark.parametrize(
    "paths",
    [
        ("ex", "./ex/a.cfg"),
        ("ex/a.cfg", "ex/../ex/a.cfg"),
        ("./ex", "ex", "."),
        (".", "{root}/ex"),
        ("{root}/ex/a.cfg", "."),
        ("link", "ex"),
        ("a-link.cfg", "ex"),
        ("a-link.cfg", "link/a.cfg"),
        (".", "--config", "./ex/own.toml"),
        ("{root}/link", "ex", "--config", "{root}/ex/own.toml"),
    ],
)
def test_a_file_of_several_names_is_checked_once(cannlint, tmp_path, paths):
    (tmp_path / "ex").mkdir()
    (tmp_path / "ex" / "a.cfg").write_text(DUPLICATE)
    (tmp_path / "ex" / "own.toml").write_text('[job.a]\nfront-end = "atc"\nlog = "x"\n')
    (tmp_path / "link").symlink_to("ex", target_is_directory=True)
    (tmp_path / "a-link.cfg").symlink_to("ex/a.cfg")
    if "." in paths:
        (tmp_path / "a-link.cfg").unlink()  # a second name in the same folder is a second file
    given = [path.format(root=tmp_path) for path in paths]
    summary = json.loads(cannlint("check", "--format", "json", *given).out)["summary"]
    configs = int("--config" in paths)
    assert (summary["files"], summary["warning"], summary["error"]) == (1 + configs, 1, configs)


def test_the_configuration_of_the_run_is_checked_once(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text('[job.a]\nfront-end = "atc"\nlog = "x"\n')
    for name in ("cannlint.toml", "./cannlint.toml", str(tmp_path / "cannlint.toml")):
        out = cannlint("check", "--format", "json", "--config", name).out
        assert json.loads(out)["summary"]["files"] == 1
        assert len(json.loads(out)["diagnostics"]) == 1


@pytest.mark.parametrize(
    ("found", "summary"),
    [
        ({}, "2 files checked, nothing to report"),
        ({"missing.cfg": None}, "2 files checked, 2 clean: 1 error"),
        ({"dirty.cfg": DUPLICATE}, "3 files checked, 2 clean: 1 warning, 1 fixable with --fix"),
        (
            {"dirty.cfg": DUPLICATE, "missing.cfg": None},
            "3 files checked, 2 clean: 1 error, 1 warning, 1 fixable with --fix",
        ),
        (
            {"cannlint.toml": '[[ignore]]\nrules = ["CD104"]\n'},  # not counted: it has no job
            "2 files checked, 2 clean: 1 warning, 1 fixable with --fix",
        ),
        ({"cannlint.toml": "x = 1\n"}, "0 files checked: 1 error"),
    ],
)
def test_clean_files_are_those_that_were_checked(cannlint, tmp_path, found, summary):
    for name in ("a.cfg", "b.cfg"):
        (tmp_path / name).write_text(GOOD)
    for name, text in found.items():
        if text is not None:
            (tmp_path / name).write_text(text)
    paths = [name for name, text in found.items() if text is None]
    result = cannlint("check", "--format", "concise", ".", *paths)
    assert result.out.splitlines()[-1].partition(" · ")[0] == summary


def test_an_error_in_full(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(BLANK)
    result = cannlint("check", "a.cfg")
    assert result.status == 1
    assert result.out.splitlines()[:6] == [
        "error[CD002] blank-line: a blank line makes CANN refuse the whole file",
        "  ┌─ a.cfg:2:1",
        "1 │ OpType::Relu:InputDtype:float16,OutputDtype:float16",
        "2 │",
        "  │ ^ CANN stops reading here",
        "3 │ OpType::Relu:InputDtype:float16,OutputDtype:float16",
    ]
    last = "1 file checked: 1 error, 1 warning, 2 fixable with --fix · CANN 8.1.RC1 (embedded)\n"
    assert result.out.endswith(last)


def test_both_places_of_a_duplicate_are_shown(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(DUPLICATE)
    out = cannlint("check", "a.cfg").out
    assert "1 │ OpType::Relu" in out and "│         ---- CANN uses this entry" in out
    assert "2 │ OpType::Relu" in out and "│         ^^^^ ignored" in out


def test_concise(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(DUPLICATE)
    out = cannlint("check", "--format", "concise", "a.cfg").out
    assert out.splitlines()[0] == (
        "a.cfg:2:9: warning CD104 duplicate entry for `Relu`; CANN keeps the first one [*]"
    )


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        (GOOD, [], 0),
        (DUPLICATE, [], 0),
        (DUPLICATE, ["--fail-on", "warning"], 1),
        (DUPLICATE, ["--fail-on", "info"], 1),
        (BLANK, [], 1),
        (BLANK, ["--exit-zero"], 0),
        (BLANK, ["--ignore", "CD002"], 0),
        (BLANK, ["--ignore", "CD0", "--fail-on", "warning"], 1),
        (BLANK, ["--select", "CD104"], 0),
        (BLANK, ["--select", "duplicate-entry,blank-line"], 1),
        (BLANK, ["--select", "XX1"], 2),
        (GOOD, ["--kind", "mixlst"], 2),
        (GOOD, ["--no-such-option"], 2),
        (GOOD, ["--library", "7.0"], 2),
        (GOOD, ["--library", "8.1.RC1", "--soc", "Ascend910B3"], 0),
        (GOOD, ["--soc", "Ascend910b3"], 2),
        (GOOD, ["--soc", "Ascend910B3", "--soc", "Foo"], 2),
        (GOOD, ["--soc", "ascend910b"], 0),
        (GOOD, ["--soc", "Ascend910"], 0),
        (GOOD, ["--soc", "Ascend310P"], 2),
        (GOOD, ["--soc", "Ascend950PR_9599"], 0),
    ],
)
def test_exit_status(cannlint, tmp_path, text, options, status):
    (tmp_path / "a.cfg").write_text(text)
    assert cannlint("check", *options, "a.cfg").status == status


NEW_SOC = ("--soc", "Ascend910_9363")  # of 9.1; 8.1.RC1 has Ascend910_9362


@pytest.mark.parametrize("configured", ["cannlint.toml", "b/cannlint.toml", "b/pyproject.toml"])
def test_a_soc_is_one_of_the_library_that_the_run_uses(cannlint, tmp_path, configured):
    (tmp_path / "b").mkdir()
    for name in ("a.cfg", "b/c.cfg"):
        (tmp_path / name).write_text(GOOD)
    other = cannlint("check", *NEW_SOC, ".")
    assert other.status == 0 and "CANN 8.1.RC1 has no operators for Ascend910_9363" in other.err
    table = "[tool.cannlint]\n" if configured.endswith("pyproject.toml") else ""
    (tmp_path / configured).write_text(f'{table}library = "9.1.0"\n')
    for paths in (["b"], ["b/c.cfg"]):
        result = cannlint("check", *NEW_SOC, *paths)
        assert (result.status, result.err) == (0, "")
    assert cannlint("inspect", *NEW_SOC, "b/c.cfg").status == 0
    assert cannlint("audit", *NEW_SOC, ".").status == 0
    assert cannlint("check", *NEW_SOC, "--config", configured, "a.cfg").status == 0
    # the option comes before the configuration
    for options in (("--library", "8.1.RC1"), ("--isolated",)):
        result = cannlint("check", *NEW_SOC, *options, "b/c.cfg")
        assert result.status == 0 and "CANN 8.1.RC1 has no operators for" in result.err


@pytest.mark.parametrize("command", ["check", "inspect", "plan", "audit"])
@pytest.mark.parametrize("soc", ["", " "])
def test_an_empty_soc_is_refused(cannlint, tmp_path, command, soc):
    (tmp_path / "cannlint.toml").write_text('soc = "Ascend910B3"\n')
    (tmp_path / "a.cfg").write_text(GOOD)
    paths = {"plan": ["-O", "customize_dtypes=a.cfg"], "audit": ["."]}.get(command, ["a.cfg"])
    result = cannlint(command, "--soc", soc, *paths)
    assert result.status == 2 and "a SoC version is empty" in result.err
    (tmp_path / "cannlint.toml").write_text('soc = ""\n')
    assert "`soc` must be" in cannlint("check", "a.cfg").out


def test_a_wrong_code_or_kind_gets_a_suggestion(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(GOOD)
    for option, value, meant in (
        ("--kind", "mixlst", "mixlist"),
        ("--select", "duplicat-entry", "duplicate-entry"),
        ("--soc", "Ascend910b3", "Ascend910B3"),
        ("--soc", "910B3", "Ascend910B3"),
        ("--soc", "Ascend310P", "Ascend310P1, Ascend310P3, Ascend310P5, Ascend310P7"),
        ("--soc", "310p", "Ascend310P1, Ascend310P3, Ascend310P5, Ascend310P7"),
    ):
        result = cannlint("check", option, value, "a.cfg", COLUMNS="200")
        assert f"did you mean {meant}?" in result.err


def test_plain_ascend910b_is_not_suggested_for_what_is_no_first_generation(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(GOOD)
    told = cannlint("check", "--soc", "Ascend910C", "a.cfg").err
    assert "Ascend910B1" in told and "Ascend910B?" not in told


@pytest.mark.parametrize("options", [["--jobs", "1"], ["--jobs", "2"]])
def test_of_a_soc_that_the_library_lacks_a_sentence_says_that_nothing_was_checked(
    cannlint, tmp_path, options
):
    for name in ("a.cfg", "b.cfg"):
        (tmp_path / name).write_text("OpType::NoSuchOp:InputDtype:float16\n")
    (tmp_path / "cannlint.toml").write_text('soc = "Ascend950PR_9599"\n')
    result = cannlint("check", *options, ".")
    assert result.status == 0
    told = "CANN 8.1.RC1 has no operators for Ascend950PR_9599: checks that need them are skipped"
    assert result.err.count(told) == 1


def test_json_follows_its_schema_and_counts_from_one(cannlint, tmp_path):
    import jsonschema

    (tmp_path / "节点.cfg").write_text("节点/加::InputDtype:fp16\n")
    result = cannlint("check", "--format", "json", "节点.cfg")
    report = json.loads(result.out)
    schema = json.loads(cannlint("schema", "report").out)
    jsonschema.Draft202012Validator(schema).validate(report)
    [finding] = report["diagnostics"]
    assert finding["rule"] == "CD004" and finding["cann_code"] == "E20003"
    assert finding["range"] == {
        "start": {"line": 1, "column": 18},
        "end": {"line": 1, "column": 22},
    }
    assert finding["fix"]["edits"][0]["text"] == "float16"
    assert finding["file"] == "节点.cfg" and finding["kind"] == "customize_dtypes"
    assert report["summary"]["error"] == 1
    assert result.status == 1


def test_carets_stand_under_chinese_text(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text("节点/加::InputDtype:fp16\n")
    lines = cannlint("check", "a.cfg").out.splitlines()
    source = next(line for line in lines if "节点" in line and "│" in line)
    carets = next(line for line in lines if "^^^^" in line)
    cells = sum(2 if char > "\u2fff" else 1 for char in source[: source.index("fp16")])
    assert carets.index("^") == cells


def test_statistics(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(GOOD * 3 + "\n")
    out = cannlint("check", "--statistics", "a.cfg").out.splitlines()
    assert out[:2] == [
        "2  warning  CD104  [*]  duplicate-entry",
        "1  error    CD002  [*]  blank-line",
    ]


def test_standard_input_takes_its_kind_from_name_or_content(cannlint):
    text = BLANK.encode()
    assert "x/keep.cfg" not in cannlint("check", "-", stdin=text).out
    named = cannlint("check", "--stdin-filename", "conf/x.cfg", "-", stdin=text)
    assert named.status == 1 and "conf/x.cfg:2:1" in named.out
    by_name = cannlint("check", "--stdin-filename", "keep_dtype.cfg", "-", stdin=b"# c\nconv1\n")
    assert "KD101" in by_name.out


def test_a_file_of_no_known_kind_is_named_and_ends_with_2(cannlint, tmp_path):
    (tmp_path / "notes.txt").write_text("hello\n")
    result = cannlint("check", "notes.txt")
    assert result.status == 2 and "cannot tell what kind of file" in result.err
    assert "--kind" in result.err


def test_a_long_line_is_shown_up_to_its_end_and_as_far_back_as_there_is_room(cannlint, tmp_path):
    options = " ".join(f"--output=o{number}" for number in range(30))
    (tmp_path / "run.sh").write_text(f"atc --model=m --framework=5 {options} --log=loud\n")
    out = cannlint("check", "run.sh", "--select", "JB002").out
    [source] = [line for line in out.splitlines() if line.endswith("--log=loud")]
    assert source.startswith("1 │ …") and 135 < len(source) <= 160
    [marked] = [line for line in out.splitlines() if "^^^^" in line]
    assert marked.index("^") == source.index("loud")


@pytest.mark.parametrize(("name", "command"), [("m.onnx", "plan"), ("m.om", "verify")])
@pytest.mark.parametrize("asked", ["check", "inspect"])
def test_a_model_is_told_with_the_command_for_it(cannlint, tmp_path, name, command, asked):
    (tmp_path / name).write_bytes(b"\x08\x07\x12\x07pytorch")
    result = cannlint(asked, name)
    assert result.status == 2
    assert f"{name}: this is a " in result.err and f"`cannlint {command} " in result.err


def test_a_folder_is_searched_and_unknown_files_are_passed_over(cannlint, tmp_path):
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "switch_config.txt").write_text(BLANK)
    (tmp_path / "conf" / "notes.txt").write_text("hello\n")
    (tmp_path / "model.py").write_text("InputDtype:\n")
    result = cannlint("check")
    assert result.status == 1
    assert "conf/switch_config.txt:2:1" in result.out and "1 file checked" in result.out


def test_the_hooks_call_skips_what_it_does_not_know(cannlint, tmp_path):
    (tmp_path / "notes.txt").write_text("hello\n")
    (tmp_path / "a.cfg").write_text(DUPLICATE)
    result = cannlint("check", "--quiet", "--skip-unknown", "notes.txt", "a.cfg")
    assert result.status == 0 and "CD104" in result.out and "notes" not in result.out + result.err


def test_order_is_by_file_line_column_and_rule(cannlint, tmp_path):
    for name in ("b.cfg", "a.cfg"):
        (tmp_path / name).write_text(BLANK + GOOD)
    report = json.loads(cannlint("check", "--format", "json", "b.cfg", "a.cfg").out)
    keys = [
        (d["file"], d["range"]["start"]["line"], d["range"]["start"]["column"], d["rule"])
        for d in report["diagnostics"]
    ]
    assert keys == sorted(keys) and keys[0][0] == "a.cfg"


def test_paths_that_cannot_be_read(cannlint, tmp_path):
    os.mkfifo(tmp_path / "pipe.cfg")
    for path, reason in (
        ("missing.cfg", "no such file or folder"),
        ("pipe.cfg", "is a pipe"),
        ("/dev/null", "is not a regular file"),
    ):
        result = cannlint("check", path)
        assert result.status == 2
        assert "CL005" in result.out and reason in result.out


def test_a_file_beyond_the_limit_is_not_read(cannlint, tmp_path):
    with open(tmp_path / "huge.cfg", "wb") as file:
        file.truncate(100 * 1024 * 1024)
    result = cannlint("check", "huge.cfg")
    assert result.status == 2 and "has 104,857,600 bytes" in result.out


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(GOOD)
    (tmp_path / "a.cfg").chmod(0)
    assert "no permission" in cannlint("check", "a.cfg").out


def test_colours_only_where_wanted(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(BLANK)
    assert "\x1b[" not in cannlint("check", "a.cfg").out
    coloured = cannlint("check", "a.cfg", FORCE_COLOR="1").out
    assert "\x1b[" in coloured
    assert "\x1b[" not in cannlint("check", "a.cfg", FORCE_COLOR="1", NO_COLOR="1").out
    assert cannlint("--color", "always", "check", "a.cfg", NO_COLOR="1").out == coloured
    assert cannlint("check", "--color", "always", "a.cfg", NO_COLOR="1").out == coloured
    assert "\x1b[" not in cannlint("--color=never", "check", "a.cfg", FORCE_COLOR="1").out


def test_nothing_a_file_says_can_move_the_cursor(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_bytes(b"\x1b[2J\x07:InputDtype:\x1b]0;x\x07\n")
    for format in ("full", "concise", "json"):
        out = cannlint("check", "--format", format, "a.cfg").out
        assert "\x1b" not in out and "\x07" not in out


def test_help_names_the_commands_and_version_is_printed(cannlint):
    out = cannlint("--help").out
    assert all(name in out for name in ("check", "inspect", "rule", "schema"))
    assert cannlint("--version").out.startswith("cannlint 0.")


def test_a_closed_pipe_is_no_traceback(tmp_path, cannlint):
    import subprocess

    (tmp_path / "a.cfg").write_text("x\n" * 5000)
    command = f"{sys.executable} -m cannlint check --kind customize_dtypes a.cfg | head -1"
    root = os.path.join(os.path.dirname(__file__), os.pardir, "lint")
    environment = {**os.environ, "PYTHONPATH": root}
    result = subprocess.run(
        command, shell=True, cwd=tmp_path, env=environment, capture_output=True, timeout=120
    )
    assert b"Traceback" not in result.stderr and result.stdout.startswith(b"error")


def test_a_fix_of_blanks_shows_them(cannlint, tmp_path):
    (tmp_path / "a.sh").write_bytes(b"atc --model=m.onnx \\ \n  --framework=5\n")
    (tmp_path / "keep.cfg").write_bytes(b"\xef\xbb\xbfOpType::Relu\n")
    out = cannlint("check", "a.sh", "keep.cfg").out
    assert "1 - atc --model=m.onnx \\·\n1 + atc --model=m.onnx \\\n" in out
    assert "1 - <U+FEFF>OpType::Relu\n1 + OpType::Relu\n" in out


@pytest.mark.parametrize("name", ["--exit-zero", "-", "--", "-h", "atc"])
@pytest.mark.parametrize("flags", [("--quiet",), ("--format", "concise")])
def test_what_a_hook_gives_behind_two_dashes_are_names_of_files(cannlint, tmp_path, name, flags):
    (tmp_path / name).write_text(DUPLICATE + "\n")
    result = cannlint("check", *flags, "--skip-unknown", "--", name)
    assert result.status == 1 and "CD002" in result.out, result.out + result.err


def test_a_command_line_without_the_dashes_before_it(cannlint):
    """The word `atc` is taken for a path: what to type is said."""
    result = cannlint("check", "atc", "model.onnx")
    assert result.status == 2 and "cannlint check -- atc --model=..." in result.out
