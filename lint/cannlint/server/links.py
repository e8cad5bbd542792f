"""Document links: from paths to their files, from rule codes to their pages."""

from __future__ import annotations

from pygls.uris import from_fs_path

from cannlint.kinds import Kind
from cannlint.rules.codes import known_code
from cannlint.server.convert import plain_range
from cannlint.server.documentation import page_address
from cannlint.server.job_places import file_of, finder_of, settings_of
from cannlint.syntax.ignore_comments import ignore_comments
from cannlint.syntax.ignore_tables import table_places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from cannlint.server.documents import Document
    from cannlint.server.session import Checked
    from cannlint.text.span import Span


def links(checked: Checked, document: Document) -> Iterator[dict[str, Any]]:
    """The links of a file as DocumentLinks of the protocol."""
    for span, target in (*_files(checked), *_rules(checked)):
        if target is not None:
            yield {"range": plain_range(document, span), "target": target}


def _files(checked: Checked) -> Iterator[tuple[Span, str | None]]:
    """The values that name a file which is there."""
    find = finder_of(checked)
    for setting in settings_of(checked):
        path = file_of(setting, find) if find is not None else None
        if path is not None:
            yield setting.value_span, from_fs_path(path)


def _rules(checked: Checked) -> Iterator[tuple[Span, str | None]]:
    """The codes of suppressions, in comments and in [[ignore]] tables."""
    reading, source = checked.reading, checked.source
    if reading is None:
        return
    for comment in ignore_comments(source, reading.kind):
        yield from _pages(comment.codes, comment.places.codes)
    settings = checked.settings if reading.kind is Kind.JOB else None
    tables = settings.ignores if settings is not None else []
    for table, places in zip(tables, table_places(source, len(tables)), strict=True):
        yield from _pages(table.rules, places.codes)


def _pages(codes: tuple[str, ...] | list[str], spans: list[Span]) -> Iterator[tuple[Span, str]]:
    for code, span in zip(codes, spans, strict=False):
        known = known_code(code)
        address = page_address(known) if known is not None else None
        if address is not None:
            yield span, address
