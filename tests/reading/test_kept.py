"""How much of a long file a reading keeps: all that counts, and of the rest as much as is told."""

from __future__ import annotations

import pytest

from cannlint.facts import MOST
from cannlint.formats.customize_dtypes import reading as customize_dtypes
from cannlint.formats.fusion_switch import reading as fusion_switch
from cannlint.formats.keep_dtype import reading as keep_dtype
from cannlint.formats.op_precision import reading as op_precision
from cannlint.text.source import Source

each_format = pytest.mark.parametrize(
    ("format", "entry"),
    [
        (customize_dtypes, "conv{}::InputDtype:float16\n"),
        (fusion_switch, "Pass{}:off\n"),
        (keep_dtype, "conv{}\n"),
        (op_precision, "conv{}=high_precision\n"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)


def kept(format, text: str) -> int:
    return len(format.read(Source("file", text.encode())).records)


@each_format
def test_every_entry_that_counts_is_kept(format, entry):
    assert kept(format, "".join(map(entry.format, range(MOST + 1)))) == MOST + 1


@each_format
def test_of_entries_that_come_again_not_all_are(format, entry):
    assert kept(format, entry.format(0) * (MOST + 1)) == MOST + 1
    assert kept(format, entry.format(0) * (MOST + 2)) == MOST + 1
