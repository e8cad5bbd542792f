"""`cannlint/bisect/1`: where a bisect stands."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from cannlint.bisect.candidates import REASONS
from cannlint.bisect.search import SEARCHING, Answer, Ending, Purpose
from cannlint.bisect.step_file import Sort
from cannlint.cann.fusion import GROUPS
from cannlint.json_types import Count, FromOne


class HeldCandidate(TypedDict):
    """A candidate; `group` is that of a fusion pass."""

    name: str
    group: Annotated[str | None, GROUPS]


class LeftOutCandidate(TypedDict):
    """A candidate that is not searched."""

    name: str
    reason: Annotated[str, tuple(REASONS)]


class PastStep(TypedDict):
    """A step, and its answer."""

    held: str
    """The numbers of the candidates that are held, from 1."""
    answer: Annotated[str | None, Answer]


class CurrentStep(TypedDict):
    """The step that waits for an answer."""

    number: FromOne
    purpose: Annotated[str, Purpose]
    """Why this set is asked about: the job as it is, all candidates, a part, or exactly what was
    found."""
    held: list[HeldCandidate]
    steps_left: FromOne
    """Roughly how many steps are left, with this one."""
    suspects: Count
    """Among how many candidates the step looks for one that is needed."""


class BisectResult(TypedDict):
    """The candidates that make the result good."""

    held: list[HeldCandidate]
    confirmed: bool
    """Whether exactly these were held in a step that was good."""
    undivided: list[list[HeldCandidate]]
    """Parts of the result that skipped steps left undivided."""
    doubtful: list[HeldCandidate]
    """Candidates that may not be needed, because a step without them was skipped."""


class BisectReport(TypedDict):
    """What `cannlint bisect` prints with `--format json`: the current step, or the result."""

    schema: Literal["cannlint/bisect/1"]
    state: str
    """The path of the state file."""
    status: Annotated[str, (SEARCHING, *Ending)]
    """`searching` while there is a step; then how the search ended. Only `found` has a result."""
    by: Annotated[str, Sort]
    option: str
    """The option that names the config file, as the front end writes it."""
    file: str
    """The path of the config file of the step, or of the result."""
    command: list[str] | None
    """The ATC command line of the job without this option; null if it is not known as a whole."""
    candidates: FromOne
    """How many candidates are searched."""
    left_out: list[LeftOutCandidate]
    steps: list[PastStep]
    step: CurrentStep | None
    """Null at the end."""
    result: BisectResult | None
    """Null without a result."""
    conflict: list[FromOne] | None
    """Two steps whose answers cannot both be right."""
