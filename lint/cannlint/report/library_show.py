"""One operator of a library, for `cannlint library show`."""

from __future__ import annotations

from cannlint.formats.ops_info.operator import FLAGS
from cannlint.language import Phrase, counted, said, translated
from cannlint.library.model import COMPOSITE, INSTALL, KNOWN_BY, OPEN
from cannlint.library.snapshot import KERNELS_FOLDER, VERSION, kernel_dtypes
from cannlint.report.library_list import as_json, folder_with_socs, name_of, written
from cannlint.report.recorded_columns import recorded_combinations
from cannlint.report.tables import aligned, wrapped
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.formats.inspection import ListedDtypes
    from cannlint.formats.ops_info.operator import Operator, Tensor
    from cannlint.library.model import Library
    from cannlint.report.styles import Line
    from cannlint.results import library as results
_PARAM_TYPES = {
    "required": Phrase("required"),
    "optional": Phrase("optional"),
    "dynamic": Phrase("dynamic"),
}
"""`paramType` of a tensor → its name in text."""


class Entry:
    """An operator entry that some SoC folders share.

    `recorded` is what its own selection gave when it was run, `kernels` are prebuilt kernels, of
    an operator that was not.
    """

    __slots__ = ("folders", "kernels", "operator", "recorded")

    def __init__(self, operator: Operator, folders: tuple[str, ...], library: Library) -> None:
        self.operator = operator
        self.folders = folders
        self.recorded = recorded_combinations(library, operator, folders)
        known = library.cann == VERSION and KERNELS_FOLDER in folders and not self.recorded
        self.kernels = kernel_dtypes(operator.op_type) if known else ()


def entries_of(library: Library, op_type: str, folders: Sequence[str]) -> list[Entry]:
    """The distinct entries of an operator in some folders; the most common first."""
    found: dict[tuple[object, ...], tuple[Operator, list[str]]] = {}
    for folder, operator in library.operator(op_type).items():
        if folder in folders:
            found.setdefault(operator.key(), (operator, []))[1].append(folder)
    entries = [Entry(operator, tuple(having), library) for operator, having in found.values()]
    return sorted(entries, key=lambda entry: -len(entry.folders))


def report(library: Library, op_type: str, entries: Sequence[Entry]) -> results.ShownOperator:
    """An operator as JSON values; dtypes have the names of the compiler."""
    return {
        "schema": "cannlint/library-show/1",
        "library": as_json(library),
        "operator": op_type,
        "folders": list(library.operator(op_type)),
        "modes": list(library.modes[op_type]) if op_type in library.modes else None,
        "mode_files": _modes_set(library, op_type),
        "entries": [entry_value(library, entry) for entry in entries],
    }


def _modes_set(library: Library, op_type: str) -> dict[str, str]:
    return {file: modes[op_type] for file, modes in library.mode_files.items() if op_type in modes}


def entry_value(library: Library, entry: Entry) -> results.LibraryEntry:
    """An entry of an operator as JSON values."""
    operator = entry.operator
    return {
        "folders": list(entry.folders),
        "socs": [soc for folder in entry.folders for soc in library.socs_of(folder)],
        "default_list": operator.default_list,
        "flags": [flag for flag in FLAGS if flag in operator.flags],
        "pattern": operator.pattern,
        "op_file": operator.op_file,
        "promote": operator.promote,
        "inputs": [_tensor(tensor) for tensor in operator.inputs],
        "outputs": [_tensor(tensor) for tensor in operator.outputs],
        "decided_while_compiling": not operator.column_count,
        "columns": [_combination(*column) for column in operator.columns()],
        "recorded": [one.as_json(operator) for one in entry.recorded],
        "kernels": [_combination(*kernel) for kernel in entry.kernels],
        "known_by": {
            folder: library.entry_known_by(operator.op_type, folder) for folder in entry.folders
        },
    }


_KNOWN: dict[str, str] = {
    INSTALL: Phrase("an install of this release"),
    COMPOSITE: Phrase("an install of an earlier release"),
    OPEN: Phrase("the open sources of this release"),
}


def _tensor(tensor: Tensor) -> results.Tensor:
    return {"name": tensor.name, "param_type": tensor.param_type, "dtypes": list(tensor.dtypes)}


def _combination(inputs: Sequence[str], outputs: Sequence[str]) -> ListedDtypes:
    return {"inputs": list(inputs), "outputs": list(outputs)}


def head_lines(library: Library, op_type: str) -> Iterator[Line]:
    """The lines about all SoCs: SoC folders and modes."""
    yield [(printable(op_type), "name"), (f" · {name_of(library)}", "")]
    having = list(library.operator(op_type))
    rows = [[(translated("on"), "quiet"), (_which(having, library.folders), "")]]
    lacking = [folder for folder in library.folders if folder not in having]
    if lacking:
        doubt = "" if library.is_complete else translated(" (may have it)")
        names = printable(", ".join(lacking))
        rows.append([(translated("not on"), "quiet"), (names + doubt, "")])
    rows.append([(translated("modes"), "quiet"), (_modes(library, op_type), "")])
    for file, mode in _modes_set(library, op_type).items():
        sets = said("{file}.ini sets {mode}", file=file, mode=mode)
        rows.append([("", ""), (printable(sets), "")])
    yield from aligned(rows)


