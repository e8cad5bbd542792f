"""Which inputs of a model the AIPP file of `--insert_op_conf` is about."""

from __future__ import annotations

import os

from cannlint.errors import CannlintError
from cannlint.text.source import open_regular

_LARGEST = 1 << 20
"""Bytes of an AIPP file: real ones have some kilobytes."""

_MOST = 1_000
"""Groups of an AIPP file that are read."""


def aipp_inputs(path: str) -> list[int]:
    """The numbers of the inputs, in order, each once; none of a file that cannot be read.

    A group without a number is about the first input. One that names its input is left out: only
    the parser of Caffe knows that name.
    """
    from cannlint.graphs.ge_proto import integer, text
    from cannlint.graphs.prototext import parts

    found: dict[int, None] = {}
    try:
        descriptor, size = open_regular(path, path, _LARGEST)
        with os.fdopen(descriptor, "rb") as file:
            for place, message in parts(path, file, ("aipp_op",)) if size else ():
                if place != "aipp_op" or text(message, "related_input_name"):
                    continue
                number = integer(text(message, "related_input_rank") or "0")
                if number is not None and number >= 0 and len(found) < _MOST:
                    found[number] = None
    except CannlintError:
        return []
    return list(found)
