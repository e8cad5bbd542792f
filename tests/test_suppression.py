"""What accepts findings: [[ignore]] tables and comments; and what is said of those that do not."""

from __future__ import annotations

import json
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cannlint.formats.scripts import SCRIPT_SUFFIXES
from cannlint.kinds import Kind
from cannlint.syntax.ignore_comments import ignore_comments
from cannlint.syntax.ignore_tables import table_places
from cannlint.text.source import Source
from cannlint.text.span import Edit, apply_edits

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TYPO = "Gelu=high_preformance\n"
RELU = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"


def codes(result) -> list[str]:
    return [f"{line.split(':')[1]} {line.split()[2]}" for line in result.out.splitlines()]


def codes_of(lines: list[str]) -> set[str]:
    return {line.split()[1] for line in lines}


@pytest.fixture
def check(cannlint, tmp_path):
    """Check one op_precision file; the result is `line CODE` for each finding."""

    def run(text: str, *options: str, name: str = "op_precision.ini"):
        (tmp_path / name).write_text(text)
        return codes(cannlint("check", "-q", "--format", "concise", *options, name))

    return run


def test_a_comment_accepts_the_findings_of_the_next_line(check):
    assert check(TYPO) == ["1 OP101"]
    assert check("# cannlint: ignore[OP101] the vendor's spelling\n" + TYPO) == []
    assert check("#cannlint:ignore[OP1, CD104]\n" + TYPO) == ["1 CL002"]
    assert check("# cannlint: ignore[unknown-mode]\n" + TYPO) == []
    assert check("# cannlint: ignore[OP101]\n\n# a remark\n" + TYPO) == []
    assert check("# cannlint: ignore[OP101]\n" + TYPO + "Relu=high\n", "--select", "OP101") == [
        "3 OP101"
    ]


def test_a_comment_may_hold_for_the_whole_file(check):
    text = "# cannlint: ignore-file[OP101]\n" + TYPO + "Abs=high\n"
    assert check(text, "--select", "OP101,CL") == []


def test_a_thousand_codes_of_a_file_are_heeded(check):
    """Those of a comment that begins behind them accept nothing, and nothing is said of them."""
    codes, few = ",".join(["OP101"] * 1000), ",".join(["OP101"] * 999)
    last = "# cannlint: ignore[OP106,XX]\nRelu=\n"
    assert "OP106" not in codes_of(check(f"# cannlint: ignore[{few}]\n{TYPO}{last}"))
    assert codes_of(check(f"# cannlint: ignore[{codes}]\n{TYPO}{last}")) == {"OP106"}
    assert codes_of(check(f"# cannlint: ignore[{codes},OP106]\n{last}")) == {"CL002", "OP106"}


def test_a_finding_is_accepted_at_any_of_its_places(check):
    text = "# cannlint: ignore[OP105]\nGelu=high_precision\nGelu=high_precision\n"
    assert check(text) == []


def test_only_a_comment_to_cann_suppresses(check):
    assert check(" # cannlint: ignore[OP101]\n" + TYPO) == ["2 OP101"]
    assert check("; cannlint: ignore[OP101]\n" + TYPO) == ["2 OP101"]
    assert check("\ufeff# cannlint: ignore[OP101]\n" + TYPO) == ["2 OP101"]
    # a customize_dtypes file has no comments: this one is refused
    refused = check("# cannlint: ignore[CD003]\n" + RELU, name="a.cfg")
    assert "1 CD003" in refused


def test_no_ignores_turns_all_of_them_off(check, tmp_path):
    (tmp_path / "cannlint.toml").write_text('[[ignore]]\nrules = ["OP101"]\n')
    assert check("# cannlint: ignore[OP101]\n" + TYPO) == []
    assert check("# cannlint: ignore[OP101,OP105]\n" + TYPO, "--no-ignores") == ["2 OP101"]


def test_an_unused_code_is_reported_and_taken_out(cannlint, tmp_path, check):
    path = tmp_path / "op_precision.ini"
    text = "# a\n# cannlint: ignore[OP101] x\nGelu=high_precision\n"
    assert check(text) == ["2 CL002"]
    cannlint("check", "--fix", "op_precision.ini")
    assert path.read_text() == "# a\nGelu=high_precision\n"
    for written, left in (
        ("OP105, OP101", "OP101"),
        ("OP101,OP105", "OP101"),
        ("OP105,OP101, OP106,OP107", "OP101"),
        ("OP101, OP9999", "OP101, OP9999"),
    ):
        path.write_text(f"# cannlint: ignore[{written}] x\n{TYPO}")
        cannlint("check", "--fix", "op_precision.ini")
        assert path.read_text() == f"# cannlint: ignore[{left}] x\n{TYPO}"


