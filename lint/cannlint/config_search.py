"""Which configuration file holds for a folder: the closest one, and nothing is merged.

Apart from config.py, so that a run without a configuration does not load what reads one.
"""

from __future__ import annotations

import os
from functools import cache

CONFIG_NAME = "cannlint.toml"
PYPROJECT = "pyproject.toml"
_TABLE = b"[tool.cannlint"


@cache
def config_path(folder: str) -> str | None:
    """The configuration file of an absolute folder: in it, or in the closest folder above.

    The search ends at the root of a git repository.
    """
    path = os.path.join(folder, CONFIG_NAME)
    if os.path.exists(path):
        return path
    path = os.path.join(folder, PYPROJECT)
    if _has_table(path):
        return path
    above = os.path.dirname(folder)
    if above == folder or os.path.exists(os.path.join(folder, ".git")):
        return None
    return config_path(above)


def _has_table(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return has_our_table(file.read())
    except OSError:
        return False


def has_our_table(data: bytes) -> bool:
    """Whether a pyproject.toml seems to have a [tool.cannlint] table."""
    return _TABLE in data
