"""Every cell of the truth tables: modes, lists and producers against columns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from resolving import compile_in, data, node, operator, resolved, shown

TABLES = Path(__file__).with_name("truth_tables.txt")
CUBE, OTHER = "MatMul", "Other"


def rows() -> Iterator[tuple[str, str, str, list[tuple[str, str]]]]:
    """Each row: table, variant, original dtype, and its cells as (columns, outcome)."""
    for section in TABLES.read_text().split("\n# ")[1:]:
        title, text = section.split("\n\n", 1)
        heading, *lines = (line for line in text.splitlines() if line)
        names = heading.split()[2:]
        for line in lines:
            variant, original, *cells = [part.strip() for part in line.split("  ") if part.strip()]
            yield title, variant, original, list(zip(names, cells, strict=True))


def cases(title: str, variant: str) -> Iterator[tuple[str, str, str, str]]:
    """What a variant stands for: mode, operator type, list, dtype of the producer or none."""
    if title in ("any operator", "cube operator"):
        yield variant, CUBE if title == "cube operator" else OTHER, "gray", ""
    elif title == "cube_hif8":
        yield title, CUBE if variant == "cube" else OTHER, "gray", ""
    else:
        colours, _, producer = variant.partition(" < ")
        for colour in colours.split(" or "):
            yield title, OTHER, colour, producer


def outcomes(mode, op_type, colour, producer, original, columns) -> tuple[str, str]:
    """What becomes of the operator where AI Core has taken it, and where that is yet to tell."""
    context = compile_in(mode, operator(op_type, [columns], [columns], colour))
    found = []
    for taken in (True, False):
        source = f" < {'data' if producer else ''}".removesuffix(" < ")
        judged = node("n", op_type, [original + source], [original], taken)
        found.append(shown(resolved(context, data(producer or "int32"), judged)["n"]))
    return found[0], found[1]


@pytest.mark.parametrize(("title", "variant", "original", "cells"), list(rows()))
def test_every_cell(title, variant, original, cells):
    for mode, op_type, colour, producer in cases(title, variant):
        for columns, outcome in cells:
            judged, checked = outcomes(mode, op_type, colour, producer, original, columns)
            chosen = outcome.removeprefix("!")
            assert judged == f"{chosen} -> {chosen}", columns
            refused = outcome.startswith("!")
            assert checked == ("refused: support" if refused else judged), columns


def test_the_tables_are_whole():
    assert [len(cells) for *_, cells in rows()] == [7] * (24 + 12 + 21 + 21 + 6 + 15)


@pytest.mark.parametrize("mode", sorted({mode for t, v, *_ in rows() for mode, *_ in cases(t, v)}))
def test_integers_are_never_converted(mode):
    def outcome(columns):
        return outcomes(mode, OTHER, "gray", "", "int32", columns)[1]

    assert outcome("fp16,int32,fp32") == "int32 -> int32"
    assert outcome("fp16,fp32") == "refused: support"
    assert outcome("int8,int64") == "refused: support"


@pytest.mark.parametrize("original", ["fp32", "fp16", "bf16"])
def test_without_a_float_column_a_float_operator_is_refused(original):
    for title, variant, *_ in rows():
        for mode, op_type, colour, producer in cases(title, variant):
            _, checked = outcomes(mode, op_type, colour, producer, original, "int8,int32")
            assert checked == "refused: support"
