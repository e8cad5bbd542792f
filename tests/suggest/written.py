"""Jobs in a folder, for the tests of what suggestions write: a small graph, options, files."""

from __future__ import annotations

import json
from pathlib import Path

from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import Options
from cannlint.planning.plan import plan_of
from cannlint.planning.request import Request
from cannlint.suggest.job_file import Writing
from cannlint.suggest.search import suggest
from cannlint.suggest.wants import want_of

SOC = "Ascend910B3"
SHORT = {"float": "float32", "bfloat16": "bfloat16", "float16": "float16"}

CHAIN = {
    "x": ("Data", []),
    "relu": ("Relu", ["x"]),
    "softmax": ("SoftmaxV2", ["relu"]),
    "gelu": ("Gelu", ["softmax"]),
    "add": ("Add", ["gelu", "relu"]),
    "last": ("Relu", ["add"]),
}
"""Node → its type and its producers: two Relu, and an Add with two producers."""


def graph_file(folder: Path, nodes=CHAIN, dtype="float", name="g.json") -> str:
    """A cannlint/graph/1 file in which every tensor has one dtype and the shape 2, 16."""
    tensor = {"dtype": dtype, "shape": [2, 16], "format": "ND"}
    made = [
        {
            "name": node,
            "type": op_type,
            "inputs": [{**tensor, "from": [producer, 0]} for producer in producers],
            "outputs": [tensor],
        }
        for node, (op_type, producers) in nodes.items()
    ]
    (folder / name).write_text(json.dumps({"schema": "cannlint/graph/1", "nodes": made}))
    return name


def job_folder(folder: Path, options=(), files=(), front_end="atc", soc=SOC, graph="g.json"):
    """A folder with a cannlint.toml: one job `net`; `files` has option → the text of its file."""
    names = {option: f"{option}.txt" for option in dict(files)}
    settings = {"front-end": front_end, **dict(options), **names}
    if front_end == "atc":
        settings["soc_version"] = soc
    if graph is not None:
        settings["graph"] = graph
    lines = [f"{json.dumps(key)} = {json.dumps(value)}\n" for key, value in settings.items()]
    head = "" if front_end == "atc" else f'soc = ["{soc}"]\n'
    (folder / "cannlint.toml").write_text(head + "[job.net]\n" + "".join(lines))
    for option, text in dict(files).items():
        (folder / names[option]).write_bytes(text.encode() if isinstance(text, str) else text)


def request_of(job: str | None = "net", **fields) -> Request:
    made = Request()
    made.job = job
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def suggested(*wants: str, choice=(), **fields):
    """The suggestions for wants in the job of the working folder."""
    return suggest(request_of(**fields), [want_of(want) for want in wants], choice)


def ways_of(found) -> list[tuple[str, str | None, str]]:
    """Each way of a suggestion: option, by, and the value or "" where entries say it."""
    return [
        (one.way.option, str(one.way.by) if one.way.by else None, one.way.value or "")
        for one in found.ways
    ]


def written(outcome) -> list[str]:
    """Write a way into the working folder; the paths of the files."""
    return Writing(outcome.draft).write()


def planned() -> dict[str, str]:
    """Node → `dtypes of inputs -> of outputs; mode` in the plan of the folder's job as it is."""
    plan = plan_of(request_of())
    assert plan.accepted, [str(refusal.message) for refusal in plan.refusals]
    return {row.node: shown(row) for row in plan.rows}


def shown(row) -> str:
    sides = [
        ",".join(SHORT.get(dtype, str(dtype)) for dtype in side)
        for side in (row.dtypes.inputs, row.dtypes.outputs)
    ]
    return f"{' -> '.join(sides)}; {row.mode.value}"


def errors_in_folder() -> list[str]:
    """The errors that check finds in the working folder."""
    from cannlint.config.file import settings_at
    from cannlint.config.search import forget_configurations

    settings_at.cache_clear()
    forget_configurations()
    run = check_paths(["."], Options())
    return [
        f"{finding.code}: {finding.message}"
        for finding in run.findings
        if finding.severity.value == "error"
    ]
