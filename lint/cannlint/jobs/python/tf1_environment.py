"""The options that the adapter of TensorFlow 1 reads from the environment, if a script sets them.

Only what certainly runs is taken: a statement of the module or of the function that makes the
session, outside of every branch. `os.environ.setdefault` may set nothing.
"""

from __future__ import annotations

from cannlint.jobs.python.environment import variables_set
from cannlint.jobs.tables import options_of
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.python.environment import Variable
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.pending_jobs import PendingJob

VIA = "environ"


def add_environment(module: Module, pending: list[PendingJob]) -> None:
    """Add the variables that each job's process has set, unless the job sets the option itself."""
    if not pending or b"os." not in module.script.source.data:
        return
    for variable in variables_set(module):
        statement = variable.statement
        if statement.path or not variable.is_certain:
            continue
        for job in pending:
            if statement.scope.outer is None or statement.scope is job.scope:
                _add(module, job, variable)


def _add(module: Module, job: PendingJob, variable: Variable) -> None:
    spec = options_of(job.front_end).get(variable.name)
    if spec is None or VIA not in spec.entry.get("via", ()):
        return
    if any(setting.option == spec.option and setting.via != VIA for setting, _ in job.settings):
        return
    statement = variable.statement
    whole = Span(variable.name_span.start, module.script.span(variable.value).end)
    spans = (whole, variable.name_span)
    setting = module.setting(variable.name, spec, spans, variable.value, statement.scope)
    setting.via = VIA
    job.add(setting, statement.path)
