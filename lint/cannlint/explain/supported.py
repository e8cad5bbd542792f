"""Messages that no engine supports an operator: its reasons, and the SoCs whose columns answer.

GE joins the reasons of all operator stores. That a store of the user's packages lacks the operator
is one of them, whatever the other stores say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cannlint.cann.dtypes import written
from cannlint.cann.error_codes import newest_code
from cannlint.config.file import Settings
from cannlint.engine.named import settings_for
from cannlint.engine.run import Options
from cannlint.errors import CannlintError
from cannlint.explain.log import LogMessage, reasons_of
from cannlint.language import Phrase
from cannlint.library.choose import choose
from cannlint.library.model import Library
from cannlint.planning.job import jobs_here
from cannlint.planning.request import Request

_CODES = ("EZ3002", "EZ3003")

_MEANING = {
    "sizes": Phrase(
        "this SoC has no kernels for unknown sizes: write the sizes, or list them with "
        "dynamic_batch_size, dynamic_image_size or dynamic_dims"
    ),
    "dtype": Phrase("`{tensor}` has {dtype}, which no kernel takes there"),
    "columns": Phrase("no kernel takes these dtypes together in these formats"),
    "check": Phrase("the operator's own check refuses it: {why}"),
}
"""Reasons that say more than that a store lacks the operator → what they mean."""

Reason = tuple[Phrase, dict[str, str]]
"""What a reason means, and its values."""

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


def reasons_in(message: LogMessage) -> list[Reason]:
    """What the reasons in a message mean, each once; none where only stores lack the operator."""
    found = {(phrase, *values.items()): (phrase, values) for phrase, values in _reasons(message)}
    return list(found.values())


def _reasons(message: LogMessage) -> Iterator[Reason]:
    for name, values in reasons_of(message):
        if name in _MEANING:
            if "dtype" in values:
                values["dtype"] = written(values["dtype"].lower())
            yield _MEANING[name], values


def is_in_no_store(message: LogMessage) -> bool:
    """Whether the only reason is that no store has the operator."""
    return {name for name, _ in reasons_of(message)} == {"store"}


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
