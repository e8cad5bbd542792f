"""`cannlint rule` and `cannlint schema`."""

from __future__ import annotations

import json

import jsonschema
import pytest

from cannlint.rules.loading import rule_names


def test_a_rule_by_code_or_name(cannlint):
    page = cannlint("rule", "CD104")
    assert page.status == 0 and page.out.startswith("# CD104 duplicate-entry\n")
    assert (
        "## What CANN does" in page.out
        and "warning · compiler · safe fix · customize_dtypes" in page.out
    )
    assert cannlint("rule", "blank-line").out.startswith("# CD002")


def test_in_a_terminal_the_page_is_rendered(cannlint):
    rendered = cannlint("rule", "CD104", FORCE_COLOR="1").out
    assert "\x1b[" in rendered and "## What" not in rendered and "What CANN does" in rendered


def test_all_and_the_list(cannlint):
    everything = cannlint("rule", "--all").out
    listed = cannlint("rule").out.splitlines()
    assert [line.split()[0] for line in listed] == list(rule_names())
    assert all(f"# {code} " in everything for code in rule_names())


@pytest.mark.parametrize(
    ("code", "block"),
    [
        ("JB305", "`cannlint.toml`\n\n```toml\n[job.net]\n"),
        ("JB305", "`keep.cfg`\n\n```\nOpType::Relu\n```"),
        ("CD303", "`conf/customize_dtypes.cfg`\n\n```customize_dtypes\nOpType::Relu:"),
        ("OP204", "`--soc Ascend910A`\n\n```op_precision\n"),
    ],
)
def test_the_name_of_a_file_stands_above_its_block(cannlint, code, block):
    """What else follows the language of a block, many that show Markdown do not take."""
    page = cannlint("rule", code).out
    assert block in page
    assert not [line for line in page.splitlines() if line.startswith("```") and " " in line]


def test_as_json(cannlint):
    rule = json.loads(cannlint("rule", "MX006", "--format", "json").out)
    assert (rule["code"], rule["severity"], rule["kinds"]) == ("MX006", "error", ["mixlist"])
    assert len(json.loads(cannlint("rule", "--format", "json").out)) == len(rule_names())


def test_an_option(cannlint):
    page = cannlint("rule", "precision_mode").out
    assert page.startswith("# precision_mode\n\nThe float dtypes in which the operators")
    assert "| ATC | `--precision_mode` | `force_fp16`, " in page
    written = json.loads(cannlint("rule", "precision_mode", "--format", "json").out)
    assert written["option"] == "precision_mode"
    assert written["documentation"] == page.removesuffix("\n")
    assert "Excludes: `precision_mode_v2`." in page and "](" not in page


def test_an_unknown_or_ambiguous_rule(cannlint):
    assert "did you mean blank-line?" in cannlint("rule", "blankline").err
    assert "did you mean precision_mode?" in cannlint("rule", "precison_mode").err
    assert "did you mean JB302?" in cannlint("rule", "JB3O2").err


def test_the_beginning_of_codes_lists_the_rules(cannlint):
    listed = [line[:5] for line in cannlint("rule", "CD1").out.splitlines()]
    assert listed == [code for code in rule_names() if code.startswith("CD1")] and len(listed) > 9
    found = json.loads(cannlint("rule", "CD1", "--format", "json").out)
    assert [rule["code"] for rule in found] == listed


def test_explain_is_rule(cannlint):
    assert cannlint("explain", "CD104").out == cannlint("rule", "CD104").out


@pytest.mark.parametrize("kind", ["mixlist", "fusion_switch", "job", "report", "inspect"])
def test_schemas_are_printed_for_editors(cannlint, kind):
    result = cannlint("schema", kind)
    assert result.status == 0
    jsonschema.Draft202012Validator.check_schema(json.loads(result.out))


def test_an_unknown_schema(cannlint):
    result = cannlint("schema", "keep_dtype", COLUMNS="200")
    assert result.status == 2 and "expected one of mixlist" in result.err
