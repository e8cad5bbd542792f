"""CANN's parser stops at an operator of the model.

CANN's plugins register each ONNX operator for a list of opsets, at most for 8 to 18. The opset that
the model imports must be in the list: an older one is not used instead. Some operators of ONNX are
registered for none, and so are some layers of Caffe. cannlint looks into the model that `--model`
names, where the file is there.

## Example

```console
$ atc --model=opset19.onnx --framework=5 --output=net --soc_version=Ascend910B3
```

## Write instead

```python
torch.onnx.export(model, inputs, "opset17.onnx", opset_version=17)
```

```console
$ atc --model=opset17.onnx --framework=5 --output=net --soc_version=Ascend910B3
```

## What CANN does

ATC stops with E16002 for an opset that is not registered, with E19010 for an operator that no
plugin registers (E11009 for a layer of Caffe), and with E16005 for a model that imports the
operators of one domain twice. A model of ONNX needs inputs and outputs (E16001). With a plugin of
your own for the operator ATC goes on: accept the finding with a comment, and plans are made, too.

Source: manual/models.md#the-parser
"""

from __future__ import annotations

from cannlint.graphs.header import causes_of
from cannlint.jobs.facts import REFUSED_MODEL
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage

RULE = JobRule(
    "JB020",
    "refused-model",
    Severity.ERROR,
    (Kind.ATC_COMMANDS, Kind.JOB),
    about=(REFUSED_MODEL,),
    stage=Stage.FRONT_END,
)

_HELP = {
    "E11009": "replace the layer, or install a plugin for it",
    "E16001": "export the model with inputs and outputs",
    "E16002": "export the model with one of these opsets",
    "E16005": "keep one version of each domain: export the model anew",
    "E19010": "export the model without this operator, or install a plugin for it",
}


@RULE.check
def refused_model(job: Job) -> Findings:
    """Report each operator of the model that the parser does not read."""
    setting = job.get("model")
    if setting is None or job.header is None:
        return
    for code, why in causes_of(job.header.faults):
        yield RULE.at(
            setting.value_span,
            "CANN cannot read the model: {why}",
            label="this model",
            help=_HELP.get(code or "", "change the attributes of the operator in the model"),
            note="ATC stops with {code}" if code else "ATC stops",
            cann=code,
            why=why,
            code=code or "",
        )
