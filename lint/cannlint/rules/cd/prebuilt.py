"""Compare a customize_dtypes entry with prebuilt kernels (resolution.md 3.3)."""

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
    """Return the known kernels of an operator, when the library is of their release.

    Leave out kernels with another number of tensors: they are for a variant of the operator.
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
    """Return whether a kernel has every dtype of an entry."""
    return not _others(_tested(kernel, lists, operator))


def nearest_kernels(
    kernels: tuple[Combination, ...], lists: Lists, operator: Operator, most: int
) -> list[str]:
    """Return the kernels nearest to an entry, in the form of its lists."""
    others = {}
    for kernel in kernels:
        tested = _tested(kernel, lists, operator)
        others[_written(tested)] = _others(tested)
    return sorted(others, key=lambda text: others[text])[:most]


def _tested(kernel: Combination, lists: Lists, operator: Operator) -> list[Tested]:
    """Return the positions of an entry. A kernel without an optional tensor has "" there."""
    sides = zip((INPUT_KEYWORD, OUTPUT_KEYWORD), kernel, asked_of(lists, operator), strict=True)
    return [
        (keyword, has, dtype)
        for keyword, dtypes, asked in sides
        for has, (_, dtype) in zip(dtypes, asked, strict=False)
    ]


def _others(tested: list[Tested]) -> int:
    return sum(1 for _, has, dtype in tested if dtype not in ("", has))


def _written(tested: list[Tested]) -> str:
    """Write a kernel as lists. A position that is empty in the entry stays empty."""
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
