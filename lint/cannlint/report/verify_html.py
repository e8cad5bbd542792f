"""A verification as a single HTML page."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cannlint.language import Phrase, said, translated
from cannlint.report import verify_words as words
from cannlint.report.html_page import cell, filter_form, headings, numbers, page, shown
from cannlint.report.ribbon import Stripe, ribbons, style_of, style_of_dtypes
from cannlint.verify.operators import Operator
from cannlint.verify.outcome import Asked
from cannlint.verify.verification import Verification


def text(of: Verification, every: bool) -> str:
    """The whole page; with the operators that nothing is asked of only if `every`."""
    title = said("Compiled model {model}", model=os.path.basename(of.compiled.graph.path))
    return "".join(page(title, _body(of, every, title)))


def _body(of: Verification, every: bool, title: str) -> Iterator[str]:
    yield f"<header><h1>{shown(title)}</h1>\n"
    yield from (f"<p>{shown(line)}</p>\n" for line in words.circumstances(of))
    remarks = (f"<li class={style}>{shown(line)}" for style, line in words.remarks(of))
    yield _list(remarks, "remarks")
    yield "</header>\n"
    yield _numbers(of)
    yield from _table(words.ASKED_HEADINGS, map(_asked, of.asked), "plan asked")
    yield _list((f"<li>{shown(words.cast_text(cast))}" for cast in words.caused_casts(of)), "casts")
    operators = words.shown(of, every)
    yield from _ribbons(of, {each: f"r{at}" for at, each in enumerate(operators)})
    yield filter_form(translated("only operators that differ"))
    rows = (_operator(each, f"r{at}") for at, each in enumerate(operators))
    yield from _table(words.OPERATOR_HEADINGS, rows, "plan sortable")
    yield from (f"<p class=quiet>{shown(line)}</p>\n" for line in words.totals(of))


def _ribbons(of: Verification, targets: Mapping[Operator, str]) -> Iterator[str]:
    """The plan, and below it the compile; an operator leads to its row."""
    known = [each for each in of.operators if each.row is not None]
    inserted = {cast.before.node.name for cast in of.casts if cast.before is not None}
    planned, compiled = [], []
    for each in known:
        assert each.row is not None
        name, target = each.kernel.node.name, targets.get(each, "")
        text = f"{words.operator_text(each)}: {words.planned_text(each)}"
        planned.append(Stripe(name, style_of(each.row.dtypes), text, False, target))
        text = f"{words.operator_text(each)}: {words.compiled_text(each)}"
        style = style_of_dtypes(each.outputs or each.inputs)
        compiled.append(Stripe(name, style, text, name in inserted, target))
    labels = translated(Phrase("planned")), translated(Phrase("compiled"))
    return ribbons([(labels[0], planned), (labels[1], compiled)], [len(of.casts)])


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
    return numbers((number, translated(what)) for number, what in cells)


def _table(titles: Sequence[str], rows: Iterable[str], style: str) -> Iterator[str]:
    body = "\n".join(rows)
    if body:
        heads = headings([translated(title) for title in titles])
        yield f'<table class="{style}">{heads}{body}</table>\n'


def _asked(asked: Asked) -> str:
    mark = " class=touched" if asked.is_lost else ""
    outcome, operators = (translated(label) for label in words.ASKED_HEADINGS[1:])
    return (
        f"<tbody{mark}><tr><th scope=row>{shown(words.asked_text(asked))}"
        + cell(outcome, words.outcome_text(asked), words.outcome_style(asked))
        + cell(operators, words.asked_operators(asked))
        + "</tbody>"
    )


def _operator(operator: Operator, identity: str) -> str:
    labels = [translated(label) for label in words.OPERATOR_HEADINGS[1:]]
    cells = (
        words.operator_asked(operator),
        words.planned_text(operator),
        words.compiled_text(operator),
        words.verdict_text(operator),
    )
    style = "" if operator.is_equal else "error"
    columns = "".join(map(cell, labels, cells, ("", "", "", style)))
    mark = "" if operator.is_equal else " class=touched"
    name = shown(words.operator_text(operator))
    return f"<tbody id={identity}{mark}><tr><th scope=row>{name}{columns}</tbody>"
