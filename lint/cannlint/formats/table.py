"""All kinds of file; what concerns every kind goes through this table."""

from __future__ import annotations

from cannlint.formats import (
    customize_dtypes,
    fusion_switch,
    impl_mode,
    keep_dtype,
    mixlist,
    op_precision,
    ops_info,
    scripts,
)
from cannlint.kinds import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.format import Format

_FILES: tuple[Format, ...] = (
    customize_dtypes.FORMAT,
    op_precision.FORMAT,
    keep_dtype.FORMAT,
    mixlist.FORMAT,
    fusion_switch.FORMAT,
    ops_info.FORMAT,
    impl_mode.FORMAT,
)
"""The files that CANN reads. The order matters where a file could be several of them."""

FORMATS: dict[Kind, Format] = {one.kind: one for one in (*_FILES, *scripts.FORMATS)}
"""Kind → what is said about it."""


def kind_of_front_end(front_end: str) -> Kind:
    """The kind of file that jobs of a front end are in, where they have a file of their own."""
    return next(one.kind for one in scripts.FORMATS if front_end in one.front_ends)
