"""Options that are attributes of one object: TensorFlow 2's global options, torchair's configs.

* `npu.global_options().precision_mode = ...` (manual/tensorflow.md#tensorflow-2): the options are
  those of the process, so everything that a function sets is one job.
* `config = torchair.CompilerConfig()`, then `config.mode = ...` (manual/torch.md#torchair), and the
  same of npugraph_ex, which has options of its own: each config is a job of its own.
"""

from __future__ import annotations

from functools import partial

from cannlint.jobs.python.attributes import is_passed_on, is_shared, take_attributes
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.pending_jobs import PendingJob, PendingJobs
from cannlint.jobs.python.whole_script import PASSED_ON
from cannlint.jobs.settings import FrontEnd

_GLOBAL_OPTIONS = "global_options()"
_COMPILER_CONFIG = "CompilerConfig()"
_NPUGRAPH_EX = "npugraph_ex."


def pending_jobs(module: Module) -> list[PendingJob]:
    """What each function sets in the global options, and one job for each config."""
    return [
        *_of_global_options(module),
        *_of_configs(module, FrontEnd.TORCHAIR),
        *_of_configs(module, FrontEnd.NPUGRAPH_EX),
    ]


def _of_configs(module: Module, front_end: FrontEnd) -> list[PendingJob]:
    """One job for each config of one package, also where the other one hands it on."""
    configs = PendingJobs(module, front_end)
    take_attributes(configs, partial(_key_of_config, front_end), owner_is_variable=True)
    for (scope, owner), pending in configs.by_owner.items():
        variable, _, bound = owner.partition(" ")
        pending.complete = bound == "1" and not is_shared(module, variable, scope)
    return list(configs.by_owner.values())


def _of_global_options(module: Module) -> list[PendingJob]:
    found = PendingJobs(module, FrontEnd.TF2)
    take_attributes(found, _global_key)
    module.tally[PASSED_ON] += is_passed_on(module, _GLOBAL_OPTIONS)
    return found.process_wide()


def _global_key(name: str) -> str | None:
    before, call, key = name.partition(f"{_GLOBAL_OPTIONS}.")
    return key if call and (not before or before.endswith(".")) and "()" not in key else None


def _key_of_config(front_end: FrontEnd, name: str) -> str | None:
    before, call, key = name.partition(f"{_COMPILER_CONFIG}.")
    package = FrontEnd.NPUGRAPH_EX if before.startswith(_NPUGRAPH_EX) else FrontEnd.TORCHAIR
    is_named = package is FrontEnd.NPUGRAPH_EX or "torchair" in before
    is_config = call and is_named and package is front_end
    return key if is_config and "()" not in key else None
