"""What a help says about the files of a job is right for its plan: applied alone, and all of them.

The helps are those that say to remove an entry, to write another value, or to write it in another
list. Afterwards CANN refuses nothing new and no more operators leave the AI Core; where the finding
says that an entry changes nothing, all operators run as before.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings

from cannlint import api
from random_jobs import RandomJob, random_jobs, written
from test_agreement import forget

IDLE = ("CD104", "CD201", "CD303", "KD104", "KD201", "KD303", "MX103", "MX104", "MX302", "OP302")
"""The rules about entries that change nothing."""

_REMOVE = re.compile(r"(remove (?:it|the entry|this entry|the line)\b|.*delete the name)")
_WRITE = re.compile(r"write `([^`=]+)=?([^`]*)`")
_LIST = re.compile(r".*write it under (\w+-list) to-add instead")

Finding = dict[str, Any]


def changes(found: Sequence[Finding]) -> Iterator[tuple[Finding, str]]:
    """The findings whose help names a change of their file that can be made here, with its kind."""
    for one in found:
        help, path = one["help"] or "", Path(one["file"])
        if _LIST.match(help):
            yield one, "list"
        elif _REMOVE.match(help) and path.suffix in (".cfg", ".json"):
            yield one, "remove"
        elif one["rule"] == "JB103" and help.startswith("write"):
            yield one, "value"


def apply(found: Sequence[tuple[Finding, str]]) -> None:
    """Make the changes in the files, from the last one to the first."""
    ordered = sorted(
        _compatible(found), key=lambda pair: pair[0]["range"]["start"]["line"], reverse=True
    )
    for one, kind in ordered:
        path = Path(one["file"])
        if path.suffix == ".json":
            _change_list(path, one, kind)
        elif kind == "value":
            _, value = _WRITE.match(one["help"]).groups()
            path.write_text(_replaced(path.read_text(), one["range"], value))
        else:
            lines = path.read_text().split("\n")
            del lines[one["range"]["start"]["line"] - 1]
            path.write_text("\n".join(lines))


def _compatible(found: Sequence[tuple[Finding, str]]) -> Iterator[tuple[Finding, str]]:
    """The changes without those whose help names another one that is made, "not both"."""
    made = set()
    for one, kind in found:
        related = [at for at in one["related"] if at["kind"] == "place"]
        places = {(at["file"], at["range"]["start"]["line"]) for at in related}
        if "not both" in one["help"] and places & made:
            continue
        made.add((one["file"], one["range"]["start"]["line"]))
        yield one, kind


def _change_list(path: Path, one: Finding, kind: str) -> None:
    """Take the operator of a finding out of its list, and put it in another if its help says so."""
    text, span = path.read_text(), one["range"]
    start, end = span["start"]["column"] - 1, span["end"]["column"] - 1
    op_type = text.split("\n")[span["start"]["line"] - 1][start:end].strip('"')
    lists = json.loads(text)
    for updates in lists.values():
        for types in updates.values():
            while op_type in types:
                types.remove(op_type)
    if kind == "list":
        other = _LIST.match(one["help"])[1]
        lists.setdefault(other, {}).setdefault("to-add", []).append(op_type)
    path.write_text(json.dumps(lists))


def _replaced(text: str, span: dict[str, Any], value: str) -> str:
    lines = text.split("\n")
    at = span["start"]["line"] - 1
    line = lines[at]
    start, end = span["start"]["column"] - 1, span["end"]["column"] - 1
    quote = line[start] if line[start] in "\"'" else ""
    lines[at] = line[:start] + quote + value + quote + line[end:]
    return "\n".join(lines)


def _as_run(plan: dict[str, Any]) -> dict[str, Any]:
    """What each operator of a plan runs as."""
    return {
        one["node"]: (
            *(one["dtypes"][key] for key in ("status", "inputs", "outputs")),
            one["impl_mode"]["value"],
        )
        for one in plan["ops"]
    }


def _lost(plan: dict[str, Any]) -> set[str]:
    return {one["node"] for one in plan["ops"] if one["dtypes"]["status"] in ("refused", "fails")}


def try_changes(job: RandomJob, number: int | None) -> int:
    """Apply the change with a number, or all; how many there are."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        forget()
        try:
            name, model = written(Path(folder), job)
            plan = api.plan(name, model=model)
            if not plan["job"]["accepted"]:
                return 0
            found = [*changes(api.check([folder], model=model)["diagnostics"])]
            chosen = found if number is None else found[number : number + 1]
            if chosen:
                apply(chosen)
                forget()
                after = api.plan(name, model=model)
                told = [f"{one['rule']} {one['message']}: {one['help']}" for one, _ in chosen]
                assert after["job"]["accepted"], (told, after["job"]["refusals"])
                assert _lost(after) <= _lost(plan), (told, _lost(after))
                if all(one["rule"] in IDLE for one, _ in chosen):
                    assert _as_run(after) == _as_run(plan), told
            return len(found)
        finally:
            os.chdir(before)


def helps_are_right(job: RandomJob) -> None:
    for number in range(try_changes(job, None)):
        try_changes(job, number)


EITHER_FILE = RandomJob(
    options={"precision_mode": "force_fp16"},
    files={
        "keep_dtype": "last",
        "customize_dtypes": "OpType::Relu:InputDtype:float32,OutputDtype:float32",
    },
)
"""Each of two entries in two files makes the other one idle."""


@example(EITHER_FILE)
@given(random_jobs())
def test_what_a_help_says_is_planned(job):
    helps_are_right(job)


@pytest.mark.slow
@settings(max_examples=1000)
@given(random_jobs())
def test_what_many_helps_say_is_planned(job):
    helps_are_right(job)
