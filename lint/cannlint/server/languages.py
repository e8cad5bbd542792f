"""The language of a file in an editor: as the user has chosen it, or by content.

The engine tells the language of a script by the suffix of its name. A file that was never saved has
no name, so its language adds a suffix.
"""

from __future__ import annotations

import os
import re

from pygls.uris import to_fs_path

from cannlint.discovery.detect import python_kind
from cannlint.kinds import CONFIG_KINDS, Kind
from cannlint.text.source import Source

_SUFFIXES = {
    "python": ".py",
    "shellscript": ".sh",
    "sh": ".sh",
    "bash": ".sh",
    "zsh": ".sh",
    "ksh": ".sh",
    "markdown": ".md",
    "restructuredtext": ".rst",
    "rst": ".rst",
    "yaml": ".yml",
    "dockerfile": ".dockerfile",
    "makefile": ".mk",
    "make": ".mk",
    "bat": ".bat",
    "dosbatch": ".bat",
    "diff": ".patch",
}
"""Language of an editor → suffix of such a file."""

_SNIFFED = 1 << 16
"""The language depends on this number of characters at the beginning of a text."""

_PYTHON = re.compile(r"^#!.*python|^(?:import|from)[ \t]+\w", re.MULTILINE)
_TABLE = re.compile(r"^[ \t]*\[(?:job\.[^\[\]\n]+|\[[ \t]*ignore[ \t]*\])\]", re.MULTILINE)
"""A header that only a cannlint.toml has."""


def kind_of_language(language: str | None) -> Kind | None:
    """The kind for a language of the editor, such as `cann-keep-dtype`."""
    for kind in CONFIG_KINDS:
        if language == f"cann-{kind.value.replace('_', '-')}":
            return kind
    return None


def is_saved(uri: str) -> bool:
    """Whether a file has a name in the file system."""
    return bool(os.path.basename(to_fs_path(uri) or ""))


def suffix_of(uri: str, language: str | None, text: str) -> str:
    """The suffix to add to the name of a file; empty for a saved file, and for a config file."""
    if is_saved(uri) or kind_of_language(language) is not None:
        return ""
    if language in _SUFFIXES:
        return _SUFFIXES[language]
    start = text[:_SNIFFED]
    is_python = _PYTHON.search(start) and python_kind(start.encode("utf-8", "replace"))
    return ".py" if is_python else ""


def has_our_tables(source: Source) -> bool:
    """Whether a text is a configuration of cannlint that has no name yet."""
    return _TABLE.search(source.text, 0, _SNIFFED) is not None
