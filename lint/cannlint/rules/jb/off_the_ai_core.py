"""What rules say of operators that the AI Core does not take."""

from __future__ import annotations

from cannlint.language import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from cannlint.graphs.model import Node
    from cannlint.jobs.model import Job
    from cannlint.resolve.job_use import JobUse
    from cannlint.text.source import Source
    from cannlint.text.span import Span

ELSEWHERE = Phrase(
    "what leaves the AI Core runs on the AI CPU if that has the operator for its dtypes; or else "
    "the compile stops with EZ3002 or EZ3003"
)


def values_of(nodes: Sequence[Node], use: JobUse) -> dict[str, Any]:
    """Return what messages say of operators: how many, which, in which model, on which SoC."""
    assert use.losses is not None and use.target is not None
    return {
        "node": nodes[0].name,
        "number": len(nodes),
        "graph": use.losses.path,
        "soc": use.target.soc,
        "operators": _operators_of(nodes),
    }


def _operators_of(nodes: Sequence[Node]) -> tuple[str, ...]:
    """Return the types of operators with their numbers, the most frequent first."""
    counts: dict[str, int] = {}
    for node in nodes:
        counts[node.op_type] = counts.get(node.op_type, 0) + 1
    ordered = sorted(counts.items(), key=lambda pair: -pair[1])
    return tuple(f"{op_type} \u00d7{count}" if count > 1 else op_type for op_type, count in ordered)


def place_of(job: Job, *options: str) -> tuple[Source, Span]:
    """Return the place of the first of some options that a job sets; else that of the job."""
    for option in options:
        setting = job.get(option)
        if setting is not None:
            return setting.source, setting.value_span
    return job.source, job.span
