"""The options of jobs in a script or in cannlint.toml, and the files that they name."""

from __future__ import annotations

import os
import re

from cannlint.jobs.linking import Finder, names_file
from cannlint.jobs.model import JobsReading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import Setting
    from cannlint.server.session import Checked
    from cannlint.text.span import Span

_LINK = re.compile(r"\[([^\][\n]+)\]\([^()\n]+\)")


def settings_of(checked: Checked) -> Iterator[Setting]:
    """Every setting of a file's jobs, once."""
    if isinstance(checked.reading, JobsReading):
        seen = set()
        for job in checked.reading.jobs:
            for setting in job.settings:
                if setting.source is checked.source and setting.key_span not in seen:
                    seen.add(setting.key_span)
                    yield setting


def setting_at(checked: Checked, offset: int) -> Setting | None:
    """The setting whose key or value contains an offset, or ends at it."""
    for setting in settings_of(checked):
        if _holds(setting.key_span, offset) or _holds(setting.value_span, offset):
            return setting
    return None


def _holds(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end


def about_option(setting: Setting) -> str | None:
    """The page of an option, with names instead of links; None for an unknown option."""
    from cannlint.jobs.tables import descriptions
    from cannlint.report.option_page import page

    if setting.spec is None or setting.option not in descriptions():
        return None
    return _LINK.sub(r"\1", page(setting.option)).replace("# ", "**Option** ", 1)


def finder_of(checked: Checked) -> Finder | None:
    """Finds the files that the jobs of a file name; None for a file without jobs."""
    reading = checked.reading
    if not isinstance(reading, JobsReading):
        return None
    root = checked.settings.root if checked.settings is not None else None
    return Finder(checked.source.path, reading.kind, root)


def file_of(setting: Setting, find: Finder) -> str | None:
    """The path of the file that a setting names; None if there is no such file."""
    found = find(setting) if names_file(setting) else None
    return os.path.abspath(found) if found is not None and os.path.isfile(found) else None
