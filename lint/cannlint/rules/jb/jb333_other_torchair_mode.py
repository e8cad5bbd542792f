"""torchair does not use this option in the selected mode.

The option may have no effect. In the mode `max-autotune` torchair compiles the graph with GE. In
the mode `reduce-overhead` it captures the kernels of an eager run, so most options of GE have no
effect. Some options are for `reduce-overhead` only.

## Example

```job
[job.net]
front-end = "torchair"
mode = "reduce-overhead"
"ge_config.oo_level" = "O1"
```

## Write instead

```job
[job.net]
front-end = "torchair"
mode = "max-autotune"
"ge_config.oo_level" = "O1"
```

## What CANN does

torchair warns once that these options may not take effect or may fail, and continues.

Source: options.md 2 X27
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity, Stage
from cannlint.jobs.model import FrontEnd, Job
from cannlint.kinds import JOB_KINDS
from cannlint.rules.rule import Rule

RULE = Rule("JB333", "other-torchair-mode", Severity.WARNING, JOB_KINDS, stage=Stage.FRONT_END)

_DEFAULT_MODE = "max-autotune"
_ANY = ("",)
_UNUSED: dict[str, dict[str, tuple[str, ...]]] = {
    "max-autotune": {
        "debug.aclgraph.disable_reinplace_inplaceable_ops_pass": ("true",),
        "debug.aclgraph.disable_reinplace_input_mutated_ops_pass": ("true",),
        "experimental_config.aclgraph._aclnn_static_shape_kernel": ("true",),
        "experimental_config.aclgraph._aclnn_static_shape_kernel_build_dir": _ANY,
    },
    "reduce-overhead": {
        "debug.fx_summary.type": ("csv",),
        "dump_config.enable_dump": ("true",),
        "experimental_config.cc_parallel_enable": ("true",),
        "experimental_config.enable_ref_data": ("true",),
        "experimental_config.enable_view_optimize": _ANY,
        "experimental_config.static_model_ops_lower_limit": _ANY,
        "experimental_config.tiling_schedule_optimize": ("true",),
        "experimental_config.topology_sorting_strategy": ("bfs", "rdfs", "stablerdfs"),
        "export.experimental.auto_atc_config_generated": ("true",),
        "export.experimental.enable_record_nn_module_stack": ("true",),
        "fusion_config.fusion_switch_file": _ANY,
        "ge_config.aicore_num": _ANY,
        "ge_config.enable_single_stream": ("true",),
        "ge_config.export_compile_stat": ("0", "1"),
        "ge_config.oo_constant_folding": _ANY,
        "ge_config.oo_dead_code_elimination": _ANY,
        "ge_config.oo_level": ("o1",),
        "ge_config.optimization_switch": _ANY,
        "inference_config.dynamic_gears_merge_policy": ("product",),
    },
}
"""Mode → option → the values, in lower case, that torchair warns about."""


@RULE.check
def other_torchair_mode(job: Job) -> Iterator[Diagnostic]:
    """Report every option that the mode does not use, unless it has its default value."""
    if job.front_end is not FrontEnd.TORCHAIR:
        return
    chosen = job.get("torchair_mode")
    mode = _DEFAULT_MODE if job.lacks("torchair_mode") else job.value("torchair_mode")
    unused = _UNUSED.get(mode or "", {})
    for setting in job.settings:
        values = unused.get(setting.key)
        if values is None or not setting.value:
            continue
        if values is _ANY or setting.value.lower() in values:
            finding = RULE.at(
                setting.span,
                "`{key}` is not for the mode `{mode}`",
                label="may have no effect",
                help="remove it, or choose the other mode",
                note="torchair warns that it may not take effect or may fail",
                key=setting.key,
                mode=mode,
                source=setting.source,
            )
            if chosen is not None:
                finding.also(chosen.span, "the mode", source=chosen.source)
            yield finding
