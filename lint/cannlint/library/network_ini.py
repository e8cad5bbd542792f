"""Write a mode file for a network, based on a built-in one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cannlint.cann.modes import IMPL_MODES, MODE_LIST
from cannlint.errors import CannlintError
from cannlint.language import said, translated
from cannlint.library.model import Library
from cannlint.nearest import nearest


def network_ini(library: Library, base: str, changes: Sequence[str]) -> str:
    """The entries of a built-in mode file with single operators changed, `Op=mode` each.

    Raises CannlintError for a file, an operator or a mode that the library does not have.
    """
    name = base.removesuffix(".ini")
    entries = _mode_file(library, name)
    wanted = dict(_change(library, change) for change in changes)
    for op_type, mode in wanted.items():
        _check(library, op_type, mode)
    head = [f"# {name}.ini of CANN {library.cann}"]
    if wanted:
        head.append(f"# changed here: {', '.join(wanted)}")
    merged = {**entries, **wanted}
    return "\n".join([*head, *(f"{op_type}={mode}" for op_type, mode in merged.items())]) + "\n"


def _mode_file(library: Library, name: str) -> dict[str, str]:
    if not library.mode_files:
        raise CannlintError(
            "CANN {cann} has no built-in mode files here; "
            "--library 8.1.RC1 has those of that release",
            cann=library.cann,
        )
    if name not in library.mode_files:
        raise CannlintError(
            "CANN {cann} has no mode file {name!r}; {hint}",
            cann=library.cann,
            name=name,
            hint=_hint(name, library.mode_files),
        )
    return library.mode_files[name]


def _change(library: Library, text: str) -> tuple[str, str]:
    op_type, equals, mode = (part.strip() for part in text.partition("="))
    if not (equals and op_type and mode):
        raise CannlintError(
            "--set {text!r}: write it as Op=mode, e.g. Gelu=high_precision", text=text
        )
    if not library.modes:
        raise CannlintError(
            "CANN {cann} has no {mode_list} here, so nothing tells the modes of {op_type}",
            cann=library.cann,
            mode_list=MODE_LIST,
            op_type=op_type,
        )
    return op_type, mode


def _check(library: Library, op_type: str, mode: str) -> None:
    listed = library.modes.get(op_type)
    if listed is None:
        meant = nearest(op_type, library.modes)
        hint = said("; did you mean {meant}?", meant=meant) if meant else ""
        raise CannlintError(
            "{mode_list} lists no modes for {op_type!r}{hint}",
            mode_list=MODE_LIST,
            op_type=op_type,
            hint=hint,
        )
    modes = [name for name in listed if name in IMPL_MODES]
    if mode not in modes:
        hint = _hint(mode, modes) if modes else translated("it has none that can be set")
        raise CannlintError(
            "{op_type} has no mode {mode!r} in {mode_list}; {hint}",
            op_type=op_type,
            mode=mode,
            mode_list=MODE_LIST,
            hint=hint,
        )


def _hint(name: str, known: Iterable[str]) -> str:
    meant = nearest(name, known)
    return (
        said("did you mean {meant}?", meant=meant)
        if meant
        else said("there are {known}", known=", ".join(known))
    )
