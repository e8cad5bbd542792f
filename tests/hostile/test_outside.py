"""A project may name files that are none of its own: they are read, and their text stays there."""

from __future__ import annotations

import os

import pytest

from cannlint.config.search import repository_of

pytestmark = pytest.mark.slow  # it starts many programs

SECRET = "root:hunter2:0:0\nInputDtype hunter3\nx:InputDtype:hunter4\nx:InputDtype:hunter4\n"
EVERY_DAY = ("full", "json")
OTHERS = ("concise", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson")
FORMATS = (*EVERY_DAY, *OTHERS)
each_format = pytest.mark.parametrize(
    "format", [*EVERY_DAY, *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)]
)


@each_format
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


def test_a_person_is_told_why_nothing_is_shown(cannlint, tmp_path):
    (tmp_path / "outside.cfg").write_text("OpType::Relu:InputDtype:half\n")
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "cannlint.toml").write_text(
        '[job.a]\ncustomize_dtypes = "../outside.cfg"\n'
    )
    out = cannlint("check", cwd=tmp_path / "project").out
    assert "the file is outside the project: its text is not shown" in out


SECRETS = {
    "keep_dtype": SECRET + "OpType::Hunter\nOpType::hunter\n",
    "modify_mixlist": '{"black-list": {"to-add": ["Hunter", "Relu"]}}',
    "op_precision_mode": "Hunter=hunter\nHunter2=high_precision\n"
    "[ByNodeName]\nhunter=high_precision\n",
    "customize_dtypes": "OpType::Hunter:InputDtype:float16\nhunter:InputDtype:float16\n",
    "fusion_switch_file": '{"Switch": {"GraphFusion": {"HunterPass": "off"}}, '
    '"Exceptional": ["Hunter2Pass"]}',
}
JOB = (
    "atc --model=a.onnx --framework=5 --output=o --soc_version=Ascend910B3"
    " --precision_mode=allow_mix_precision --{option}=../secret\n"
)


@pytest.fixture
def project(tmp_path):
    """A project with a script for each file outside of it that it names."""
    (tmp_path / "project").mkdir()
    for option, text in SECRETS.items():
        (tmp_path / option).write_text(text)
        script = JOB.format(option=option).replace("secret", option)
        (tmp_path / "project" / f"{option}.sh").write_text(script)
    return tmp_path / "project"


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "--format", "json"),
        *(("audit", "--format", format) for format in ("table", "json", "html")),
        ("audit", "--soc", "Ascend310P3", "--format", "json"),
    ],
    ids=" ".join,
)
def test_no_report_of_many_files_shows_a_word_of_those_outside(cannlint, project, arguments):
    result = cannlint(*arguments, ".", cwd=project)
    assert result.out and result.status in (0, 1)
    assert "hunter" not in (result.out + result.err).lower()


@pytest.mark.parametrize("option", SECRETS)
@pytest.mark.parametrize(
    "arguments",
    [("--format", "json"), ("--format", "html"), ("--diff", "precision_mode=force_fp16")],
)
def test_no_plan_shows_a_word_of_a_file_outside(cannlint, project, arguments, option):
    result = cannlint("plan", *arguments, f"{option}.sh", cwd=project)
    assert result.out and result.status in (0, 1)
    assert "hunter" not in (result.out + result.err).lower()


def test_a_plan_tells_what_known_operators_become_by_a_file_outside(cannlint, tmp_path):
    """The names of CANN are no secrets, nor where the file is; that nodes are named is told."""
    (tmp_path / "secret").write_text("Relu=high_precision\n[ByNodeName]\nhunter=high_precision\n")
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "run.sh").write_text(JOB.format(option="op_precision_mode"))
    out = cannlint("plan", "run.sh", cwd=tmp_path / "project").out
    assert "high_precision" in out and "../secret:1:1" in out
    assert "names of nodes, whose types are unknown without --model or --node TYPE=NAME: …" in out


