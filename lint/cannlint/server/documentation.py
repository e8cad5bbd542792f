"""Files that the server writes for the editor to open: pages of rules, options and plans.

They are in one folder of the server's own among the temporary files, and go when it ends. Pages of
rules and options are written when they are first named: an installation has no files of them.
"""

from __future__ import annotations

import os
import re
import tempfile
from functools import cache

from pygls.uris import from_fs_path

from cannlint.jobs.tables import descriptions
from cannlint.language import language_in_use
from cannlint.report import option_page, rule_page
from cannlint.rules.loading import rule_names

_made: list[tempfile.TemporaryDirectory[str]] = []
"""The folder, when there is one."""

_LINK = re.compile(r"\]\((\w+)\.md\)")
"""A link to another page of a rule or option."""


def page_address(code: str) -> str | None:
    """The `file:` address of the page of a rule; None if there is none, or no room for it."""
    return _address(code, language_in_use()) if code in rule_names() else None


def option_address(option: str) -> str | None:
    """The same of the page of an option, with all front ends."""
    return _address(option, language_in_use()) if option in descriptions() else None


@cache
def _address(name: str, language: str) -> str | None:
    """The address of a page in the language in use, which the cache has to know."""
    try:
        return _write(name, language)
    except OSError:  # no folder for temporary files, or no room: then there is no link
        return None


def _write(name: str, language: str) -> str:
    """Write a page, and those that it links to; return the address of the first."""
    text = _page(name)
    address = write_for_editor(f"{language}/{name}.md", text)
    waiting = set(_LINK.findall(text))
    known = {name}
    while waiting - known:
        linked = min(waiting - known)
        known.add(linked)
        text = _page(linked)
        write_for_editor(f"{language}/{linked}.md", text)
        waiting.update(_LINK.findall(text))
    return address


def _page(name: str) -> str:
    return rule_page.page(name) if name in rule_names() else option_page.page(name)


def write_for_editor(name: str, text: str) -> str:
    """Write a file, with a name such as `en/CD104.md`, and return its `file:` address.

    OSError where there is no folder for temporary files, or no room.
    """
    if not _made:
        _made.append(tempfile.TemporaryDirectory(prefix="cannlint-"))
    path = os.path.join(_made[0].name, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", errors="replace") as file:
        file.write(text)
    return from_fs_path(path) or path
