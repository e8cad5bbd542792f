"""cannlint.toml: found, read, refused with a place, and obeyed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cannlint.config.file import settings_in
from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import Options
from cannlint.errors import CannlintError
from cannlint.library.caches import clear_caches
from cannlint.text.source import Source
from work import work_of

BLANK = "OpType::Relu:InputDtype:float16\n\n"


def test_the_closest_file_wins_and_nothing_is_merged(cannlint, tmp_path):
    sub = tmp_path / "sub"
    sub.mkdir()
    (tmp_path / "cannlint.toml").write_text('[[ignore]]\nrules = ["CD002"]\n')
    (sub / "pyproject.toml").write_text("[tool.cannlint]\nextra-ops = []\n")
    for folder in (tmp_path, sub):
        (folder / "a.cfg").write_text(BLANK)
    report = json.loads(cannlint("check", "--format", "json").out)
    assert [d["file"] for d in report["diagnostics"]] == ["sub/a.cfg"]
    assert report["summary"]["suppressed"] == 1


def test_the_search_ends_at_the_root_of_the_repository(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text('[[ignore]]\nrules = ["CD002"]\n')
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    (tmp_path / "repo" / "a.cfg").write_text(BLANK)
    assert cannlint("check", "repo/a.cfg").status == 1


def test_a_pyproject_without_our_table_does_not_count(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text('[[ignore]]\nrules = ["CD"]\n')
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "pyproject.toml").write_text("[tool.other]\nx = 1\n")
    (tmp_path / "sub" / "a.cfg").write_text(BLANK)
    assert cannlint("check", "sub").status == 0


def test_files_gives_kinds_and_patterns(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text(
        '[files]\n"conf/*.lst" = "keep_dtype"\n"odd.cfg" = "op_precision"\n'
    )
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "a.lst").write_text("conv1\n")
    (tmp_path / "odd.cfg").write_text(BLANK)
    out = cannlint("inspect", "--format", "json", "conf/a.lst", "odd.cfg").out
    assert [f["kind"] for f in json.loads(out)["files"]] == ["keep_dtype", "op_precision"]


def test_ignore_and_exclude_by_path(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text(
        'exclude = ["out"]\n[[ignore]]\nrules = ["CD0"]\npaths = ["legacy/**"]\nreason = "old"\n'
    )
    for folder in ("out", "legacy/deep", "new"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.cfg").write_text(BLANK)
    report = json.loads(cannlint("check", "--format", "json").out)
    assert [d["file"] for d in report["diagnostics"]] == ["new/a.cfg"]
    assert report["summary"] | {"files": 2, "suppressed": 1} == report["summary"]


def test_config_and_isolated(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text('[[ignore]]\nrules = ["CD"]\n')
    (tmp_path / "other.toml").write_text("")
    (tmp_path / "a.cfg").write_text(BLANK)
    assert cannlint("check", "a.cfg").status == 0
    assert cannlint("check", "--isolated", "a.cfg").status == 1
    assert cannlint("check", "--config", "other.toml", "a.cfg").status == 1
    assert cannlint("check", "--config", "missing.toml", "a.cfg").status == 2


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("soc = \n", "1:", "not TOML"),
        ('socs = "Ascend910B3"\n', "1:1", "unknown setting `socs`"),
        ("soc = 3\n", "1:1", "`soc` must be a string or a list of strings"),
        ('[files]\n"a.cfg" = "mixlst"\n', "2:2", "must be one of customize_dtypes"),
        ('[[ignore]]\npaths = ["x"]\n', "1:1", "needs `rules`"),
        ('x = 1\n[[ignore]]\nrules = ["C1"]\n', "3:1", "`C1` is not a rule code"),
        (
            'x = 1\n[[ignore]]\nrules = ["op105"]\n',
            "3:1",
            "`op105` is not a rule code; write `OP105`",
        ),
        ('[job.a]\nfront-end = "atk"\n', "2:1", "must be one of atc"),
        ('[[ignore]]\nrules=["CD"]\n[files]\n[[ignore]]\n', "4:1", "`ignore.1` needs `rules`"),
        ('ignore = [{rules = ["CD"]}, {}]\n', "1:1", "`ignore.1` needs `rules`"),
        ("[[socs]]\n[[socs]]\n", "1:1", "unknown setting `socs`"),
        ('"a.b" = 1\n', "1:2", "unknown setting `a.b`"),
        ("[job.a]\n[job.a.options]\n", "2:1", "write the options of a job directly in `[job.a]`"),
        ("[job.a]\nkeep_dtype = []\n", "2:1", "a string, a number, true or false"),
    ],
)
def test_a_broken_configuration_is_named_with_its_place(cannlint, tmp_path, text, place, words):
    (tmp_path / "cannlint.toml").write_text(text)
    (tmp_path / "a.cfg").write_text(BLANK)
    result = cannlint("check", "a.cfg")
    assert result.status == 2
    assert "CL001" in result.out and words in result.out
    assert f"cannlint.toml:{place}" in result.out
    assert "CD002" not in result.out
    assert cannlint("check", "cannlint.toml").status == 2


def test_a_fault_of_toml_is_shown_at_the_character_that_is_one(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text('soc = "Ascend910B3"\nsoc = ]\n')
    [finding] = json.loads(cannlint("check", ".", "--format", "json").out)["diagnostics"]
    start, end = {"line": 2, "column": 7}, {"line": 2, "column": 8}
    assert (finding["rule"], finding["range"]) == ("CL001", {"start": start, "end": end})


def make_unreadable(path):
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda path: path.write_text("soc = 1\n"), "CL001"),
        (lambda path: path.write_text("[[policy]]\n"), "CL001"),
        (make_unreadable, "CL005"),
    ],
)
def test_a_broken_configuration_concerns_the_files_below_it_only(cannlint, tmp_path, spoil, code):
    """The others are checked: one file of a large tree must not hide what is wrong in the rest."""
    for folder in ("a", "b/c", "d"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "x.cfg").write_text(BLANK)
    (tmp_path / "b" / "cannlint.toml").write_text("")
    spoil(tmp_path / "b" / "cannlint.toml")
    report = json.loads(cannlint("check", ".", "--format", "json").out)
    assert [(found["file"], found["rule"]) for found in report["diagnostics"]] == [
        ("a/x.cfg", "CD002"), ("b/cannlint.toml", code), ("d/x.cfg", "CD002"),
    ]  # fmt: skip
    assert cannlint("check", ".").status == cannlint("check", "b").status == 2
    assert "CD002" in cannlint("check", "--isolated", "b").out


@pytest.mark.parametrize(
    "text",
    ["soc = 1\n", "soc = 'Ascend910B33'\n", '[[policy]]\nname = "a"\nrequire = 1\n'],
)
def test_a_broken_configuration_is_read_once(tmp_path, monkeypatch, text):
    """Each file below it needs it: what is wrong is not found again for each."""
    monkeypatch.chdir(tmp_path)
    options = Options()
    options.jobs = 1

    def work_for(files: int, length: int) -> int:
        Path("cannlint.toml").write_text(text + "# \n" * length)
        names = [f"{name}.cfg" for name in range(files)]
        for name in names:
            Path(name).write_text(BLANK)
        clear_caches()
        return work_of(lambda: check_paths(names, options))

    def work_of_length(files: int) -> int:
        return work_for(files, 400) - work_for(files, 0)

    work_for(5, 1)  # imports
    assert work_of_length(25) < 2 * work_of_length(5)


@pytest.mark.parametrize(
    "words",
    [
        ("inspect", "a.cfg"),
        ("plan", "bert"),
        ("plan", "--op", "Gelu", "--diff", "precision_mode=force_fp16"),
        ("audit", ".", "--config", "cannlint.toml"),
        ("library", "list"),
        ("library", "show", "Gelu"),
        ("library", "diff", "8.1.RC1", "9.0.0", "--for", "."),
        ("library", "diff", "8.1.RC1", "9.0.0", "--for", "a.cfg"),
    ],
    ids=" ".join,
)
def test_commands_that_cannot_show_the_place_say_which_configuration_it_is(
    cannlint, tmp_path, words
):
    (tmp_path / "cannlint.toml").write_text("socs = 3\n")
    (tmp_path / "a.cfg").write_text(BLANK)
    result = cannlint(*words)
    assert result.status == 2
    assert result.err == "cannlint: cannlint.toml: cannot be used as configuration\n"
    chinese = cannlint(*words, LC_ALL="zh_CN.UTF-8").err
    assert chinese == "cannlint: cannlint.toml：不能用作配置\n"


def test_whoever_shows_any_error_of_ours_shows_the_sentence():
    with pytest.raises(CannlintError) as error:
        settings_in(Source("conf/cannlint.toml", b"socs = 3\n"))
    assert str(error.value) == "conf/cannlint.toml: cannot be used as configuration"


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("cannlint.toml", 'exclude = ["x"]\nsoc = "910B3"\n', "cannlint.toml:2:1"),
        ("pyproject.toml", '[tool.cannlint]\nsoc = ["910B3"]\n', "pyproject.toml:2:1"),
    ],
)
def test_a_soc_that_nobody_knows_is_named_with_its_place(cannlint, tmp_path, name, text, place):
    (tmp_path / name).write_text(text)
    (tmp_path / "keep_dtype.cfg").write_text("OpType::Relu\n")
    result = cannlint("check", "--format", "concise", "keep_dtype.cfg")
    assert result.status == 2
    assert f"{place}: error CL001 unknown SoC version '910B3'; did you mean" in result.out
    # the option comes before the configuration
    assert cannlint("check", "--soc", "Ascend910B3", "keep_dtype.cfg").status == 0


REFUSED_JOB = '[job.a]\nprecision_mode = "force_fp17"\n'


@pytest.mark.parametrize(
    "words",
    [
        ("--config", "other.toml"),
        ("--config", "other.toml", "other.toml"),
        ("--config", "other.toml", "other.toml", "."),
        ("--kind", "job", "other.toml"),
        ("--kind", "job", "--isolated", "other.toml"),
    ],
    ids=" ".join,
)
def test_the_jobs_of_a_configuration_of_any_name_are_checked(cannlint, tmp_path, words):
    """Once, whether it is given as the configuration, named, found, or several of these."""
    (tmp_path / "other.toml").write_text(REFUSED_JOB)
    out = cannlint("check", "--format", "concise", *words).out
    assert out.count("JB002") == 1 and "other.toml:2:" in out


def test_a_configuration_from_elsewhere_is_not_checked_itself(cannlint, tmp_path):
    (tmp_path / "other.toml").write_text(REFUSED_JOB)
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "a.cfg").write_text(BLANK)
    out = cannlint("check", "--config", "other.toml", "models").out
    assert "CD002" in out and "JB002" not in out


@pytest.mark.parametrize("target", ["cannlint.toml", "nowhere"])
@pytest.mark.parametrize("argument", ["a.cfg", "."])
def test_a_configuration_that_is_a_link_to_nothing_is_not_passed_over(
    cannlint, tmp_path, target, argument
):
    (tmp_path / "cannlint.toml").symlink_to(target)
    (tmp_path / "a.cfg").write_text(BLANK)
    result = cannlint("check", argument)
    assert result.status == 2
    assert "cannlint.toml" in result.out + result.err
    assert "CD002" not in result.out


def test_of_many_faults_the_first_thousand_are_told(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text("".join(f"unknown{i} = 1\n" for i in range(7000)))
    (tmp_path / "a.cfg").write_text(BLANK)
    out = cannlint("check", "--format", "concise", "a.cfg").out
    assert out.count("CL001") == 1000
    assert "cannlint.toml:1:1" in out


def test_a_pyproject_whose_tool_is_no_table_has_no_settings(cannlint, tmp_path):
    (tmp_path / "pyproject.toml").write_text("tool = 3  # not [tool.cannlint]\n")
    (tmp_path / "a.cfg").write_text(BLANK)
    assert cannlint("check", "a.cfg").status == 1


def test_pyproject_is_checked_the_same(cannlint, tmp_path):
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n\n[tool.cannlint]\nsok = 1\n")
    (tmp_path / "a.cfg").write_text(BLANK)
    result = cannlint("check")
    assert result.status == 2 and "pyproject.toml:5:1" in result.out


def test_more_patterns_than_anybody_has_are_refused(cannlint, tmp_path):
    """Each is tried for each file: without a bound a small file would take minutes."""
    (tmp_path / "a.cfg").write_text("x:InputDtype:float16\n")
    tables = "".join(f'[[ignore]]\nrules = ["CD104"]\npaths = ["a{n}/**"]\n' for n in range(1001))
    (tmp_path / "cannlint.toml").write_text(tables)
    result = cannlint("check", "a.cfg")
    assert result.status == 2 and "error[CL001]" in result.out
    assert "more than 2,000 patterns and codes together" in result.out
