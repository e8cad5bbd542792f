"""A customize_dtypes entry against the prebuilt kernels of an operator (resolution.md 3.3)."""

from __future__ import annotations

from cannlint.cann.dtypes import WRITTEN
from cannlint.library.snapshot import KERNELS_FOLDER, VERSION, kernel_dtypes
from cannlint.lookup.columns import asked_of
from cannlint.syntax.customize_dtypes import INPUT_KEYWORD, OUTPUT_KEYWORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.operators import Operators
    from cannlint.library.snapshot import Combination
    from cannlint.lookup.columns import Lists
    from cannlint.reading.operator import Operator

    Tested = tuple[str, str, str]
    """(keyword, dtype of the kernel, dtype that the entry asks for)"""


def kernels_of(operator: Operator, operators: Operators) -> tuple[Combination, ...]:
    """The known kernels of an operator, where the library is the release that brings them.

    Kernels with other tensors than the operator are those of a variant of it: they are left out.
    """
    if operators.library.cann != VERSION or KERNELS_FOLDER not in operators.folders:
        return ()
    tensors = len(operator.inputs), len(operator.outputs)
    return tuple(
        kernel
        for kernel in kernel_dtypes(operator.op_type)
        if (len(kernel[0]), len(kernel[1])) == tensors
    )


def takes(kernel: Combination, lists: Lists, operator: Operator) -> bool:
    """Whether a kernel has every dtype that an entry asks for."""
    return not _others(_tested(kernel, lists, operator))


def nearest_kernels(
    kernels: tuple[Combination, ...], lists: Lists, operator: Operator, most: int
) -> list[str]:
    """The kernels that differ least from an entry, written as its lists."""
    others = {}
    for kernel in kernels:
        tested = _tested(kernel, lists, operator)
        others[_written(tested)] = _others(tested)
    return sorted(others, key=lambda text: others[text])[:most]


def _tested(kernel: Combination, lists: Lists, operator: Operator) -> list[Tested]:
    """What an entry has positions for; a kernel without an optional tensor has no dtype there."""
    sides = zip((INPUT_KEYWORD, OUTPUT_KEYWORD), kernel, asked_of(lists, operator), strict=True)
    return [
        (keyword, has, dtype)
        for keyword, dtypes, asked in sides
        for has, (_, dtype) in zip(dtypes, asked, strict=False)
    ]


def _others(tested: list[Tested]) -> int:
    return sum(1 for _, has, dtype in tested if dtype not in ("", has))


def _written(tested: list[Tested]) -> str:
    """A position that the entry leaves open stays open."""
    parts = []
    for side in (INPUT_KEYWORD, OUTPUT_KEYWORD):
        dtypes = [
            WRITTEN.get(has, has) if dtype else ""
            for keyword, has, dtype in tested
            if keyword == side
        ]
        if dtypes:
            parts.append(f"{side}:{','.join(dtypes)}")
    return ",".join(parts)
