"""Requests for plans."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cannlint.jobs.settings import FrontEnd

ORIGINALS = {"float32": "float", "float16": "float16", "bfloat16": "bf16"}
"""The values of --original → the compiler's names."""


class Request:
    """A request for a plan; see the options of `cannlint plan`.

    `job` is the name of a job in the configuration, or the path of a script (scripts.py).
    `command` is an ATC command line. If both are None, the job consists of `options`.
    `assume_fixed` asks for a plan without what CANN refuses (assumed.py).
    `front_end` None means that of the job, or else ATC. `beside` is one more folder where the files
    of a command line are looked for. `front_end_versions` has the releases that jobs are read for,
    by front end.
    """

    __slots__ = (
        "assume_fixed",
        "beside",
        "command",
        "config",
        "every",
        "front_end",
        "front_end_versions",
        "isolated",
        "job",
        "library",
        "model",
        "no_model",
        "nodes",
        "ops_info",
        "options",
        "original",
        "soc",
        "types",
    )

    def __init__(self) -> None:
        self.job: str | None = None
        self.command: Sequence[str] | None = None
        self.options: Sequence[str] = ()
        self.front_end: FrontEnd | None = None
        self.front_end_versions: Mapping[str, str] = {}
        self.types: Sequence[str] = ()
        self.nodes: Sequence[tuple[str, str]] = ()
        self.every = False
        self.model: str | None = None
        self.no_model = False
        self.ops_info: Sequence[str] = ()
        self.original: str | None = None
        self.soc: str | None = None
        self.library: str | None = None
        self.config: str | None = None
        self.isolated = False
        self.beside: str | None = None
        self.assume_fixed = False

    @property
    def asks_for_nothing(self) -> bool:
        """Whether the request has no options that describe a job, and no operators."""
        asked = (self.options, self.types, self.nodes, self.every, self.model, self.front_end)
        return not any(asked)

    @property
    def names_no_job(self) -> bool:
        """Whether the request says nothing about a job, nor about operators."""
        return self.job is None and self.command is None and self.asks_for_nothing

    def copy(self) -> Request:
        """A copy of the request."""
        other = Request()
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        return other
