"""Whether the AI Core of a SoC takes an operator in the dtypes that it has in a model."""

from __future__ import annotations

from functools import lru_cache

from cannlint.library.model import Library
from cannlint.resolve.dtypes.context import Context
from cannlint.resolve.dtypes.single import resolve_operator
from cannlint.resolve.outcome import REFUSED
from cannlint.resolve.precision import precision_mode
from cannlint.resolve.target import target_of


@lru_cache(maxsize=256)
def is_refused(library: Library, soc: str, op_type: str, dtype: str) -> bool:
    """Whether the SoC has the operator, and no kernel of it with float tensors of one dtype.

    `dtype` is a float type in any spelling of CANN. Nothing is refused on a SoC that the library
    does not have.
    """
    if library.folder_of(soc) is None:
        return False
    stores = target_of(library, soc).stores
    [mode] = precision_mode("must_keep_origin_dtype", None, None, None, None).modes
    context = Context(mode, stores, lambda entry: (entry.operator.default_list, entry.origin))
    is_there = bool(stores(op_type))
    return is_there and resolve_operator(op_type, dtype, context).status == REFUSED
