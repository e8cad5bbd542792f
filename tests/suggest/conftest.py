"""The folder that a test of suggestions works in."""

from __future__ import annotations

import pytest

from cannlint.config.file import settings_at
from cannlint.config.search import forget_configurations


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The working folder, without what was read of it before."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ASCEND_OPP_PATH", raising=False)
    monkeypatch.delenv("ASCEND_HOME_PATH", raising=False)
    forget_configurations()
    settings_at.cache_clear()
    return tmp_path
