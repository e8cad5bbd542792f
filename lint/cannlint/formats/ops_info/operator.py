"""An operator as an operator library describes it (manual/operator-libraries.md#columns)."""

from __future__ import annotations

from cannlint.cann.dtypes import DTYPES

LISTS_BY_FLAG = {"true": "white-list", "false": "black-list", "": "gray-list"}
"""precision_reduce.flag → the mixed-precision list an operator is in by default."""

FLAGS = (
    "dynamicFormat",
    "needCheckSupport",
    "heavyOp",
    "dynamicShapeSupport",
    "dynamicCompileStatic",
    "dynamicRankSupport",
    "softsync",
    "aclnnSupport",
)
"""The flags that an operator's entry may set, in the order of the compact form."""

PARAM_TYPES = ("required", "optional", "dynamic", "reserved")

NULL_FILES = ("Null", "AICore_Null")
"""Files of operators that the graph engine takes itself, without a kernel."""

DYNAMIC_SKIPPED = "NULL"
"""A dynamic format that takes its column out of the dynamic implementation."""


class Tensor:
    """An input or output: `dtypes` and the formats have one item for each column.

    dtypes are in the compiler's spelling (`float`, `bf16`); empty where the entry lists none.
    `dynamic_formats` are those of the implementation for unknown shapes.
    """

    __slots__ = ("dtypes", "dynamic_formats", "formats", "name", "param_type")

    def __init__(
        self,
        name: str,
        param_type: str,
        dtypes: tuple[str, ...],
        formats: tuple[str, ...],
        dynamic_formats: tuple[str, ...],
    ) -> None:
        self.name = name
        self.param_type = param_type
        self.dtypes = dtypes
        self.formats = formats
        self.dynamic_formats = dynamic_formats

    def key(self) -> tuple[object, ...]:
        """Everything about the tensor, for comparison."""
        return self.name, self.param_type, self.dtypes, self.formats, self.dynamic_formats


class Operator:
    """An operator of one SoC.

    `default_list` is the mixed-precision list it is in, `flags` the names of the flags that
    are set, `pattern` how its columns are made (`kernel` when the entry says nothing).
    """

    __slots__ = (
        "default_list",
        "flags",
        "inputs",
        "op_file",
        "op_type",
        "outputs",
        "pattern",
        "promote",
    )

    def __init__(
        self,
        op_type: str,
        inputs: tuple[Tensor, ...],
        outputs: tuple[Tensor, ...],
        default_list: str,
        flags: frozenset[str],
        pattern: str = "kernel",
        op_file: str = "",
        promote: str = "",
    ) -> None:
        self.op_type = op_type
        self.inputs = inputs
        self.outputs = outputs
        self.default_list = default_list
        self.flags = flags
        self.pattern = pattern
        self.op_file = op_file
        self.promote = promote

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """Inputs, then outputs."""
        return self.inputs + self.outputs

    @property
    def column_count(self) -> int:
        """How many columns the entry lists; 0 where the kernel decides while compiling."""
        return max((len(tensor.dtypes) for tensor in self.tensors), default=0)

    @property
    def is_open(self) -> bool:
        """Whether the kernel says while compiling which dtypes it takes.

        See manual/operator-libraries.md#columns.
        Dtypes that such an entry lists all the same do not bind.
        """
        return "dynamicFormat" in self.flags and not any(tensor.formats for tensor in self.inputs)

    def columns(self) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        """The supported combinations: (input dtypes, output dtypes), in order."""
        return [
            (
                tuple(tensor.dtypes[at] for tensor in self.inputs if tensor.dtypes),
                tuple(tensor.dtypes[at] for tensor in self.outputs if tensor.dtypes),
            )
            for at in range(self.column_count)
        ]

    def key(self, with_list: bool = True) -> tuple[object, ...]:
        """Everything about the operator, for comparison, or all but the list that it is in."""
        return (
            self.op_type,
            tuple(tensor.key() for tensor in self.inputs),
            tuple(tensor.key() for tensor in self.outputs),
            self.default_list if with_list else None,
            self.flags,
            self.pattern,
            self.op_file,
            self.promote,
        )


def dtype_named(text: str) -> str | None:
    """The compiler's name of a dtype as a library writes it; None for one it does not know."""
    name = text.strip().lower()
    return DTYPES.get(name)
