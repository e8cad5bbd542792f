"""A bisect among fusion passes: the file of each step, as CANN reads it."""

from __future__ import annotations

import json

import pytest

from cannlint.engine.read import read
from cannlint.kinds import Kind
from cannlint.library.snapshot import fusion_passes
from cannlint.resolve.passes import pass_states
from cannlint.text.source import Source

JSON_FILE, TEXT_FILE = "cannlint-bisect.fusion_switch.json", "cannlint-bisect.fusion_switch.cfg"
OPTIONS = ["-O", "soc_version=Ascend910B3", "--by", "passes"]
ON_BY_DEFAULT = "ABatchnormFusionPass"
OFF_BY_DEFAULT = "SplitConvFusionPass"
CANNOT_BE_CLOSED = "ZSplitVFusionPass"


@pytest.fixture
def bisect(cannlint, tmp_path):
    def run(*arguments, status=0):
        result = cannlint("bisect", *arguments, cwd=tmp_path)
        assert result.status == status, result.err + result.out
        return result.out

    return run


def states(path):
    """Pass → whether it runs, in the group of graph passes, under a switch file."""
    reading = read(Source(path.name, path.read_bytes()), Kind.FUSION_SWITCH)
    assert reading.accepted
    found = pass_states(reading, fusion_passes())["GraphFusion"]
    return {name: state.on for name, state in found.items()}


def without_file():
    found = pass_states(None, fusion_passes())["GraphFusion"]
    return {name: state.on for name, state in found.items()}


def test_the_first_file_changes_nothing_and_the_second_turns_all_off_that_can_be(bisect, tmp_path):
    bisect("start", *OPTIONS)
    assert states(tmp_path / JSON_FILE) == without_file()
    bisect("bad")
    closed = states(tmp_path / JSON_FILE)
    assert [name for name, is_on in closed.items() if is_on] == [
        name for name in closed if name in fusion_passes().forbidden_close
    ]
    assert CANNOT_BE_CLOSED in fusion_passes().forbidden_close


@pytest.mark.slow
def test_a_pass_without_a_name_in_the_catalogue_is_in_all(bisect, tmp_path):
    """With ALL off, the passes that the step does not hold are named, so that they stay on."""
    bisect("start", *OPTIONS)
    for _ in range(20):
        switches = json.loads((tmp_path / JSON_FILE).read_text()).get("Switch", {})
        is_good = switches.get("GraphFusion", {}).get("ALL") == "off"
        if "found in" in bisect("good" if is_good else "bad"):
            break
    graph_passes = json.loads((tmp_path / JSON_FILE).read_text())["Switch"]["GraphFusion"]
    assert [name for name, switch in graph_passes.items() if switch == "off"] == ["ALL"]
    assert states(tmp_path / JSON_FILE) == without_file()


@pytest.mark.parametrize("text", ["ALL:off\n{on}:on\n", "{on}:on\n{off}:on\n# note:off\n"])
def test_the_text_form_stays_the_text_form(bisect, tmp_path, text):
    (tmp_path / "own.cfg").write_text(text.format(on=ON_BY_DEFAULT, off=OFF_BY_DEFAULT))
    own = states(tmp_path / "own.cfg")
    bisect("start", *OPTIONS, "-O", "fusion_switch_file=own.cfg")
    assert states(tmp_path / TEXT_FILE) == own
    bisect("bad")
    closed = states(tmp_path / TEXT_FILE)
    assert not closed[ON_BY_DEFAULT]
    assert not closed[OFF_BY_DEFAULT]


def test_entries_of_the_jobs_own_file_stay(bisect, tmp_path):
    own = {
        "Switch": {"GraphFusion": {ON_BY_DEFAULT: "off", OFF_BY_DEFAULT: "on"}},
        "Priority": {"UBFusion": {"Top": {"Mine": "3"}}},
    }
    (tmp_path / "own.json").write_text(json.dumps(own))
    bisect("start", *OPTIONS, "-O", "fusion_switch_file=own.json")
    assert json.loads((tmp_path / JSON_FILE).read_text()) == own
    bisect("bad")
    file = json.loads((tmp_path / JSON_FILE).read_text())
    assert file["Priority"] == own["Priority"]
    assert file["Switch"]["GraphFusion"][OFF_BY_DEFAULT] == "off"


def test_the_passes_of_a_compile_are_few(bisect, tmp_path):
    times = {"match_times": "1", "effect_times": "1"}
    result = {"graph_fusion": {ON_BY_DEFAULT: times, "OwnPass": times, CANNOT_BE_CLOSED: times}}
    result["ub_fusion"] = {"TbePool2dQuantFusionPass": {"match_times": "1", "effect_times": "0"}}
    (tmp_path / "fusion_result.json").write_text(json.dumps(result))
    shown = bisect("start", *OPTIONS, "--fusion-result", "fusion_result.json")
    assert "of 2 passes" in shown
    assert "1 candidate left out: a fusion switch file cannot turn them off" in shown
