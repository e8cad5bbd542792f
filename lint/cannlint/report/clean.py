"""The line about a run without findings; alone, so that such a run loads little."""

from __future__ import annotations

from cannlint.language import said


def clean_line(files: int, suppressed: int = 0) -> str:
    """E.g. `4 files checked, nothing to report`."""
    text = said("{files}, nothing to report", files=checked(files))
    return text + said(" ({number} suppressed)", number=suppressed) if suppressed else text


def checked(files: int) -> str:
    """`1 file checked`, `2 files checked`."""
    return said("{number} file checked" if files == 1 else "{number} files checked", number=files)
