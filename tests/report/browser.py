"""A page in a real browser: Chromium without a window, where it is at hand."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LONGEST = 60
"""Seconds that the browser may take."""


def browser() -> str:
    """The browser; the test is skipped without one."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no Chromium at hand: pages are not looked at in a browser")
    return found


class Browser:
    """Opens pages at a width, and runs a script in them after they are loaded."""

    def __init__(self, folder: Path) -> None:
        self.program = browser()
        self.folder = folder

    def run(self, page: str, script: str, width: int, dark: bool = False) -> str:
        """What the script writes as the title of the page (`document.title = ...`).

        The page is in a frame of that width: a window has a least width.
        """
        inner, outer = self.folder / "inner.html", self.folder / "outer.html"
        inner.write_text(page, encoding="utf-8")
        outer.write_text(
            f"<!doctype html><title>-</title><iframe id=f src=inner.html width={width} height=900>"
            f"</iframe><script>addEventListener('load', () => {{ "
            f"const page = document.getElementById('f').contentDocument; {script} }})</script>"
        )
        options = [
            *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
            *("--no-first-run", "--allow-file-access-from-files", "--window-size=1600,1000"),
            f"--user-data-dir={self.folder / 'profile'}",
            f"--blink-settings=preferredColorScheme={0 if dark else 1}",
        ]
        done = subprocess.run(
            [self.program, *options, "--virtual-time-budget=2000", "--dump-dom", outer.as_uri()],
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=True,
        )
        title = done.stdout.partition("<title>")[2].partition("</title>")[0]
        assert title != "-", done.stderr
        return title
