"""Operators and graphs in a few words, for the tests of dtype resolution."""

from __future__ import annotations

from cannlint.kinds import Kind
from cannlint.reading.customize_dtypes import read
from cannlint.reading.operator import Operator, Tensor
from cannlint.resolve.dtypes.context import Context, Stored
from cannlint.resolve.precision import engine_mode
from cannlint.resolve.provenance import Origin
from cannlint.text.source import Source

SHORT = {"fp32": "float", "fp16": "float16", "bf16": "bf16", "hif8": "hifloat8"}
LIBRARY = Origin("library", "test")
Kind  # noqa: B018


def dtypes_of(columns: str) -> tuple[str, ...]:
    """`fp16,int8` → the compiler's names."""
    return tuple(SHORT.get(name, name) for name in columns.split(",") if name)


def operator(op_type, inputs, outputs, colour="gray", formats=None, **facts) -> Operator:
    """An operator; each tensor is its columns, e.g. `"fp16,fp32"`; all formats are ND."""

    def tensor(name, columns):
        dtypes = dtypes_of(columns) if isinstance(columns, str) else tuple(columns)
        forms = (formats or {}).get(name, ("ND",) * len(dtypes))
        return Tensor(
            name, facts.get("param_types", {}).get(name, "required"), dtypes, forms, forms
        )

    return Operator(
        op_type,
        tuple(tensor(f"x{at}", columns) for at, columns in enumerate(inputs)),
        tuple(tensor(f"y{at}", columns) for at, columns in enumerate(outputs)),
        f"{colour}-list",
        frozenset(facts.get("flags", ())),
        facts.get("pattern", "kernel"),
        facts.get("op_file", ""),
        facts.get("promote", ""),
    )


def context(mode: str, *operators: Operator, customize: str = "", colours=None) -> Context:
    """A compile in a precision mode with operators of one library."""
    known = {op.op_type: op for op in operators}
    found = engine_mode(mode)
    assert found is not None, mode

    def stores(op_type):
        return [Stored(known[op_type], LIBRARY)] if op_type in known else []

    def colour(op_type):
        default = known[op_type].default_list if op_type in known else "gray-list"
        return (colours or {}).get(op_type, default), LIBRARY

    reading = read(Source("customize.cfg", customize.encode())) if customize else None
    return Context(found, stores, colour, reading)
