"""State files that somebody else has written: one sentence, and nothing is changed."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from cannlint.bisect.progress import opened
from cannlint.errors import CannlintError

STATE = {
    "schema": "cannlint/bisect-state/1",
    "start": ["-O", "soc_version=Ascend910B3"],
    "job": {"name": "", "key": "--keep_dtype", "command": ["atc"]},
    "sort": "nodes",
    "form": "keep_dtype",
    "base": "",
    "ends_known": False,
    "candidates": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
    "left_out": {},
    "steps": [{"held": "", "answer": "bad"}, {"held": "1-3", "answer": None}],
    "written": [],
}


def changed(**parts):
    return {**copy.deepcopy(STATE), **parts}


def test_the_state_of_these_tests_is_right(tmp_path):
    (tmp_path / "state.json").write_text(json.dumps(STATE))
    bisect = opened(str(tmp_path / "state.json"))
    assert bisect.question is not None
    assert bisect.question.held == 0b111


BROKEN = {
    "no JSON": b"{",
    "no text": b"\xff\xfe\x00",
    "deep": b"[" * 100_000,
    "no object": b"[]",
    "another version": json.dumps(changed(schema="cannlint/bisect-state/2")).encode(),
    "no candidates": json.dumps(changed(candidates=[])).encode(),
    "a step too many": json.dumps(changed(steps=[*STATE["steps"], *STATE["steps"]])).encode(),
    "a step that was not asked": json.dumps(
        changed(steps=[{"held": "2", "answer": None}])
    ).encode(),
    "no open step": json.dumps(changed(steps=STATE["steps"][:1])).encode(),
    "an answer after the end": json.dumps(
        changed(steps=[{"held": "", "answer": "good"}, {"held": "", "answer": None}])
    ).encode(),
    "a name of two lines": json.dumps(changed(candidates=[{"name": "a\nOpType::Relu"}])).encode(),
    "a form that does not fit": json.dumps(changed(form="modify_mixlist")).encode(),
    "a base that is no mixlist": json.dumps(
        changed(sort="types", form="modify_mixlist", base='{"black-list": 1}')
    ).encode(),
    "a deep base": json.dumps(
        changed(sort="passes", form="fusion_switch", base="[" * 100_000)
    ).encode(),
    "a base that is no switch": json.dumps(
        changed(sort="passes", form="fusion_switch_text", base='{"A": "of"}')
    ).encode(),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_state_is_one_sentence(cannlint, tmp_path, name):
    (tmp_path / "cannlint-bisect.json").write_bytes(BROKEN[name])
    before = sorted(path.name for path in tmp_path.iterdir())
    for command in ("bad", "reset"):
        result = cannlint("bisect", command, cwd=tmp_path)
        assert result.status == 2, name
        assert result.err.startswith("cannlint: ")
        assert result.err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_the_state_of_another_version_says_so(tmp_path):
    (tmp_path / "s.json").write_text(json.dumps(changed(schema="cannlint/bisect-state/2")))
    with pytest.raises(CannlintError, match=r"another version of cannlint .* go on with that"):
        opened(str(tmp_path / "s.json"))


def test_a_large_state_is_read_in_linear_time_or_refused(tmp_path):
    (tmp_path / "s.json").write_text(json.dumps(changed(candidates=[{"name": "a"}] * 70_000)))
    with pytest.raises(CannlintError, match="more candidates"):
        opened(str(tmp_path / "s.json"))


VALUES = some.recursive(
    some.none() | some.booleans() | some.integers() | some.text(max_size=5),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=3), inner),
    max_leaves=5,
)


@pytest.mark.slow  # every example is written to the disk
@given(some.sampled_from([*STATE]), VALUES)
def test_no_value_in_a_state_ends_in_a_traceback(tmp_path_factory, key, value):
    path = tmp_path_factory.mktemp("state") / "s.json"
    path.write_text(json.dumps(changed(**{key: value})))
    try:
        opened(str(path)).write_file()
    except CannlintError as error:
        assert str(error)
