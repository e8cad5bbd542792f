"""The lines in which two texts differ."""

from __future__ import annotations

import pytest

from cannlint.text.edits import ChangedLines


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        ("a\nb\nc\n", "a\nx\nc\n", ("b\n", "x\n")),
        ("a\nb", "a\nb\n", ("b", "b\n")),
        ("", "a\n", ("", "a\n")),
        ("a\n", "", ("a\n", "")),
        ("a\na\na\n", "a\na\n", ("a\n", "")),
        ("b\nc\n", "a\nb\nc\n", ("", "a\n")),
        ("a\nb\nc\n", "b\nc\n", ("a\n", "")),
        ("same", "same", ("", "")),
    ],
)
def test_the_lines_that_differ(before, after, lines):
    change = ChangedLines(before, after)
    assert before[change.start : change.before_end] == lines[0]
    assert after[change.start : change.after_end] == lines[1]
