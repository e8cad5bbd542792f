"""`fail-on` and `severity` of cannlint.toml: what a project reports, and what fails its CI."""

from __future__ import annotations

import pytest

from installs import built_in, entry, modes

WARNING = b"Gelu=high_preformance\n"


@pytest.fixture
def project(tmp_path, cannlint):
    (tmp_path / "op.ini").write_bytes(WARNING)

    def check(configuration, *arguments):
        (tmp_path / "cannlint.toml").write_text(configuration)
        return cannlint("check", "--format", "concise", *arguments)

    return check


def test_fail_on_decides_the_exit_status(project):
    assert project("").status == 0
    assert project('fail-on = "warning"\n').status == 1
    assert "OP101" in project('fail-on = "warning"\n').out


def test_the_option_comes_before_the_configuration(project):
    assert project('fail-on = "warning"\n', "--fail-on", "error").status == 0
    assert "OP101" in project('severity = "error"\n', "--severity", "info").out
    assert project('fail-on = "warning"\n', "--isolated").status == 0


def test_severity_leaves_out_what_is_below(project):
    result = project('severity = "error"\nfail-on = "warning"\n')
    assert "OP101" not in result.out
    assert result.status == 1  # what is not shown still counts


def test_a_severity_that_does_not_exist(project):
    result = project('fail-on = "hint"\n')
    assert result.status == 2 and "CL001" in result.out


def test_the_check_of_an_operator_library_follows_them_too(cannlint, tmp_path):
    built_in(tmp_path / "opp", Gelu=entry())
    modes(tmp_path / "opp", "high_precision.ini", "Gelu=fast\n")
    assert cannlint("library", "check", "opp").status == 0
    (tmp_path / "cannlint.toml").write_text('fail-on = "warning"\n')
    assert cannlint("library", "check", "opp").status == 1
