"""A verification as JSON: schemas/verify.schema.json, version cannlint/verify/1 (contracts 8)."""

from __future__ import annotations

from cannlint.report.json_report import compact
from cannlint.report.origins import origin_json
from cannlint.verify.compiled import CASTS, LAYOUTS
from cannlint.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from cannlint.verify.casts import Cast
    from cannlint.verify.operators import Operator
    from cannlint.verify.outcome import Asked
    from cannlint.verify.verification import Verification

SCHEMA = "cannlint/verify/1"


def lines(verification: Verification) -> Iterator[str]:
    """The document in pieces; each entry and each operator is on its own line."""
    of = verification
    plan = of.plan
    target = plan.target
    yield "{\n"
    yield f'"schema": {compact(SCHEMA)},\n'
    yield f'"tool": {compact({"name": "cannlint", "version": __version__})},\n'
    library = {
        "cann": target.library.cann,
        "soc": target.soc,
        "origin": target.library.origin,
    }
    yield f'"library": {compact(library)},\n'
    yield f'"model": {compact(_model(of))},\n'
    yield f'"job": {compact(_job(of))},\n'
    numbers = {id(asked): number for number, asked in enumerate(of.asked)}
    yield from _array("asked", (_asked(asked) for asked in of.asked))
    yield from _array("operators", (_operator(each, numbers) for each in of.operators))
    elsewhere = [kernel for kernel in of.compiled.kernels if kernel.is_elsewhere]
    others = (
        {"name": at.node.name, "type": at.node.op_type, "engine": at.node.engine}
        for at in elsewhere
    )
    yield from _array("elsewhere", others)
    yield from _array("casts", map(_cast, of.casts))
    times = of.fusion.times if of.fusion is not None else {}
    passes = {name: {"matched": m, "effective": e} for name, (m, e) in times.items()}
    yield f'"fusion_passes": {compact(passes if of.fusion is not None else None)},\n'
    yield f'"numbers": {compact(_numbers(of))},\n'
    yield f'"summary": {compact(_summary(of))}\n'
    yield "}\n"


def _array(name: str, items: Iterable[object]) -> Iterator[str]:
    yield f'"{name}": ['
    separator = "\n"
    for item in items:
        yield f"{separator}{compact(item)}"
        separator = ",\n"
    yield "],\n" if separator == "\n" else "\n],\n"


def _model(of: Verification) -> dict[str, Any]:
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


def _job(of: Verification) -> dict[str, Any]:
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


def _asked(asked: Asked) -> dict[str, Any]:
    why = asked.why
    return {
        "option": asked.option,
        "entry": asked.is_entry,
        "text": asked.text,
        "origin": origin_json(asked.origin),
        "status": asked.status,
        "lost": asked.is_lost,
        "operators": [kernel.node.name for kernel in asked.done],
        "not_done": [match.kernel.node.name for match in asked.lost],
        "reason": str(why) if why is not None else None,
    }


def _operator(operator: Operator, numbers: dict[int, int]) -> dict[str, Any]:
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
            "reason": str(row.dtypes.reason) if row.dtypes.reason is not None else None,
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


def _cast(cast: Cast) -> dict[str, Any]:
    source, target = cast.dtypes
    return {
        "name": cast.kernel.node.name,
        "from": source,
        "to": target,
        "before": cast.before.node.name if cast.before is not None else None,
        "behind": [kernel.node.name for kernel in cast.behind],
        "causes": [origin_json(origin) for origin in cast.causes],
    }


def _numbers(of: Verification) -> dict[str, Any]:
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


def _summary(of: Verification) -> dict[str, Any]:
    counts = of.counts
    return {
        "lost": len(of.lost),
        "different": counts.different,
        "equal": counts.equal,
        "undecided": counts.undecided,
    }
