"""The atc commands that scripts and pages run: which they are, and what they set."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.diagnostics import Severity
from cannlint.discovery.detect import kind_of
from cannlint.engine.file_checks import check_reading
from cannlint.jobs.atc_commands import read
from cannlint.jobs.shell.commands import commands_in
from cannlint.jobs.shell.word import UNKNOWN_PART
from cannlint.kinds import Kind
from cannlint.text.source import Source
from work import grows_as_its_input

SOUND = "--model=n.onnx --framework=5 --output=out --soc_version=Ascend910B3"


def jobs_of(text: str, path: str = "run.sh"):
    return read(Source(path, text.encode("utf-8", "surrogateescape"))).jobs


def settings_of(text: str, path: str = "run.sh"):
    """The settings of the only job, option → value."""
    [job] = jobs_of(text, path)
    return {setting.option: setting.value for setting in job.settings}


def findings_of(text: str, path: str = "run.sh"):
    return check_reading(read(Source(path, text.encode())))


@pytest.mark.parametrize(
    "command",
    [
        "atc {}",
        "/usr/local/Ascend/bin/atc {}",
        "${{ASCEND_HOME}}/atc/bin/atc {}",
        "pyatc {}",
        "python3 -m ge.pyatc {}",
        '"$ATC" {}',
        "${{ATC}} {}",
        "$ATC_BIN {}",
        "nohup atc {} > atc.log 2>&1 &",
        "time -p atc {}",
        "sudo -E env A=1 atc {}",
        "timeout 3600 python3 -m ge.pyatc {}",
        "ASCEND_SLOG_PRINT_TO_STDOUT=1 atc {}",
        "if atc {}; then echo ok; fi",
        "if [ -f x ]; then atc {}; fi",
        "for i in 1 2; do atc {}; done",
        "while ! atc {}; do sleep 1; done",
        "convert() {{ atc {}; }}",
        "cd models && atc {} || exit 1",
        "(cd models; atc {})",
        "result=$(atc {})",
        "result=`atc {}`",
        "echo start; atc {} | tee log.txt",
        "atc {} # the fp16 model",
        "case $1 in\n  a) atc {} ;;\nesac",
        "$ atc {}",
    ],
)
def test_where_a_command_stands(command):
    assert settings_of(command.format("--log=info")) == {"log": "info"}


@pytest.mark.parametrize(
    "text",
    [
        "# atc --log=info",
        'echo "atc --log=info"',
        "echo atc --log=info",
        "which atc",
        "atc",
        "cat > run.txt <<EOF\natc --log=info\nEOF\n",
        "cat <<-'END'\n\tatc --log=info\n\tEND\n",
        "grep atc --log=info file",
        "batc --log=info",
        "x='atc --log=info'",
        "source atc.sh --log=info",
    ],
)
def test_what_is_no_command(text):
    assert jobs_of(text) == []


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_that_go_on(end):
    text = end.join(
        ["atc --model=n.onnx \\", "\t--output 'o u t' \\", '    --log="in"fo', "ls --log=x"]
    )
    assert settings_of(text) == {"model": "n.onnx", "output": "o u t", "log": "info"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("A=fp16\natc --log=$A", "fp16"),
        ("export A=fp16; atc --log=${A}_x", "fp16_x"),
        ('A="f p"\natc --log="$A"', "f p"),
        ("A=1\nB=${A}2\natc --log=$B", "12"),
        ("A='f p'\natc --log=$A", None),  # two words
        ("atc --log=$A", None),
        ("A=1\nA=2\natc --log=$A", "2"),
        ("A=1\nread A\natc --log=$A", None),
        ("if x; then\nA=1\nfi\natc --log=$A", None),
        ("for A in 1 $B; do atc --log=$A; done", None),
        ("A=$1\natc --log=$A", None),
        ("x || A=1\natc --log=$A", None),
        ("atc --log=$A\nA=1", None),
        ("atc --log=${A:-info}", None),
        ("atc --log=$(level)", None),
        ("atc --log='$A'", "$A"),
        ("atc --log=\\$A", "$A"),
        ("atc --log=<level>", None),
    ],
)
def test_the_values_of_variables(text, value):
    assert settings_of(text) == {"log": value}


@pytest.mark.parametrize("words", ["$@", '"$@"', "$OPTS", '"${ARGS[@]}"', "$(cat opts)", "--$k=1"])
def test_words_that_are_not_known(words):
    [job] = jobs_of(f"atc --log=info {words}")
    assert not job.complete
    assert findings_of(f"atc --log=info {words}") == []


def test_the_places_of_a_setting():
    text = "A=info\natc -model=\"n\" --soc-ver 'x' --log=a$A\n"
    [job] = jobs_of(text)
    written = [
        (job.source.slice(s.span), job.source.slice(s.key_span), job.source.slice(s.value_span))
        for s in job.settings
    ]
    assert written == [
        ('-model="n"', "model", "n"),
        ("--soc-ver 'x'", "soc-ver", "'x'"),
        ("--log=a$A", "log", "a$A"),
    ]


PAGE = """# Model

