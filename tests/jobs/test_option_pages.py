"""The pages of the options: one for each, whatever the front ends call it."""

from __future__ import annotations

import re

import pytest

from cannlint.jobs.tables import descriptions
from cannlint.report.option_page import page

OPTIONS = sorted(descriptions())


def test_a_page_has_the_names_of_every_front_end():
    text = page("op_select_implmode")
    for name in (
        "`--op_select_implmode`",
        "`ge.opSelectImplmode`",
        '`parameter_map["op_select_implmode"].s`',
        "`NPURunConfig(op_select_implmode=)`",
        "`npu.global_options().op_select_implmode`",
        "`ACL_OP_SELECT_IMPL_MODE`",
    ):
        assert name in text
    assert "deprecated: use [op_precision_mode](op_precision_mode.md)" in text


def test_a_page_has_what_is_legal_and_what_is_not():
    text = page("enable_exception_dump")
    assert "an integer from 0 to 2 | `2`; the manual says `0` | refused" in text
    assert "The manual allows it for training only." in text
    assert "Needs: [op_select_implmode](op_select_implmode.md)." in page("optypelist_for_implmode")


def test_a_page_without_others_beside_it_names_them_without_links():
    text = page("optypelist_for_implmode", linked=False)
    assert "Needs: `op_select_implmode`." in text
    assert "deprecated: use `op_precision_mode`" in page("op_select_implmode", linked=False)


def test_a_page_as_a_list_has_a_heading_for_each_front_end():
    text = page("optypelist_for_implmode", as_list=True)
    assert "\n## ATC\n\n* written: `--optypelist_for_implmode`\n" in text and "|" not in text
    assert text.index("Needs: ") < text.index("## ATC") < text.index("\nSource: ")


def test_a_page_says_where_the_value_stands_and_which_commands_take_it():
    text = page("precision_mode")
    for form in (
        "`msit convert atc --precision_mode` or `msit convert aoe --precision_mode`",
        "`aclSetCompileopt(ACL_PRECISION_MODE, ...)`",
        '`("CANNExecutionProvider", {"precision_mode": ...})`',
    ):
        assert form in text


@pytest.mark.parametrize("option", OPTIONS)
def test_every_page_is_whole(option):
    text = page(option)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) > 2
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {7}
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert target.removesuffix(".md") in descriptions()
