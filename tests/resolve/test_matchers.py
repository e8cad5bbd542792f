"""The matchers: what they keep of the columns, and in which order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.resolve.dtypes.customized import exact, mix, reduce, rise
from resolving import SHORT

DTYPES = ["float", "float16", "bf16", "int32", "double", "hifloat8"]
PRIORITY = {"float": 100_000, "bf16": 200_000, "float16": 200_001}


def kept(matcher, columns: str, *wanted: str | None) -> str:
    """The dtypes of the columns that are left, in their new order."""
    dtypes = tuple(SHORT.get(name, name) for name in columns.split(","))
    found = matcher(tuple(range(len(dtypes))), dtypes, *(SHORT.get(w, w) for w in wanted))
    return " ".join(f"{columns.split(',')[at]}:{at}" for at in found)


@pytest.mark.parametrize(
    ("matcher", "columns", "want", "forbidden", "left"),
    [
        (exact, "fp16,fp32,fp16", "fp16", None, "fp16:0 fp16:2"),
        (exact, "fp16,fp32", "fp16", "fp16", ""),
        (rise, "fp32,fp16,fp32", "fp16", None, "fp16:1"),
        (rise, "fp32,bf16,fp32", "fp16", None, "fp32:0 fp32:2"),
        (rise, "bf16,double", "fp16", None, ""),
        (rise, "fp16,bf16,double", "fp32", None, ""),
        (rise, "fp16,fp32", "fp16", "fp16", "fp32:1"),
        (rise, "int32,int64", "int64", None, "int64:1"),
        (reduce, "fp16,bf16", "fp32", None, "bf16:1 fp16:0"),
        (reduce, "fp16,bf16", "fp32", "bf16", "fp16:0"),
        (reduce, "fp32,fp16", "bf16", None, "fp16:1"),
        (reduce, "fp32,bf16,fp16", "fp16", None, ""),
        (reduce, "fp16,int8", "int8", None, "int8:1"),
        (reduce, "fp16,fp16", "fp32", None, "fp16:0 fp16:1"),
        # distances that are taken: the second bf16 takes that of fp16, which moves on by two
        (reduce, "bf16,bf16,fp16", "fp32", None, "bf16:0 bf16:1 fp16:2"),
        # and one that is taken after adding, too, is lost
        (reduce, "bf16,bf16,fp16,bf16", "fp32", None, "bf16:0 bf16:1 fp16:2"),
        (reduce, "bf16,fp16,bf16,fp16", "fp32", None, "bf16:0 fp16:1 fp16:3"),
    ],
)
def test_what_is_kept(matcher, columns, want, forbidden, left):
    assert kept(matcher, columns, want, forbidden) == left


@pytest.mark.parametrize(
    ("columns", "forbidden", "left"),
    [
        ("fp32,bf16,fp16", None, "bf16:1 fp16:2"),
        ("fp32,bf16,fp16", "bf16", "fp16:2"),
        ("fp32,bf16,int8", "bf16", "fp32:0 int8:2"),
        ("bf16,bf16", "bf16", ""),
    ],
)
def test_mix_drops_the_forbidden_even_if_nothing_matches(columns, forbidden, left):
    assert kept(mix, columns, forbidden) == left


columns_of = st.lists(st.sampled_from(DTYPES), min_size=1, max_size=12).map(tuple)
wants = st.sampled_from(DTYPES)
forbidden_dtypes = st.sampled_from([None, "bf16", "float16"])


@given(columns_of, wants, forbidden_dtypes, st.data())
def test_matchers_keep_a_selection_of_what_is_alive(dtypes, want, forbidden, drawn):
    alive = tuple(drawn.draw(st.permutations(range(len(dtypes)))))[: len(dtypes) // 2 + 1]
    for matcher in (exact, rise, reduce):
        found = matcher(alive, dtypes, want, forbidden)
        assert len(set(found)) == len(found) and set(found) <= set(alive)
        assert all(dtypes[at] != forbidden for at in found)
    assert set(mix(alive, dtypes, forbidden)) <= set(alive)


@given(columns_of, wants, forbidden_dtypes)
def test_rise_against_its_definition(dtypes, want, forbidden):
    everything = tuple(range(len(dtypes)))
    allowed = [at for at in everything if dtypes[at] != forbidden]
    same = [at for at in allowed if dtypes[at] == want]
    raised = [at for at in allowed if want in ("float16", "bf16") and dtypes[at] == "float"]
    assert list(rise(everything, dtypes, want, forbidden)) == (same or raised)


@given(columns_of, st.sampled_from(["float", "bf16", "float16"]), forbidden_dtypes)
def test_reduce_without_equal_distances_sorts_by_them(dtypes, want, forbidden):
    unique = tuple(dict.fromkeys(dtypes))
    gaps = {dtype: PRIORITY.get(dtype, 0) - PRIORITY[want] for dtype in unique}
    lower = [dtype for dtype in unique if dtype in PRIORITY and gaps[dtype] > 0]
    expected = sorted((dtype for dtype in lower if dtype != forbidden), key=gaps.__getitem__)
    found = reduce(tuple(range(len(unique))), unique, want, forbidden)
    assert [unique[at] for at in found] == expected
