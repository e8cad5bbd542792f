r"""Setting of the job that keeps operators of its model off the AI Core.

cannlint plans the job with its graph, or with the model that the command names. It reports the
entry or the precision mode without which the AI Core takes the operators, and counts them. The help
names a value with which a plan loses none of them.

## Example

```console
$ atc --model=resnet.onnx --framework=5 --output=resnet --soc_version=Ascend310P3 \
    --precision_mode=must_keep_origin_dtype
```

## Write instead

```console
$ atc --model=resnet.onnx --framework=5 --output=resnet --soc_version=Ascend310P3 \
    --precision_mode=allow_fp32_to_fp16
```

## What CANN does

A float32 operator whose kernels are all float16 needs its tensors lowered. An operator that keeps
its dtypes (`keep_dtype`, `must_keep_origin_dtype`), or one of the black list in a mixed precision
mode, is not lowered, so no kernel of the AI Core takes it. It then runs on the AI CPU, if that has
the operator for its dtypes, and that is slow; or else the compile stops with EZ3002 or EZ3003.

Source: manual/dtype-selection.md#is-the-operator-taken
"""

from __future__ import annotations

from cannlint.reading.base import Reading
from cannlint.resolve.job_use import JobUse
from cannlint.resolve.lost_operators import Cause, Lost
from cannlint.rules.api import (
    JOB_KINDS,
    Diagnostic,
    Findings,
    Kind,
    Phrase,
    Rule,
    Sequence,
    Severity,
    Source,
    Span,
    Stage,
    Subject,
)
from cannlint.rules.jb.off_the_ai_core import ELSEWHERE, values_of

RULE = Rule(
    "JB103",
    "leaves-the-ai-core",
    Severity.WARNING,
    (*JOB_KINDS, Kind.KEEP_DTYPE, Kind.MIXLIST),
    stage=Stage.COMPILER,
    subject=Subject.PLANS,
    since="0.2.0",
)


@RULE.revises
def leaves_the_ai_core(reading: Reading, uses: Sequence[JobUse], _: list[Diagnostic]) -> Findings:
    """Report each setting in this file, with the operators that it keeps off the AI Core."""
    told: set[object] = set()
    for use in uses:
        for lost in use.losses.operators if use.losses is not None else ():
            place = _place(lost.causes[0], use) if lost.causes else None
            if place is None or place[0] is not reading.source:
                continue
            key = place[1], len(lost.nodes), lost.nodes[0].name
            if key not in told:
                told.add(key)
                yield _finding(lost, use, place)


def _place(cause: Cause, use: JobUse) -> tuple[Source, Span] | None:
    """Return where a setting stands: an entry, or the value of an option."""
    if cause.origin is not None:
        source, span = cause.origin.source, cause.origin.span
        return (source, span) if source is not None and span is not None else None
    setting = use.job.get(cause.option)
    return (setting.source, setting.value_span) if setting is not None else None


def _finding(lost: Lost, use: JobUse, place: tuple[Source, Span]) -> Diagnostic:
    first, *others = lost.causes
    finding = RULE.at(
        place[1],
        "`{node}` of {graph} leaves the AI Core of {soc}: {operators}"
        if len(lost.nodes) == 1
        else "{number} operators of {graph} leave the AI Core of {soc}: {operators}",
        label="keeps it off" if len(lost.nodes) == 1 else "keeps them off",
        help=_help(lost),
        note=ELSEWHERE,
        option=first.option,
        instead=lost.instead,
        source=place[0],
        **values_of(lost.nodes, use),
    ).about(*(node.name for node in lost.nodes))
    for cause in others:
        other = _place(cause, use)
        if other is not None:
            finding.also(
                other[1],
                "and this: both have to go" if lost.is_together else "either is enough to change",
                source=other[0],
            )
    return finding


_REMOVE = Phrase("remove the entry")


def _help(lost: Lost) -> str:
    """Return what keeps the operators on the AI Core, which was planned."""
    if lost.causes[0].origin is not None:
        return (
            "remove the entry, and change what else keeps them off" if lost.is_together else _REMOVE
        )
    if lost.instead is not None:
        return "write `{option}={instead}`, with which none of them leaves it"
    return "remove `{option}`"
