r"""The job leaves sizes of the model open, on a SoC that has no kernels for unknown sizes.

cannlint plans the job with its graph, or with the model that the command names, and counts the
operators with unknown dimensions.

## Example

```console
$ atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend310 \
    --input_shape="x:-1,3,224,224"
```

## Write instead

```console
$ atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend310 \
    --input_shape="x:-1,3,224,224" --dynamic_batch_size=1,4,8
```

## What CANN does

A kernel for unknown sizes is one of its own, and the library of the SoC has them for few operators
or for none. No engine takes the others, and the compile stops with EZ3002 or EZ3003. With
`dynamic_batch_size`, `dynamic_image_size` or `dynamic_dims`, CANN compiles the model for each of
the sizes, with kernels for known ones.

Source: manual/operator-libraries.md#columns
"""

from __future__ import annotations

from cannlint.cann.option_names import MODEL, SHAPES
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.resolve.job_use import JobUse
from cannlint.rules.api import (
    JOB_KINDS,
    Diagnostic,
    Findings,
    Rule,
    Sequence,
    Severity,
    Stage,
    Subject,
)
from cannlint.rules.jb.off_the_ai_core import ELSEWHERE, place_of, values_of

RULE = Rule(
    "JB105",
    "unknown-sizes-on-the-soc",
    Severity.WARNING,
    JOB_KINDS,
    stage=Stage.COMPILER,
    subject=Subject.PLANS,
    since="0.2.0",
)


@RULE.revises
def unknown_sizes_on_the_soc(
    reading: JobsReading, uses: Sequence[JobUse], _: list[Diagnostic]
) -> Findings:
    """Report the option with the sizes, or else the one that names the model."""
    told: set[object] = set()
    for use in uses:
        nodes = use.losses.of_unknown_size if use.losses is not None else ()
        source, span = place_of(use.job, *SHAPES, MODEL)
        if not nodes or span in told or source is not reading.source:
            continue
        told.add(span)
        yield RULE.at(
            span,
            "{soc} has no kernels for unknown sizes, which {number} operators of {graph} have: "
            "{operators}",
            label="leaves sizes open",
            help="write the sizes, or list them with dynamic_batch_size, dynamic_image_size or "
            "dynamic_dims",
            note=ELSEWHERE,
            source=source,
            **values_of(nodes, use),
        ).about(*(node.name for node in nodes))
