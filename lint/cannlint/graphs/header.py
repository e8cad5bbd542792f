"""What a model says before its weights: its inputs, the names of its nodes, and its faults."""

from __future__ import annotations

from cannlint.cann.dtypes import is_lost
from cannlint.diagnostics import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cannlint.graphs.model import ParserFault

    Dims = tuple[int, ...]


NO_PARSER, NO_PARSER_BEFORE = "E13010", "E19010"
"""The code for an operator that no plugin registers for the opset of the model; before 8.5.0."""

_FIRST_WITH_CODE = (8, 5)
_LAST_OF_EARLIER, _FIRST_OF_NEWEST = (6, 0), (7,)
"""Releases of the plugins of 2022 and of the newest (manual/models.md#the-parser)."""

_SHOWN = 5
"""Operators that a message names."""


def causes_of(
    faults: Sequence[ParserFault], release: tuple[int, ...] | None
) -> Iterator[tuple[str | None, Message]]:
    """The code and the reason of each fault in a release (None: the newest).

    Operators registered for the same opsets are one: a model of an opset that CANN does not know
    mostly has many of them.
    """
    alike: dict[object, list[ParserFault]] = {}
    for fault in faults_at(faults, release):
        others = {**fault.message.values, "op": None}
        cause = str(others) if "versions" in others else fault
        alike.setdefault(cause, []).append(fault)
    is_former = release is not None and release < _FIRST_WITH_CODE
    for same in alike.values():
        why = same[0].message
        if len(same) > 1:
            ops = tuple(fault.op_type for fault in same[:_SHOWN])
            why = Message(_several(len(same)), {**why.values, "ops": ops, "number": len(same)})
        code = same[0].code
        yield NO_PARSER_BEFORE if code == NO_PARSER and is_former else code, why


def faults_at(faults: Sequence[ParserFault], release: tuple[int, ...] | None) -> list[ParserFault]:
    """The faults that a release has (None: the newest).

    Of a release between the plugins that are known, those that both have.
    """
    newest = [fault for fault in faults if fault.plugins & fault.NEWEST]
    if release is None or release >= _FIRST_OF_NEWEST:
        return newest
    earlier = [fault for fault in faults if fault.plugins & fault.EARLIER]
    if release[:2] <= _LAST_OF_EARLIER:
        return earlier
    types = {fault.op_type for fault in earlier}
    return [fault for fault in newest if fault.op_type in types]


def _several(number: int) -> str:
    if number <= _SHOWN:
        return "{ops} are registered for the opsets {versions}, and the model has {opset}"
    return (
        "{number} operator types are registered for the opsets {versions}, and the model has "
        "{opset}: {ops} and others"
    )


CAFFE, MINDSPORE, TENSORFLOW, ONNX = "0", "1", "3", "5"
"""Values of `--framework`."""

FRAMEWORKS = {CAFFE: "Caffe", MINDSPORE: "MindSpore", TENSORFLOW: "TensorFlow", ONNX: "ONNX"}

FRAMEWORK_OF_SUFFIX = {".onnx": ONNX, ".pb": TENSORFLOW, ".prototxt": CAFFE}
"""How the names of models end, which plans and jobs take."""

LARGEST = 1 << 31
"""Bytes of a model: a protobuf message has no more."""

LARGEST_TEXT = 1 << 24
"""Bytes of a model that is a text: those of Caffe are some kilobytes."""

MOST_FIELDS = 4_000_000
"""Fields of a message that are read for a header: those of some 100,000 nodes, in seconds."""

_EXPANDED = "PartitionedCall_"
"""How the names of the operators begin that the parser makes of one of ONNX."""


class Header:
    """The header of a model of one framework.

    `inputs` are the inputs by name with their dimensions: -1 is an unknown one, and () stands for a
    scalar and for an input without a shape, as in CANN's parser. `dim_names` has, for some inputs,
    the names that the model gives to its unknown dimensions. `open_inputs` are those that the
    parser keeps in any case, so that an unknown dimension of them has to be set. `nodes` are the
    names that nodes of the outermost graph have when the parser has read the model; a fusion of one
    of the `scopes` of TensorFlow may make a node of that name. `outputs` are the tensors that an
    ONNX model gives out, `domains` the domains of operators that it imports. `has_extremes` says
    that a constant of one number may be another number in float16. `fields` tells how large it is:
    the fields of its messages.
    """

    __slots__ = (
        "dim_names",
        "domains",
        "faults",
        "fields",
        "framework",
        "has_extremes",
        "inputs",
        "nodes",
        "open_inputs",
        "outputs",
        "scopes",
    )

    def __init__(self, framework: str, inputs: Mapping[str, Dims]) -> None:
        self.framework = framework
        self.inputs = inputs
        self.dim_names: Mapping[str, tuple[str, ...]] = {}
        self.open_inputs: frozenset[str] = frozenset(inputs)
        self.nodes: frozenset[str] = frozenset()
        self.scopes: frozenset[str] = frozenset()
        self.outputs: tuple[str, ...] = ()
        self.domains: tuple[str, ...] = ()
        self.faults: list[ParserFault] = []
        self.has_extremes = False
        self.fields = 0

    def may_name(self, name: str) -> bool:
        """Whether a node may have a name when the parser is done: one of the model, or one made."""
        if name in self.nodes or name in self.scopes:
            return True
        return self.framework == ONNX and name.startswith(_EXPANDED)


def is_extreme(numbers: tuple[float, ...] | None) -> bool:
    """Whether a constant is one number that float16 does not have."""
    return numbers is not None and len(numbers) == 1 and is_lost(numbers[0])
