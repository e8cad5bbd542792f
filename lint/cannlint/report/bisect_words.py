"""Where a bisect stands, in words."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence

from cannlint.bisect.candidates import count_of, indexes_of
from cannlint.bisect.progress import Bisect
from cannlint.bisect.search import Ending, Purpose
from cannlint.bisect.state import State
from cannlint.bisect.step_file import Candidate, Sort, StepFile
from cannlint.language import Phrase, counted, enumerated, said, translated
from cannlint.text.printable import printable

_HELD = {
    Sort.NODES: Phrase("{part} of {whole} nodes held in float32"),
    Sort.TYPES: Phrase("{part} of {whole} types held in float32"),
    Sort.PASSES: Phrase("{part} of {whole} passes switched off"),
}
_ENDINGS = {
    Ending.GOOD_WITHOUT: Phrase(
        "the job is good with nothing held: there is nothing to search; check how the result is "
        "judged"
    ),
    Ending.BAD_WITH_ALL: Phrase(
        "the job is bad with all candidates held: what breaks it is none of them"
    ),
}


def held_words(state: State, ranges: str) -> str:
    """How many candidates a step holds, by the ranges in the state."""
    part = 0
    for piece in filter(None, ranges.split(",")):
        first, _, last = piece.partition("-")
        part += int(last or first) - int(first) + 1
    return said(_HELD[state.step_file.sort], part=f"{part:,}", whole=f"{len(state.candidates):,}")


def step_words(bisect: Bisect) -> str:
    """The current step: its number, what is held, and roughly how many steps are left."""
    question = bisect.question
    assert question is not None
    number = len(bisect.state.steps)
    held = held_words(bisect.state, bisect.state.steps[-1].held)
    purpose = question.purpose
    if purpose is Purpose.NOTHING_HELD:
        check = translated(": the job as it is, which should be bad")
    elif purpose is Purpose.ALL_HELD:
        check = translated(": all candidates, which should be good")
    elif purpose is Purpose.FOUND:
        check = translated(": the candidates that were found, to confirm them")
    else:
        check = ""
    few = "roughly 1 step left"
    left = said(few if question.left == 1 else "roughly {number} steps left", number=question.left)
    if question.suspects:
        left = enumerated([left, counted(question.suspects, "candidate")])
    return said(
        "step {number}: {held}{check} ({left})", number=number, held=held, check=check, left=left
    )


def compile_words(bisect: Bisect) -> str:
    """How to compile the current step: the whole command, or the option to set."""
    state = bisect.state
    path = os.path.relpath(bisect.file)
    if state.command is not None:
        return shlex.join([*state.command, f"{state.key}={path}"])
    if state.job:
        return said("set {key} of {job} to {file}", key=state.key, job=state.job, file=path)
    return said("set {key} to {file}", key=state.key, file=path)


def ending(bisect: Bisect) -> str:
    """How the search ended, in one sentence."""
    conclusion = bisect.conclusion
    assert conclusion is not None
    if conclusion.conflict is not None:
        first, second = conclusion.conflict
        return said(
            "the answers contradict each other: step {second} is bad although it holds all that "
            "was held in step {first}, which was good; the result is not stable, or an answer is "
            "wrong",
            first=first,
            second=second,
        )
    if conclusion.ending is not Ending.FOUND:
        return translated(_ENDINGS[conclusion.ending])
    held = said(
        _HELD[bisect.state.step_file.sort],
        part=f"{count_of(conclusion.needed):,}",
        whole=f"{len(bisect.state.candidates):,}",
    )
    steps = len(bisect.state.steps)
    return said("found in {steps} steps: the result is good with {held}", steps=steps, held=held)


def entries(bisect: Bisect) -> list[str]:
    """The lines to write into a config file, so that it holds what was found and nothing else."""
    conclusion = bisect.conclusion
    assert conclusion is not None
    step_file = StepFile(bisect.state.step_file.sort, bisect.state.step_file.form, "")
    held = bisect.state.names(conclusion.needed)
    text = step_file.data(bisect.state.candidates, held).decode("utf-8", "surrogateescape")
    return [printable(line) for line in text.splitlines()]


def name_of(candidate: Candidate) -> str:
    """A candidate as text; a pass with its group."""
    name = printable(candidate.name)
    return f"{candidate.group} {name}" if candidate.group is not None else name


def doubts(bisect: Bisect) -> list[str]:
    """What is not certain about a result."""
    conclusion, state = bisect.conclusion, bisect.state
    assert conclusion is not None

    def names(held: int) -> str:
        return ", ".join(name_of(state.candidates[index]) for index in indexes_of(held)[:_MOST])

    found = [
        said(
            "skipped steps did not tell these apart, not all may be needed: {names}",
            names=names(block),
        )
        for block in conclusion.blocks
    ]
    if conclusion.doubtful:
        found.append(
            said(
                "a step was skipped that may have been enough without these: {names}",
                names=names(conclusion.doubtful),
            )
        )
    if not conclusion.is_confirmed:
        found.append(translated("not confirmed: the step with exactly these was skipped"))
    return found


_MOST = 10
"""Names in a sentence."""


def left_out_words(reasons: Sequence[str]) -> list[str]:
    """How many candidates were left out, for each reason."""
    from collections import Counter

    from cannlint.bisect.candidates import REASONS

    return [
        said(
            "{candidates} left out: {reason} (--all takes them)"
            if reason in _BY_THE_PLAN
            else "{candidates} left out: {reason}",
            candidates=counted(number, "candidate"),
            reason=translated(REASONS[reason]),
        )
        for reason, number in Counter(reasons).items()
    ]


_BY_THE_PLAN = ("no-effect", "no-kernel")
