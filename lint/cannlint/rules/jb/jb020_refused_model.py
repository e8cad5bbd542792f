"""CANN's parser stops at an operator of the model.

CANN's plugins register each ONNX operator for a list of opsets: mostly 8 to 18 from 7.0 on, up to
15 in the plugins of 2022 (6.0 and before). The opset that the model imports must be in the list: an
older one is not used instead. Some operators of ONNX are registered for none, and so are some
layers of Caffe. cannlint looks into the model that `--model` names, where the file is there.

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

For an operator that no plugin registers for the opset of the model, or for none, ATC stops with
E13010 since 8.5.0, and with E19010 before (E11009 for a layer of Caffe). E16002 means the same: the
parser has it for a later look-up, which does not come if the first one fails. ATC stops with E16005
at a model that imports the operators of one domain twice, and with E16001 at one of ONNX without
inputs or outputs. With a plugin of your own for the operator ATC goes on: accept the finding with a
comment, and plans are made, too.

Source: manual/models.md#the-parser
"""

from __future__ import annotations

from cannlint.graphs.header import NO_PARSER, NO_PARSER_BEFORE, causes_of
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
    since="0.2.0",
)

_HELP = {
    "E11009": "replace the layer, or install a plugin for it",
    "E16001": "export the model with inputs and outputs",
    "E16005": "keep one version of each domain: export the model anew",
}
_OPSET = "export the model with one of these opsets"
_NO_OPERATOR = "export the model without this operator, or install a plugin for it"
_ATTRIBUTES = "change the attributes of the operator in the model"


@RULE.check
def refused_model(job: Job) -> Findings:
    """Report each operator of the model that the parser does not read."""
    setting = job.get("model")
    if setting is None or job.header is None:
        return
    for code, why in causes_of(job.header.faults, job.release):
        yield RULE.at(
            setting.value_span,
            "CANN cannot read the model: {why}",
            label="this model",
            help=_help(code, "versions" in why.values),
            note=_note(code, job.release is not None),
            cann=code,
            why=why,
            code=code or "",
            before=NO_PARSER_BEFORE,
        )


def _help(code: str | None, has_opsets: bool) -> str:
    if code in (NO_PARSER, NO_PARSER_BEFORE):
        return _OPSET if has_opsets else _NO_OPERATOR
    return _HELP.get(code or "", _ATTRIBUTES)


def _note(code: str | None, is_chosen: bool) -> str:
    if code == NO_PARSER and not is_chosen:
        return "ATC stops with {code}; releases before 8.5.0 stop with {before}"
    return "ATC stops with {code}" if code else "ATC stops"
