"""The line about a run without findings; alone, so that such a run loads little."""

from __future__ import annotations

from cannlint.language import said, translated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.engine.run import Run


def clean_line(run: Run) -> str:
    """E.g. `4 files checked, nothing to report`; where there were none, that is what is said."""
    if not run.files and not run.complaints:
        return translated("nothing checked: there is no config file and no compile job here")
    files = checked(run.files)
    if run.fixed:
        text = said(
            "{files}: {fixed} fixed, {number} remaining", files=files, fixed=run.fixed, number=0
        )
    else:
        text = said("{files}, nothing to report", files=files)
    known = run.comparison.matched if run.comparison is not None else 0
    kept = [said("{number} suppressed", number=run.suppressed)] if run.suppressed else []
    kept += [said("{number} in the baseline", number=known)] if known else []
    return text + (said(" ({kept})", kept=translated(", ").join(kept)) if kept else "")


def checked(files: int) -> str:
    """`1 file checked`, `2 files checked`."""
    return said("{number} file checked" if files == 1 else "{number} files checked", number=files)
