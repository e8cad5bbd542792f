"""An operator type in `optypelist_for_implmode` that the operator library does not have.

The option takes operator types, with commas between them: no names of nodes, no file, no other
separator. The library of a CANN release lists the operators of each SoC. A type that it does not
have is a slip of one that it has, an operator of another SoC or release, or one of your own: list
those under `extra-ops` in cannlint.toml. Nothing is said of a list that CANN does not look at.

## Example

```job
[job.net]
front-end = "atc"
op_select_implmode = "high_precision"
optypelist_for_implmode = "SoftMaxV2"
```

## Write instead

```job
[job.net]
front-end = "atc"
op_precision_mode = "net.ini"
```

```file net.ini
SoftmaxV2=high_precision
```

## What CANN does

It takes any name without a message. The mode does nothing when no node of the model has the type.

Source: options.md 1.3, libraries.md
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity, Stage
from cannlint.jobs.model import Job
from cannlint.kinds import JOB_KINDS
from cannlint.library.operators import Operators
from cannlint.lookup.base import unknown_type as look_up_type
from cannlint.lookup.modes import is_known
from cannlint.rules.jb.asked import listed_types
from cannlint.rules.rule import Rule
from cannlint.rules.unknown_type import unknown_type

RULE = Rule(
    "JB201",
    "unknown-op-type",
    Severity.WARNING,
    JOB_KINDS,
    needs_library=True,
    stage=Stage.COMPILER,
)


@RULE.check
def unknown_op_type(job: Job, operators: Operators) -> Iterator[Diagnostic]:
    """Every item of a list that counts and names no operator of the SoCs asked for."""
    found = listed_types(job)
    for op_type, span in found[1].items(",") if found is not None else ():
        if not operators.everywhere(op_type) and is_known(op_type, operators):
            continue  # the release names it among its own operators with modes
        unknown = look_up_type(op_type, operators)
        if unknown is not None:
            note = "CANN takes any name in the list without a message; from {where}"
            finding = unknown_type(RULE, span, unknown, operators, note)
            finding.source = found[1].source if found is not None else None
            yield finding
