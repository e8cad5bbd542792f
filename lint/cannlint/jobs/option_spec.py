"""Who takes the options of a job, and what is known of one option."""

from __future__ import annotations

from enum import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class FrontEnd(str, Enum):
    """Who takes the options and hands them to the compiler; the value is `--front-end`'s."""

    ATC = "atc"
    GE = "ge"
    TF1 = "tf1"
    TF2 = "tf2"
    TORCH = "torch"
    TORCHAIR = "torchair"
    MINDSPORE = "mindspore"

    def __str__(self) -> str:
        return self.value


class OptionSpec:
    """One option of one front end; `entry` is its row, as tables.py describes it."""

    __slots__ = ("entry", "front_end", "key", "option")

    def __init__(self, front_end: FrontEnd, key: str, entry: dict[str, Any]) -> None:
        self.front_end = front_end
        self.key = key
        self.entry = entry
        self.option: str = entry.get("option", key)

    @property
    def type(self) -> str:
        """What the value has to be."""
        return str(self.entry["type"])

    @property
    def values(self) -> tuple[str, ...]:
        """The legal texts; empty where any is."""
        return tuple(self.entry.get("values", ()))

    @property
    def file(self) -> str | None:
        """The kind of config file that the value names."""
        return self.entry.get("file")

    @property
    def first_wins(self) -> bool:
        """Whether the first of several settings counts, not the last."""
        return bool(self.entry.get("first_wins", False))
