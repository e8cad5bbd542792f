"""The options that can be written at a place, and their values, from the tables."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator

from cannlint.cann.option_names import LIST, SOC
from cannlint.formats.shown import Icon, Item, named
from cannlint.jobs.settings import FrontEnd, OptionSpec
from cannlint.jobs.tables import descriptions, groups_of, options_of, table_of
from cannlint.language import said, translated
from cannlint.library.operators import Operators
from cannlint.server.completion.probing import GROUPED, OptionPlace
from cannlint.server.option_card import default, summary

_MOST_NUMBERS = 10
_MOST_FILES = 2_000
_LACKING, _DOCUMENTED, _OTHER, _LOST, _PRESENT = range(5)
"""Ranks: options that the job needs, those of the vendor's manual and those that name a config
file, others, those that do nothing or are refused with any value, those that are there."""


def names_at(place: OptionPlace, present: Container[str]) -> Iterator[Item]:
    """The names of the options that the front end takes in this form and group."""
    groups = set()
    for key, spec in options_of(place.front_end).items():
        if not _is_taken(spec, place.via):
            continue
        name = _written(key, place.via)
        if not name.startswith(place.group):
            continue
        name = name.removeprefix(place.group)
        if place.via in GROUPED and "." in name:
            groups.add(name.partition(".")[0])
            continue
        item = option_item(name, spec, present)
        if spec.option in place.lacking:
            item.rank = _LACKING
        yield item
    functions = table_of(place.front_end).functions
    for group in sorted(groups):
        full = place.group + group
        if full in functions:
            yield Item(group, Icon.METHOD)
        elif full in groups_of(place.front_end) or place.front_end is FrontEnd.TF2:
            yield Item(group, Icon.MODULE, translated("a group of options"))


def option_item(name: str, spec: OptionSpec, present: Container[str]) -> Item:
    """The name of an option, with its default and what it does."""
    known = default(spec)
    item = Item(name, Icon.PROPERTY, said("default: {value}", value=known) if known else None)
    item.summary = summary(spec) or None
    item.about = (spec.front_end.value, spec.key)
    is_documented = spec.file is not None or "manual" in descriptions().get(spec.option, {})
    item.rank = _DOCUMENTED if is_documented else _OTHER
    takes_nothing = spec.values and not any(spec.values)
    if takes_nothing or spec.deprecated or spec.ignored or spec.reserved:
        item.rank = _LOST
    if name in present:
        item.rank = _PRESENT
    return item


def _is_taken(spec: OptionSpec, via: str | None) -> bool:
    """Whether an option can be written in a form."""
    forms = spec.via
    return via in forms if forms else via in (None, "attribute", "group", "ge_options")


def _written(key: str, via: str | None) -> str:
    """The key without what stands for the form of writing in the tables."""
    for prefix in (f"{via}.", "environ."):
        key = key.removeprefix(prefix)
    return key


def values_of(spec: OptionSpec, operators: Operators | None) -> Iterator[Item]:
    """The values of an option that has a known set of them."""
    if spec.values:
        own = [name for name in spec.means if name not in spec.values]
        yield from _texts([*own, *(value for value in spec.values if value)], spec)
    elif spec.type == "bool":
        yield from _texts(["True", "False"], spec)
    elif spec.type == "int":
        low, high = spec.range
        if low is not None and high is not None and high - low < _MOST_NUMBERS:
            yield from _texts([str(number) for number in range(low, high + 1)], spec)
    elif spec.option == SOC:
        yield from named(soc_versions(operators), Icon.ENUM_MEMBER)
    elif spec.option == LIST and operators is not None:
        yield from named(operators.library.names(), Icon.CLASS, operators.where)


def _texts(values: list[str], spec: OptionSpec) -> Iterator[Item]:
    known = default(spec)
    for value in values:
        detail = translated("the default") if value == known else None
        yield Item(value, Icon.ENUM_MEMBER, detail)


def soc_versions(operators: Operators | None) -> list[str]:
    """The SoC versions of the library in use, or else of the default one."""
    if operators is not None:
        return sorted(operators.library.socs)
    from cannlint.library.choose import choose

    return sorted(choose().socs)


def takes_path(spec: OptionSpec) -> bool:
    """Whether the value is the path of a file or a folder."""
    return spec.type == "path" or spec.file is not None or spec.suffix_file


def paths(folder: str, typed: str) -> Iterator[Item]:
    """The files and folders that a path may go on with; relative to the folder of the script."""
    before = typed[: typed.rfind("/") + 1]
    try:
        with os.scandir(os.path.join(folder, before)) as entries:
            found = sorted(entries, key=lambda entry: entry.name)[:_MOST_FILES]
    except (OSError, ValueError):
        return
    for entry in found:
        if entry.name.startswith(".") and not typed.rpartition("/")[2].startswith("."):
            continue
        is_folder = entry.is_dir()
        item = Item(
            before + entry.name + ("/" if is_folder else ""),
            Icon.FOLDER if is_folder else Icon.FILE,
        )
        item.rank = int(is_folder)
        yield item
