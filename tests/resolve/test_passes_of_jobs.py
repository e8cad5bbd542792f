"""Which fusion passes run in a job, and who decided.

See manual/fusion-switch.md#what-decides-about-a-pass.
SoftmaxFusionPass can be turned off by a file, AABiasaddConvFusion cannot (forbidden-close).
"""

from __future__ import annotations

import pytest

from cannlint.resolve.passes import optimization_switches
from jobs_in_words import plan

PASS, FORBIDDEN = "SoftmaxFusionPass", "AABiasaddConvFusion"
OFF = f'{{"Switch": {{"GraphFusion": {{"{PASS}": "off", "{FORBIDDEN}": "off"}}}}}}'


def state(name=PASS, file=None, front_end="ge", **options):
    files = {"fusion_switch_file": file} if file else {}
    found = plan(options, files, front_end).passes["GraphFusion"][name]
    return found.on, found.decided_by


def test_a_file_and_what_it_cannot_turn_off():
    assert state() == (True, "default")
    assert state(file=OFF) == (False, "user")
    assert state(FORBIDDEN, file=OFF) == (True, "forbidden-close")


def test_optimization_switch_beats_everything_by_name():
    assert state(file=OFF, optimization_switch=f"{PASS}:on") == (True, "optimization-switch")
    switched = state(FORBIDDEN, optimization_switch=f"{FORBIDDEN}:off")
    assert switched == (False, "optimization-switch")


def test_the_passes_that_no_file_closes_have_a_switch_together():
    assert state(FORBIDDEN, optimization_switch="forbidden_close_pass:off") == (
        False,
        "forbidden-close",
    )
    # ATC appends a switch of its own, which comes last
    atc = state(FORBIDDEN, front_end="atc", optimization_switch="forbidden_close_pass:off")
    assert atc == (True, "forbidden-close")


def test_level_o1_closes_what_a_file_opens_but_for_the_exceptions():
    opened = f'{{"Switch": {{"GraphFusion": {{"{PASS}": "on"}}}}}}'
    assert state(file=opened, oo_level="O1") == (False, "oo-level")
    excepted = f'{{"ExceptionalPassOfO1Level": ["{PASS}"]}}'
    assert state(file=excepted, oo_level="O1") == (True, "exceptional")
    assert state(FORBIDDEN, oo_level="O1") == (False, "oo-level")
    assert state(FORBIDDEN, oo_level="O1", front_end="atc") == (True, "forbidden-close")


def test_tf2_spoils_the_last_switch():
    assert state(front_end="tf2", optimization_switch=f"{PASS}:off") == (True, "default")
    two = state(front_end="tf2", optimization_switch=f"{PASS}:off;Other:off")
    assert two == (False, "optimization-switch")


@pytest.mark.parametrize(
    ("text", "switches"),
    [
        ("A:on;B:off", {"A": True, "B": False}),
        ("A:on;A:off", {"A": False}),
        ("A;B:OFF;:on;C:off", {"C": False}),
        ("", {}),
    ],
)
def test_tokens_that_are_no_switch_are_dropped(text, switches):
    assert optimization_switches(text) == switches


def test_a_pass_that_nobody_knows_is_in_both_groups():
    passes = plan({"optimization_switch": "NobodysPass:off"}).passes
    assert all(not passes[group]["NobodysPass"].on for group in ("GraphFusion", "UBFusion"))
