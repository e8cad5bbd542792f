"""Completion in config files of front ends: MindSpore Lite's ini file, MindFormers' YAML.

The file is read with a word in the place of the cursor: the reader tells what it is there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from cannlint.formats.shown import Icon, Item, named
from cannlint.jobs.mslite_config import spec_in
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.tables import groups_of, options_of, table_of
from cannlint.kinds import FORMATS, Kind
from cannlint.library.operators import Operators
from cannlint.server.completion.options import names_at, option_item, paths, takes_path, values_of
from cannlint.server.completion.probing import PROBE, OptionPlace
from cannlint.text.source import Source

COMPLETED = {Kind.MSLITE_CONFIG: "=", Kind.MINDFORMERS_YAML: ":"}
"""The kinds of such files, and what stands behind a key in them."""

_OF_MINDSPORE = ("ascend_config", "jit_config")
_SECTION = "["


def option_file_items(
    text: str, offset: int, path: str, kind: Kind, operators: Operators | None
) -> list[Item]:
    """What can stand at an offset: a section, a key or a value."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    before, after = text[start:offset], text[offset : end if end >= 0 else len(text)]
    if before.startswith(_SECTION) and kind is Kind.MSLITE_CONFIG:
        return list(named(table_of(FrontEnd.MSLITE).precedence, Icon.MODULE))
    sign = COMPLETED[kind]
    line = before + PROBE if sign in before else f"{before}{PROBE}{sign} {PROBE}"
    probed = text[:start] + line + text[offset + len(after) :]
    setting = _setting_at(probed, offset, path, kind)
    if setting is None:
        return []
    if sign not in before:
        return list(_names(setting, kind))
    if setting.spec is None:
        return []
    if takes_path(setting.spec):
        typed = before.partition(sign)[2].strip(" \"'")
        return list(paths(os.path.dirname(path), typed))
    return list(_values(setting, kind, operators))


def _setting_at(text: str, offset: int, path: str, kind: Kind) -> Setting | None:
    """The setting whose key or value has the offset in it."""
    reading = FORMATS[kind].read(Source(path, text.encode("utf-8", "surrogatepass")))
    jobs = reading.jobs  # type: ignore[attr-defined]
    return next(
        (
            setting
            for job in jobs
            for setting in job.settings
            if setting.span.start <= offset <= setting.span.end
        ),
        None,
    )


def _names(setting: Setting, kind: Kind) -> Iterator[Item]:
    """The keys of the section, or of the mapping."""
    via = (setting.via or "").partition(" ")[0]
    level = groups_of(FrontEnd.MSLITE).get(via, {}).get("level")
    if kind is Kind.MSLITE_CONFIG and level is not None:
        for key, known in options_of(FrontEnd.GE).items():
            spec = spec_in(via, key)
            if spec is not None and known.levels:
                yield option_item(key, spec, ())
        return
    own = FrontEnd.MSLITE if kind is Kind.MSLITE_CONFIG else FrontEnd.MINDFORMERS
    front_end = FrontEnd.MINDSPORE if via in _OF_MINDSPORE else own
    yield from names_at(OptionPlace(front_end, via, ""), ())


def _values(setting: Setting, kind: Kind, operators: Operators | None) -> Iterator[Item]:
    """The values of an option; YAML would make a boolean of `on` without quotes."""
    assert setting.spec is not None
    for item in values_of(setting.spec, operators):
        if kind is Kind.MINDFORMERS_YAML and item.label in ("on", "off"):
            item.text = f'"{item.label}"'
        yield item
