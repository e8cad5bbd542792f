"""`cannlint init`: a first cannlint.toml, and a network's mode file."""

from __future__ import annotations

import sys

import pytest

from cannlint.formats.op_precision.reading import read
from cannlint.library.snapshot import embedded
from cannlint.text.source import Source, read_source
from installs import built_in, entry, modes

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

BASE = embedded("8.1.RC1").mode_files["high_precision_for_all"]


def init(cannlint, *arguments: str, status: int = 0):
    result = cannlint("init", *arguments, ASCEND_OPP_PATH="", ASCEND_HOME_PATH="")
    assert result.status == status, result.err + result.out
    return result


def entries_of(path) -> dict[str, str]:
    reading = read(read_source(str(path)))
    assert not reading.facts
    return reading.effect(is_type=True)


@pytest.mark.parametrize("name", embedded("8.1.RC1").mode_files)
@pytest.mark.parametrize("suffix", ["", ".ini"])
def test_a_mode_file_is_copied(cannlint, tmp_path, name, suffix):
    init(cannlint, "--from", name + suffix, "-o", "net.ini")
    entries = entries_of(tmp_path / "net.ini")
    assert list(entries.items()) == list(embedded("8.1.RC1").mode_files[name].items())


def test_the_entries_are_in_the_order_of_the_original(cannlint, tmp_path, recorded):
    folder = recorded / "cann-8.1.RC1/opp/built-in/op_impl/ai_core/tbe/impl_mode"
    init(cannlint, "--from", "high_precision_for_all", "-o", "net.ini")
    text = (tmp_path / "net.ini").read_text()
    original = (folder / "high_precision_for_all.ini").read_text()
    assert text.splitlines()[1:] == original.split()
    assert text.startswith("# high_precision_for_all.ini of CANN 8.1.RC1\n")


def test_single_operators_are_changed_and_added(cannlint, tmp_path):
    assert BASE["Gelu"] == "high_precision" and "MatMulV2" not in BASE
    options = ["--set", "Gelu=high_performance", "--set", " MatMulV2 = high_precision "]
    out = init(cannlint, "--from", "high_precision_for_all", *options, "--output", "net.ini").out
    assert out == f"net.ini: {len(BASE) + 1} operators\n"
    expected = {**BASE, "Gelu": "high_performance", "MatMulV2": "high_precision"}
    assert list(entries_of(tmp_path / "net.ini").items()) == list(expected.items())
    assert "# changed here: Gelu, MatMulV2\n" in (tmp_path / "net.ini").read_text()


def test_what_is_written_is_a_file_that_check_accepts(cannlint, tmp_path):
    init(cannlint, "--from", "high_performance", "-o", "net.ini")
    assert cannlint("check", "--select", "OP1", "--fail-on", "info", "net.ini").status == 0


def test_the_library_may_be_an_install_or_configured(cannlint, tmp_path):
    built_in(tmp_path / "opp", Abs=entry())
    modes(tmp_path / "opp", "all_ops_impl_mode.ini", "Abs=high_precision,keep_fp16\n")
    modes(tmp_path / "opp", "mine.ini", "Abs=high_precision\nAbs=keep_fp16\n")
    init(cannlint, "--from", "mine", "--library", "opp", "-o", "a.ini")
    assert entries_of(tmp_path / "a.ini") == {"Abs": "high_precision"}
    (tmp_path / "cannlint.toml").write_text('opp = "opp"\n')
    init(cannlint, "--from", "mine", "--set", "Abs=keep_fp16", "-o", "b.ini")
    assert entries_of(tmp_path / "b.ini") == {"Abs": "keep_fp16"}


FROM = ["--from", "high_precision_for_all", "-o", "net.ini"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            [*FROM, "--set", "Gleu=high_precision"],
            "impl_mode.ini lists no modes for 'Gleu'",
        ),
        ([*FROM, "--set", "gelu=high_precision"], "for 'gelu'; did you mean Gelu?"),
        ([*FROM, "--set", "Abs=high_precision"], "lists no modes for 'Abs'"),
        (
            [*FROM, "--set", "Gelu=high_preformance"],
            "Gelu has no mode 'high_preformance' in all_ops_impl_mode.ini; "
            "did you mean high_performance?",
        ),
        (
            [*FROM, "--set", "Gelu=keep_fp16"],
            "Gelu has no mode 'keep_fp16' in all_ops_impl_mode.ini; "
            "there are high_performance, high_precision",
        ),
        ([*FROM, "--set", "ChamferDistanceGrad=optional"], "it has none that can be set"),
        ([*FROM, "--set", "Gelu"], "--set 'Gelu': write it as Op=mode"),
        ([*FROM, "--set", "=high_precision"], "write it as Op=mode"),
        ([*FROM, "--set", "Gelu="], "write it as Op=mode"),
        ([*FROM, "--set", "Gelu=high_precision=x"], "Gelu has no mode 'high_precision=x'"),
        (
            ["--from", "high_precison", "-o", "x"],
            "'high_precison'; did you mean high_precision?",
        ),
        (["--from", "zzz", "-o", "net.ini"], "has no mode file 'zzz'; there are allow_hf32_matmul"),
        (["--from", "high_precision"], "--from needs -o FILE"),
        (["--set", "Gelu=high_precision"], "--set, --library and -o need --from"),
        (["-o", "net.ini"], "--set, --library and -o need --from"),
        (["--from", "high_precision", "-o", "no/net.ini"], "no/net.ini: no such file or directory"),
    ],
)
def test_what_cannot_be_written_is_refused_in_a_sentence(cannlint, tmp_path, arguments, said):
    result = init(cannlint, *arguments, status=2)
    assert said in result.err and result.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_library_without_a_list_of_modes_cannot_check_a_mode(cannlint, tmp_path):
    built_in(tmp_path / "opp", Abs=entry())
    modes(tmp_path / "opp", "mine.ini", "Abs=high_precision\n")
    options = ["--from", "mine", "--library", "opp", "-o", "net.ini"]
    assert (
        "nothing tells the modes of Abs"
        in init(cannlint, *options, "--set", "Abs=keep_fp16", status=2).err
    )
    init(cannlint, *options)


