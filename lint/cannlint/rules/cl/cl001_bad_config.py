"""cannlint cannot use this cannlint.toml.

cannlint checks no file under an invalid configuration. With half of the configuration, it would
report what you excluded and miss what you asked for. The same applies to `[tool.cannlint]` in
pyproject.toml. `cannlint schema job` prints the schema of the file.

## Example

```toml
socs = "Ascend910B3"
```

## Write instead

```toml
soc = "Ascend910B3"
```

## What CANN does

Nothing: CANN does not read this file. cannlint exits with status 2.

Source: cannlint's own schema, schemas/cannlint.schema.json
"""

from __future__ import annotations

from cannlint.config.errors import BrokenConfigError
from cannlint.rules.api import Findings, Kind, Message, Rule, Severity, Subject

RULE = Rule("CL001", "bad-config", Severity.ERROR, (Kind.JOB,), subject=Subject.RUN)


@RULE.check
def bad_config(broken: BrokenConfigError) -> Findings:
    """Report every fault of a configuration file."""
    for span, message, values in broken.problems:
        yield RULE.at(
            span,
            "{problem}",
            help="correct the file, or ignore it with --isolated",
            note="cannlint checked no file under this configuration",
            problem=Message(message, values),
        )
