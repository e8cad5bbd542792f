"""A plan as JSON: `cannlint/plan/1`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cannlint.report.json_text import stream, text_of
from cannlint.report.origins import origin_json
from cannlint.resolve.modes import Mode
from cannlint.resolve.option_status import OptionStatus
from cannlint.resolve.outcome import Dtypes
from cannlint.resolve.passes import states_json
from cannlint.resolve.plan import Plan
from cannlint.resolve.provenance import Facts, Origin, Shadowed
from cannlint.resolve.rows import Row
from cannlint.results import parts
from cannlint.results import plan as results


def lines(plan: Plan) -> Iterator[str]:
    """The plan as JSON text in pieces, one operator per line."""
    return stream(_document(plan, []), {"ops": map(row_value, plan.rows)}, "  ")


def as_value(plan: Plan) -> results.Plan:
    """The plan as JSON values."""
    return _document(plan, [row_value(row) for row in plan.rows])


def _document(plan: Plan, ops: list[results.Operator]) -> results.Plan:
    return {
        "schema": "cannlint/plan/1",
        "library": library_value(plan),
        "job": job_value(plan),
        "graph": _graph(plan),
        "original": None if plan.graph is not None else plan.original,
        "ops": ops,
        "passes": states_json(plan.passes),
    }


def library_value(plan: Plan) -> parts.PlanLibrary:
    """The library and the SoC that the plan is made for."""
    library = plan.target.library
    return {
        "cann": library.cann,
        "soc": plan.target.soc,
        "origin": library.origin,
        "known_by": library.known_by_in(plan.target.folder),
    }


def job_value(plan: Plan) -> results.Job:
    """The job: its options, and why it is refused."""
    return {
        "name": plan.job.name,
        "front_end": plan.job.front_end.value,
        "accepted": plan.accepted,
        "cann_codes": plan.codes,
        "refusals": [
            {
                "option": refusal.option,
                "cann_codes": list(refusal.codes),
                "reason": str(refusal.message),
                "cause": text_of(refusal.cause),
                "origin": origin_json(refusal.origin),
            }
            for refusal in plan.refusals
        ],
        "left_out": [
            {
                "option": part.option,
                "text": part.what,
                "cause": text_of(part.cause),
                "origin": origin_json(part.origin),
            }
            for part in plan.left_out
        ],
        "options": [_option(option) for option in plan.options],
        "unplaced_names": plan.unplaced,
    }


def _option(option: OptionStatus) -> results.Option:
    return {
        "name": option.name,
        "value": option.value,
        "origin": origin_json(option.origin),
        "status": option.status,
        "reason": text_of(option.reason),
    }


def _graph(plan: Plan) -> results.Graph | None:
    graph = plan.graph
    if graph is None:
        return None
    return {
        "file": graph.path,
        "format": graph.format,
        "nodes": len(graph.nodes),
        "notes": plan.notes,
    }


def row_value(row: Row) -> results.Operator:
    """One operator."""
    value: results.Operator = {
        "type": row.op_type,
        "node": row.node,
        "impl_mode": _mode(row.mode),
        "colour": _colour(row),
        "keep_dtype": {"value": True, "origin": origin_json(row.keep)} if row.keep else None,
        "dtypes": _dtypes(row.dtypes),
    }
    if row.passes or row.model_nodes:
        value["made_from"] = {"nodes": list(row.model_nodes), "passes": list(row.passes)}
    if row.differs_in:
        value["differs_in"] = list(row.differs_in)
    return value


def _mode(mode: Mode) -> results.ImplMode:
    return {
        "value": mode.value,
        "origin": _origin(mode.origin),
        "shadowed": _shadowed(mode.shadowed),
        "reason": text_of(mode.reason),
        "notes": [str(note) for note in mode.notes],
    }


def _colour(row: Row) -> results.Colour | None:
    colour = row.colour
    if colour is None:
        return None
    return {
        "value": colour.value,
        "default": colour.default,
        "origin": origin_json(colour.origin),
        "shadowed": _shadowed(colour.shadowed),
        "used": row.colour_used,
    }


def _origin(origin: Origin | None) -> parts.Origin | None:
    return origin_json(origin) if origin is not None else None


def _shadowed(values: Iterable[Shadowed]) -> list[results.Shadowed]:
    return [
        {
            "value": shadowed.value,
            "origin": origin_json(shadowed.origin),
            "reason": str(shadowed.reason),
        }
        for shadowed in values
    ]


def _dtypes(dtypes: Dtypes) -> results.Dtypes:
    return {
        "status": dtypes.status,
        "inputs": dtypes.inputs,
        "outputs": dtypes.outputs,
        "asked": _asked(dtypes),
        "column": dtypes.column,
        "columns": dtypes.columns,
        "facts": _facts(dtypes.facts),
        "reason": text_of(dtypes.reason),
        "reason_id": dtypes.reason_id,
        "candidates": [
            {"inputs": inputs, "outputs": outputs} for inputs, outputs in dtypes.candidates
        ],
        "marks": dtypes.marks,
        "steps": [
            {"step": step.name, "effect": str(step.effect), "origin": origin_json(step.origin)}
            for step in dtypes.steps
        ],
    }


def _asked(dtypes: Dtypes) -> parts.Combination | None:
    if dtypes.asked is None:
        return None
    return {"inputs": dtypes.asked[0], "outputs": dtypes.asked[1]}


def _facts(facts: Facts | None) -> results.Facts | None:
    if facts is None:
        return None
    return {"kind": facts.kind, "cann": facts.cann, "soc": facts.folder, "file": facts.file}
