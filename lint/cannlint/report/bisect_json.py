"""Where a bisect stands as JSON: `cannlint/bisect/1`."""

from __future__ import annotations

from cannlint.bisect.candidates import indexes_of
from cannlint.bisect.progress import Bisect
from cannlint.bisect.search import SEARCHING, Conclusion
from cannlint.bisect.state import State
from cannlint.bisect.step_file import Candidate
from cannlint.results import bisect as results


def report(bisect: Bisect) -> results.BisectReport:
    """Where a bisect stands."""
    state, question, conclusion = bisect.state, bisect.question, bisect.conclusion
    return {
        "schema": "cannlint/bisect/1",
        "state": bisect.path,
        "status": SEARCHING if conclusion is None else conclusion.ending.value,
        "by": state.step_file.sort.value,
        "option": state.key,
        "file": bisect.file,
        "command": state.command,
        "candidates": len(state.candidates),
        "left_out": [{"name": name, "reason": reason} for name, reason in state.left_out.items()],
        "steps": [
            {"held": step.held, "answer": step.answer.value if step.answer is not None else None}
            for step in state.steps
        ],
        "step": None
        if question is None
        else {
            "number": len(state.steps),
            "purpose": question.purpose.value,
            "held": _names(state, question.held),
            "steps_left": question.left,
            "suspects": question.suspects,
        },
        "result": _result(state, conclusion)
        if conclusion is not None and conclusion.needed
        else None,
        "conflict": list(conclusion.conflict)
        if conclusion is not None and conclusion.conflict
        else None,
    }


def _result(state: State, conclusion: Conclusion) -> results.BisectResult:
    return {
        "held": _names(state, conclusion.needed),
        "confirmed": conclusion.is_confirmed,
        "undivided": [_names(state, block) for block in conclusion.blocks],
        "doubtful": _names(state, conclusion.doubtful),
    }


def _names(state: State, held: int) -> list[results.HeldCandidate]:
    return [_named(state.candidates[index]) for index in indexes_of(held)]


def _named(one: Candidate) -> results.HeldCandidate:
    return {"name": one.name, "group": one.group}
