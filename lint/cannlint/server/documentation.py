"""The addresses of the pages of rules and options, for editors that open them.

The pages are written to a folder of the server's own when they are first named, and removed when it
ends: an installation has no files of them.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from functools import cache

from pygls.uris import from_fs_path

from cannlint.jobs.tables import descriptions
from cannlint.language import language_in_use
from cannlint.report import option_page, rule_page
from cannlint.rules.loading import rule_modules

_LINK = re.compile(r"\]\((\w+)\.md\)")
"""A link to another page of a rule or option."""

_FOLDERS: list[str] = []
"""The folder of the pages, when there is one."""


def page_address(code: str) -> str | None:
    """The `file:` address of the page of a rule; None if there is none, or no room for it."""
    return _address(code, language_in_use()) if code in rule_modules() else None


def option_address(option: str) -> str | None:
    """The same of the page of an option, with all front ends."""
    return _address(option, language_in_use()) if option in descriptions() else None


@cache
def _address(name: str, language: str) -> str | None:
    """The address of a page in the language in use, which the cache has to know."""
    try:
        folder = os.path.join(_folder(), language)
        os.makedirs(folder, exist_ok=True)
        _write(name, folder)
    except OSError:  # no folder for temporary files, or no room: then there is no link
        return None
    address: str | None = from_fs_path(os.path.join(folder, f"{name}.md"))
    return address


def _write(name: str, folder: str) -> None:
    """Write a page, and those that it links to."""
    waiting, known = [name], {name}
    while waiting:
        name = waiting.pop()
        text = _page(name)
        with open(os.path.join(folder, f"{name}.md"), "w", encoding="utf-8") as file:
            file.write(text)
        linked = set(_LINK.findall(text)) - known
        waiting += sorted(linked)
        known |= linked


def _page(name: str) -> str:
    return rule_page.page(name) if name in rule_modules() else option_page.page(name)


def _folder() -> str:
    if not _FOLDERS:
        _FOLDERS.append(tempfile.mkdtemp(prefix="cannlint-pages-"))
        atexit.register(shutil.rmtree, _FOLDERS[0], ignore_errors=True)
    return _FOLDERS[0]
