"""Options that are attributes of one object: TensorFlow 2's global options, torchair's configs.

* `npu.global_options().precision_mode = ...` (manual/tensorflow.md#tensorflow-2): the options are
  those of the process, so everything that a function sets is one job.
* `config = torchair.CompilerConfig()`, then `config.mode = ...` (manual/torch.md#torchair): each
  config is a job of its own.
"""

from __future__ import annotations

from cannlint.jobs.python.attributes import is_passed_on, is_shared, take_attributes
from cannlint.jobs.python.pending_jobs import PendingJobs
from cannlint.jobs.python.whole_script import PASSED_ON
from cannlint.jobs.settings import FrontEnd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.pending_jobs import PendingJob

_GLOBAL_OPTIONS = "global_options()"
_COMPILER_CONFIG = "CompilerConfig()"


def pending_jobs(module: Module) -> list[PendingJob]:
    """What each function sets in the global options, and one job for each config."""
    configs = PendingJobs(module, FrontEnd.TORCHAIR)
    take_attributes(configs, _key_of_config, owner_is_variable=True)
    for (scope, owner), pending in configs.by_owner.items():
        variable, _, bound = owner.partition(" ")
        pending.complete = bound == "1" and not is_shared(module, variable, scope)
    return [*_of_global_options(module), *configs.by_owner.values()]


def _of_global_options(module: Module) -> list[PendingJob]:
    found = PendingJobs(module, FrontEnd.TF2)
    take_attributes(found, _global_key)
    module.tally[PASSED_ON] += is_passed_on(module, _GLOBAL_OPTIONS)
    return found.process_wide()


def _global_key(name: str) -> str | None:
    before, call, key = name.partition(f"{_GLOBAL_OPTIONS}.")
    return key if call and (not before or before.endswith(".")) and "()" not in key else None


def _key_of_config(name: str) -> str | None:
    before, call, key = name.partition(f"{_COMPILER_CONFIG}.")
    is_config = call and ("torchair" in before or before.startswith("npugraph_ex."))
    return key if is_config and "()" not in key else None