def test_a_file_in_the_same_project_or_the_working_folder_is_shown(cannlint, tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "secret").write_text("Hunter=high_precision\n")
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "run.sh").write_text(JOB.format(option="op_precision_mode"))
    assert "Hunter" in cannlint("plan", "run.sh", cwd=tmp_path / "scripts").out
    (tmp_path / ".git").rmdir()
    assert "Hunter" in cannlint("plan", "scripts/run.sh").out
    assert "Hunter" not in cannlint("plan", "run.sh", cwd=tmp_path / "scripts").out


@pytest.fixture
def linked(tmp_path):
    """A repository with links to files outside of it, under names and tables that CANN's have."""
    (tmp_path / "secret").write_text(SECRET)
    (tmp_path / "blank.cfg").write_text("OpType::Relu:InputDtype:hunter5\n\n")
    repository = tmp_path / "repository"
    (repository / ".git").mkdir(parents=True)
    (repository / "op.ini").symlink_to("../secret")
    (repository / "types.cfg").symlink_to(tmp_path / "blank.cfg")
    (repository / "cannlint.toml").write_text('[files]\n"op.ini" = "customize_dtypes"\n')
    return repository


@each_format
@pytest.mark.parametrize(
    "named", [(".",), ("op.ini", "types.cfg"), ("--fix", "."), ("--diff", ".")]
)
def test_a_link_out_of_the_repository_shows_nothing_and_is_not_fixed(
    cannlint, linked, tmp_path, named, format
):
    result = cannlint("check", "--format", format, *named, cwd=linked)
    assert "op.ini" in result.out + result.err or "--diff" in named
    assert "hunter" not in result.out + result.err
    assert (tmp_path / "secret").read_text() == SECRET
    assert (tmp_path / "blank.cfg").read_text().endswith("\n\n")


def test_a_link_out_of_the_repository_is_none_for_the_workers_either(cannlint, linked):
    for number in range(210):
        (linked / f"{number}.cfg").write_text("OpType::Relu:InputDtype:float16\n")
    result = cannlint("check", "--jobs", "2", cwd=linked)
    assert "op.ini" in result.out and "hunter" not in result.out + result.err


def test_a_configuration_that_is_a_link_out_of_the_repository_shows_nothing(cannlint, tmp_path):
    (tmp_path / "secret").write_text('password = "hunter2"\nhunter3\n')
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "cannlint.toml").symlink_to("../secret")
    for format in FORMATS:
        result = cannlint("check", "--format", format, ".", cwd=tmp_path / "project")
        assert result.status == 2 and "hunter" not in result.out + result.err


def test_a_link_within_the_repository_is_a_file_of_it(cannlint, linked):
    (linked / "shared.cfg").write_text("OpType::Relu:InputDtype:float16\n\n")
    (linked / "below").mkdir()
    (linked / "below" / "types.cfg").symlink_to("../shared.cfg")
    result = cannlint("check", "--fix", "below", cwd=linked)
    assert (linked / "shared.cfg").read_text() == "OpType::Relu:InputDtype:float16\n", result.out


@pytest.mark.parametrize("target", ["out", "link/out"])
@pytest.mark.parametrize(
    "option", [("--output-file", "sarif:{}"), ("--update-baseline", "--baseline", "{}")]
)
def test_no_report_is_written_through_a_link_out_of_the_folder(cannlint, tmp_path, option, target):
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "a.cfg").write_text("x:InputDtype:half\n")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "project" / "out").symlink_to("../elsewhere/out")
    (tmp_path / "project" / "link").symlink_to("../elsewhere")
    arguments = [part.format(target) for part in option]
    result = cannlint("check", *arguments, "a.cfg", cwd=tmp_path / "project")
    assert result.status == 2
    assert "a link leads out of the working folder: not written" in result.err
    assert not list((tmp_path / "elsewhere").iterdir())


