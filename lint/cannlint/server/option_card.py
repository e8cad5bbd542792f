"""What an option is in one front end, on a few lines: for hovers and completion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cannlint.jobs.conditions import options_in
from cannlint.jobs.settings import OptionSpec
from cannlint.jobs.tables import descriptions
from cannlint.jobs.verdicts import FORMS
from cannlint.language import Phrase, enumerated, said, translated
from cannlint.report.option_page import KINDS, NAMES, written_forms
from cannlint.resolve.option_status import overridden_by
from cannlint.server.documentation import option_address

_MOST_VALUES = 16
_EXAMPLES = {"optypelist_for_implmode": Phrase("Gelu,SoftmaxV2")}
"""How a value looks that may be any text: it has no grammar."""


def card(spec: OptionSpec, via: str | None = None) -> str:
    """The option in Markdown: what it takes, its default, and what it has no effect beside.

    `via` is the form that it is written in, of several.
    """
    forms = dict(zip(spec.via or (None,), written_forms(spec), strict=True))
    form = forms.get(via) or next(iter(forms.values()))
    lines = [f"**`{form}`** · {NAMES[spec.front_end]}"]
    about = summary(spec)
    lines += [about] if about else []
    facts = [f"* {fact}" for fact in (*_values(spec), *_limits(spec))]
    lines += ["\n".join(facts)] if facts else []
    page = option_address(spec.option)
    if page is not None:
        lines.append(f"[{translated('all front ends')}]({page})")
    return "\n\n".join(lines)


def summary(spec: OptionSpec) -> str:
    """What the option does, in a sentence; "" for one that is not described."""
    return translated(descriptions().get(spec.option, {}).get("summary", ""))


def default(spec: OptionSpec) -> str | None:
    """The default of an option; None if none is known."""
    found = spec.default if spec.default is not None else spec.argument_default
    if isinstance(found, dict):
        return enumerated(
            said("{use}: {value}", use=Phrase(use), value=Phrase(value))
            for use, value in found.items()
        )
    return str(found) if found not in (None, "") else None


def _values(spec: OptionSpec) -> Iterator[str]:
    if spec.values:
        shown = [f"`{value}`" for value in spec.values if value][:_MOST_VALUES]
        shown += ["…"] if len(spec.values) > _MOST_VALUES else []
        yield said("values: {values}", values=enumerated(shown) or translated("only nothing"))
    elif spec.file is not None:
        yield said("value: the path of a file of kind `{kind}`", kind=spec.file)
    elif spec.type in KINDS and spec.type != "any":
        low, high = spec.range
        kind = translated(KINDS[spec.type])
        bounds = f" ({'' if low is None else low} … {'' if high is None else high})"
        kind += bounds if (low, high) != (None, None) else ""
        yield said("value: {kind}", kind=kind)
    form = FORMS.get(spec.syntax or "") or _EXAMPLES.get(spec.option)
    if form is not None and not spec.values:
        yield said("example: `{form}`", form=translated(form))
    known = default(spec)
    if known is not None:
        yield said("default: {value}", value=known if " " in known else f"`{known}`")


def _limits(spec: OptionSpec) -> Iterator[str]:
    """What the option has no effect beside, is refused beside, or needs."""
    successor = spec.deprecated
    if isinstance(successor, str):
        yield said("deprecated: use `{successor}`", successor=successor)
    elif successor:
        yield translated("deprecated")
    if spec.reserved:
        yield translated("reserved: not in this version")
    if spec.ignored:
        yield translated(spec.ignored)
    if overridden_by(spec.option):
        yield said("no effect beside {options}", options=_named(overridden_by(spec.option)))
    for option, values in spec.unused_with.items():
        modes = _named(f"{option}={value}" for value in values)
        yield said("no effect beside {options}", options=modes)
    if spec.when:
        yield said("only read with {options}", options=_named(options_in(spec.when)))
    if spec.excludes:
        yield said("not together with {options}", options=_named(spec.excludes))
    if spec.requires:
        yield said("needs {options}", options=_named(spec.requires))
    yield from _releases(spec)


def _releases(spec: OptionSpec) -> Iterator[str]:
    """The releases that have the option, that value, or that had other rules for it."""
    if spec.since:
        yield said("since {release}", release=_after(spec.since))
    for value, first in spec.values_since.items():
        yield said("`{value}`: since {release}", value=value, release=_after(first))
    for value, last in spec.values_until.items():
        yield said("`{value}`: up to {release}", value=value, release=last)
    for former in spec.formerly:
        yield said("other rules up to {release}", release=former["until"])


def _after(release: str) -> str:
    is_later = release.startswith(">")
    return said("a release after {release}", release=release[1:]) if is_later else release


def _named(options: Iterable[Any]) -> str:
    return enumerated(f"`{option}`" for option in options)
