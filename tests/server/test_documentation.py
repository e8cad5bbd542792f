"""The pages that findings and hovers link to."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from pygls.uris import to_fs_path

from cannlint.server.documentation import option_address, page_address


def text_at(address: str | None) -> str:
    path = to_fs_path(address or "")
    assert path is not None
    return Path(path).read_text(encoding="utf-8")


def test_the_address_of_a_rule_leads_to_its_page():
    assert text_at(page_address("CD002")).startswith("# CD002 blank-line\n")
    assert page_address("CD999") is None


def test_a_link_on_a_page_leads_to_the_page_of_that_option():
    page = text_at(option_address("precision_mode"))
    assert "[precision_mode_v2](precision_mode_v2.md)" in page
    folder = Path(to_fs_path(option_address("precision_mode") or "") or "").parent
    assert (folder / "precision_mode_v2.md").exists()


def test_the_pages_are_removed_when_the_server_ends():
    code = "from cannlint.server.documentation import page_address; print(page_address('CD002'))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    path = to_fs_path(out.stdout.strip())
    assert path is not None and path.endswith("CD002.md") and not Path(path).exists()
