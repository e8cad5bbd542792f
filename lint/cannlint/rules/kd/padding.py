"""Types of a keep_dtype file: blanks around them that users do not see, and how far ATC checks."""

from __future__ import annotations

import re
from itertools import islice

from cannlint.formats.keep_dtype.lines import KeptLine
from cannlint.formats.keep_dtype.reading import PASCAL_CASE, UNMATCHED_WINDOW, KeepDtype, Record
from cannlint.text.source import UNSEEN, Source
from cannlint.text.span import Span, trimmed


def window_end(reading: KeepDtype) -> int:
    """Return the offset after which ATC is known to check no type, or the end of the text.

    ATC checks the first ten entries that match no node. Comments and lines of whitespace never
    match a node. Whether other entries match depends on the model.
    """
    nothings = (record for record in reading.records if _names_nothing(record.line))
    last = next(islice(nothings, UNMATCHED_WINDOW - 1, None), None)
    return last.line.end if last is not None else len(reading.source.text)


def _names_nothing(line: KeptLine) -> bool:
    return not line.is_type and line.body.start == line.body.end


def without_padding(source: Source, span: Span) -> Span:
    """Return the span without what nobody sees at its ends."""
    return trimmed(source.text, span.start, span.end, UNSEEN)


SEPARATORS = re.compile(r"[ \t]*[,\u3001\uff0c\uff1b][,;\u3001\uff0c\uff1b \t]*|;?[ \t]+")
"""What stands between the names of a list on one line."""


def meant_node(reading: KeepDtype, line: KeptLine) -> Span | None:
    """Return the one name of a node in a line that is right without the whitespace around it."""
    bare = without_padding(reading.source, line.key)
    is_one = bare.start < bare.end and not SEPARATORS.search(reading.source.slice(bare))
    return bare if is_one and bare != line.key and is_only_names(line) else None


def is_only_names(line: KeptLine) -> bool:
    """Return whether no other rule reports the line of a node."""
    plain = line.prefix_slip is None and line.comment is None and line.marks.start == line.marks.end
    return plain and not line.is_type and "\r" not in line.name


def meant_type(reading: KeepDtype, record: Record) -> Span | None:
    """Return the type of an entry that is right without the whitespace or comment around it."""
    bare = without_padding(reading.source, record.line.body)
    is_right = bare != record.line.key and PASCAL_CASE.fullmatch(reading.source.slice(bare))
    return bare if is_right else None
