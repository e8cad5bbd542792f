"""Files that the server writes for the editor to open: pages of rules, options and plans.

They are in one folder of the server's own among the temporary files, and go when it ends.
"""

from __future__ import annotations

import os
import tempfile

from pygls.uris import from_fs_path

_made: list[tempfile.TemporaryDirectory[str]] = []
"""The folder, when there is one."""


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
