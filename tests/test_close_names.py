"""Similar names among many are those that difflib finds among all."""

from __future__ import annotations

from difflib import get_close_matches

from hypothesis import example, given
from hypothesis import strategies as st

from cannlint.close_names import CloseNames

WORDS = st.text("abc_1é", max_size=20)


@given(WORDS, st.lists(WORDS, max_size=20), st.sampled_from((0.5, 0.8, 0.85, 1.0)))
@example("a" * 12, ["a" * 10, "a" * 15, "b" * 12], 0.8)
def test_they_are_those_that_difflib_finds(word, names, cutoff):
    assert CloseNames(names).to(word, 3, cutoff) == get_close_matches(word, names, 3, cutoff)
