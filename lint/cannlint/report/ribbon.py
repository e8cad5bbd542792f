"""The ribbon of a page: the nodes of a model in its order, coloured by the dtype that they run in.

Nodes stand in lines by the scopes of their names (`/model.22/...`). Neighbours of one dtype are one
stripe, with a mark at its end where CANN inserts a Cast. Two plans of one model have two ribbons,
line under line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from cannlint.cann.dtypes import compiler_name
from cannlint.graphs.model import EXPANDED
from cannlint.language import Phrase, counted, said, translated
from cannlint.report.html_page import shown
from cannlint.resolve.outcome import DETERMINED, FAILS, REFUSED, Dtypes

_MOST_SCOPES = 40
_OPEN = 16
"""Lines that are shown without a click."""

_MOST_STRIPES = 300
"""Stripes of one line; where there are more, one stands for several nodes."""

_STYLES = {"float": "f32", "float16": "f16", "bfloat16": "bf16"}
_OTHER_FLOATS = ("double", "hifloat8", "float8")
_LEGEND: dict[str, tuple[str, str]] = {
    "f32": ("#d9822b", "float32"),
    "f16": ("#3f7fd0", "float16"),
    "bf16": ("#1f9c8f", "bfloat16"),
    "f8": ("#7b5bc4", Phrase("another float dtype")),
    "i": ("#b9c2ca", Phrase("no float dtype")),
    "u": ("#e4c441", Phrase("undetermined")),
    "x": ("#c0392b", Phrase("leaves the AI Core, or fails")),
}
"""The styles of stripes: the colour, which is that of every picture, and what it stands for."""


class Stripe:
    """A node: `style` is one of _LEGEND, `target` the id of its row in the page, or empty."""

    __slots__ = ("has_cast", "name", "style", "target", "text")

    def __init__(self, name: str, style: str, text: str, has_cast: bool, target: str) -> None:
        self.name = name
        self.style = style
        self.text = text
        self.has_cast = has_cast
        self.target = target


def colour_of(dtypes: Dtypes) -> str:
    """The colour of an operator in pictures."""
    return _LEGEND[style_of(dtypes)][0]


def _said(style: str) -> str:
    return translated(_LEGEND[style][1])


def style_of(dtypes: Dtypes) -> str:
    """The style of what an operator gives out, or takes where it gives nothing out."""
    if dtypes.status in (REFUSED, FAILS):
        return "x"
    return "u" if dtypes.status != DETERMINED else style_of_dtypes(dtypes.outputs or dtypes.inputs)


def style_of_dtypes(dtypes: Sequence[str | None]) -> str:
    """The style of the first dtype that is a float, in the spelling of the compiler or of files."""
    named = [compiler_name(dtype) or dtype for dtype in dtypes if dtype]
    for dtype in named:
        if dtype in _STYLES:
            return _STYLES[dtype]
        if dtype.startswith(_OTHER_FLOATS):
            return "f8"
    return "i"


def ribbons(sides: Sequence[tuple[str, Sequence[Stripe]]], casts: Sequence[int]) -> Iterator[str]:
    """The section with the ribbons of one plan, or of two; each has a label and its casts."""
    used = Counter(stripe.style for _, stripes in sides for stripe in stripes)
    if not used:
        return
    colours = "".join(f".{style}{{background:{_LEGEND[style][0]}}}" for style in _LEGEND)
    yield f"<section class=ribbon><style>{colours}</style>"
    yield f"<h2>{translated('Where each dtype runs')}</h2>\n<p class=legend>"
    yield from (f"<i class={style}></i> {shown(_said(style))} " for style in _LEGEND if used[style])
    counts = [counted(count, "Cast") for count in casts]
    yield f"<i class=cast></i> {shown(' → '.join(counts))}</p>\n"
    lines = _lines(sides)
    longest = max(len(stripes) for _, line in lines for stripes in line)
    texts = [_line(scope, line, [label for label, _ in sides], longest) for scope, line in lines]
    yield "".join(texts[:_OPEN])
    if len(texts) > _OPEN:
        title = said("{number:,} more scopes", number=len(texts) - _OPEN)
        yield f"<details><summary>{shown(title)}</summary>\n{''.join(texts[_OPEN:])}</details>\n"
    yield "</section>\n"


def _lines(
    sides: Sequence[tuple[str, Sequence[Stripe]]],
) -> list[tuple[str, list[list[Stripe]]]]:
    """Scope → the stripes of each side, by the deepest scopes that are not too many."""
    names = [stripe.name for _, stripes in sides for stripe in stripes]
    depth = 1
    while depth < 6 and len({_scope(name, depth + 1) for name in names}) <= _MOST_SCOPES:
        depth += 1
    sizes = Counter(_scope(name, depth) for name in {*names})
    found: dict[str, list[list[Stripe]]] = {}
    for at, (_, stripes) in enumerate(sides):
        for stripe in stripes:
            scope = _scope(stripe.name, depth)
            scope = scope if sizes[scope] > 1 else ""  # no line for a node by itself
            found.setdefault(scope, [[] for _ in sides])[at].append(stripe)
    lines = [*found.items()]
    if len(lines) <= _MOST_SCOPES:
        return lines
    beyond = [line for _, line in lines[_MOST_SCOPES:]]
    rest = [[*chain.from_iterable(line[at] for line in beyond)] for at in range(len(sides))]
    return [*lines[:_MOST_SCOPES], (translated("other scopes"), rest)]


def _scope(name: str, depth: int) -> str:
    """The first parts of a name, without the last part; also of what CANN's parser made."""
    parts = [part for part in name.removeprefix(EXPANDED).split("/") if part]
    return "/".join(parts[:-1][:depth])


