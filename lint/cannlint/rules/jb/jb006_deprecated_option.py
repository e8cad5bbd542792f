"""The option is deprecated.

The option still works, but a later version of CANN may remove it. The finding names the option to
use instead, if CANN names one; otherwise keep the option unless it has its default value. For
op_select_implmode other rules say more, such as JB313; only with torch_npu is it reported here,
because torch_npu has no other option for this.

## Example

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["op_debug_level"].i = 1
```

## Write instead

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["op_debug_config"].s = tf.compat.as_bytes("op_debug.cfg")
```

## What CANN does

The front end applies the option as before. The TensorFlow adapters and torch_npu print a warning.

Source: manual/options.md#implementation-modes, manual/options.md#compile-cache-and-debugging
"""

from __future__ import annotations

from cannlint.cann.option_names import FILE, LIST, SELECT
from cannlint.jobs.facts import DEPRECATED_OPTION
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.effective_options import has_option
from cannlint.rules.jb.naming import known_name, option_name

RULE = JobRule(
    "JB006",
    "deprecated-option",
    Severity.INFO,
    JOB_KINDS,
    about=(DEPRECATED_OPTION,),
)


_BRACKETS = "use `{successor}` instead, with the sizes without brackets"


@RULE.check
def deprecated_option(job: Job) -> Findings:
    """Report the first setting of every deprecated option."""
    seen = set()
    for setting in job.settings:
        spec = setting.spec
        if spec is None or not spec.deprecated or setting.option in seen:
            continue
        seen.add(setting.option)
        if setting.option in (SELECT, LIST) and has_option(job, FILE):
            continue  # JB301, JB304, JB310, JB312 and JB313 report it
        successor = spec.deprecated
        named = isinstance(successor, str)
        yield RULE.at(
            setting.key_span,
            "`{name}` is deprecated",
            label="use `{successor}`" if named else "deprecated",
            help=_BRACKETS
            if named and "[" in (setting.value or "")
            else "use `{successor}` instead"
            if named
            else "remove it: this is its default value"
            if _is_default(setting)
            else "keep it as long as you need it: no option replaces it",
            note="it still works; a later version may remove it",
            name=option_name(job, setting),
            successor=known_name(job, successor) if isinstance(successor, str) else "",
            source=setting.source,
        )


def _is_default(setting: Setting) -> bool:
    """Whether the job stays as it is without the setting."""
    if setting.spec is None or setting.value is None:
        return False
    is_argument = setting.via not in (None, "parameter_map")
    default = setting.spec.argument_default if is_argument else None
    return setting.value == (default or setting.spec.default)
