"""Messages that no engine supports an operator, and the SoCs whose columns answer them."""

from __future__ import annotations

from collections.abc import Sequence

from cannlint.cann.error_codes import newest_code
from cannlint.config.file import Settings
from cannlint.engine.named import settings_for
from cannlint.engine.run import Options
from cannlint.errors import CannlintError
from cannlint.explain.log import LogMessage
from cannlint.library.choose import choose
from cannlint.library.model import Library
from cannlint.planning.job import jobs_here
from cannlint.planning.request import Request

_CODES = ("EZ3002", "EZ3003")

MOST_SOCS = 3
"""SoCs that are asked for; a folder may have jobs for many."""


class Target:
    """The library, and the SoCs that its columns are asked for: of the user, or of the jobs."""

    def __init__(self, library: Library, socs: Sequence[str]) -> None:
        self.library = library
        self.socs = [soc for soc in socs if library.folder_of(soc) is not None][:MOST_SOCS]


def unsupported_type(message: LogMessage) -> str | None:
    """The type of the operator that a message says is not supported."""
    if newest_code(message.code) not in _CODES:
        return None
    return dict(message.arguments).get("type")


def target_of(options: Options) -> Target:
    """What the columns of an operator are looked up for. Raises CannlintError for no library."""
    settings = settings_for(".", options.config, options.isolated) or Settings()
    library = choose(options.library, settings.opp, settings.library)
    return Target(library, options.socs or settings.socs or _socs_of_jobs(options))


def _socs_of_jobs(options: Options) -> Sequence[str]:
    request = Request()
    request.config, request.isolated = options.config, options.isolated
    try:
        jobs = jobs_here(request)
    except CannlintError:  # there is none
        return ()
    return list(dict.fromkeys(job.soc for job in jobs if job.soc))
