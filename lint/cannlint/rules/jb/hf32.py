"""The implementation modes that allow_hf32 sets."""

from __future__ import annotations

from cannlint.cann.modes import HF32_FILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.model import Library
    from cannlint.library.operators import Operators


def may_have_hf32(operators: Operators) -> bool:
    """Whether one of the selected SoCs has HF32, or none of them is in the library."""
    hardware = operators.hardware()
    return not hardware or any(soc.hf32 for soc in hardware)


def hf32_modes(value: str | None, library: Library) -> dict[str, str | None]:
    """Operator type → the mode that a value of allow_hf32 sets.

    If the value is not known, the mode is None: either mode is possible.
    """
    name = HF32_FILES.get(value or "")
    if name is not None:
        return dict(library.mode_files.get(name, {}))
    files = [library.mode_files.get(name, {}) for name in HF32_FILES.values()]
    return dict.fromkeys(op for modes in files for op in modes)
