"""What files say, as each place that shows it takes it literally: one function for each place.

Names and values are those of strangers. The terminal and all formats of text have
`printable`, pages of HTML `html_page.shown`, XML and JSON their writers.
"""

from __future__ import annotations

import re

from cannlint.text.printable import printable

_WORKFLOW = re.compile(r"##(\w*)\[")
_LINK = re.compile(r"[\[\]]")
_CODE = re.compile(r"`[^`]+`")
_RUN_OF_QUOTES = re.compile(r"`{2,}")
_MARK = re.compile(r"[\\`*\[\]()<>{}#!|~&@$^=+]|(?<!\w)_|_(?!\w)|:(?=//)|(?<=\bwww)\.", re.ASCII)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How what a spreadsheet computes begins."""


def log_line(text: str, begun: str = "") -> str:
    """A text for the log of a CI system: nothing in it is a command to the system.

    `begun` is what its first line has already, at most two characters without blanks. A command of
    GitHub begins a line with `::`, and those of others stand anywhere: `##[`, `##vso[`. JSON stays
    the same value.
    """
    text = other_commands_escaped(text)
    if ":" not in text:
        return text
    lines = text.split("\n")
    return "\n".join(_log_line(line, "" if at else begun) for at, line in enumerate(lines))


def other_commands_escaped(text: str) -> str:
    """A text without the commands that may stand anywhere in a line."""
    return _WORKFLOW.sub(r"##\1\\u005b", text) if "##" in text else text


def _log_line(line: str, begun: str) -> str:
    stripped = line.lstrip()
    if (begun + stripped[:2])[:2] != "::" or begun == "::":
        return line
    return line[: len(line) - len(stripped)] + "\\u003a" + stripped[1:]


def begun_by(text: str, begun: str) -> str:
    """What the line has that a text ends in: at most two characters without blanks in front."""
    _, feed, last = text.rpartition("\n")
    return ("" if feed else begun) + last.lstrip()[:2] if len(begun) < 2 or feed else begun


def workflow_data(text: str) -> str:
    """A text behind the `::` of a command of GitHub."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def workflow_property(text: str) -> str:
    """A text as a property of a command of GitHub."""
    return workflow_data(text).replace(":", "%3A").replace(",", "%2C")


def markdown(text: str) -> str:
    """A text in Markdown: what stands between backquotes stays code, nothing else is a mark.

    The lines stay lines.
    """
    pieces: list[str] = []
    at = 0
    text = _RUN_OF_QUOTES.sub(lambda run: "'" * len(run[0]), text)
    for code in _CODE.finditer(text):
        pieces += [_MARK.sub(r"\\\g<0>", text[at : code.start()]), code[0]]
        at = code.end()
    pieces.append(_MARK.sub(r"\\\g<0>", text[at:]))
    return "".join(pieces)


def markdown_code(text: str) -> str:
    """A text as code in a line of Markdown, and in a cell of a table."""
    found = text.replace("`", "'").replace("\n", " ").replace("|", "¦")
    return f"`{found}`" if found.strip() else "` `"


def sarif_message(text: str) -> str:
    """A text in a message of SARIF, where brackets in front of a parenthesis are a link."""
    return _LINK.sub(r"\\\g<0>", text) if "](" in text else text


def graphviz(text: str) -> str:
    r"""A text in quotation marks for Graphviz, to which `\N` and others mean something."""
    return printable(text).replace("\\", "\\\\").replace('"', '\\"')


def csv_cell(text: str) -> str:
    """A cell that a spreadsheet does not compute."""
    return f"'{text}" if text.startswith(_FORMULA) else text