def test_only_rules_that_ran_are_judged(check):
    text = "# cannlint: ignore[OP105]\nGelu=high_precision\n"
    assert check(text) == ["1 CL002"]
    assert check(text, "--select", "OP101,CL") == []
    assert check(text, "--ignore", "OP105") == []
    # all of a family are never run on one file: those of jobs come with the script
    assert check("# cannlint: ignore[LB]\nGelu=high_precision\n", "--select", "OP,CL") == []


def test_codes_that_no_rule_has(check, cannlint, tmp_path):
    assert check("# cannlint: ignore[OP999]\n" + TYPO) == ["1 CL003", "2 OP101"]
    assert check("# cannlint: ignore\n" + TYPO) == ["1 CL003", "2 OP101"]
    assert check("# cannlint: ignore[]\n" + TYPO) == ["1 CL003", "2 OP101"]
    assert check("# cannlint: disable=OP101\n" + TYPO) == ["1 CL003", "2 OP101"]
    (tmp_path / "op_precision.ini").write_text("# cannlint: ignore[unknwn-mode]\n" + TYPO)
    assert "did you mean `unknown-mode`?" in cannlint("check", "op_precision.ini").out


CONFIG = """\
extra-ops = ["MyOp"]

[[ignore]]
rules = ["OP101", "OP105"]
paths = ["old/**"]

# why
[[ignore]]
rules = ["CD104"]
"""


def test_tables_are_judged_when_their_whole_folder_is_checked(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text(CONFIG)
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "op_precision.ini").write_text(TYPO)
    report = json.loads(cannlint("check", "--format", "json").out)
    places = [(d["file"], d["range"]["start"]["line"], d["message"]) for d in report["diagnostics"]]
    assert places == [
        ("cannlint.toml", 4, "this suppression of OP105 matches no finding"),
        ("cannlint.toml", 8, "this suppression of CD104 matches no finding"),
    ]
    assert "CL002" not in cannlint("check", "old").out
    assert "CL002" not in cannlint("check", "old/op_precision.ini").out
    assert "CL002" not in cannlint("check", "--select", "OP101").out
    assert "CL002" not in cannlint("check", "--no-ignores", "--exit-zero").out


def test_unused_tables_are_taken_out(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text(CONFIG)
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "op_precision.ini").write_text(TYPO)
    result = cannlint("check", "--fix")
    assert "2 fixed, 0 remaining (1 suppressed)" in result.out
    assert (tmp_path / "cannlint.toml").read_text() == (
        'extra-ops = ["MyOp"]\n\n[[ignore]]\nrules = ["OP101"]\npaths = ["old/**"]\n\n# why\n'
    )
    assert "nothing to report" in cannlint("check").out


def test_tables_of_a_pyproject_and_inline_ones(cannlint, tmp_path):
    (tmp_path / "op_precision.ini").write_text(TYPO)
    before = '[project]\nname = "x"\n\n[tool.cannlint]\nsoc = "Ascend910B3"\n'
    (tmp_path / "pyproject.toml").write_text(
        before + "\n[[tool.cannlint.ignore]]\nrules = [\n  'OP105', # c\n  'CD1',\n]\n[tool.x]\n"
    )
    assert "pyproject.toml:7:1" in cannlint("check").out
    cannlint("check", "--fix")
    assert (tmp_path / "pyproject.toml").read_text() == before + "\n[tool.x]\n"
    (tmp_path / "cannlint.toml").write_text('soc = "Ascend910B3"\nignore = [{rules = ["OP105"]}]\n')
    assert "cannlint.toml:2:11" in cannlint("check").out
    assert "CL002" not in cannlint("check", "--fix").out
    assert (tmp_path / "cannlint.toml").read_text() == 'soc = "Ascend910B3"\nignore = []\n'


