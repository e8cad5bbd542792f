"""Which operators a plan is asked for, and which the job names."""

from __future__ import annotations

from cannlint.cann.option_names import LIST
from cannlint.cann.precision import FLOATS
from cannlint.diagnostics import WITHHELD
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.formats.keep_dtype.reading import KeepDtype
from cannlint.formats.mixlist.reading import Mixlist
from cannlint.formats.op_precision.reading import OpPrecision
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from cannlint.diagnostics import Message
    from cannlint.graphs.model import Graph, Node
    from cannlint.jobs.model import Job
    from cannlint.reading.base import Reading
    from cannlint.resolve.target import Target


def mentioned(job: Job, target: Target) -> list[str]:
    """The operator types that a job names, each once, in order.

    Of a file outside of the project they are those that CANN knows: other words stay there.
    """
    types: list[str] = []
    for linked in job.files.values():
        found = _keys(linked.reading, True)
        types += filter(target.stores, found) if linked.reading.source.is_outside else found
    listed = (item.strip(C_BLANKS) for item in (job.value(LIST) or "").split(","))
    types += filter(None, listed)
    return list(dict.fromkeys(types))


def _keys(reading: Reading, is_type: bool) -> Iterable[str]:
    """The keys of one sort that count in a file."""
    if isinstance(reading, (OpPrecision, CustomizeDtypes)):
        return reading.effect(is_type)
    if isinstance(reading, KeepDtype):
        return reading.entries(is_type)
    if isinstance(reading, Mixlist) and is_type and reading.accepted:
        return reading.operations
    return ()


def node_names(job: Job) -> Iterator[str]:
    """The names of nodes that the files of a job have."""
    for linked in job.files.values():
        yield from _keys(linked.reading, False)


def unplaced(job: Job, asked: Collection[str]) -> list[str]:
    """The node names of a job without a graph that nothing gives a type: they are not `asked` for.

    The names in a file outside of the project are not shown, only that there are some.
    """
    names: list[str] = []
    for linked in job.files.values():
        left = [name for name in _keys(linked.reading, False) if name not in asked]
        names += left[:1] and [WITHHELD] if linked.reading.source.is_outside else left
    return list(dict.fromkeys(names))


DEFAULT_ORIGINAL = FLOATS[0]
"""The dtype of float tensors where there is no graph."""


class Wanted:
    """Which operators a plan is asked for.

    `types` and `nodes` (type, name) are those named; a node of `graph` needs no type, which is "".
    `every` asks for all that the library has. Where nothing is named they are the nodes of `graph`,
    or the types that the job's files mention. `original` is the dtype of float tensors where there
    is no graph. `model_note` says why the model that the job names is not read.
    """

    __slots__ = ("every", "graph", "model_note", "nodes", "original", "types")

    def __init__(self) -> None:
        self.types: list[str] = []
        self.nodes: list[tuple[str, str]] = []
        self.every = False
        self.graph: Graph | None = None
        self.model_note: Message | None = None
        self.original = DEFAULT_ORIGINAL

    @property
    def is_selective(self) -> bool:
        """Whether certain operators are asked for, or all, and not what the job makes of some."""
        return self.every or bool(self.types or self.nodes)

    def takes(self, node: Node) -> bool:
        """Whether a node of the graph is asked for, by what it is now or what it was."""
        if not (self.types or self.nodes):
            return True
        known = (node, node.parsed) if node.parsed is not None else (node,)
        return any(
            one.op_type in self.types
            or (one.op_type, one.name) in self.nodes
            or ("", one.name) in self.nodes
            for one in known
        )
