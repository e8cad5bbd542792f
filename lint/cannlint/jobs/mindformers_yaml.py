"""The job of a YAML file of MindFormers: what stands under `context:`, and the mode of the run.

`ascend_config` goes to MindSpore as it is, so its keys are those of MindSpore's table. `jit_config`
does so for training; for prediction MindFormers makes one of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.misuse import NO_DICT, Misuse
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, OptionSpec, Setting
from cannlint.jobs.tables import options_of
from cannlint.jobs.yaml_block import Node, nodes_of
from cannlint.kinds import Kind
from cannlint.text.source import Source
from cannlint.text.span import Span

_CONTEXT, _RUN, _FILE = "context", "run", "file"
ASCEND, JIT, _GE = "ascend_config", "jit_config", "ge_options"
_JIT_OF_PREDICTION = "jit_config.predict"
_PREDICTING = ("predict", "eval")
_ALSO_DIRECTLY = ("jit_level", "infer_boost")
"""Options of jit_config that may stand beside it, for prediction."""
_LEVELS = ("global", "session")
_GROUP = "group"
"""The form of writing of what is assigned in place of a group of options."""


def read(source: Source) -> JobsReading:
    """What a file sets; a file has one job."""
    reading = JobsReading(source, Kind.MINDFORMERS_YAML, [])
    nodes = {node.key: node for node in nodes_of(source)}
    context = nodes.get(_CONTEXT)
    if context is None:
        return reading
    job = Job(FrontEnd.MINDFORMERS, source, context.key_span, [])
    reader = _Reader(job, _is_predicting(nodes.get("run_mode")))
    if "run_mode" in nodes:
        reader.add(nodes["run_mode"], reader.own("run_mode", _RUN), _RUN)
    if ASCEND in nodes:
        reader.add(nodes[ASCEND], None, _FILE)
    reader.take_context(context.children)
    reading.jobs = [job]
    return reading


def _is_predicting(run_mode: Node | None) -> bool:
    return run_mode is not None and run_mode.value in _PREDICTING


class _Reader:
    """Adds what the nodes set to a job."""

    def __init__(self, job: Job, predicts: bool) -> None:
        self.job = job
        self.predicts = predicts

    def own(self, key: str, via: str) -> OptionSpec | None:
        """The option that MindFormers itself has in a place."""
        spec = options_of(FrontEnd.MINDFORMERS).get(key)
        return spec if spec is not None and via in spec.via else None

    def take_context(self, nodes: Iterable[Node]) -> None:
        """The keys of `context`; the two groups are opened."""
        for node in nodes:
            if node.key == ASCEND:
                self._take_ascend(node)
            elif node.key == JIT:
                self._take_jit(node)
            elif node.key in _ALSO_DIRECTLY and self.predicts:
                self.add(node, self._of_mindspore(JIT, node.key), _JIT_OF_PREDICTION)
            else:
                self.add(node, self.own(node.key, _CONTEXT), _CONTEXT)

    def add(self, node: Node, spec: OptionSpec | None, via: str, level: str | None = None) -> None:
        """What a node sets."""
        whole = Span(node.key_span.start, max(node.value_span.end, node.key_span.end))
        setting = Setting(
            node.key, node.value, self.job.source, whole, node.key_span, node.value_span, spec
        )
        setting.via, setting.level = via, level
        setting.type = node.type or "other"
        setting.value_type = node.type
        self.job.settings.append(setting)

    def _of_mindspore(self, group: str, key: str) -> OptionSpec | None:
        prefix = "" if group == ASCEND else f"{group}."
        spec = options_of(FrontEnd.MINDSPORE).get(prefix + key)
        return spec if spec is not None and group in spec.via else None

    def _take_ascend(self, node: Node) -> None:
        if node.type not in ("dict", "none", None):
            self.add(node, None, _GROUP)  # dropped without a message
        for child in node.children:
            self.add(child, self._of_mindspore(ASCEND, child.key), ASCEND)
            if child.key == _GE:
                self._take_ge_options(child)

    def _take_ge_options(self, node: Node) -> None:
        known = options_of(FrontEnd.GE)
        for level in node.children:
            if level.key not in _LEVELS:
                self.add(level, None, _GE)
            for child in level.children if level.key in _LEVELS else ():
                if child.key in known:
                    self.add(child, known[child.key], _GE, level.key)

    def _take_jit(self, node: Node) -> None:
        if node.type not in ("dict", "none", None):
            raised = "AttributeError" if self.predicts else "TypeError"
            self.job.misuses.append(
                Misuse(NO_DICT, JIT, self.job.source, _place(node), raised, type=node.type)
            )
        for child in node.children:
            spec = self._of_mindspore(JIT, child.key)
            self.add(child, spec, _JIT_OF_PREDICTION if self.predicts else JIT)


def _place(node: Node) -> Span:
    return node.value_span if node.value_span.end > node.value_span.start else node.key_span
