"""Which candidates have to be held for a good result, found with few questions.

A question is a set of candidates: is the result good if these are held, and the others are not? It
is assumed that holding more never makes a good result bad. Then the last candidate that is needed
can be found by halving: the shortest beginning of the list that is good ends with it. It is held
from then on, and the candidates behind it are not needed. The same is repeated before it, until
what was found is good by itself. A question about exactly the found set ends each round, so it
is known that the result is good. That each of its candidates is needed follows from the assumption:
without it, a set that was bad would be good.

For m needed candidates of n this takes at most m * (ceil(log2 n) + 1) questions, and two for the
ends.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from enum import Enum

from cannlint.bisect.candidates import NOTHING, contains, everything, set_of

Asking = Generator["Question", "Answer", "Conclusion"]


class Answer(str, Enum):
    """What a step showed; `skip` means that it could not be judged."""

    GOOD = "good"
    BAD = "bad"
    SKIP = "skip"


class Purpose(str, Enum):
    """Why a question is asked: the two ends, a part of the candidates, or what was found."""

    NOTHING_HELD = "nothing"
    ALL_HELD = "all"
    PART = "part"
    FOUND = "found"


class Ending(str, Enum):
    """How a search ends; only `found` has a result."""

    FOUND = "found"
    GOOD_WITHOUT = "good-without"
    BAD_WITH_ALL = "bad-with-all"
    CONTRADICTION = "contradiction"


SEARCHING = "searching"
"""Instead of an ending, before the end."""


@dataclass(eq=False, slots=True)
class Question:
    """A set to hold in the next step.

    `left` is roughly how many steps are left with this one, `suspects` the number of candidates
    among which the step looks for one that is needed; 0 where it looks for none.
    """

    held: int
    purpose: Purpose
    left: int
    suspects: int = 0


class Conclusion:
    """The end of a search.

    `needed` is the set that makes the result good. `blocks` are parts of it that skipped steps left
    undivided: at least one candidate of each is needed. `doubtful` is the part that was found after
    a set was skipped that may have been enough. `is_confirmed` says that the last answer about
    exactly this set was `good`. `conflict` has the numbers of two steps, from 1, whose answers
    cannot both be right.
    """

    __slots__ = ("blocks", "conflict", "doubtful", "ending", "is_confirmed", "needed")

    def __init__(self, ending: Ending, needed: int = NOTHING) -> None:
        self.ending = ending
        self.needed = needed
        self.blocks: list[int] = []
        self.doubtful = NOTHING
        self.is_confirmed = False
        self.conflict: tuple[int, int] | None = None


def search(count: int, ends_known: bool = False) -> Asking:
    """Search among `count` candidates; send an Answer for each Question that is yielded.

    With `ends_known` it is taken as said that the result is bad without, and good with all.
    """
    return _Search(count).run(ends_known)


def steps_for(count: int) -> int:
    """How many questions halve a list of candidates until one is left."""
    return max(count - 1, 0).bit_length()


class _Search:
    """One search: what was answered, and what is left to ask.

    `sure` is what was found before a found set was skipped.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.answers: list[tuple[int, Answer]] = []
        self.known: dict[int, Answer] = {}
        self.blocks: list[int] = []
        self.sure: int | None = None

    def run(self, ends_known: bool) -> Asking:
        """Ask about both ends, then look for what is needed."""
        if not ends_known:
            wrong_end = yield from self._ask_ends()
            if wrong_end is not None:
                return wrong_end
        needed, left = NOTHING, [*range(self.count)]
        while True:
            block, left = yield from self._last_needed(needed, left)
            needed |= set_of(block)
            if len(block) > 1:
                self.blocks.append(set_of(block))
            conclusion = yield from self._check(needed, left)
            if conclusion is not None:
                return conclusion

    def _ask_ends(self) -> Generator[Question, Answer, Conclusion | None]:
        steps = steps_for(self.count) + 1
        if (yield from self._ask(NOTHING, Purpose.NOTHING_HELD, steps + 2)) is Answer.GOOD:
            return Conclusion(Ending.GOOD_WITHOUT)
        if (
            yield from self._ask(everything(self.count), Purpose.ALL_HELD, steps + 1)
        ) is Answer.BAD:
            return Conclusion(Ending.BAD_WITH_ALL)
        return None

    def _ask(
        self, held: int, purpose: Purpose, left: int, suspects: int = 0
    ) -> Generator[Question, Answer, Answer]:
        answer = yield Question(held, purpose, left, suspects)
        self.answers.append((held, answer))
        self.known[held] = answer
        return answer

    def _last_needed(
        self, needed: int, left: list[int]
    ) -> Generator[Question, Answer, tuple[list[int], list[int]]]:
        """The last candidate of `left` that is needed beside `needed`, and those before it.

        Where skipped steps leave several of which it may be any, these are tried in reverse order,
        and if this does not help, all of them are returned as one block.
        """
        low, high = yield from self._halved(needed, left, 0, len(left))
        if high - low > 1:
            turned = [*left[:low], *reversed(left[low:high])]
            low, high = yield from self._halved(needed, turned, low, high)
            left = turned
        return left[low:high], sorted(left[:low])

    def _halved(
        self, needed: int, left: Sequence[int], low: int, high: int
    ) -> Generator[Question, Answer, tuple[int, int]]:
        """Halve the lengths of beginnings: `low` candidates are too few, `high` are enough."""
        skipped: set[int] = set()
        while (length := _middle(low, high, skipped)) is not None:
            held = needed | set_of(left[:length])
            answer = self._implied(held)
            if answer is None:
                steps = steps_for(high - low) + 1
                answer = yield from self._ask(held, Purpose.PART, steps, high - low)
            if answer is Answer.GOOD:
                high = length
            elif answer is Answer.BAD:
                low = length
            else:
                skipped.add(length)
        return low, high

    def _implied(self, held: int) -> Answer | None:
        """What earlier answers say about a set: that of the same set, of a part, or of a whole."""
        if held in self.known:
            return self.known[held]
        for other, answer in self.answers:
            if answer is Answer.GOOD and contains(held, other):
                return Answer.GOOD
            if answer is Answer.BAD and contains(other, held):
                return Answer.BAD
        return None

    def _check(
        self, needed: int, left: list[int]
    ) -> Generator[Question, Answer, Conclusion | None]:
        """End the search if the found set is good; None if more is needed."""
        if self.answers[-1:] == [(needed, Answer.GOOD)]:
            return (yield from self._found(needed))
        earlier = self._good_part(needed)
        answer = yield from self._ask(needed, Purpose.FOUND, 1)
        if answer is Answer.GOOD:
            return (yield from self._found(needed))
        if answer is Answer.SKIP:
            return self._unjudged(needed, is_last=earlier is not None or not left)
        if earlier is not None:
            return _contradiction(earlier, len(self.answers))
        if not left or (yield from self._is_bad_with_all(needed | set_of(left))):
            return Conclusion(Ending.BAD_WITH_ALL)
        return None

    def _good_part(self, held: int) -> int | None:
        """The step, from 1, that was good although it held no more than a set."""
        for number, (other, answer) in enumerate(self.answers, 1):
            if answer is Answer.GOOD and contains(held, other):
                return number
        return None

    def _unjudged(self, needed: int, is_last: bool) -> Conclusion | None:
        """The found set without confirmation, or None to look for more that may be needed."""
        if is_last:
            return self._conclusion(needed)
        self.sure = needed if self.sure is None else self.sure
        return None

    def _is_bad_with_all(self, held: int) -> Generator[Question, Answer, bool]:
        """Ask about all candidates if it was only assumed that `held` is good."""
        whole = everything(self.count)
        if self._good_part(held) is not None or whole in self.known:
            return False
        return (yield from self._ask(whole, Purpose.ALL_HELD, 1)) is Answer.BAD

    def _found(self, needed: int) -> Generator[Question, Answer, Conclusion]:
        """The result, if the job is bad without it: nobody may have seen that yet."""
        is_open = NOTHING not in self.known and Answer.BAD not in self.known.values()
        if is_open and (yield from self._ask(NOTHING, Purpose.NOTHING_HELD, 1)) is Answer.GOOD:
            return Conclusion(Ending.GOOD_WITHOUT)
        conclusion = self._conclusion(needed)
        conclusion.is_confirmed = True
        return conclusion

    def _conclusion(self, needed: int) -> Conclusion:
        conclusion = Conclusion(Ending.FOUND, needed)
        conclusion.blocks = self.blocks
        conclusion.doubtful = NOTHING if self.sure is None else needed & ~self.sure
        return conclusion


def _contradiction(first: int, second: int) -> Conclusion:
    conclusion = Conclusion(Ending.CONTRADICTION)
    conclusion.conflict = first, second
    return conclusion


def _middle(low: int, high: int, skipped: set[int]) -> int | None:
    """The length nearest to the middle between two, that was not skipped; None if there is none."""
    middle = (low + high) // 2
    for distance in range(high - low):
        for length in (middle - distance, middle + distance):
            if low < length < high and length not in skipped:
                return length
    return None