@pytest.mark.parametrize("name", ["README.md", "other.sh"])
def test_nothing_outside_says_where_a_script_runs(cannlint, linked, tmp_path, name):
    """Neither a link to a README, nor one to another script, which names this one."""
    (tmp_path / "teller").write_text("cd hunter && bash ../run.sh\n")
    (linked / name).symlink_to("../teller")
    (linked / "hunter").mkdir()
    (linked / "hunter" / "keep.cfg").write_text("Relu\n")
    (linked / "run.sh").write_text(JOB.format(option="keep_dtype").replace("../secret", "keep.cfg"))
    result = cannlint("check", "--format", "concise", "run.sh", cwd=linked)
    assert "JB004 the file `keep.cfg` of `--keep_dtype` does not exist" in result.out


@pytest.mark.parametrize("path", ["env.sh", "../outside.sh", "link/outside.sh"])
def test_nothing_outside_is_read_for_a_script_that_sources_it(cannlint, linked, tmp_path, path):
    (tmp_path / "outside.sh").write_text("MODE=hunter\n")
    (linked / "env.sh").symlink_to("../outside.sh")
    (linked / "link").symlink_to("..")
    (linked / "run.sh").write_text(
        f"source {path}\n" + JOB.replace("--{option}=../secret", "--precision_mode_v2=$MODE")
    )
    result = cannlint("check", "--format", "json", "run.sh", cwd=linked)
    assert "JB002" not in result.out and "hunter" not in result.out + result.err


def test_a_baseline_has_no_name_of_a_file_outside(cannlint, linked, tmp_path):
    (tmp_path / "blank.cfg").write_text("OpType::Hunter:InputDtype:hunter\n")
    arguments = ("check", "--baseline", "baseline.json", "types.cfg")
    cannlint(*arguments[:3], "--update-baseline", "types.cfg", cwd=linked)
    assert "hunter" not in (linked / "baseline.json").read_text().lower()
    assert cannlint(*arguments, cwd=linked).status == 0


@pytest.mark.parametrize("format", ["gitlab", "sarif"])
def test_a_fingerprint_tells_nothing_of_a_file_outside(cannlint, linked, tmp_path, format):
    """A hash of the text would tell who tries texts whether he is right."""
    found = set()
    for name in ("hunter", "hunted"):
        (tmp_path / "blank.cfg").write_text(f"OpType::Relu:InputDtype:{name}\n")
        found.add(cannlint("check", "--format", format, "types.cfg", cwd=linked).out)
    assert len(found) == 1


def test_no_pattern_tells_what_is_in_a_file_outside(cannlint, linked, tmp_path):
    (tmp_path / "blank.cfg").write_text("OpType::Hunter:InputDtype:half\n")
    found = set()
    for pattern in ("H*", "I*"):
        table = f'[[ignore]]\nrules = ["CD004"]\nkeys = ["{pattern}"]\n'
        (linked / "cannlint.toml").write_text(table)
        result = cannlint("check", "--format", "concise", ".", cwd=linked)
        found.add(result.out.replace(pattern, "*"))
    assert len(found) == 1, found


def project_in_a_repository(home):
    """A folder with a link to a file above it, in a folder that is a git repository."""
    (home / ".git").mkdir()
    (home / "secret").write_text(SECRET)
    (home / "got").mkdir()
    (home / "got" / "customize_dtypes.cfg").symlink_to(home / "secret")
    return home / "got"


def test_a_repository_of_the_home_folder_is_not_that_of_what_lies_in_it(cannlint, tmp_path):
    project = project_in_a_repository(tmp_path)
    assert "hunter" in cannlint("check", ".", cwd=project, HOME=str(tmp_path / "other")).out
    assert "hunter" not in cannlint("check", ".", cwd=project, HOME=str(tmp_path)).out
    assert repository_of(str(tmp_path)) == str(tmp_path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives away")
def test_a_repository_of_another_user_is_none(tmp_path):
    project = project_in_a_repository(tmp_path)
    assert repository_of(str(project)) == str(tmp_path)
    os.chown(tmp_path, 12345, 12345)
    assert repository_of(str(project)) is None
    os.chown(project, 12345, 12345)
    assert repository_of(str(project)) == str(tmp_path)
