"""Where the ignore tables of a configuration stand."""

from __future__ import annotations

from cannlint.syntax.ignore_tables import table_places
from cannlint.text.source import Source
from cannlint.text.span import Span

TABLES = '[[ignore]]\nrules = ["CD104"]  # why\n\n# the next\n[[ignore]]\nrules = []\n'


def places(count: int):
    source = Source("cannlint.toml", TABLES.encode())
    return source, table_places(source, count)


def test_a_table_ends_before_the_comment_on_the_next():
    source, found = places(2)
    assert [source.slice(table.shown) for table in found] == ["[[ignore]]", "[[ignore]]"]
    assert source.slice(found[0].whole) == '[[ignore]]\nrules = ["CD104"]  # why\n\n'
    assert [source.slice(code) for code in found[0].codes] == ['"CD104"']


def test_tables_that_are_not_all_found_are_shown_where_the_file_begins():
    _, found = places(3)
    assert [(table.shown, table.whole) for table in found] == [(Span(0, 0), None)] * 3
