"""The blocks of Markdown pages: the same as CommonMark's, but for differences that are meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.jobs.atc_commands import read
from cannlint.jobs.pages import blocks_of, without_marks
from cannlint.text.source import Source
from job_scripts import errors_in
from work import grows_as_its_input

SAME = {
    "backquotes": "```\natc\n```\nmore\n",
    "tildes": "~~~\natc\n~~~\nmore\n",
    "a longer closing fence": "```\natc\n`````\nmore\n",
    "a shorter one is code": "````\natc\n```\nmore\n````\n",
    "tildes do not close backquotes": "```\n~~~\natc\n```\nmore\n~~~\n",
    "backquotes do not close tildes": "~~~\n```\natc\n~~~\nmore\n```\n",
    "an info string": "```bash\natc\n```\n",
    "an info string of several words": "``` sh title=convert\natc\n```\n",
    "a fence with an info string does not close": "```\n```sh\natc\n```\nmore\n",
    "backquotes in an info string": "``` a`b\natc\n",
    "code between backquotes": "```atc```\nmore\n",
    "backquotes in the info string of tildes": "~~~ a`b\natc\n~~~\nmore\n",
    "no closing fence": "```\natc\n\nmore\n",
    "an empty block": "```\n```\nmore\n",
    "a fence at the end": "text\n```",
    "two blocks": "```\na\n```\n```\nb\n```\n",
    "blanks after a fence": "```  \natc\n```\t \nmore\n",
    "carriage returns": "```sh\r\natc\r\n```\r\nmore\r\n",
    "indented fences": "   ```\n   atc\n   ```\nmore\n",
    "a closing fence that is too far in": "```\natc\n    ```\nmore\n```\n",
    "in a list": "- one\n\n  ```sh\n  atc\n  ```\n\n- two\n",
    "in a numbered list": "1. one\n\n   ```sh\n   atc\n   ```\n2. two\n",
    "in a list in a list": "- one\n  - two\n\n    ```sh\n    atc\n    ```\n\n  text\n",
    "behind the mark of a list": "- ```sh\n  atc\n  ```\n- two\n",
    "behind the number of a list": "10) ```sh\n    atc\n    ```\n",
    "in a quotation": "> ```sh\n> atc\n> ```\nmore\n",
    "in a quotation without blanks": ">```sh\n>atc\n>```\nmore\n",
    "a quotation ends its block": "> ```sh\n> atc\nmore\n\n```\natc\n```\n",
    "an empty line ends it, too": "> ```sh\n> atc\n\n> ```\n> atc\n",
    "a quotation in a quotation": "> > ```\n> > atc\n> more\n> ```\n> atc\n> ```\n",
    "a quotation that is code": "```\n> ```\natc\n```\nmore\n",
    "a quotation in a list": "- > ```\n  > atc\n  > ```\n- two\n",
    "a comment": "<!--\n```\natc\n```\n-->\n```\natc\n```\n",
    "a comment of one line": "<!-- ``` -->\n```\natc\n```\n",
    "a comment that does not end": "<!--\n```\natc\n```\n",
    "a comment that begins in a block": "```\n<!--\n```\nmore\n\n```\n-->\n```\n",
}
"""What we find as markdown-it-py does: a name → a page."""

DIFFERENT = {
    "code that is not indented as its list": (
        # for CommonMark the block is empty, and the command is text: its author meant a block
        "- one\n\n  ```sh\natc\n  ```\n",
        [(2, 4)],
    ),
    "a fence that is too far in": (
        # for CommonMark the fence is a line of indented code; without lists we cannot know
        "    ```sh\n    atc\n    ```\n",
        [(0, 2)],
    ),
    "no closing fence in a list": (
        # for CommonMark the block ends with its item, which we do not follow
        "- ```sh\n  atc\n\nmore\n",
        [(0, 5)],
    ),
    "directly below HTML": (
        # for CommonMark this is HTML up to the next empty line: its author meant a block
        "<details>\n```sh\natc\n```\n</details>\n",
        [(1, 3)],
    ),
    "a comment in a quotation": (
        # for CommonMark no block: nobody writes this, and we look for comments at margins only
        "> <!--\n> ```sh\n> atc\n> ```\n> -->\n",
        [(1, 3)],
    ),
}
"""Where we differ: a name → a page and the lines of its fenced blocks."""


def lines_of(text: str) -> list[tuple[int, int]]:
    """The line of each opening fence, and the line where its code ends."""
    blocks = [block for block in blocks_of(text) if block.is_fenced]
    return [
        # where a page ends no line does
        (
            text.count("\n", 0, block.start),
            text.count("\n", 0, block.end) + (block.end == len(text)),
        )
        for block in blocks
    ]


def lines_of_commonmark(text: str) -> list[tuple[int, int]]:
    """The same, found by markdown-it-py."""
    markdown = pytest.importorskip("markdown_it", reason="markdown-it-py finds the blocks")
    found = []
    for token in markdown.MarkdownIt("commonmark").parse(text):
        if token.type == "fence":
            start, end = token.map
            is_closed = end - start - 1 > token.content.count("\n")
            found.append((start, end - is_closed))
    return found


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_blocks_are_those_of_commonmark(text):
    assert same_ends(lines_of(text), text) == same_ends(lines_of_commonmark(text), text)


def same_ends(lines: list[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """A block without a closing fence ends with the page, whether empty lines count or not."""
    last = text.rstrip("\n").count("\n") + 1
    return [(start, min(end, last)) for start, end in lines]


LINES = st.sampled_from(
    ["", "```", "````", "~~~", "~~~~", "```sh", "~~~ a`b", "``` a`b", "text", "  ```", "   ~~~"]
)
QUOTED = st.sampled_from(["> ```", "> ~~~", "> text", ">", "> > ```", "> > text", "> > ~~~"])


@given(st.lists(LINES | QUOTED, max_size=12))
def test_blocks_of_any_lines_are_those_of_commonmark(lines):
    text = "".join(line + "\n" for line in lines)
    assert same_ends(lines_of(text), text) == same_ends(lines_of_commonmark(text), text)


@pytest.mark.parametrize(("text", "lines"), DIFFERENT.values(), ids=DIFFERENT)
def test_where_we_differ_from_commonmark_on_purpose(text, lines):
    assert lines_of(text) == lines
    assert lines_of_commonmark(text) != lines


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("> ```\n> atc > log\n> ```\n", "\n  atc > log\n"),
        ("> > ```\n> > atc\n> > ```\n", "\n    atc\n"),
        ("> ```\n> > atc\n> ```\n", "\n  > atc\n"),
        ("```\n> atc\n```\n", "\n> atc\n"),
    ],
)
def test_marks_of_quotations_become_blanks(text, code):
    [block] = blocks_of(text)
    assert without_marks(text, block) == code


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("<!--\n```\natc --log=info\n```\n-->\n", []),
        ("> ```\n> atc --log=info\n\natc is a command\n\n```\natc --log=error\n```\n", [2, 7]),
        ("- ```sh\n  atc --log=info\n  ```\n", [2]),
        ("~~~ `sh`\natc --log=info\n~~~\n", [2]),
    ],
)
def test_jobs_stand_in_the_blocks_of_a_page(text, lines):
    source = Source("README.md", text.encode())
    assert [source.position(job.span.start)[0] for job in read(source).jobs] == lines


@pytest.mark.parametrize(
    "lines",
    [
        "> ```\n> ```\n",
        "> ```\n\n",
        "```\n~~~\n",
        "<!--\n-->\n",
        "- ```\n",
        "> ```\n> ~~~\n",
        "1. ",
    ],
)
def test_the_time_grows_as_the_page(lines):
    assert grows_as_its_input(lambda times: list(blocks_of(lines * times)), 200)


BOLD = "--model=a.onnx --framework=5 --output=b --soc_version=Ascend310P3 --log=loud"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (f"Convert it:  \n    **atc {BOLD}**\n", ["loud"]),
        (f"1.  Run **/usr/local/bin/atc {BOLD}** first, then **bold**.\n", ["loud"]),
        (f"**atc {BOLD}\n", []),
        (f"***atc {BOLD}***\n", []),
        ("**atc --log=loud** says more.\n", []),
    ],
)
def test_a_command_in_bold(text, values):
    jobs = read(Source("README.md", text.encode())).jobs
    assert [job.value("log") for job in jobs] == values
    assert not any(job.complete for job in jobs)


@pytest.mark.parametrize(("optimizer", "count"), [("TensorRTOptimizer", 0), ("NpuOptimizer", 1)])
def test_a_parameter_map_is_of_the_optimizer_that_the_page_is_about(optimizer, count):
    """The fence by itself says nothing about it."""
    page = f"With `{optimizer}`:\n\n```python\n"
    page += 'custom_op.parameter_map["precision_mode"].s = b"FP16"\n```\n'
    assert len(read(Source("README.md", page.encode())).jobs) == count


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("Run ``atc --model=x --framework=y`` there.\n", 0),
        ("| `atc --model=M --framework=F --soc_version=S` | convert |\n", 0),
        ("> atc --model=... --framework=5 --soc_version=xxx\n", 0),
        ("> atc --model=a.onnx --framework=5 --soc_version=Ascend310P3\n", 1),
        ("Run ``atc --model=x --framework=9`` there.\n", 1),
        ("```\natc --model=x --framework=y --output=o --soc_version=Ascend310P3\n```\n", 1),
    ],
)
def test_what_stands_for_a_value_in_a_text(text, faults):
    reading = read(Source("a.md", text.encode()))
    assert len(errors_in(reading)) == faults
