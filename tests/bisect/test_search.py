"""The search: a simulated model that is good as soon as it holds what it needs."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import ceil, log2

import pytest
from hypothesis import given
from hypothesis import strategies as some

from cannlint.bisect.candidates import as_ranges, everything, indexes_of, set_of
from cannlint.bisect.search import Answer, Ending, Purpose, search


class Simulated:
    """A compile that is good if one of several sets of candidates is held.

    `uncompilable` has the sets that cannot be judged. `asked` are the sets that were asked about.
    """

    def __init__(self, *sufficient, uncompilable=lambda held: False):
        self.sufficient = [set(needed) for needed in sufficient]
        self.uncompilable = uncompilable
        self.asked = []

    def answer(self, question):
        held = set(indexes_of(question.held))
        self.asked.append(held)
        if self.uncompilable(held):
            return Answer.SKIP
        is_good = any(needed <= held for needed in self.sufficient)
        return Answer.GOOD if is_good else Answer.BAD


def ended(count, answer, ends_known=False):
    """The conclusion of a search whose questions a function answers."""
    asking = search(count, ends_known)
    question = next(asking)
    while True:
        try:
            question = asking.send(answer(question))
        except StopIteration as end:
            return end.value


def halvings(count):
    return ceil(log2(count)) if count > 1 else 0


ENDS = 2


@pytest.mark.parametrize("count", [1, 2, 3, 37, 64, 1000])
def test_one_culprit_takes_as_many_steps_as_halving_and_one_to_confirm(count):
    for culprit in {0, 1 % count, count // 2, count - 1}:
        compile = Simulated({culprit})
        conclusion = ended(count, compile.answer)
        assert conclusion.ending is Ending.FOUND
        assert indexes_of(conclusion.needed) == [culprit]
        assert compile.asked[-1] == {culprit}, "the last step holds exactly the result"
        assert len(compile.asked) <= ENDS + halvings(count) + 1


@pytest.mark.parametrize("count", [2, 9, 40])
def test_two_independent_culprits_are_found_in_two_rounds(count):
    for culprits in combinations(range(count), 2):
        compile = Simulated(culprits)
        conclusion = ended(count, compile.answer)
        assert indexes_of(conclusion.needed) == sorted(culprits)
        _, second = sorted(culprits)
        assert len(compile.asked) <= ENDS + halvings(count) + 1 + halvings(second) + 1
        assert compile.asked[-1] == set(culprits)


@pytest.mark.parametrize("count", [2, 9, 40])
def test_of_two_that_are_only_bad_together_one_is_enough(count):
    for first, second in combinations(range(count), 2):
        compile = Simulated({first}, {second})
        conclusion = ended(count, compile.answer)
        assert indexes_of(conclusion.needed) == [first]
        assert len(compile.asked) <= ENDS + halvings(count) + 1


def test_no_set_of_the_candidates_helps():
    compile = Simulated()
    assert ended(37, compile.answer).ending is Ending.BAD_WITH_ALL
    assert len(compile.asked) == ENDS


def test_the_job_is_good_as_it_is():
    compile = Simulated(set())
    assert ended(37, compile.answer).ending is Ending.GOOD_WITHOUT
    assert compile.asked == [set()]


def test_known_ends_save_two_steps():
    compile = Simulated({11})
    assert indexes_of(ended(37, compile.answer, ends_known=True).needed) == [11]
    assert len(compile.asked) <= halvings(37) + 1


def test_ends_that_are_not_as_said_are_noticed():
    never, always = Simulated(), Simulated(set())
    assert ended(37, never.answer, ends_known=True).ending is Ending.BAD_WITH_ALL
    assert ended(37, always.answer, ends_known=True).ending is Ending.GOOD_WITHOUT
    assert max(len(never.asked), len(always.asked)) <= halvings(37) + 3


def test_a_skipped_step_is_replaced_by_another_split():
    compile = Simulated({20}, uncompilable=lambda held: len(held) == 18)
    conclusion = ended(37, compile.answer)
    assert indexes_of(conclusion.needed) == [20]
    assert conclusion.is_confirmed
    assert len(compile.asked) <= ENDS + halvings(37) + 1 + 2


def test_what_skipped_steps_leave_undivided_is_held_as_a_whole():
    """Neither 4 nor 5 compiles without the other one."""
    compile = Simulated({5}, uncompilable=lambda held: (4 in held) != (5 in held))
    conclusion = ended(8, compile.answer)
    assert conclusion.ending is Ending.FOUND
    assert indexes_of(conclusion.needed) == [4, 5]
    assert [indexes_of(block) for block in conclusion.blocks] == [[4, 5]]
    assert conclusion.is_confirmed


def test_the_other_order_is_tried_before_a_block_is_left_undivided():
    """Nothing with 4 compiles without 5: only the order from behind can divide them."""
    compile = Simulated({5}, uncompilable=lambda held: 4 in held and 5 not in held)
    conclusion = ended(8, compile.answer)
    assert indexes_of(conclusion.needed) == [5]
    assert conclusion.blocks == []


def test_a_result_that_cannot_be_compiled_is_not_confirmed():
    compile = Simulated({3}, uncompilable=lambda held: held == {3})
    conclusion = ended(8, compile.answer)
    assert 3 in indexes_of(conclusion.needed)
    assert indexes_of(conclusion.doubtful) == [
        index for index in indexes_of(conclusion.needed) if index != 3
    ]


def test_contradicting_answers_are_told():
    """The first half is good once, and bad when its parts have been found."""
    verdicts = {everything(8): Answer.GOOD, everything(4): Answer.GOOD}
    asked = []

    def answer(question):
        asked.append(question.held)
        is_second = asked.count(question.held) > 1
        return Answer.BAD if is_second else verdicts.get(question.held, Answer.BAD)

    conclusion = ended(8, answer)
    assert conclusion.ending is Ending.CONTRADICTION
    first, second = conclusion.conflict
    assert asked[first - 1] == asked[second - 1] == everything(4)


def test_steps_left_are_those_of_one_culprit():
    lefts = []
    compile = Simulated({36})

    def answer(question):
        lefts.append(question.left)
        return compile.answer(question)

    ended(37, answer)
    assert lefts[0] == ENDS + halvings(37) + 1
    assert all(later < earlier for earlier, later in pairwise(lefts))


def test_sets_are_written_as_ranges():
    assert as_ranges(set_of([0, 1, 2, 5, 7, 8])) == "1-3,6,8-9"
    assert as_ranges(0) == ""


@some.composite
def monotone_problems(draw):
    count = draw(some.integers(1, 24))
    subset = some.sets(some.integers(0, count - 1), min_size=1, max_size=5)
    return count, draw(some.lists(subset, min_size=1, max_size=4))


@given(monotone_problems())
def test_the_result_is_good_and_nothing_in_it_can_be_left_out(problem):
    count, sufficient = problem
    compile = Simulated(*sufficient)
    conclusion = ended(count, compile.answer)
    assert conclusion.ending is Ending.FOUND
    assert conclusion.is_confirmed
    found = set(indexes_of(conclusion.needed))
    assert any(needed <= found for needed in compile.sufficient)
    for one in found:
        assert not any(needed <= found - {one} for needed in compile.sufficient)
    assert len(compile.asked) <= ENDS + len(found) * (halvings(count) + 1)


@given(monotone_problems(), some.sets(some.integers(0, 2**24 - 1), max_size=40))
def test_skipped_steps_never_make_the_result_wrong(problem, numbers):
    count, sufficient = problem
    skipped = {number % 2**count for number in numbers}
    compile = Simulated(*sufficient, uncompilable=lambda held: set_of(held) in skipped)
    conclusion = ended(count, compile.answer)
    assert conclusion.ending is Ending.FOUND
    assert any(needed <= set(indexes_of(conclusion.needed)) for needed in compile.sufficient)


@given(some.integers(1, 12), some.lists(some.sampled_from(Answer), max_size=400), some.booleans())
def test_any_answers_lead_to_an_end(count, answers, ends_known):
    """Also answers of a test that is not stable: what is confirmed was good when last asked."""
    given_answers = iter(answers)
    last = {}

    def answer(question):
        assert question.purpose in Purpose
        last[question.held] = next(given_answers, Answer.BAD)
        return last[question.held]

    conclusion = ended(count, answer, ends_known)
    if conclusion.is_confirmed:
        assert last[conclusion.needed] is Answer.GOOD
    if conclusion.ending is Ending.CONTRADICTION:
        assert conclusion.conflict[0] < conclusion.conflict[1]
