"""Whole scripts as people write them to convert models: what is found in each, and nothing else.

Each file of the folder `scripts` holds one script or page. Its lines of the form `#> CODE text` say
what is found: the rule of every error and warning, and the text that it points at.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cannlint.diagnostics import Severity
from cannlint.discovery.detect import kind_of
from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.library.operators import operators
from cannlint.text.source import Source

SCRIPTS = sorted((Path(__file__).parent / "scripts").iterdir())
_EXPECTED = re.compile(r"^[ >]*#> (\w+) (.*)$", re.MULTILINE)
_TITLE = re.compile(r"^# \w+.*\n")


def found_in(script: Path) -> set[tuple[str, str]]:
    data = script.read_bytes()
    source = Source(script.name, data)
    kind = kind_of(script.name, data)
    if kind is None:
        return set()
    return {
        (found.code, source.slice(found.span))
        for found in check_reading(read(source, kind), operators(()))
        if found.severity is not Severity.INFO
    }


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_what_is_found(script: Path) -> None:
    expected = set(_EXPECTED.findall(script.read_text(encoding="utf-8")))
    assert found_in(script) == expected
