"""The mixed-precision list of each operator type (manual/mixed-precision-list.md)."""

from __future__ import annotations

from cannlint.cann.mixlist import BLACK, GRAY, WHITE
from cannlint.cann.precision import Strategy
from cannlint.diagnostics import Message
from cannlint.formats.ops_info.operator import NULL_FILES
from cannlint.resolve.provenance import Origin, Shadowed, of_entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.mixlist.reading import Mention, Mixlist
    from cannlint.formats.ops_info.operator import Operator
    from cannlint.graphs.model import Node

FIELD = "precision_reduce.flag"

_MIXED = {Strategy.MIX_FP16, Strategy.MIX_BF16, Strategy.MIXED_HIF8}
_READ_OF_WHITE = {Strategy.FORCE_FP16}
_READ_OF_BLACK = {Strategy.FORCE_FP32}


class Colour:
    """The list an operator type is in: by `default`, and in the end (`value`).

    `origin` is what put it there; `shadowed` what was there before, or was asked for and
    changes nothing.
    """

    __slots__ = ("default", "origin", "shadowed", "value")

    def __init__(self, default: str, origin: Origin) -> None:
        self.default = default
        self.value = default
        self.origin = origin
        self.shadowed: list[Shadowed] = []


class Colours:
    """The lists of operator types under a job's modify_mixlist file; None where it has none."""

    __slots__ = ("_final", "_requests", "mixlist")

    def __init__(self, mixlist: Mixlist | None) -> None:
        self.mixlist = mixlist
        self._final = mixlist.final() if mixlist is not None else {}
        self._requests = mixlist.requests() if self._final and mixlist is not None else {}

    def of(self, operator: Operator, store: Origin) -> Colour:
        """The list of an operator of the store that has it first."""
        field = Origin("library", FIELD, store.source, file=store.file)
        colour = Colour(operator.default_list, field)
        final = self._final.get(operator.op_type)
        if final is None or self.mixlist is None:
            return colour
        colour.value = final[colour.default]
        mentions = self._requests[operator.op_type]
        deciding = next((mention for mention in mentions if _decides(mention, colour)), None)
        if deciding is not None:
            colour.origin = self._origin(deciding)
            reason = Message.of("modify_mixlist has {op}", op=operator.op_type)
            colour.shadowed.append(Shadowed(colour.default, field, reason))
        colour.shadowed += [
            Shadowed(
                mention.list_name, self._origin(mention), _reason_without_effect(mention, colour)
            )
            for mention in mentions
            if mention is not deciding
        ]
        return colour

    def _origin(self, mention: Mention) -> Origin:
        assert self.mixlist is not None
        return of_entry(self.mixlist, mention.node.span, f"{mention.list_name} {mention.update}")


def _decides(mention: Mention, colour: Colour) -> bool:
    """Whether an entry of the file puts the operator where it ends."""
    if colour.value == colour.default:
        return False
    if mention.update == "to-add":
        return mention.list_name == colour.value != GRAY
    return mention.list_name == colour.default and colour.value == GRAY


def _reason_without_effect(mention: Mention, colour: Colour) -> Message:
    named = mention.list_name
    if mention.operation == (GRAY, "to-add"):
        return Message.of("to-add of gray-list alone moves nothing")
    if mention.update == "to-remove" and mention.list_name != colour.default:
        return Message.of(
            "it is in the {default}, not in the {list}", default=colour.default, list=named
        )
    if mention.update == "to-add" and mention.list_name == colour.default:
        return Message.of("it is already in the {list}", list=named)
    return Message.of("another entry decides")


def is_used(
    colour: Colour,
    operator: Operator,
    strategies: set[Strategy],
    is_kept: bool,
    node: Node | None,
) -> bool:
    """Whether anything reads the list of an operator in these precision modes.

    See manual/mixed-precision-list.md#when-the-list-matters.
    An operator that keeps its dtypes takes a way of its own past the lists.
    """
    if is_kept:
        return False
    if strategies & _MIXED or _takes_mixed_way(operator, strategies, node):
        return True
    if colour.value == BLACK:
        return bool(strategies & _READ_OF_BLACK)
    has_callback = "needCheckSupport" in operator.flags
    return colour.value == WHITE and has_callback and bool(strategies & _READ_OF_WHITE)


def _takes_mixed_way(operator: Operator, strategies: set[Strategy], node: Node | None) -> bool:
    """Whether the operator is treated as in a mixed mode whatever the mode is.

    See manual/dtype-selection.md#exceptions.
    """
    if operator.op_file in NULL_FILES and strategies != {Strategy.FORCE_FP16}:
        return True
    if node is None:
        return False
    inputs = (tensor for tensor in node.inputs if tensor is not None)
    return node.inherits_dtype or any(tensor.is_format_continuous for tensor in inputs)
