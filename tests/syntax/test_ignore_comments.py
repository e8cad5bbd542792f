"""Comments that accept findings: what they are about, and what goes with them."""

from __future__ import annotations

import pytest

from cannlint.kinds import Kind
from cannlint.syntax.ignore_comments import ignore_comments
from cannlint.text.source import Source

ACCEPTED = "cannlint: ignore[JB001]"


def comment_in(text: str, path: str = "run.sh"):
    source = Source(path, text.encode())
    [comment] = ignore_comments(source, Kind.ATC_COMMANDS)
    return source, comment


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"# {ACCEPTED}\natc --a=1\n", (2, 2)),
        (f"# {ACCEPTED}\n\n# the reason\natc \\\n  --a=1\natc\n", (4, 5)),
        (f"atc --a=1  # {ACCEPTED}\natc\n", (1, 1)),
        (f"atc \\\n  --a=1  # {ACCEPTED}\natc\n", (1, 2)),
        (f"atc \\\n  --a=1 \\\n  --b=1  # {ACCEPTED}\natc\n", (1, 3)),
        (f"atc\natc \\\n  --a=1 \\\n  --b=1  # {ACCEPTED}\n", (2, 4)),
        ("atc\n# cannlint: ignore-file[JB001]\natc", (1, 3)),
    ],
)
def test_the_lines_that_a_comment_is_about(text, lines):
    _, comment = comment_in(text)
    assert (comment.first, comment.last) == lines


@pytest.mark.parametrize(
    ("text", "path", "removed"),
    [
        (f"atc\n# {ACCEPTED}\natc --a=1\n", "run.sh", f"# {ACCEPTED}\n"),
        (f"atc --a=1  # {ACCEPTED}\n", "run.sh", f"  # {ACCEPTED}"),
        (f"atc\n  # {ACCEPTED}\r\natc\n", "run.sh", f"  # {ACCEPTED}\r\n"),
        (f"atc # {ACCEPTED}\r\natc\n", "run.sh", f" # {ACCEPTED}"),
        (f"<!-- {ACCEPTED} --> \n```\natc\n```\n", "a.md", f"<!-- {ACCEPTED} --> \n"),
        (f"text <!-- {ACCEPTED} --> text\n", "a.md", f" <!-- {ACCEPTED} -->"),
    ],
)
def test_a_comment_goes_with_its_line_or_with_the_blanks_before_it(text, path, removed):
    source, comment = comment_in(text, path)
    assert source.slice(comment.places.whole) == removed
