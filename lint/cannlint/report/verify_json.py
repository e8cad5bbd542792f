"""A verification as JSON: `cannlint/verify/1`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cannlint.report.json_text import TOOL, stream, text_of
from cannlint.report.origins import origin_json
from cannlint.report.plan_json import library_value
from cannlint.results import verify as results
from cannlint.verify.casts import Cast
from cannlint.verify.compiled import CASTS, LAYOUTS, Kernel
from cannlint.verify.operators import Operator
from cannlint.verify.outcome import Asked
from cannlint.verify.verification import Verification


def lines(of: Verification) -> Iterator[str]:
    """The document in pieces; each entry and each operator is on its own line."""
    document: results.Verification = {
        "schema": "cannlint/verify/1",
        "tool": TOOL,
        "library": library_value(of.plan),
        "model": _model(of),
        "job": _job(of),
        "asked": [],
        "operators": [],
        "elsewhere": [],
        "casts": [],
        "fusion_passes": _passes(of),
        "numbers": _numbers(of),
        "summary": _summary(of),
    }
    numbers = {id(asked): number for number, asked in enumerate(of.asked)}
    items: dict[str, Iterable[object]] = {
        "asked": map(_asked, of.asked),
        "operators": (_operator(each, numbers) for each in of.operators),
        "elsewhere": (_elsewhere(each) for each in of.compiled.kernels if each.is_elsewhere),
        "casts": map(_cast, of.casts),
    }
    return stream(document, items)


def _model(of: Verification) -> results.Model:
    compiled = of.compiled
    versions = compiled.versions
    return {
        "file": compiled.graph.path,
        "format": compiled.graph.format,
        "command": compiled.command,
        "soc": compiled.soc,
        "toolkit": compiled.toolkit,
        "atc_version": versions["atc_version"],
        "opp_version": versions["opp_version"],
        "framework": versions["framework_type"],
        "precision_mode": compiled.precision.value if compiled.precision is not None else None,
        "notes": list(compiled.graph.notes),
    }


def _job(of: Verification) -> results.JobOfModel:
    plan = of.plan
    return {
        "name": plan.job.name,
        "front_end": plan.job.front_end.value,
        "source": of.job.source,
        "accepted": not of.refusals,
        "cann_codes": [code for refusal in of.refusals for code in refusal.codes],
        "reasons": [str(refusal.message) for refusal in of.refusals],
        "not_found": [
            {"option": setting.option, "path": path} for setting, path in of.job.not_found
        ],
    }


def _asked(asked: Asked) -> results.Asked:
    return {
        "option": asked.option,
        "entry": asked.is_entry,
        "text": asked.text,
        "origin": origin_json(asked.origin),
        "status": asked.status,
        "lost": asked.is_lost,
        "operators": [kernel.node.name for kernel in asked.done],
        "not_done": [match.kernel.node.name for match in asked.lost],
        "reason": text_of(asked.why),
    }


def _operator(operator: Operator, numbers: dict[int, int]) -> results.VerifiedOperator:
    kernel, row, mode = operator.kernel, operator.row, operator.mode
    modes = kernel.modes
    return {
        "name": kernel.node.name,
        "type": kernel.node.op_type,
        "members": list(kernel.members),
        "original_names": list(kernel.node.origin_names),
        "engine": kernel.node.engine,
        "asked": [numbers[id(asked)] for asked in operator.asked],
        "planned": None
        if row is None
        else {
            "type": row.op_type,
            "status": row.dtypes.status,
            "inputs": row.dtypes.inputs,
            "outputs": row.dtypes.outputs,
            "impl_mode": mode.value if mode is not None else None,
            "impl_mode_of": operator.mode_type,
            "reason": text_of(row.dtypes.reason),
        },
        "compiled": {
            "inputs": operator.inputs,
            "outputs": operator.outputs,
            "impl_modes": list(modes) if modes is not None else None,
        },
        "dtypes": operator.dtypes,
        "impl_mode": operator.modes,
        "passes": list(kernel.passes),
    }


def _cast(cast: Cast) -> results.Cast:
    source, target = cast.dtypes
    return {
        "name": cast.kernel.node.name,
        "from": source,
        "to": target,
        "before": cast.before.node.name if cast.before is not None else None,
        "behind": [kernel.node.name for kernel in cast.behind],
        "causes": [origin_json(origin) for origin in cast.causes],
    }


def _elsewhere(kernel: Kernel) -> results.Elsewhere:
    node = kernel.node
    return {"name": node.name, "type": node.op_type, "engine": node.engine}


def _passes(of: Verification) -> dict[str, results.PassTimes] | None:
    if of.fusion is None:
        return None
    return {
        name: {"matched": matched, "effective": effective}
        for name, (matched, effective) in of.fusion.times.items()
    }


def _numbers(of: Verification) -> results.Numbers:
    numbers = of.numbers
    share = numbers.float32_share
    return {
        "operators": numbers.operators,
        "on_ai_core": numbers.on_ai_core,
        "by_dtype": numbers.by_dtype,
        "float32_share": round(share, 4) if share is not None else None,
        "casts": numbers.inserted.get(CASTS, 0),
        "layouts": numbers.inserted.get(LAYOUTS, 0),
        "inserted": numbers.inserted,
    }


def _summary(of: Verification) -> results.VerifySummary:
    counts = of.counts
    return {
        "lost": len(of.lost),
        "different": counts.different,
        "equal": counts.equal,
        "undecided": counts.undecided,
    }
