"""The dtype combinations of an operator, as a table."""

from __future__ import annotations

from cannlint.language import Phrase, said, translated
from cannlint.library.snapshot import KERNELS_FOLDER, VERSION
from cannlint.report.library_names import written
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.reading.operator import Operator
    from cannlint.report.library_show import Entry
    from cannlint.report.styles import Line


def dtype_rows(operator: Operator) -> tuple[list[str], list[list[str]]]:
    """Headings and rows: each combination once, after the numbers of the columns that list it.

    Columns with the same dtypes differ in their formats.
    """
    listed: dict[tuple[str, ...], list[int]] = {}
    for at in range(operator.column_count):
        dtypes = tuple(_cell(tensor.dtypes, at) for tensor in operator.tensors)
        listed.setdefault(dtypes, []).append(at)
    headings = [translated("columns"), *(printable(tensor.name) for tensor in operator.tensors)]
    return headings, [[ranges(columns), *dtypes] for dtypes, columns in listed.items()]


def _cell(dtypes: tuple[str, ...], at: int) -> str:
    return written(dtypes[at : at + 1]) if dtypes else translated("by the kernel")


def ranges(numbers: list[int]) -> str:
    """Ascending numbers in short: `0-2, 5`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1] = [parts[-1][0], number]
        else:
            parts.append([number])
    return ", ".join("-".join(map(str, part)) for part in parts)


def dtype_sentence(operator: Operator) -> Line:
    """What stands where no combinations are listed."""
    if not operator.tensors:
        return [("  ", ""), (translated("no tensors"), "")]
    sentence = Phrase("no dtypes listed: the kernel decides while compiling (op_select_format)")
    return [("  ", ""), (translated(sentence), "")]


def kernel_lines(entry: Entry) -> list[Line]:
    """The combinations of the prebuilt kernels; their tensors need not be those of the entry."""
    if not entry.kernels:
        return []
    heading = said(
        "kernels that {release} brings for {folder}; others may be compiled:",
        release=VERSION,
        folder=KERNELS_FOLDER,
    )
    lines: list[Line] = [[("  ", ""), (heading, "")]]
    for inputs, outputs in entry.kernels:
        lines.append([("    ", ""), (f"{written(inputs)} → {written(outputs)}", "")])
    return lines