def test_a_table_with_a_code_that_no_rule_has(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text('[[ignore]]\nrules = ["OP101", "OP999"]\n')
    (tmp_path / "op_precision.ini").write_text(TYPO)
    result = cannlint("check", "--format", "concise", "-q", "op_precision.ini")
    assert (
        result.out
        == "cannlint.toml:2:19: warning CL003 unknown rule `OP999`, so this suppresses nothing\n"
    )


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        ("a.cfg", RELU * 2, "Relu"),
        ("a.cfg", "a/Relu:InputDtype:float16\n" * 2, "a/*"),
        ("op_precision.ini", TYPO, "Gelu"),
        ("keep_dtype.cfg", "conv1\nconv1\n", "conv1"),
        ("mixlist.json", '{"black-list": {"to-add": ["Relu", "Relu"]}}', "Re[l]u"),
        ("mixlist.json", '{"black-list": {"to-add": ["Relu", "Relu"]}}', "to-add"),
        ("fusion_switch.cfg", '{"Switch": {"GraphFusion": {"XFusionPass ": "off"}}}', "XFusion*"),
        ("fusion_switch.cfg", "XFusionPass :off\n", "XFusionPass"),
    ],
)
def test_tables_may_name_keys(cannlint, tmp_path, name, text, key):
    (tmp_path / name).write_text(text)
    rule = json.loads(cannlint("check", "--format", "json", name).out)["diagnostics"][0]["rule"]
    for pattern, is_reported in ((key, False), ("Other", True)):
        table = f'[[ignore]]\nrules = ["{rule}"]\nkeys = ["{pattern}"]\n'
        (tmp_path / "cannlint.toml").write_text(table)
        assert (rule in cannlint("check", name).out) is is_reported


TABLES = st.lists(
    st.lists(st.sampled_from(["OP101", "CD1", "MX"]), min_size=1, max_size=4),
    min_size=1,
    max_size=3,
)


def written_as_tables(lists):
    tables = (f"\n[[ignore]] # c\npaths = ['[x']\nrules = [{codes}]\n# next\n" for codes in lists)
    return "a = [1]\n" + "".join(tables) + "[files]\n'x' = 'mixlist'\n"


def written_inline(lists):
    items = ",\n  ".join(f"{{ paths = ['[x'], 'rules' = [{codes}] }}" for codes in lists)
    return f"a = [1]\nignore = [ # c ]\n  {items}] # d\n[files]\n'x' = 'mixlist'\n"


@given(
    tables=TABLES,
    drop=st.sets(st.integers(0, 12)),
    style=st.sampled_from([", ", ",\n  # x\n "]),
    write=st.sampled_from([written_as_tables, written_inline]),
)
def test_taking_codes_out_leaves_the_others(tables, drop, style, write):
    text = write([style.join(f'"{code}"' for code in rules) for rules in tables])
    source, edits, left, number = Source("cannlint.toml", text.encode()), [], [], 0
    for rules, places in zip(tables, table_places(source, len(tables)), strict=True):
        idle = [at for at in range(len(rules)) if number + at in drop]
        number += len(rules)
        edits += [Edit(span, "") for span in (places.without(idle) if idle else [])]
        if len(idle) < len(rules):
            left.append([code for at, code in enumerate(rules) if at not in idle])
    after = tomllib.loads(apply_edits(text, edits))
    assert [table["rules"] for table in after.get("ignore", [])] == left
    assert after["a"] == [1] and after["files"] == {"x": "mixlist"}


SHELL = """\
# cannlint: ignore[JB001]
atc --model=a.onnx \\
    --frame=5 \\
    --x='# cannlint: ignore[JB003]'
atc \\
  --model=b \\
  --y=2  # cannlint: ignore[JB002] why
"""
PYTHON = """\
x = "# cannlint: ignore[JB001]"
# cannlint: ignore[JB002]
run(
    a=1,
    b=2,  # cannlint: ignore[JB003]
)
"""
MARKDOWN = """\
# Convert

<!-- cannlint: ignore[JB001] -->
```bash
atc \\
  --x
```

`atc --x` <!-- cannlint: ignore[JB002] -->
"""
RST = """\
.. cannlint: ignore[JB001]
.. cannlint: ignore[JB002]

Convert the model
like this::

    atc --x

    atc --y

.. cannlint: ignore[JB003] a directive with one colon is a comment

.. code-block:: bash
   :linenos:

   atc --z

# no cannlint: ignore[JB004]
"""
RUN = """\
import subprocess
# cannlint: ignore[JB001]
subprocess.run([
    "atc",
    "--x # cannlint: ignore[JB002] \\
    --y",  # cannlint: ignore[JB003]
])
"""


