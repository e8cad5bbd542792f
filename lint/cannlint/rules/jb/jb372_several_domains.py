"""The ONNX model imports operators of several domains, which some releases of CANN refuse.

Exporters often import a domain of which the model uses no operator. cannlint looks into the model
that `--model` names, where the file is there.

## Example

```console
$ atc --model=paddle.onnx --framework=5 --output=net --soc_version=Ascend910B3
```

## Write instead

```python
model = onnx.load("paddle.onnx")
kept = [one for one in model.opset_import if one.domain in ("", "ai.onnx")]
del model.opset_import[:]
model.opset_import.extend(kept)
onnx.save(model, "net.onnx")
```

```console
$ atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3
```

## What CANN does

Older parsers stop with E16005 where the model imports more than one domain and an operator does not
name its own. The newest parser takes operators without a domain from `ai.onnx`. JB020 reports two
versions of one domain.

Source: manual/models.md#the-command-and-the-model
"""

from __future__ import annotations

from cannlint.cann.option_names import MODEL
from cannlint.diagnostics import quoted
from cannlint.jobs.facts import SEVERAL_DOMAINS
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity

RULE = JobRule(
    "JB372",
    "several-domains",
    Severity.INFO,
    (Kind.ATC_COMMANDS, Kind.JOB),
    about=(SEVERAL_DOMAINS,),
    since="0.2.0",
)


@RULE.check
def several_domains(job: Job) -> Findings:
    """Report a model that imports more than one domain."""
    model = job.get(MODEL)
    if model is None or job.header is None or len(job.header.domains) < 2:
        return
    yield RULE.at(
        model.value_span,
        "the model imports operators of several domains: {domains}",
        label="this model",
        help="remove the domains from `opset_import` whose operators the model does not use",
        note="older releases of CANN stop with E16005",
        domains=tuple(str(quoted(domain)) for domain in job.header.domains),
        source=model.source,
    )
