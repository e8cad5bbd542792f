"""Commands that are asked about the same job agree: check, plan, inspect, suggest, verify, server.

Random jobs of every front end are asked about. What would be a contradiction:

* check reports an error if and only if the plan is refused, or an operator of it fails; of a file
  that is not here it warns (JB004), because the script may run elsewhere, and the plan is refused;
* the operators that check counts off the AI Core (JB103, JB104, CD204) are those of the plan;
* check says that the SoC has no kernels for unknown sizes (JB105) if and only if the plan does;
* inspect accepts each file that the plan does not refuse, and no other;
* what suggest calls "already so" has that dtype in the plan, and what has it is "already so";
* a model that is compiled as the plan says, written by the test, differs in no operator for verify;
* the server publishes for each file, opened alone, what check reports for it.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings

from cannlint import api
from cannlint.config.file import settings_at
from cannlint.config.search import forget_configurations
from cannlint.errors import CannlintError
from cannlint.planning.plan import plan_of
from cannlint.planning.request import Request
from cannlint.resolve.plan import Plan
from cannlint.suggest.search import suggest
from cannlint.suggest.wants import want_of
from cannlint.verify.verification import verify
from om_files import AICORE, LOCAL, Desc, Op, om, recorded
from random_jobs import RandomJob, random_jobs, written
from server.client import Editor

COUNTED = re.compile(r"(?:of )?(\d+) operators of ")
OFF_THE_AI_CORE = ("JB103", "JB104", "CD204")

FLOATS = {"float": "float32", "float16": "float16", "bf16": "bfloat16", "bfloat16": "bfloat16"}
FOLDED = ("JB006", "JB313")
"""Advice that a report says once for a project, and an editor at each place."""

KINDS = {
    "customize_dtypes": "customize_dtypes",
    "modify_mixlist": "mixlist",
    "op_precision_mode": "op_precision",
    "fusion_switch_file": "fusion_switch",
}


def forget():
    """Forget the configurations of other folders."""
    settings_at.cache_clear()
    forget_configurations()


def check_agrees_with_plan(folder: Path, name: str, model: str | None) -> None:
    found = api.check([str(folder)], model=model)["diagnostics"]
    plan = api.plan(name, model=model)
    errors = [f"{one['rule']} {one['message']}" for one in found if one["severity"] == "error"]
    is_missing = any(one["rule"] == "JB004" for one in found)
    fails = any(one["dtypes"]["status"] == "fails" for one in plan["ops"])
    refusals = plan["job"]["refusals"]
    stops = fails or bool(refusals)
    assert bool(errors) is stops or (is_missing and stops), (errors, refusals)
    if stops:
        return
    sizes = [one for one in (plan["graph"] or {"notes": []})["notes"] if "unknown sizes" in one]
    assert bool(sizes) is any(one["rule"] == "JB105" for one in found), sizes
    off = [one["node"] for one in plan["ops"] if one["dtypes"]["status"] in ("refused", "fails")]
    told = [one for one in found if one["rule"] in OFF_THE_AI_CORE]
    told = [one for one in told if "m.onnx" in one["message"]]  # CD204 is about others, too
    assert bool(off) is bool(told), (off, told)
    if not any(one["rule"] == "CD204" for one in told):
        numbers = [COUNTED.search(one["message"]) for one in told]
        assert sum(int(found[1]) if found else 1 for found in numbers) == len(off), (off, told)


def inspect_agrees_with_plan(folder: Path, name: str, model: str | None) -> None:
    plan = api.plan(name, model=model)
    refused = {one["option"] for one in plan["job"]["refusals"] if one["origin"]["kind"] == "file"}
    for path in (*folder.glob("*.cfg"), *folder.glob("*.json")):
        # of keep_dtype some entries are refused for the model, which inspect does not see
        if path.stem in KINDS:
            accepted = api.inspect(str(path), kind=KINDS[path.stem])["accepted"]
            assert accepted is (path.stem not in refused), path


def suggest_agrees_with_plan(folder: Path, name: str, model: str | None) -> None:
    """What suggest calls "already so" the plan has, and what the plan has is "already so"."""
    request = Request()
    request.job, request.model = name, model
    plan = api.plan(name, model=model)
    if not plan["job"]["accepted"]:
        return
    for row in plan["ops"]:
        dtypes = row["dtypes"]
        tensors = [one for one in (*dtypes["inputs"], *dtypes["outputs"]) if one is not None]
        is_float = len({*tensors}) == 1 and tensors[0] in FLOATS
        if dtypes["status"] != "determined" or not is_float:
            continue
        try:
            found = suggest(request, [want_of(f"{row['node']}={FLOATS[tensors[0]]}")])
        except CannlintError as error:
            raise AssertionError(f"{row['node']}: {error}") from error
        [one] = found.found
        if one.rows:  # of a constant or an input CANN chooses nothing
            assert str(one.status) == "already so", (row["node"], tensors[0], str(one.status))


def verify_agrees_with_plan(folder: Path, name: str, model: str | None) -> None:
    """A model that was compiled as the plan says differs in no operator."""
    request = Request()
    request.job, request.model = name, model
    plan = plan_of(request)
    judged = [row for row in plan.rows if row.is_judged]
    if not plan.accepted or not all(row.dtypes.status == "determined" for row in judged):
        return
    if plan.graph is None:
        return  # `--help`: ATC compiles nothing
    if plan.kept is not None and any(row.passes for row in judged):
        return  # a compiled model does not tell that a pass has changed the type which is kept
    (folder / "o.om").write_bytes(om(compiled(plan), recorded(soc=plan.target.soc)))
    found = verify(str(folder / "o.om"), request)
    told = {one.kernel.node.name: one for one in found.operators}
    assert {*told} == {row.node for row in judged}, {*told}
    assert [name for name, one in told.items() if one.dtypes == "different"] == []


def compiled(plan: Plan) -> list[Op]:
    """The operators that a compile makes of a plan, with a Cast where dtypes differ."""
    assert plan.graph is not None
    rows = {row.node: row for row in plan.rows}
    ops: list[Op] = []
    gives: dict[str, list[str | None]] = {}
    for node in plan.graph.nodes:
        row = rows[node.name]
        given = [tensor.dtype for tensor in node.outputs]
        attrs = {**(AICORE if row.is_judged else LOCAL)}
        attrs["_datadump_original_op_names"] = [*(node.origin_names or [node.name])]
        op = Op(node.name, node.op_type, [], [], [], attrs)
        gives[node.name] = [*row.dtypes.outputs] if row.is_judged else given
        pairs = zip(gives[node.name], given, strict=True)
        op.outputs = [Desc(_bare(has), _bare(own)) for has, own in pairs]
        for at, tensor in enumerate(node.inputs):
            if tensor is None or tensor.producer is None:
                continue
            source, number = tensor.producer
            wanted = row.dtypes.inputs[at] if row.is_judged else tensor.dtype
            op.links.append(_linked(ops, gives, source, number, wanted))
            op.inputs.append(Desc(_bare(wanted), _bare(tensor.dtype)))
        ops.append(op)
    return ops


def _linked(
    ops: list[Op], gives: dict[str, list[str | None]], source: str, number: int, wanted: str | None
) -> str:
    """The output that an input is linked to: that of its producer, or of a Cast behind it."""
    has = gives[source][number]
    if wanted in (None, has):
        return f"{source}:{number}"
    cast = Op(f"trans_Cast_{len(ops)}", "Cast", [f"{source}:{number}"], attrs={**AICORE})
    cast.inputs, cast.outputs = [Desc(_bare(has))], [Desc(_bare(wanted))]
    ops.append(cast)
    return f"{cast.name}:0"


def _bare(dtype: str | None) -> str | None:
    return "bfloat16" if dtype == "bf16" else dtype


def server_agrees_with_check(folder: Path, name: str, model: str | None) -> None:
    """What is published for each file that is opened alone is what check reports for it."""
    root = folder.resolve()
    (root / ".git").mkdir(exist_ok=True)
    expected: dict[str, Counter[tuple[int, str]]] = {}
    for one in api.check([str(root)])["diagnostics"]:
        found = expected.setdefault(os.path.basename(one["file"]), Counter())
        found[one["range"]["start"]["line"], one["rule"]] += one["rule"] not in FOLDED
    with Editor(root) as editor:
        for path in sorted(path for path in root.iterdir() if path.is_file()):
            if path.suffix in (".onnx", ".om"):
                continue
            uri, wanted = path.as_uri(), +expected.get(path.name, Counter())
            shown = _published(editor.open(uri, path.read_text()))
            if shown != wanted:  # what needs a plan comes later
                wait_for(editor, uri, wanted)
            editor.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def wait_for(editor: Editor, uri: str, wanted: Counter[tuple[int, str]]) -> None:
    """Wait until these findings are published; fails with the last ones where they never are."""
    last: list[Counter[tuple[int, str]]] = []

    def is_it(shown: list[dict[str, Any]]) -> bool:
        last.append(_published(shown))
        return last[-1] == wanted

    try:
        editor.wait_until(uri, is_it)
    except AssertionError as error:
        shown = last[-1] if last else Counter()
        raise AssertionError(f"{uri}: {shown - wanted}, {wanted - shown}") from error


def _published(shown: list[dict[str, Any]]) -> Counter[tuple[int, str]]:
    """Line and rule of what is published of a file, without summaries of closed files."""
    found = [one for one in shown if one.get("code") not in (None, *FOLDED)]
    return Counter((one["range"]["start"]["line"] + 1, one["code"]) for one in found)


CHANGED_BY_A_PASS = RandomJob(
    model=2,
    soc="Ascend310P3",
    files={"customize_dtypes": "OpType::Conv2DTranspose:InputDtype:,OutputDtype:"},
)
OF_WHAT_IT_BECOMES = RandomJob(
    model=2,
    soc="Ascend310P3",
    files={"customize_dtypes": "OpType::Conv2DTransposeD:InputDtype:,OutputDtype:"},
)


def _agree(job: RandomJob, *commands: Callable[[Path, str, str | None], None]) -> None:
    """Write a job, and compare commands with each other."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        forget()
        try:
            name, model = written(Path(folder), job)
            for command in commands:
                command(Path(folder), name, model)
        finally:
            os.chdir(before)


@example(CHANGED_BY_A_PASS)
@example(OF_WHAT_IT_BECOMES)
@given(random_jobs())
def test_check_and_inspect_agree_with_the_plan(job):
    _agree(job, check_agrees_with_plan, inspect_agrees_with_plan)


@given(random_jobs())
def test_suggest_and_verify_agree_with_the_plan(job):
    _agree(job, suggest_agrees_with_plan, verify_agrees_with_plan)


@pytest.mark.slow
@settings(max_examples=1000)
@given(random_jobs())
def test_they_agree_on_many_jobs(job):
    _agree(job, check_agrees_with_plan, inspect_agrees_with_plan)
    _agree(job, suggest_agrees_with_plan, verify_agrees_with_plan)


@pytest.mark.slow
@settings(max_examples=100)
@given(random_jobs())
def test_the_server_agrees_with_check(job):
    _agree(job, server_agrees_with_check)
