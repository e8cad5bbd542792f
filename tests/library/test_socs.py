"""SoC versions by their names: which there are, what they can do, and what a wrong one means."""

from __future__ import annotations

import pytest

from cannlint.errors import CannlintError
from cannlint.library.install import load
from cannlint.library.snapshot import embedded
from cannlint.library.socs import hardware_of, is_version, meant_socs, refuse_unknown
from installs import built_in, entry, platform

OLD, NEW = embedded("8.1.RC1"), embedded("9.0.0")


@pytest.mark.parametrize(
    ("soc", "is_one"),
    [
        ("Ascend910B3", True),
        ("Ascend910", True),
        ("Ascend950PR_9599", True),
        ("ascend910b", False),
        ("Ascend310P", False),
        ("ascend910b3", False),
    ],
)
def test_a_soc_version_is_the_whole_name(soc, is_one):
    assert is_version(soc, OLD) is is_one


@pytest.mark.parametrize(
    ("soc", "meant"),
    [
        ("910B3", ("Ascend910B3",)),
        ("ascend910b3", ("Ascend910B3",)),
        ("Ascend310p", ("Ascend310P1", "Ascend310P3", "Ascend310P5", "Ascend310P7")),
        ("Ascend910_93", tuple(f"Ascend910_93{n}" for n in (62, 72, 81, 82, 91, 92))),
        ("bs9sx1aa", ("BS9SX1AA",)),
        ("Foo", ()),
    ],
)
def test_what_a_wrong_name_means(soc, meant):
    assert meant_socs(soc, OLD) == meant


def test_a_soc_of_another_release_is_known_and_its_hardware_too():
    refuse_unknown(["Ascend310"], NEW)
    assert NEW.folder_of("Ascend310") is None
    hardware = hardware_of(NEW, "Ascend310")
    assert hardware is not None and (hardware.bf16, hardware.hf32) == (False, False)


def test_plain_ascend910_can_do_what_all_of_the_first_generation_can():
    hardware = hardware_of(OLD, "Ascend910")
    assert hardware is not None and not hardware.bf16


def test_an_install_alone_tells_which_socs_it_has(tmp_path):
    built_in(tmp_path / "opp", Relu=entry())
    platform(tmp_path / "data/platform_config", "Ascend910B3", "Ascend910B")
    library = load(str(tmp_path / "opp"))
    assert is_version("Ascend910B3", library, alone=True)
    assert not is_version("Ascend310P3", library, alone=True)
    assert is_version("Ascend310P3", library)


def test_what_nobody_knows_is_refused():
    with pytest.raises(CannlintError, match=r"unknown SoC version .Foo.; for a newer SoC"):
        refuse_unknown(["Ascend910B3", "Foo"], OLD)


def test_with_the_library_of_an_install_an_unknown_soc_is_an_error(cannlint, tmp_path):
    built_in(tmp_path / "opp", Relu=entry())
    platform(tmp_path / "data/platform_config", "Ascend910B3", "Ascend910B")
    (tmp_path / "cannlint.toml").write_text('[job.a]\nsoc_version = "Ascend910B9"\n')
    assert "2:15: warning JB019" in cannlint("check", "--format", "concise").out
    checked = cannlint("check", "--format", "concise", "--library", "opp")
    assert (checked.status, "2:15: error JB019" in checked.out) == (1, True)


def test_of_the_soc_of_a_job_that_the_library_lacks_a_sentence_tells(cannlint, tmp_path):
    (tmp_path / "c.cfg").write_text("OpType::NoSuchOp:InputDtype:float16\n")
    job = '[job.a]\nsoc_version = "Ascend950PR_9599"\ncustomize_dtypes = "c.cfg"\n'
    (tmp_path / "cannlint.toml").write_text(job)
    told = cannlint("check").err
    assert told.count("CANN 8.1.RC1 has no operators for Ascend950PR_9599") == 1
