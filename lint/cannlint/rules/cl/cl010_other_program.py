"""The command is of HiSilicon's ATC, another program of the same name, and is not checked.

HiSilicon's ATC converts models for cameras. Its products (`SS928V100`, `Hi3403V100`, `OPTG`), and
some of its options (`--image_list`, `--compile_mode`) are unknown to CANN. Others mean something
else, such as `--fusion_switch_file=TransformerFusion:on`.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=SS928V100 --image_list=images.txt
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend310P3
```

## What CANN does

CANN has no part in it. CANN's own ATC refuses such a command.

Source: public scripts for HiSilicon's products
"""

from __future__ import annotations

from cannlint.jobs.jobs_reading import OTHER_PROGRAM
from cannlint.reading.base import Reading
from cannlint.rules.api import SCRIPT_KINDS, Findings, Rule, Severity

RULE = Rule(
    "CL010", "other-program", Severity.INFO, SCRIPT_KINDS, about=(OTHER_PROGRAM,), since="0.2.0"
)


@RULE.check
def other_program(reading: Reading) -> Findings:
    """Report the first command of the other program."""
    for span in reading.parts_with(OTHER_PROGRAM):
        yield RULE.at(
            span,
            "this is a command of HiSilicon's ATC, not of CANN's, and is not checked",
            label="another program",
            help="exclude the file if it is not for CANN",
            note="the programs have the same name, but other products and options",
        )
        return