def _line(scope: str, sides: list[list[Stripe]], labels: Sequence[str], longest: int) -> str:
    number = max(map(len, sides))
    title = f"{shown(scope) or '/'} <span class=count>×{number:,}</span>"
    bars = "".join(map(_bar, sides, labels, [longest] * len(sides)))
    return f"<div class=scope><span>{title}</span><div>{bars}</div></div>\n"


def _bar(stripes: list[Stripe], label: str, longest: int) -> str:
    counts = Counter(stripe.style for stripe in stripes)
    said_counts = ", ".join(f"{_said(style)} {number:,}" for style, number in counts.most_common())
    drawn = "".join(_stripe(run) for run in _runs(stripes))
    width = 100 * len(stripes) / longest
    return (
        f'<div class=bar role=img style="width:{width:.1f}%" '
        f'aria-label="{shown(f"{label}: {said_counts}" if label else said_counts)}">{drawn}</div>'
    )


def _runs(stripes: list[Stripe]) -> list[list[Stripe]]:
    """Neighbours of one style up to a Cast; where that is too many, neighbours of one part."""
    runs: list[list[Stripe]] = []
    for stripe in stripes:
        if runs and runs[-1][-1].style == stripe.style and not runs[-1][-1].has_cast:
            runs[-1].append(stripe)
        else:
            runs.append([stripe])
    if len(runs) <= _MOST_STRIPES:
        return runs
    size = -(-len(stripes) // _MOST_STRIPES)
    return [stripes[at : at + size] for at in range(0, len(stripes), size)]


def _stripe(run: list[Stripe]) -> str:
    [(style, _)] = Counter(stripe.style for stripe in run).most_common(1)
    first = next(stripe for stripe in run if stripe.style == style)
    more = f" (+{len(run) - 1:,})" if len(run) > 1 else ""
    cast = " cast" if any(stripe.has_cast for stripe in run) else ""
    target = f' href="#{first.target}"' if first.target else ""
    text = shown(f"{first.text}{more}")
    return f'<a class="{style}{cast}" style="flex-grow:{len(run)}"{target} title="{text}"></a>'
