"""Finds the grammars and schemas, in an installed package or in a checkout."""

from __future__ import annotations

import os

_HERE = os.path.dirname(os.path.abspath(__file__))


def data_path(folder: str, name: str) -> str:
    """Path of a shipped data file, e.g. `data_path("grammars", "json.lark")`.

    A wheel holds the folder inside the package; a checkout has it two levels above.
    importlib.resources would do the same and costs 20 ms on every start.
    """
    for base in (_HERE, os.path.join(_HERE, os.pardir, os.pardir)):
        path = os.path.join(base, folder, name)
        if os.path.exists(path):
            return path
    raise FileNotFoundError(f"cannlint is not installed completely: {folder}/{name} is missing")


def read_data(folder: str, name: str) -> str:
    """Text of a shipped data file."""
    with open(data_path(folder, name), encoding="utf-8") as file:
        return file.read()
