"""vllm-ascend: what stands in the dict that vLLM takes as additional_config.

A command line has the dict as JSON. Other keys than those of the table may be of vLLM's other
platforms, or of a part of vllm-ascend that compiles nothing: they are left alone.
"""

from __future__ import annotations

from cannlint.jobs.misuse import NO_DICT, Misuse
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import groups_of, options_of, table_of
from cannlint.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Protocol

    from cannlint.jobs.settings import Setting
    from cannlint.text.source import Source
    from cannlint.text.span import Span

    class Entry(Protocol):
        """An entry of a dict; `entries` are those of the dict that is its value, if it is one.

        `type` is the type of the value in the words of Setting.type, None if that is unknown.
        """

        @property
        def key(self) -> str:
            """The key."""

        @property
        def value_span(self) -> Span:
            """Where the value stands."""

        @property
        def type(self) -> str | None:
            """The type of the value."""

        def entries(self) -> Iterable[Entry]:
            """What is in the value."""

        def setting(self, key: str, via: str) -> Setting:
            """What the entry sets."""


CONFIG = "additional_config"
_OTHERS = (FrontEnd.ATC, FrontEnd.NPUGRAPH_EX)


def settings_in(
    entries: Iterable[Entry], source: Source
) -> Iterator[tuple[Entry, Setting | Misuse]]:
    """What each entry of additional_config sets, or why it is refused."""
    groups = groups_of(FrontEnd.VLLM_ASCEND)
    for entry in entries:
        if entry.key in groups and entry.key != CONFIG and entry.type is not None:
            yield from _in_group(entry, source)
        elif entry.key not in groups and is_ours(entry.key):
            yield entry, entry.setting(entry.key, CONFIG)


def _in_group(group: Entry, source: Source) -> Iterator[tuple[Entry, Setting | Misuse]]:
    if group.type != "dict":
        raised = groups_of(FrontEnd.VLLM_ASCEND)[group.key]["raised"]
        yield (
            group,
            Misuse(NO_DICT, group.key, source, group.value_span, raised, type=group.type),
        )
        return
    for entry in group.entries():
        yield entry, entry.setting(f"{group.key}.{entry.key}", group.key)


def is_ours(key: str) -> bool:
    """Whether a key of additional_config is one of the table in any release, or is meant as one.

    So is one that another front end of CANN has: `precision_mode`.
    """
    rows = table_of(FrontEnd.VLLM_ASCEND).options
    outer = [name for name in rows if "." not in name]
    is_inner = any(name.endswith(f".{key}") for name in rows)
    is_of_cann = "_" in key and any(key in options_of(front_end) for front_end in _OTHERS)
    is_meant = any(nearest(name, outer) is not None for name in (key, f"{key}_config"))
    return key in outer or is_inner or is_of_cann or is_meant
