"""The examples of the fuzzer's readers, whole and cut off, and what the fuzzer found in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hostile.effort import within_bounds
from hostile.promises import hold
from hostile.readers import READERS

FOUND = sorted((Path(__file__).parent / "found").iterdir())
"""Inputs that once failed; a name is that of the subject and what was wrong."""


@pytest.mark.parametrize("subject", READERS)
def test_an_example(tmp_path, subject):
    for data in READERS[subject].examples:
        within_bounds(lambda data=data: READERS[subject].hold(data, tmp_path), len(data))


@pytest.mark.slow
@pytest.mark.parametrize("subject", READERS)
def test_an_example_that_is_cut_off(tmp_path, subject):
    for data in READERS[subject].examples:
        for end in range(0, len(data), 41):
            READERS[subject].hold(data[:end], tmp_path)


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_what_once_failed(tmp_path, path):
    subject, _, _ = path.name.partition("-")
    data = path.read_bytes()
    within_bounds(lambda: hold(subject, data, tmp_path), len(data))
