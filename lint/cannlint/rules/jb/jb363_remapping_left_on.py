"""The session leaves TensorFlow's own rewriting of the graph on.

The manual turns `remapping` and `memory_optimization` of TensorFlow off in every session with
`NpuOptimizer`. Both change the graph before the adapter gets it. `remapping` builds operators such
as `_FusedConv2D`, which CANN does not have.

## Example

```tf_script
config = tf.ConfigProto()
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["precision_mode"].s = tf.compat.as_bytes("allow_mix_precision")
session = tf.Session(config=config)
```

## Write instead

```tf_script
config = tf.ConfigProto()
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["precision_mode"].s = tf.compat.as_bytes("allow_mix_precision")
config.graph_options.rewrite_options.remapping = RewriterConfig.OFF
config.graph_options.rewrite_options.memory_optimization = RewriterConfig.OFF
session = tf.Session(config=config)
```

## What CANN does

The adapter takes the graph as TensorFlow has rewritten it. An operator that CANN does not have runs
on the host.

Source: manual/tensorflow.md#session-options-of-tensorflow-1, the vendor's page of session
configurations
"""

from __future__ import annotations

from cannlint.jobs.facts import LEAVES_REMAPPING
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity

RULE = JobRule(
    "JB363",
    "remapping-left-on",
    Severity.INFO,
    (Kind.TF_SCRIPT,),
    about=(LEAVES_REMAPPING,),
    since="0.2.0",
)


@RULE.check
def remapping_left_on(job: Job) -> Findings:
    """Report a session whose script does not turn it off, nor calls the adapter's own function."""
    if job.leaves_remapping:
        yield RULE.at(
            job.span,
            "TensorFlow rewrites the graph before the adapter gets it: `remapping` is on",
            label="this session",
            help="set `remapping` and `memory_optimization` of `rewrite_options` to "
            "`RewriterConfig.OFF`",
            note="the rewritten graph may have operators that CANN does not have",
        )