def test_an_existing_file_is_overwritten_only_when_told(cannlint, tmp_path):
    (tmp_path / "net.ini").write_text("mine\n")
    assert init(cannlint, *FROM, status=2).err == (
        "cannlint: net.ini: already exists; use --force to overwrite it\n"
    )
    assert (tmp_path / "net.ini").read_text() == "mine\n"
    init(cannlint, *FROM, "--force")
    assert entries_of(tmp_path / "net.ini") == BASE
    assert [path.name for path in tmp_path.iterdir()] == ["net.ini"]


def test_a_link_is_written_through_and_only_when_told(cannlint, tmp_path):
    (tmp_path / "real.ini").write_text("mine\n")
    (tmp_path / "net.ini").symlink_to("real.ini")
    init(cannlint, *FROM, status=2)
    assert (tmp_path / "real.ini").read_text() == "mine\n"
    init(cannlint, *FROM, "--force")
    assert (tmp_path / "net.ini").is_symlink() and entries_of(tmp_path / "real.ini") == BASE


def test_a_library_without_mode_files_is_refused(cannlint, tmp_path):
    built_in(tmp_path / "opp", Abs=entry())
    said = init(cannlint, *FROM, "--library", "opp", status=2).err
    assert "CANN unknown has no built-in mode files here" in said


# ---------------------------------------------------------------------- cannlint.toml


def written(tmp_path):
    text = (tmp_path / "cannlint.toml").read_text(encoding="utf-8")
    return text, tomllib.loads(text)


def test_an_empty_folder_gets_comments_only(cannlint, tmp_path):
    out = init(cannlint).out
    assert out == "cannlint.toml: 0 config files found, 0 listed under [files]\n"
    text, table = written(tmp_path)
    assert table == {"files": {}}
    for setting in ("soc", "library", "opp", "extra-ops", "exclude", "[[ignore]]", "[job."):
        assert f"# {setting}" in text
    assert cannlint("check", "cannlint.toml").status == 0


def test_files_are_written_down_where_only_their_name_tells(cannlint, tmp_path):
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf/keep_dtype.cfg").write_text("conv1\nconv2\n")
    (tmp_path / "conf/fusion.cfg").write_text("")
    (tmp_path / 'conf/odd "op_precision.ini').write_text("# nothing yet\n")
    (tmp_path / "customize.cfg").write_text("OpType::Relu:InputDtype:float16\n")
    (tmp_path / "notes.txt").write_text("nothing\n")
    init(cannlint)
    text, table = written(tmp_path)
    assert table == {
        "files": {
            "conf/keep_dtype.cfg": "keep_dtype",
            "conf/fusion.cfg": "fusion_switch",
            'conf/odd "op_precision.ini': "op_precision",
        }
    }
    assert "#   customize.cfg: customize_dtypes\n" in text and "notes.txt" not in text
    kinds = {"conf/fusion.cfg": "fusion_switch", "customize.cfg": "customize_dtypes"}
    for path, kind in kinds.items():
        assert f"· {kind} ·" in cannlint("inspect", path).out


def test_a_commented_file_becomes_one_when_the_marks_go(cannlint, tmp_path):
    init(cannlint)
    text, _ = written(tmp_path)
    settings = [
        line.removeprefix("# ")
        for line in text.splitlines()
        if line.startswith(("# soc", "# library", "# extra", "# exclude"))  # no install here: opp
    ]
    tables = text.split("# Findings to ignore.\n")[1].splitlines()
    tables = [line.removeprefix("# ") for line in tables if "job:" not in line]
    (tmp_path / "cannlint.toml").write_text("\n".join([*settings, *tables]))
    assert cannlint("check", "cannlint.toml").status == 0


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_a_configuration_is_overwritten_only_when_told(cannlint, tmp_path, force):
    (tmp_path / "cannlint.toml").write_text('soc = "Ascend910B3"\n')
    result = init(cannlint, *force, status=0 if force else 2)
    if force:
        assert written(tmp_path)[1] == {"files": {}}
    else:
        assert "cannlint.toml: already exists; use --force to overwrite it" in result.err
        assert written(tmp_path)[1] == {"soc": "Ascend910B3"}


def test_a_pyproject_with_our_table_is_a_configuration_already(cannlint, tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool.cannlint]\n")
    result = init(cannlint, status=2)
    assert "pyproject.toml already has a [tool.cannlint] table" in result.err
    assert not (tmp_path / "cannlint.toml").exists()
    (tmp_path / "pyproject.toml").write_text("[tool.other]\n")
    init(cannlint)


def test_the_ini_is_read_as_written():
    text = "\n".join(f"{op_type}={mode}" for op_type, mode in BASE.items())
    assert read(Source("x", text.encode())).effect(is_type=True) == BASE
