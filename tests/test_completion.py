"""What a shell offers behind a half-written command line."""

from __future__ import annotations

import pytest


def offered(cannlint, line: str) -> list[str]:
    """The words that bash would be given for the last one of a line."""
    result = cannlint(
        _CANNLINT_COMPLETE="complete_bash",
        COMP_WORDS=line,
        COMP_CWORD=str(len(line.split()) - 1),
    )
    return result.out.split()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("cannlint rule optypel", ["optypelist_for_implmode"]),
        ("cannlint rule MX00", ["MX001", "MX002", "MX003", "MX004", "MX005", "MX006", "MX007"]),
        ("cannlint check --select MX10", [f"MX10{n}" for n in range(1, 8)]),
        ("cannlint check --ignore CD104,FS20", [f"CD104,FS20{n}" for n in range(1, 10)]),
        ("cannlint check --kind k", ["keep_dtype"]),
        ("cannlint check --library 9", ["9.0.0", "9.1.0"]),
        ("cannlint check --format s", ["sarif"]),
        ("cannlint check --lang z", ["zh-CN"]),
        ("cannlint library show FusedMul", ["FusedMulAdd", "FusedMulAddAdd", "FusedMulAddN"]),
        ("cannlint check --soc no-such", []),
        ("cannlint schema library-", ["library-list", "library-show", "library-diff"]),
        ("cannlint init --from high_prec", ["high_precision", "high_precision_for_all"]),
        ("cannlint plan --front-end t", ["tf1", "tf2", "torch", "torchair"]),
        ("cannlint plan --original b", ["bfloat16"]),
        ("cannlint plan --op FusedMul", ["FusedMulAdd", "FusedMulAddN"]),
        ("cannlint plan --soc Ascend910B", ["Ascend910B3"]),
        ("cannlint plan -O precision", ["precision_mode=", "precision_mode_v2="]),
        ("cannlint plan -O no-such=", []),
    ],
)
def test_words(cannlint, line, expected):
    assert set(expected) <= set(offered(cannlint, line))
    assert expected or offered(cannlint, line) == []


def test_socs(cannlint):
    found = offered(cannlint, "cannlint check --soc Ascend910B")
    assert "Ascend910B3" in found and all(soc.startswith("Ascend910B") for soc in found)


def test_the_values_of_an_option_of_a_job(cannlint):
    """bash takes `=` for the end of a word, so what follows it is asked for as zsh does."""
    result = cannlint(
        _CANNLINT_COMPLETE="complete_zsh",
        _TYPER_COMPLETE_ARGS="cannlint plan -O precision_mode=force",
    )
    assert "precision_mode=force_fp16" in result.out


def test_the_jobs_of_this_folder(cannlint, tmp_path):
    assert offered(cannlint, "cannlint plan be") == []
    (tmp_path / "cannlint.toml").write_text("[job.bert]\n[job.resnet]\n")
    assert offered(cannlint, "cannlint plan be") == ["bert"]
    (tmp_path / "cannlint.toml").write_text("not toml")
    assert offered(cannlint, "cannlint plan be") == []


def test_the_script_for_a_shell(cannlint):
    script = cannlint("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert "_CANNLINT_COMPLETE=complete_bash" in script.out
