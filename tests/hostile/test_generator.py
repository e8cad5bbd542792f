"""A fixed share of the cases of the generator: the work grows as the input."""

from __future__ import annotations

import pytest

from hostile.generator import ALL, cases, ratio
from work import MOST

SHARE = 23
"""Of so many cases one is tried: another one in each language."""


@pytest.mark.slow
@pytest.mark.parametrize("language", ALL)
def test_the_work_for_a_construct_grows_as_its_number(language):
    all_cases = list(cases(language))
    assert len(all_cases) > 1
    tried = all_cases[len(language) % min(SHARE, len(all_cases)) :: SHARE]
    grown = {case[0]: ratio(case) for case in tried}
    assert {name: one for name, one in grown.items() if one > MOST} == {}