@pytest.mark.parametrize(
    ("kind", "name", "text", "covered"),
    [
        (Kind.ATC_COMMANDS, "a.sh", SHELL, [("JB001", 2, 4), ("JB002", 5, 7)]),
        (Kind.TF_SCRIPT, "a.py", PYTHON, [("JB002", 3, 6), ("JB003", 5, 5)]),
        (Kind.ATC_COMMANDS, "a.md", MARKDOWN, [("JB001", 4, 7), ("JB002", 9, 9)]),
        (Kind.ATC_COMMANDS, "A.MD", MARKDOWN, [("JB001", 4, 7), ("JB002", 9, 9)]),
        (Kind.ATC_COMMANDS, "a.rst", RST, [("JB001", 4, 9), ("JB002", 4, 9), ("JB003", 13, 16)]),
        (Kind.ATC_COMMANDS, "a.py", RUN, [("JB001", 3, 7), ("JB003", 6, 6)]),
        (Kind.ATC_COMMANDS, "a.PY", "\ufeff" + RUN, [("JB001", 3, 7), ("JB003", 6, 6)]),
        (Kind.ATC_COMMANDS, "a.py", RUN + "#\udcff", [("JB001", 3, 7), ("JB003", 6, 6)]),
        (Kind.OP_PRECISION, "a.md", "# cannlint: ignore[OP1]\nA=b\n", [("OP1", 2, 2)]),
        (Kind.MIXLIST, "a.json", SHELL, []),
        (Kind.MIXLIST, "a.md", MARKDOWN, []),
        (
            Kind.TORCH_MINDSPORE_SCRIPT,
            "a.py",
            "x = (  # cannlint: ignore[JB001]\n'",
            [("JB001", 1, 1)],
        ),
    ],
)
def test_comments_of_scripts(kind, name, text, covered):
    found = ignore_comments(Source(name, text.encode("utf-8", "surrogateescape")), kind)
    assert [(c.codes[0], c.first, c.last) for c in found] == covered


PIECES = ["# cannlint: ignore", "[OP101]", "[,]", "<!-- cannlint: ignore[x] -->", "\n", " ",
          ".. cannlint: ignore[x]", "::\n\n",
          "\r\n", "'", '"', "\\", "\\\n", "```", "(", "a=b", "-file[CD]", "\0", "\udc80",
          "def f():\n  "]  # fmt: skip


@pytest.mark.parametrize("kind", list(Kind))
@given(
    text=st.lists(st.sampled_from(PIECES), max_size=12).map("".join),
    name=st.sampled_from(["", *SCRIPT_SUFFIXES]),
)
@example(text="x = " + "(" * 400 + "# cannlint: ignore[JB001]", name=".py")
def test_any_text_has_comments_inside_of_it(kind, text, name):
    source = Source(f"x{name}", text.encode("utf-8", "surrogateescape"))
    for comment in ignore_comments(source, kind):
        assert 1 <= comment.first <= comment.last <= source.line_count
        assert len(comment.places.codes) == len(comment.codes)
        for number in range(len(comment.codes)):
            edits = [Edit(span, "") for span in comment.places.without([number])]
            assert len(apply_edits(source.text, edits)) < len(source.text)


def test_a_comment_in_a_config_file_accepts_what_its_job_has_found(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text(
        '[job.a]\nfront-end = "atc"\nprecision_mode = "nope"  # cannlint: ignore[JB002] later\n'
        'op_precision_mode = "op_precision.ini"\n'
    )
    (tmp_path / "op_precision.ini").write_text("# cannlint: ignore[OP101]\n" + TYPO)
    report = json.loads(cannlint("check", "--format", "json").out)
    assert report["summary"]["suppressed"] == 2
    assert not {"JB002", "OP101", "CL002"} & {d["rule"] for d in report["diagnostics"]}


def test_a_comment_above_a_call_of_python_accepts_all_of_it(cannlint, tmp_path):
    """A Python script that runs atc has the comments and the statements of Python."""
    call = 'subprocess.run([\n    "atc", "--model=a.onnx",\n    "--framework=9",\n])\n'
    run = tmp_path / "run.py"
    run.write_text(f"import subprocess\n{call}")
    assert "JB002" in cannlint("check", "--format", "concise", "run.py").out
    run.write_text(f"import subprocess\n# cannlint: ignore[JB] as it was\n{call}")
    result = cannlint("check", "--format", "concise", "run.py")
    assert "JB0" not in result.out and "CL002" not in result.out and "suppressed" in result.out