Run `atc --log=x` or:

```bash
{command}
```

```python
atc --log=y
```

* in a list
  ~~~
  atc --log=error
  ~~~
"""


@pytest.mark.parametrize("first", ["--log=info", "--log=info --output=x", ""])
def test_a_command_that_follows_without_a_mark_is_a_job_of_its_own(first):
    """As where the backslash at the end of a line stands before a second command."""
    jobs = jobs_of(f"atc {first} \\\n  atc --log=error\n")
    logs = ["info", "error"] if first else ["error"]
    assert [job.value("log") for job in jobs] == logs


def test_the_code_blocks_of_a_page():
    jobs = jobs_of(PAGE.format(command="atc --log=info"), "README.md")
    assert [job.value("log") for job in jobs] == ["info", "error"]


@pytest.mark.parametrize("inside", ["~~~", "```python", "``"])
def test_a_block_of_a_page_ends_with_the_fence_that_it_began_with(inside):
    text = f"```\natc --log=info\n{inside}\natc --log=error\n```\natc --log=debug\n"
    assert [job.value("log") for job in jobs_of(text, "README.md")] == ["info", "error"]


@pytest.mark.parametrize(
    "command",
    [
        "atc --model=n.onnx ...",
        "atc --log=info [--output=x]",
        "atc {options} --log=info",
        f"atc {SOUND} --dynamic_dims='1;2' --input_shape=[shapes]",
    ],
)
def test_a_page_may_leave_things_out(command):
    assert findings_of(f"```\n{command}\n```\n", "README.md") == []


def test_brackets_are_a_value_where_they_are_the_range_of_a_shape():
    [job] = jobs_of(f"atc {SOUND} --input_shape_range=[1~4,3]")
    assert job.value("input_shape_range") == "[1~4,3]"
    for placeholder in ("--input_shape_range={ranges}", "--input_shape=[1~4,3]"):
        [job] = jobs_of(f"atc {SOUND} {placeholder}")
        assert job.settings[-1].value is None


def test_lines_about_flags_are_no_lines_of_the_command():
    text = f"```\natc {SOUND}\n--model：the model\n--framework: 5 is ONNX\n```\n"
    assert findings_of(text, "README.md") == []


@pytest.mark.parametrize(
    ("path", "text", "kind"),
    [
        ("run.sh", "#!/bin/bash\natc --log=info\n", Kind.ATC_COMMANDS),
        ("run.sh", "atc \\\n  --log=info\n", Kind.ATC_COMMANDS),
        ("convert", "#!/bin/sh\n$ATC --log=info\n", Kind.ATC_COMMANDS),
        ("README.md", "```\natc --log=info\n```\n", Kind.ATC_COMMANDS),
        ("cmd.txt", "atc --model=n.onnx --framework=5\n", Kind.ATC_COMMANDS),
        ("run.sh", "echo hello\n", None),
        ("README.md", "ATC is the compiler; see --help\n", None),
        ("keep_dtype.cfg", "# used by atc --keep_dtype\nconv1\n", Kind.KEEP_DTYPE),
        ("run.sh", "cat > fusion.cfg <<E\nGraphFusion ALL:on\nE\n", None),
    ],
)
def test_the_kind_of_a_script(path, text, kind):
    assert kind_of(path, text.encode()) is kind


def test_scripts_in_a_folder_are_checked(cannlint, tmp_path):
    (tmp_path / "run.sh").write_bytes(b"\xef\xbb\xbf# \xb4\xf3\natc --nonsense=1 $@\n")
    (tmp_path / "README.md").write_text("```\natc --log=loud $@\n```\n")
    (tmp_path / "notes.md").write_text("nothing here\n")
    result = cannlint("check", "--format", "concise")
    assert "README.md:2:11: error JB002" in result.out
    assert "run.sh:2:7: error JB001" in result.out
    assert "2 files and 2 jobs checked" in result.out


def test_a_script_is_nothing_to_inspect(cannlint, tmp_path):
    (tmp_path / "run.sh").write_text("atc --log=info\n")
    result = cannlint("inspect", "run.sh")
    assert result.status == 2
    assert "use check" in result.err


PIECES = [
    "atc", "--model=", "a b", "'", '"', "\\", "\n", "\\\n", " ", "\t", "$A", "${A", "$(", ")", "`",
    "#", ";", "&&", "|", ">", "<<E\n", "E\n", "<", "\r\n", "A=1", "for", "do", "done", "{", "}",
    "--log=info", "-h", "”x”", "—", "```", "~~~", "\ufeff", "\0", "模型", "--input_shape=x:-1,3",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join), st.sampled_from(["sh", "md"]))
def test_any_script_is_read(text, suffix):
    source = Source(f"run.{suffix}", text.encode())
    reading = read(source)
    for job in reading.jobs:
        spans = [span for s in job.settings for span in (s.span, s.key_span, s.value_span)]
        for span in [job.span, *spans, *(slip.span for slip in job.slips)]:
            assert 0 <= span.start <= span.end <= len(source.text)
    for finding in check_reading(reading):
        assert str(finding.message)


@given(st.text(max_size=60))
def test_every_word_of_a_shell_text_has_its_place(text):
    for command in commands_in(text):
        for word in command.words:
            assert 0 <= word.start < word.end <= len(text)
            for at in range(len(word.text)):
                span = word.span(at, at + 1)
                assert word.start <= span.start < span.end <= word.end
                written = text[span.start : span.end]
                assert word.text[at] == UNKNOWN_PART or word.text[at] in written


@pytest.mark.parametrize(
    "piece", ["$(", "${", "`", "'", '"', "\\", "<<E\n", "atc --log=$(x \\\n", "A=1\n", "((("]
)
def test_work_grows_as_the_script(piece):
    assert grows_as_its_input(lambda count: jobs_of(piece * count), 200)


OPTIONS = {
    "precision_mode": ["force_fp16", "$MODE", "allow_mix_precision"],
    "op_select_implmode": ["high_precision", "high_performance"],
    "input_shape": ["x:1,3,224,224", "x:${BS},3,224,224;y:1"],
    "soc_version": ["Ascend910B3", "Ascend${CHIP}", "<soc>"],
    "op_precision_mode": ["op_precision.ini", "./cfg/op_precision.ini"],
}
FORMS = ["--{}={}", "--{} {}", "-{}={}", '--{}="{}"', "--{}='{}'", "'--{}={}'"]
LAYOUTS = [" ", " \\\n    ", " \\\r\n\t", "  "]


def written(form: str, option: str, value: str) -> str | None:
    """An option in one of the forms; None where the shell would not take the value so."""
    if "'" in form and "$" in value:
        return None  # nothing is expanded in these quotes
    if ";" in value and not ("'" in form or '"' in form):
        return None  # without quotes the semicolon ends the command
    return form.format(option, value)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_sound_scripts_have_no_error(form, layout):
    """Every pair of options, in every form and layout."""
    checked = 0
    for (first, ones), (second, others) in itertools.combinations(OPTIONS.items(), 2):
        for one, other in itertools.product(ones, others):
            parts = [written(form, first, one), written(form, second, other)]
            if None in parts:
                continue
            soc = [] if "soc_version" in (first, second) else ["--soc_version=Ascend310P3"]
            sound = ["atc", "--model=n.onnx --framework=5 --output=out", *parts, *soc]
            text = "#!/bin/bash\nset -e\n" + layout.join(sound) + "\n"
            findings = findings_of(text)
            assert [f.code for f in findings if f.severity is Severity.ERROR] == [], text
            checked += 1
    assert checked > 20
