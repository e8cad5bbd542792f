"""The addresses of the pages of rules and options, which are installed with the package."""

from __future__ import annotations

import os
from functools import cache

from pygls.uris import from_fs_path

from cannlint.data import data_path
from cannlint.language import language_in_use

_FOLDERS = {"zh-CN": "docs/zh-CN/rules"}
"""Language → folder of the pages; those of other languages are in English."""


def page_address(code: str) -> str | None:
    """The `file:` address of the page of a rule; None if it has none."""
    return _address(code, _FOLDERS.get(language_in_use(), "docs/rules"))


def option_address(option: str) -> str | None:
    """The `file:` address of the page of an option, with all front ends; None if it has none."""
    return _address(option, "docs/options")


@cache
def _address(name: str, folder: str) -> str | None:
    try:
        path = data_path(folder, f"{name}.md")
    except FileNotFoundError:
        return None
    address: str | None = from_fs_path(os.path.realpath(path))
    return address
