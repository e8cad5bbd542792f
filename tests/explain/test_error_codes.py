"""`cannlint rule E10001`: what an error code means, and which rules look for its causes."""

from __future__ import annotations

import json

import pytest

from cannlint.cann.error_codes import (
    ERROR_CODE,
    commands,
    compiler,
    component_of,
    known_error_codes,
    meaning_of,
    models,
    operators,
    runtime,
)
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import table_of
from cannlint.report.rule_page import documentation
from cannlint.rules.codes import rules_with
from cannlint.rules.loading import rule_names, rule_of


def test_a_code_with_its_meaning_and_its_rules(cannlint):
    page = cannlint("rule", "E10056")
    assert page.status == 0
    assert "the graph engine" in page.out and "two options cannot be set together" in page.out
    assert "* JB302 precision-mode-twice: " in page.out
    assert cannlint("rule", "e10056").out == page.out


def test_as_json(cannlint):
    found = json.loads(cannlint("rule", "E21002", "--format", "json").out)
    assert found["code"] == "E21002" and found["component"] == "FE, the fusion engine"
    assert {"MX001", "MX003", "FS004"} <= {rule["code"] for rule in found["rules"]}


def test_what_is_not_known_is_said(cannlint):
    page = cannlint("rule", "EC0010").out
    assert "Meaning: not known" in page and "No rule looks for its causes." in page
    found = json.loads(cannlint("rule", "EC0010", "--format", "json").out)
    assert found == {
        "code": "EC0010",
        "meaning": None,
        "advice": None,
        "component": None,
        "rules": [],
    }


@pytest.mark.parametrize(
    ("code", "meaning", "advice"),
    [
        ("EI0002", "a rank waited too long", "the rank that stopped first"),
        ("EZ3002", "no engine of the SoC supports", "cannlint library show OPERATOR --soc SOC"),
        ("E76002", "no ONNX parser for the type", "register a custom operator"),
        ("EZ9010", "no parser for the type", "register a custom operator"),
        ("EE1001", "an argument that is not allowed", "the function that the message names"),
    ],
)
def test_a_code_that_no_rule_looks_for_says_what_to_do(cannlint, code, meaning, advice):
    page = cannlint("rule", code).out
    [said_meaning] = [line for line in page.splitlines() if line.startswith("Meaning: ")]
    [said_advice] = [line for line in page.splitlines() if line.startswith("What to do: ")]
    assert meaning in said_meaning and advice in said_advice


def test_a_code_stands_in_one_row():
    parts = (commands, models, compiler, operators, runtime)
    rows = [row for part in parts for row in part.ROWS]
    codes = [code for codes, _, _ in rows for code in codes.split()]
    assert len(codes) == len({*codes}) == len(known_error_codes())


def test_the_registry_of_cann_is_known(recorded):
    registry = json.loads((recorded / "error_codes.json").read_text(encoding="utf-8"))
    assert len(registry) > 500 and [code for code in registry if meaning_of(code) is None] == []


def test_in_chinese(cannlint):
    page = cannlint("rule", "E20003", "--lang", "zh-CN").out
    assert "含义：配置文件内容无效" in page and "## 检查其原因的规则" in page


def test_a_code_of_an_old_release_has_the_meaning_of_the_new_one():
    """E190nn of CANN 8.1 are E130nn later; E19999 is an internal error in both."""
    assert meaning_of("E19001") == meaning_of("E13001") == "a file cannot be opened"
    assert rules_with("E19010") == rules_with("E13010")
    assert "internal" in (meaning_of("E19999") or "") and "internal" in (meaning_of("EZ9999") or "")


def test_every_code_has_the_form_of_codes_and_a_component():
    for code in known_error_codes():
        assert ERROR_CODE.fullmatch(code) and component_of(code), code


def test_every_code_of_the_rules_has_a_meaning():
    named = {found for code in rule_names() for found in ERROR_CODE.findall(documentation(code))}
    assert len(named) > 30 and {code for code in named if meaning_of(code) is None} == set()


@pytest.mark.parametrize("front_end", list(FrontEnd))
def test_the_codes_of_the_option_tables_lead_to_the_rule_about_values(front_end):
    rows = table_of(front_end).options.values()
    codes = {row["bad"]["code"] for row in rows if row.get("bad", {}).get("code")}
    other = {"E10055", "E21001", "E21002"}  # an option that a call does not take, and files
    assert {code for code in codes if "JB002" not in rules_with(code)} <= other


def test_the_code_of_a_rule_leads_to_the_rule():
    for code in rule_names():
        error_code = rule_of(code).cann
        assert error_code is None or code in rules_with(error_code), code


def test_a_shell_completes_codes(cannlint):
    found = cannlint(
        _CANNLINT_COMPLETE="complete_bash", COMP_WORDS="cannlint rule E2100", COMP_CWORD="2"
    )
    assert found.out.split() == ["E21001", "E21002"]
