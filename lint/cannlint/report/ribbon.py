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
_DEEPEST = 6
_OPEN = 16
"""Lines that are shown without a click."""

_SINGLE, _SINGLE_NODES = "//", Phrase("single nodes")
"""The line of nodes whose scope has no other: no scope has this name, a line shows the other."""

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
    which = _which([label for label, _ in sides])
    yield f"<i class=cast></i> {shown(' → '.join(counts))}{which}</p>\n"
    lines = _lines(sides)
    longest = max(len(stripes) for _, line in lines for stripes in line)
    texts = [_line(scope, line, [label for label, _ in sides], longest) for scope, line in lines]
    yield "".join(texts[:_OPEN])
    if len(texts) > _OPEN:
        title = said("{number:,} more lines", number=len(texts) - _OPEN)
        yield f"<details><summary>{shown(title)}</summary>\n{''.join(texts[_OPEN:])}</details>\n"
    yield "</section>\n"


def _which(labels: list[str]) -> str:
    """Which of two bars is which; nothing about one."""
    if len(labels) < 2:
        return ""
    text = said("above: {first}, below: {second}", first=labels[0], second=labels[1])
    return f"<span class=sides>{shown(text)}</span>"


def _lines(
    sides: Sequence[tuple[str, Sequence[Stripe]]],
) -> list[tuple[str, list[list[Stripe]]]]:
    """Title → the stripes of each side, by the scopes of a depth; many scopes share their lines."""
    depth = _depth([stripe.name for _, stripes in sides for stripe in stripes])
    sizes = Counter(
        _scope(name, depth) for name in {each.name for _, side in sides for each in side}
    )
    found: dict[str, list[list[Stripe]]] = {}
    for at, (_, stripes) in enumerate(sides):
        for stripe in stripes:
            scope = _scope(stripe.name, depth)
            scope = scope if sizes[scope] > 1 else _SINGLE  # no line for a node by itself
            found.setdefault(scope, [[] for _ in sides])[at].append(stripe)
    scopes = [*found]
    size = -(-len(scopes) // _MOST_SCOPES)
    shared = [scopes[at : at + size] for at in range(0, len(scopes), size)]
    return [
        (
            _title(same),
            [[*chain.from_iterable(found[each][at] for each in same)] for at in range(len(sides))],
        )
        for same in shared
    ]


def _depth(names: Sequence[str]) -> int:
    """The deepest scopes that are not too many; one more if a line had more nodes than stripes."""
    depth = 1
    while depth < _DEEPEST and len({_scope(name, depth + 1) for name in names}) <= _MOST_SCOPES:
        depth += 1
    longest = max(Counter(_scope(name, depth) for name in names).values())
    return depth + 1 if longest > _MOST_STRIPES and depth < _DEEPEST else depth


def _title(scopes: list[str]) -> str:
    """The scopes of a line: the first, and the last without what it shares with the first."""
    scopes = [translated(_SINGLE_NODES) if scope == _SINGLE else scope for scope in scopes]
    if len(scopes) == 1:
        return scopes[0]
    parent, last = scopes[-1].rpartition("/")[::2]
    short = last if parent and scopes[0].startswith(f"{parent}/") else scopes[-1]
    return f"{scopes[0] or '/'} … {short or '/'}"


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
    """Neighbours of one style; or a part of a long line, with its styles above each other."""
    counts = Counter(stripe.style for stripe in run)
    [(style, number)] = counts.most_common(1)
    first = next(stripe for stripe in run if stripe.style == style)
    more = f" (+{len(run) - 1:,})" if len(run) > 1 else ""
    is_part = any(stripe.has_cast for stripe in run[:-1]) or number < len(run)
    cast = " cast" if run[-1].has_cast and not is_part else ""
    shares = f";background:{_shares(counts)}" if number < len(run) else ""
    target = f' href="#{first.target}"' if first.target else ""
    text = shown(f"{first.text}{more}")
    return (
        f'<a class="{style}{cast}" style="flex-grow:{len(run)}{shares}"{target} title="{text}"></a>'
    )


def _shares(counts: Counter[str]) -> str:
    """The colours of several styles, each as high as its share."""
    stops, below = [], 0.0
    for style, (colour, _) in _LEGEND.items():
        if counts[style]:
            above = below + 100 * counts[style] / counts.total()
            stops.append(f"{colour} {below:.0f}% {above:.0f}%")
            below = above
    return f"linear-gradient({','.join(stops)})"
