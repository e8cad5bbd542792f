"""What the HTML pages have in common: a page is one file without external ones.

Texts come from users' files, so every text is escaped. The script only sorts and filters: a page is
complete without it, and in print.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from html import escape

from cannlint.data import read_data
from cannlint.language import language_in_use, said, translated
from cannlint.text.printable import printable
from cannlint.version import __version__

_DIGITS = 12
"""Digits of the checksum that a page shows."""


def shown(value: str) -> str:
    """A text as it stands in a page."""
    return escape(printable(value))


def page(title: str, body: Iterable[str]) -> Iterator[str]:
    """A whole page in pieces; `title` is plain text, the body has a header with it.

    At its end stands the version of cannlint, and a checksum instead of a date: the same results
    give the same page.
    """
    checksum = sha256()
    yield from _head(title)
    for text in body:
        piece = text.encode("utf-8", "backslashreplace").decode("utf-8")
        checksum.update(piece.encode())
        yield piece
    stamp = said(
        "cannlint {version} · checksum of this page: {checksum}",
        version=__version__,
        checksum=checksum.hexdigest()[:_DIGITS],
    )
    yield f"<footer class=quiet>{shown(stamp)}</footer>\n"
    yield f"<script>\n{read_data('report/page', 'plan.js')}</script>\n</html>\n"


def _head(title: str) -> Iterator[str]:
    yield f"<!doctype html>\n<html lang={language_in_use()}>\n<meta charset=utf-8>\n"
    yield '<meta name=viewport content="width=device-width, initial-scale=1">\n'
    safe = shown(title).encode("utf-8", "backslashreplace").decode("utf-8")
    yield f"<title>{safe}</title>\n<style>\n{read_data('report/page', 'plan.css')}</style>\n"


def filter_form(touched: str | None = None) -> str:
    """The form that the script of the page shows; `touched` is the label of its box."""
    box = f"<label><input type=checkbox name=touched> {shown(touched)}</label> " if touched else ""
    return (
        f"<form class=filter hidden><label>{translated('Filter')} "
        f"<input type=search name=words></label> {box}<output></output></form>\n"
    )


def headings(texts: Sequence[str]) -> str:
    """The first row of a table; the texts are translated already."""
    cells = "".join(f"<th scope=col>{shown(text)}" for text in texts)
    return f"<thead><tr>{cells}</thead>\n"


def numbers(values: Iterable[tuple[str, str]]) -> str:
    """The most important numbers, each with what it counts."""
    cells = "".join(f"<div><b>{number}</b> {shown(what)}</div>" for number, what in values)
    return f"<section class=numbers>{cells}</section>\n"


def cell(label: str, text: str, style: str = "") -> str:
    """A cell of a row; its label stands before it on a narrow screen."""
    kind = f" class={style}" if style else ""
    return f'<td{kind} data-label="{shown(label)}">{shown(text)}'
