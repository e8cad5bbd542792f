"""The values that have a grammar of their own, and the tables of options."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark.exceptions import LarkError

from cannlint.jobs.atc.getopt import meant_flags
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import options_of
from cannlint.jobs.value_checks import CHECKS
from cannlint.jobs.verdicts import FORMS, follows
from cannlint.kinds import Kind
from cannlint.syntax.grammar import parser

LETTERS = {
    "aicore_num": "0123|- ",
    "optimization_switch": ["P", "a:on", "b:off", ":", ";", "on", " ", "off"],
    "output_type": ["a", ":0:", "FP16", "FP32", ";", "1", ":", "x:2:INT8"],
}


@pytest.mark.parametrize("syntax", LETTERS)
def test_the_pattern_accepts_what_the_grammar_does(syntax):
    @given(st.lists(st.sampled_from(LETTERS[syntax]), max_size=8).map("".join))
    def same(value):
        try:
            parser(syntax, "value").parse(value)
            accepted = True
        except LarkError:
            accepted = False
        assert follows(syntax, value) == accepted

    same()


@pytest.mark.parametrize("syntax", FORMS)
def test_the_form_that_is_shown_is_one(syntax):
    for form in FORMS[syntax].split(" or "):
        assert CHECKS[syntax](form) is None if syntax in CHECKS else follows(syntax, form)


@pytest.mark.parametrize("front_end", [FrontEnd.ATC, FrontEnd.GE])
def test_the_tables_are_sound(front_end):
    options = options_of(front_end)
    kinds = {kind.value for kind in Kind}
    names = {spec.option for spec in options.values()}
    for spec in options.values():
        assert spec.type in ("enum", "int", "bool", "string", "path", "list", "json"), spec.key
        assert spec.file is None or spec.file in kinds
        assert spec.type != "enum" or spec.values
        default = spec.default
        for text in default.values() if isinstance(default, dict) else [default]:
            named = (text or "").removesuffix(", depending on the SoC").split(" or ")
            assert text is None or not spec.values or set(named) <= set(spec.values), spec.key
        for name in (*spec.requires, *spec.excludes):
            assert name in names, spec.key


def test_a_key_of_ge_stands_for_a_flag_of_atc():
    flags = set(options_of(FrontEnd.ATC))
    unknown = {key for key, spec in options_of(FrontEnd.GE).items() if spec.option not in flags}
    assert {"ge.graphRunMode", "op_debug_option"} <= unknown
    without_prefix = {"HCCL_algorithm", "distribute_config", "event_sync_timeout"}
    assert {key for key in unknown if not key.startswith("ge.")} == {
        "op_debug_option",
        "stream_sync_timeout",
        *without_prefix,
    }


@pytest.mark.parametrize(
    ("name", "flags"),
    [
        ("soc", ["soc_version"]),
        ("precision_mode", ["precision_mode"]),
        ("h", ["help"]),
        ("he", ["help"]),
        ("raw_ge", ["raw_ge_options", "raw_ge_options_ignore_unsupported"]),
        ("outpu", ["output", "output_type"]),
        ("host", ["host_env_cpu", "host_env_os"]),
        ("SOC", []),
    ],
)
def test_what_the_beginning_of_a_flag_stands_for(name, flags):
    assert meant_flags(name) == flags