def _which(having: Sequence[str], folders: Sequence[str]) -> str:
    count = said(
        "{number} of {things}", number=len(having), things=counted(len(folders), "SoC folder")
    )
    return printable(f"{', '.join(having)} ({count})")


def _modes(library: Library, op_type: str) -> str:
    if not library.modes:
        return translated("unknown: this library has no all_ops_impl_mode.ini")
    if op_type not in library.modes:
        return translated("none in all_ops_impl_mode.ini")
    return printable(", ".join(library.modes[op_type]))


def entry_lines(library: Library, entry: Entry) -> Iterator[Line]:
    """One entry, without its dtypes."""
    operator = entry.operator
    yield []
    folders = [folder_with_socs(library, folder) for folder in entry.folders]
    for line in wrapped(folders, ""):
        yield [(text, "name") for text, _ in line]
    rows = [[(translated("default list"), "quiet"), (operator.default_list, "")]]
    flags = [flag for flag in FLAGS if flag in operator.flags]
    rows.append([(translated("flags"), "quiet"), (", ".join(flags) or translated("none"), "")])
    facts = {
        "pattern": operator.pattern,
        "opFile": operator.op_file,
        Phrase("promotes"): operator.promote,
    }
    for name, value in facts.items():
        if value and value != "kernel":
            rows.append([(translated(name), "quiet"), (printable(value), "")])
    known = {library.entry_known_by(operator.op_type, folder) for folder in entry.folders}
    if library.known_in:
        rows.append([(translated("known by"), "quiet"), (_known_by(known), "")])
    for tensor, side in _sides(operator):
        rows.append([(translated(side), "quiet"), (_tensor_text(tensor), "")])
    yield from aligned(rows)


def _known_by(known: set[str]) -> str:
    """How the entry of some folders is known, in words."""
    return "; ".join(translated(_KNOWN[how]) for how in KNOWN_BY if how in known)


def _tensor_text(tensor: Tensor) -> str:
    param_type = translated(_PARAM_TYPES.get(tensor.param_type, tensor.param_type))
    return printable(said("{name} ({param_type})", name=tensor.name, param_type=param_type))


def _sides(operator: Operator) -> list[tuple[Tensor, Phrase]]:
    return [(tensor, Phrase("input")) for tensor in operator.inputs] + [
        (tensor, Phrase("output")) for tensor in operator.outputs
    ]


def dtype_rows(operator: Operator) -> tuple[list[str], list[list[str]]]:
    """Headings and rows: each dtype combination once, with the numbers of its columns.

    Columns with the same dtypes differ in their formats.
    """
    listed: dict[tuple[str, ...], list[int]] = {}
    for at in range(operator.column_count):
        dtypes = tuple(_cell(tensor.dtypes, at) for tensor in operator.tensors)
        listed.setdefault(dtypes, []).append(at)
    headings = [translated("columns"), *(printable(tensor.name) for tensor in operator.tensors)]
    return headings, [[ranges(columns), *dtypes] for dtypes, columns in listed.items()]


def _cell(dtypes: tuple[str, ...], at: int) -> str:
    return written(dtypes[at : at + 1]) if dtypes else translated("at compile time")


def ranges(numbers: list[int]) -> str:
    """Ascending numbers as ranges: `0-2, 5`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1] = [parts[-1][0], number]
        else:
            parts.append([number])
    return ", ".join("-".join(map(str, part)) for part in parts)


def combinations(entry: Entry) -> list[str]:
    """What an operator takes, each combination once, as inputs → outputs: listed, or recorded."""
    operator = entry.operator
    listed = (f"{written(inputs)} → {written(outputs)}" for inputs, outputs in operator.columns())
    recorded = (text for one in entry.recorded for text in one.lines(operator))
    return list(dict.fromkeys([*listed, *recorded]))


def dtype_sentence(operator: Operator) -> Line:
    """The text for an operator without listed combinations."""
    if not operator.tensors:
        return [("  ", ""), (translated("no tensors"), "")]
    sentence = Phrase("no dtypes listed: op_select_format gives them at compile time")
    return [("  ", ""), (translated(sentence), "")]


def recorded_lines(entry: Entry) -> list[Line]:
    """The dtype combinations of an operator whose own selection was run."""
    lines: list[Line] = []
    for one in entry.recorded:
        lines.append([("  ", ""), (printable(one.heading()), "")])
        lines += [[("    ", ""), (text, "")] for text in one.lines(entry.operator)]
    return lines


def kernel_lines(entry: Entry) -> list[Line]:
    """The dtype combinations of prebuilt kernels; their tensors may differ from the entry."""
    if not entry.kernels:
        return []
    heading = said(
        "prebuilt kernels of {release} for {folder}; other combinations may be "
        "compiled at run time:",
        release=VERSION,
        folder=KERNELS_FOLDER,
    )
    lines: list[Line] = [[("  ", ""), (heading, "")]]
    for inputs, outputs in entry.kernels:
        lines.append([("    ", ""), (f"{written(inputs)} → {written(outputs)}", "")])
    return lines
