"""The JSON in the value of profiling_options."""

from __future__ import annotations

from cannlint.jobs.conditions import holds
from cannlint.jobs.tables import compiler_spec
from cannlint.syntax.json_scanner import parse_json
from cannlint.validation import violations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting
    from cannlint.syntax.json_nodes import Document, Node
    from cannlint.validation import Violation

SCHEMA = "profiling_options"
CODE = "E10001"
"""What GE stops with when it starts."""

TRACE = "training_trace"
POINTS = ("fp_point", "bp_point")
"""The options for the first and last operator of an iteration, which the trace records."""


def profiling_document(job: Job) -> tuple[Setting, Document] | None:
    """The setting that takes effect and its JSON; None if the value is empty or unknown.

    None also if profiling is certainly off (JB354).
    """
    setting = job.get("profiling_options")
    if setting is None or not setting.read_value or setting.spec is None:
        return None
    for spec in (setting.spec, compiler_spec(setting)):
        if spec is not None and spec.when and holds(job, spec.when) is False:
            return None
    return setting, parse_json(setting.read_value)


def profiling_object(job: Job) -> tuple[Setting, Node] | None:
    """The setting and the root of its JSON, if that is an object without syntax errors."""
    found = profiling_document(job)
    root = found[1].root if found is not None else None
    if found is None or root is None or found[1].faults or None in faulty_values(root):
        return None
    return found[0], root


def faulty_values(root: Node) -> dict[str | None, Violation]:
    """Key → how its value violates the schema; None for the whole, if it is not an object."""
    found = violations(SCHEMA, root.plain)
    return {str(one.path[0]) if one.path else None: one for one in found}


def refused_profiling(job: Job) -> Setting | None:
    """The setting of profiling_options whose JSON GE refuses when it starts."""
    found = profiling_document(job)
    if found is None:
        return None
    setting, document = found
    root = document.root
    if document.faults or root is None:
        return setting
    faulty = faulty_values(root)
    counting = (one for one in root.members if root.last(one.name) is one.value)
    is_refused = None in faulty or any(is_refused_value(one.name, one.value) for one in counting)
    return setting if is_refused else None


def is_refused_value(name: str, node: Node) -> bool:
    """Whether GE stops: it takes `on` and the empty text for a trace, any text for a point."""
    if name not in (TRACE, *POINTS):
        return False
    return node.sort != "string" or (name == TRACE and node.plain not in ("on", ""))
