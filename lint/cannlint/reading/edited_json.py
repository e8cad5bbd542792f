"""A JSON file that is read again after each edit: only the places around it are looked for."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from cannlint.kinds import Kind
from cannlint.reading import fusion_switch, mixlist
from cannlint.syntax.json_edited import EditedDocument

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cannlint.reading.base import Reading
    from cannlint.text.source import Source

    Read = Callable[[Source, EditedDocument], Reading]


class Edited(Protocol):
    """Reads one file again and again; the result is that of `read` of its kind."""

    def read(self, source: Source) -> Reading:
        """CANN's reading of the file as it is now."""


class EditedJson:
    """Reads one JSON file again and again, with the places that it has from before."""

    __slots__ = ("_document", "_read")

    def __init__(self, read: Read) -> None:
        self._document = EditedDocument()
        self._read = read

    def read(self, source: Source) -> Reading:
        """CANN's reading of the file as it is now."""
        return self._read(source, self._document)


EDITED_JSON: dict[Kind, Callable[[], EditedJson]] = {
    Kind.MIXLIST: partial(EditedJson, mixlist.read),
    Kind.FUSION_SWITCH: partial(EditedJson, fusion_switch.read),
}
"""The kinds that consist of JSON."""
