"""One fusion pass, for `cannlint library show --pass`."""

from __future__ import annotations

from cannlint.cann.fusion import OFF, ON
from cannlint.errors import CannlintError
from cannlint.language import said, translated
from cannlint.library.snapshot import fusion_passes
from cannlint.nearest import nearest
from cannlint.report.library_list import as_json, name_of
from cannlint.report.tables import aligned
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.library.model import Library
    from cannlint.report.styles import Line
    from cannlint.results.library import ShownPass


class Pass:
    """A fusion pass: its groups, its built-in switches, and whether a file can turn it off.

    `closable` is None if only the registration of the pass in the compiler decides.
    """

    __slots__ = ("built_in", "closable", "groups", "name", "reason")

    def __init__(self, name: str, library: Library) -> None:
        known = fusion_passes()
        switches = {group: named for group, named in library.switches.items() if name in named}
        catalogued = [group for group, names in known.groups.items() if name in names]
        self.name = name
        self.groups = tuple(dict.fromkeys([*catalogued, *switches]))
        self.built_in = {group: named[name] for group, named in switches.items()}
        self.closable: bool | None = None
        self.reason = translated("unknown: decided by the registration of the pass in the compiler")
        if name in known.forbidden_close:
            self.closable = False
            self.reason = translated("no: CANN always keeps it on")
        elif name in library.exceptional:
            self.closable = False
            self.reason = translated("no: always on in this release")
        elif name in known.closable or switches:
            self.closable, self.reason = True, translated("yes")


def find(name: str, library: Library) -> Pass:
    """Find a pass by its name. Raises CannlintError with a suggestion if it is unknown."""
    found = Pass(name, library)
    if found.groups or fusion_passes().has_no_group(name):
        return found
    names = [name for names in fusion_passes().groups.values() for name in names]
    meant = nearest(name, [*names, *(own for named in library.switches.values() for own in named)])
    hint = said("; did you mean {meant}?", meant=meant) if meant else ""
    raise CannlintError("unknown fusion pass {name!r}{hint}", name=name, hint=hint)


def report(found: Pass, library: Library) -> ShownPass:
    """A pass as JSON values."""
    return {
        "schema": "cannlint/library-show/1",
        "library": as_json(library),
        "pass": found.name,
        "groups": list(found.groups),
        "built_in": {group: ON if on else OFF for group, on in found.built_in.items()}
        if library.switches
        else None,
        "closable": found.closable,
        "since": fusion_passes().since.get(found.name),
    }


def lines(found: Pass, library: Library) -> Iterator[Line]:
    """A pass as text."""
    yield [(printable(found.name), "name"), (f" · {name_of(library)}", "")]
    rows = [
        (translated("group"), ", ".join(found.groups) or translated("unknown")),
        (translated("built-in switch"), _built_in(found, library)),
        (translated("can be turned off"), found.reason),
    ]
    seen = _seen(found.name)
    if seen is not None:
        rows.insert(1, (translated("source"), seen))
    since = fusion_passes().since.get(found.name)
    if since is not None:
        rows.insert(1, (translated("known since"), since))
    yield from aligned([[(name, "quiet"), (printable(value), "")] for name, value in rows])


def _seen(name: str) -> str | None:
    """Where a pass is known from, if only compiled models have its name."""
    types = fusion_passes().compiled.get(name)
    if types is None:
        return None
    if not types:
        return translated("operators in models that CANN compiled name it")
    before, after = types
    template = "operators in models that CANN compiled name it: {before} becomes {after}"
    return said(template, before=before, after=after)


def _built_in(found: Pass, library: Library) -> str:
    if not library.switches:
        return translated("unknown: this library has no fusion_config.json")
    if not found.built_in:
        return translated("none: on by default")
    return ", ".join(f"{ON if on else OFF} ({group})" for group, on in found.built_in.items())
