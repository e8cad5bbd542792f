"""Requests for plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cannlint.jobs.settings import FrontEnd

ORIGINALS = {"float32": "float", "float16": "float16", "bfloat16": "bf16"}
"""The values of --original → the compiler's names."""


@dataclass(eq=False, slots=True)
class Request:
    """A request for a plan; see the options of `cannlint plan`.

    `job` is the name of a job in the configuration, or the path of a script (scripts.py).
    `command` is an ATC command line. If both are None, the job consists of `options`.
    `assume_fixed` asks for a plan without what CANN refuses (assumed.py).
    `front_end` None means that of the job, or else ATC. `beside` is one more folder where the files
    of a command line are looked for. `front_end_versions` has the releases that jobs are read for,
    by front end.
    """

    job: str | None = field(init=False, default=None)
    command: Sequence[str] | None = field(init=False, default=None)
    options: Sequence[str] = field(init=False, default=())
    front_end: FrontEnd | None = field(init=False, default=None)
    front_end_versions: Mapping[str, str] = field(init=False, default_factory=dict)
    types: Sequence[str] = field(init=False, default=())
    nodes: Sequence[tuple[str, str]] = field(init=False, default=())
    every: bool = field(init=False, default=False)
    model: str | None = field(init=False, default=None)
    no_model: bool = field(init=False, default=False)
    ops_info: Sequence[str] = field(init=False, default=())
    original: str | None = field(init=False, default=None)
    soc: str | None = field(init=False, default=None)
    library: str | None = field(init=False, default=None)
    config: str | None = field(init=False, default=None)
    isolated: bool = field(init=False, default=False)
    beside: str | None = field(init=False, default=None)
    assume_fixed: bool = field(init=False, default=False)

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
