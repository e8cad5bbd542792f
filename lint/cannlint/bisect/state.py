"""The state of a bisect: one JSON file beside the job."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass, field
from typing import Any

from cannlint.bisect.candidates import MOST_CANDIDATES, indexes_of
from cannlint.bisect.search import Answer
from cannlint.bisect.step_file import Candidate, Form, Sort, StepFile
from cannlint.errors import CannlintError
from cannlint.language import said
from cannlint.text.source import read_source
from cannlint.text.writing import write_whole

SCHEMA = "cannlint/bisect-state/1"
STATE_NAME = "cannlint-bisect.json"

MOST_STEPS = 2_000
"""More steps are not replayed: a search among all candidates of a model takes some dozens."""


@dataclass(eq=False, slots=True)
class Step:
    """A set that was held, as ranges (`1-18,20`), and the answer; None for the current step."""

    held: str
    answer: Answer | None = None


@dataclass(eq=False, slots=True)
class State:
    """Everything that a bisect knows.

    `step_file` is the config file of its steps, `candidates` what it searches, `left_out` (name →
    reason) what it does not search. `start` are the arguments of `cannlint bisect start`, for the
    log. `key` is the option as the front end of the job writes it, `command` an ATC command line
    without this option, None where it is not known as a whole. `job` is the name of the job for
    messages. `written` are the SHA-256 of the config files that were written.
    """

    step_file: StepFile
    candidates: list[Candidate]
    left_out: dict[str, str] = field(init=False, default_factory=dict)
    start: list[str] = field(init=False, default_factory=list)
    job: str = field(init=False, default="")
    key: str = field(init=False, default="")
    command: list[str] | None = field(init=False, default=None)
    ends_known: bool = field(init=False, default=False)
    steps: list[Step] = field(init=False, default_factory=list)
    written: list[str] = field(init=False, default_factory=list)

    def names(self, held: int) -> list[Candidate]:
        """The candidates of a set."""
        return [self.candidates[index] for index in indexes_of(held)]

    def file_data(self, held: int) -> bytes:
        """The config file that holds a set; it is noted as written by this bisect."""
        data = self.step_file.data(self.candidates, self.names(held))
        digest = sha256_of(data)
        if digest not in self.written:
            self.written.append(digest)
        return data


def sha256_of(data: bytes) -> str:
    """The SHA-256 of a file as text."""
    return hashlib.sha256(data).hexdigest()


def save(path: str, state: State) -> None:
    """Write the file as a whole; raises CannlintError if this is not possible."""
    if os.path.islink(path):
        raise CannlintError("{path} is a link: not written", path=path)
    text = json.dumps(_as_json(state), indent=1, ensure_ascii=False)
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    write_whole(path, text + "\n", overwrite=True)


def _as_json(state: State) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "start": state.start,
        "job": {"name": state.job, "key": state.key, "command": state.command},
        "sort": state.step_file.sort.value,
        "form": state.step_file.form.value,
        "base": state.step_file.base,
        "ends_known": state.ends_known,
        "candidates": [
            {"name": one.name} if one.group is None else {"name": one.name, "group": one.group}
            for one in state.candidates
        ],
        "left_out": state.left_out,
        "steps": [
            {"held": step.held, "answer": step.answer.value if step.answer is not None else None}
            for step in state.steps
        ],
        "written": state.written,
    }


def load(path: str) -> State:
    """Read a state. Raises CannlintError for a file that this program has not written."""
    try:
        content = json.loads(read_source(path).data)
    except (ValueError, RecursionError):
        raise CannlintError("{path}: not the state of a bisect: no JSON", path=path) from None
    _refuse_other_version(path, content)
    problem = _problem(content)
    if problem is None:
        state = _from_json(content)
        problem = _mismatch(state)
        if problem is None:
            return state
    raise CannlintError("{path}: not the state of a bisect: {problem}", path=path, problem=problem)


def _refuse_other_version(path: str, content: object) -> None:
    """Raise CannlintError for the state of another version of this program."""
    schema = content.get("schema") if isinstance(content, dict) else None
    family, _, _ = SCHEMA.rpartition("/")
    if schema != SCHEMA and str(schema).startswith(f"{family}/"):
        raise CannlintError(
            "{path}: another version of cannlint wrote this bisect ({schema}): go on with that "
            "version, or remove the file to start again",
            path=path,
            schema=schema,
        )


def _problem(content: object) -> str | None:
    from cannlint.validation import place_of, violations

    found = violations("bisect-state", content)
    if not found:
        return None
    return said("{field} is not as a bisect writes it", field=place_of(("$", *found[0].path)))


def _from_json(content: dict[str, Any]) -> State:
    step_file = StepFile(Sort(content["sort"]), Form(content["form"]), content["base"])
    state = State(
        step_file, [Candidate(one["name"], one.get("group")) for one in content["candidates"]]
    )
    state.start, state.left_out = content["start"], content["left_out"]
    job = content["job"]
    state.job, state.key, state.command = job["name"], job["key"], job["command"]
    state.ends_known, state.written = content["ends_known"], content["written"]
    state.steps = [
        Step(step["held"], Answer(step["answer"]) if step["answer"] is not None else None)
        for step in content["steps"]
    ]
    return state


def _mismatch(state: State) -> str | None:
    """What in a state does not fit, though each part of it may be."""
    if len(state.candidates) > MOST_CANDIDATES or len(state.steps) > MOST_STEPS:
        return said("it has more candidates or steps than a bisect takes")
    if not all(state.step_file.can_write(one.name) for one in state.candidates):
        return said("it has a candidate that the config file cannot name")
    if not state.step_file.is_sound():
        return said("{field} is not as a bisect writes it", field="$.base")
    return None
