"""A verification as a single HTML page without external files; its texts are escaped."""

from __future__ import annotations

from html import escape

from cannlint.data import read_data
from cannlint.language import Phrase, language_in_use, said, translated
from cannlint.report import verify_words as words
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cannlint.verify.operators import Operator
    from cannlint.verify.outcome import Asked
    from cannlint.verify.verification import Verification


def text(of: Verification, every: bool) -> str:
    """The whole page; with the operators that nothing is asked of only if `every`."""
    title = said("Compiled model {model}", model=of.compiled.graph.path)
    page = "".join(
        [
            f"<!doctype html>\n<html lang={language_in_use()}>\n<meta charset=utf-8>\n",
            '<meta name=viewport content="width=device-width, initial-scale=1">\n',
            f"<title>{_text(title)}</title>\n",
            f"<style>\n{read_data('report/page', 'plan.css')}</style>\n",
            f"<header><h1>{_text(title)}</h1>\n",
            *(f"<p>{_text(line)}</p>\n" for line in words.circumstances(of)),
            _list(
                (f"<li class={style}>{_text(line)}" for style, line in words.remarks(of)),
                "remarks",
            ),
            "</header>\n",
            _numbers(of),
            _table(words.ASKED_HEADINGS, map(_asked, of.asked), "asked"),
            _list(
                (f"<li>{_text(words.cast_text(cast))}" for cast in words.caused_casts(of)), "casts"
            ),
            _filter(),
            _table(words.OPERATOR_HEADINGS, map(_operator, words.shown(of, every)), ""),
            *(f"<p class=quiet>{_text(line)}</p>\n" for line in words.totals(of)),
            f"<script>\n{read_data('report/page', 'plan.js')}</script>\n</html>\n",
        ]
    )
    return page.encode("utf-8", "backslashreplace").decode("utf-8")


def _text(value: str) -> str:
    return escape(printable(value))


def _list(items: Iterable[str], sort: str) -> str:
    lines = "\n".join(items)
    return f"<ul class={sort}>{lines}</ul>\n" if lines else ""


def _numbers(of: Verification) -> str:
    """The three most important numbers."""
    share = of.numbers.float32_share
    cells = (
        (f"{len(of.lost):,}", Phrase("asked for and lost")),
        (f"{of.counts.different:,}", Phrase("operators that differ from the plan")),
        (f"{share:.0%}" if share is not None else "–", Phrase("of the operators give out float32")),
    )
    shown_cells = (f"<div><b>{number}</b> {translated(words)}</div>" for number, words in cells)
    return f"<section class=numbers>{''.join(shown_cells)}</section>\n"


def _filter() -> str:
    """The form that the script of the page shows."""
    different = translated("only operators that differ")
    return (
        f"<form class=filter hidden><label>{translated('Filter')} "
        "<input type=search name=words></label> "
        f"<label><input type=checkbox name=touched> {different}</label> "
        "<output></output></form>\n"
    )


def _table(headings: Sequence[str], rows: Iterable[str], sort: str) -> str:
    cells = "".join(f"<th scope=col>{translated(heading)}" for heading in headings)
    kind = "class=plan" if not sort else 'class="plan asked"'
    body = "\n".join(rows)
    return f"<table {kind}><thead><tr>{cells}</thead>\n{body}</table>\n" if body else ""


def _asked(asked: Asked) -> str:
    style = words.outcome_style(asked)
    mark = " class=touched" if asked.is_lost else ""
    return (
        f"<tbody{mark}><tr><th scope=row>{_text(words.asked_text(asked))}"
        f'<td class="{style}">{_text(words.outcome_text(asked))}'
        f"<td>{_text(words.asked_operators(asked))}"
        "</tbody>"
    )


def _operator(operator: Operator) -> str:
    cells = (
        words.operator_asked(operator),
        words.planned_text(operator),
        words.compiled_text(operator),
        words.verdict_text(operator),
    )
    mark = "" if operator.is_equal else " class=touched"
    name, columns = (
        _text(words.operator_text(operator)),
        "".join(f"<td>{_text(cell)}" for cell in cells),
    )
    return f"<tbody{mark}><tr><th scope=row>{name}{columns}</tbody>"
