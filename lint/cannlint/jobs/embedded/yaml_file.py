"""The commands in a YAML file of a CI system: `run: |` of GitHub, `script:` of GitLab.

No parser of YAML is needed: every scalar is looked at whose key is not that of a text for people or
of a file of another kind, as what has no command of ATC in it is no job. The items of one list are
the lines of one script, as GitLab runs them.
"""

from __future__ import annotations

import re

from cannlint.formats.scripts import Language
from cannlint.jobs.embedded.part import Builder, Part
from cannlint.jobs.embedded.yaml_variables import filled_in, variables_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.shell.word import Word

_LINE = re.compile(
    r"^(?P<indent>[ ]*)(?P<items>(?:-[ ]+)*)(?:(?P<key>[\w./-]+)[ ]*:(?:[ ]+|(?=\r?$)))?"
    r"(?P<value>[^\n]*)",
    re.MULTILINE,
)
_BLOCK = re.compile(r"(?P<sign>[|>])[-+\d]*[ \t]*(?:#[^\n]*)?\r?$")
_FLAG = re.compile(r"--?[A-Za-z][\w-]*")
_WORD = re.compile(r'"([^"\\\n]*(?:\\.[^"\\\n]*)*)"|\'([^\'\n]*)\'|([^\s,"\'\[\]][^,\[\]\n]*)')
_EXPRESSION = re.compile(r"\$\{\{[^\n]{0,500}?\}\}|<<[ ]*\w+(?:\.\w+)+[ ]*>>", re.ASCII)
"""What GitHub or CircleCI fills in."""
_NO_SCRIPT = re.compile(
    r"(?:name|title|description|summary|help|usage|message|label|msg|displayname"
    r"|notes?|comments?|text|body|docs?)"
    r"|.+\.(?:md|rst|txt|html?|cfg|conf|ini|json|ya?ml|toml|xml|py|proto|prototxt)",
    re.IGNORECASE,
)
"""The key of a text for people, or of a file that is no script."""


def parts_of(text: str) -> Iterator[Part]:
    """The scalars of a file that may hold a command, with what they see of its variables."""
    variables = variables_of(text)
    for word in _scalars(text):
        yield Part(Language.SHELL, filled_in(text, word, variables) if variables else word)


def _scalars(text: str) -> Iterator[Word]:
    items, at_indent = Builder(text), -1
    at = 0
    while at < len(text):
        line = _LINE.match(text, at)
        if line is None:
            break
        indent = len(line["indent"]) + (len(line["items"]) if line["key"] else 0)
        is_item = bool(line["items"]) and not line["key"]
        is_more = is_item and len(line["indent"]) == at_indent
        if items and not is_more and (line["key"] or not _is_empty(line["value"])):
            yield items.word()
            items = Builder(text)
        builder = Builder(text)
        at = _scalar(text, line, indent, builder)
        if is_item:
            at_indent = len(line["indent"])
            _add_item(items, builder.word())
        elif builder and not (line["key"] and _NO_SCRIPT.fullmatch(line["key"])):
            yield builder.word()
    if items:
        yield items.word()


def _add_item(items: Builder, item: Word) -> None:
    """Add an item of a list: a line, or a word of the command that the items before it begin.

    Such is what begins with a dash, and what stands behind a flag without a value.
    """
    is_word = item.text.startswith("-") or items.ends_with_flag
    if items:
        items.put(" " if is_word else "\n", item.start, item.start)
    items.ends_with_flag = _FLAG.fullmatch(item.text.rstrip()) is not None
    is_quoted = is_word and "'" not in item.text
    if is_quoted:
        items.put("'", item.start, item.start)
    items.copy(item, 0, len(item.text.rstrip()))
    if is_quoted:
        items.put("'", item.end, item.end)


def _is_empty(value: str) -> bool:
    """Whether a line has nothing but blanks and a comment."""
    value = value.strip()
    return not value or value.startswith("#")


def _scalar(text: str, line: re.Match[str], indent: int, builder: Builder) -> int:
    """Take the scalar that begins on a line; where the next line begins."""
    start, end = line.span("value")
    block = _BLOCK.fullmatch(text, start, end)
    after = min(end + 1, len(text))
    last = _end_below(text, after, indent)
    if block is not None:
        _take(text, after, last, builder, is_folded=block["sign"] == ">")
        return last
    value = text[start:end].strip()
    if value[:1] in ('"', "'"):
        return max(_quoted(text, start, last, builder), after)
    if not value or value.startswith("#"):
        return after
    if value.startswith("[") and line["key"]:
        _take_words(text, start, max(end, last), builder)
        return max(last, after)
    stop = end
    if line["key"] or line["items"]:
        goes_on = text[after:last].strip() and not _LINE_OF_KEY.match(text, after)
        stop = last if goes_on else end
    _take(text, start, stop, builder, is_folded=True)
    return max(stop, after)


def _take_words(text: str, start: int, end: int, builder: Builder) -> None:
    """Take a list in brackets as the words of one command."""
    for match in _WORD.finditer(text, start, end):
        word = Builder(text)
        if match[1] is not None:
            _quoted(text, match.start(), match.end(), word)
        else:
            word.take(*match.span(match.lastindex or 0))
        item = word.word()
        if builder:
            builder.put(" ", match.start(), match.start())
        mark = "" if "'" in item.text else "'"
        builder.put(mark, match.start(), match.start())
        builder.copy(item, 0, len(item.text))
        builder.put(mark, match.end(), match.end())


_LINE_OF_KEY = re.compile(r"\s*(?:-[ ]|[\w./-]+[ ]*:(?:[ ]|\r?$)|#)", re.MULTILINE)


def _end_below(text: str, at: int, indent: int) -> int:
    """The end of the lines that stand further right than an indentation; blank ones count."""
    end = at
    while at < len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop + 1
        line = text[at:stop]
        if line.strip():
            if len(line) - len(line.lstrip(" ")) <= indent:
                break
            end = stop
        at = stop
    return end


def _take(text: str, start: int, end: int, builder: Builder, is_folded: bool) -> None:
    """Take lines; where they are `folded` to one, each line end is a blank."""
    at = start
    for match in _EXPRESSION.finditer(text, start, end):
        _take_plain(text, at, match.start(), builder, is_folded)
        builder.unknown(*match.span())
        at = match.end()
    _take_plain(text, at, end, builder, is_folded)


def _take_plain(text: str, at: int, end: int, builder: Builder, is_folded: bool) -> None:
    if not is_folded:
        builder.take(at, end)
        return
    while (stop := text.find("\n", at, end)) >= 0:
        builder.take(at, stop)
        builder.put(" ", stop, stop + 1)
        at = stop + 1
    builder.take(at, end)


def _quoted(text: str, start: int, end: int, builder: Builder) -> int:
    """Take a scalar in quotes; the end of its last line."""
    mark = text[start]
    at = start + 1
    while at < end and text[at] != mark:
        if text[at] == "\\" and mark == '"' and at + 1 < end:
            builder.put("\n" if text[at + 1] == "n" else text[at + 1], at, at + 2)
            at += 2
            continue
        if text.startswith(("${{", "<<"), at) and (match := _EXPRESSION.match(text, at, end)):
            builder.unknown(*match.span())
            at = match.end()
            continue
        builder.put(" " if text[at] == "\n" else text[at], at, at + 1)
        at += 1
        if mark == "'" and text.startswith("''", at):
            builder.put("'", at, at + 2)
            at += 2
    stop = text.find("\n", at)
    return len(text) if stop < 0 else stop + 1
