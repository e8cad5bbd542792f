"""The releases of front ends: how they are written, and which rows of the tables hold in one."""

from __future__ import annotations

import json
import re

import pytest

from cannlint.data import read_data
from cannlint.errors import CannlintError
from cannlint.jobs import releases
from cannlint.jobs.chosen_release import choose_releases, releases_in
from cannlint.jobs.releases import former_releases, release_of, row_at
from cannlint.kinds import Kind
from job_scripts import jobs_in

ROW = {
    "type": "enum",
    "values": ["a", "b"],
    "since": "6.0.0",
    "values_since": {"b": ">7.1.0"},
    "values_until": {"c": "7.1.0"},
    "formerly": [{"until": "6.0.0", "default": "c"}],
}


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("7.1.0", (7, 1)),
        ("v7.1", (7, 1)),
        ("8.1.RC1", (8, 1)),
        ("7.2.0.rc2", (7, 2)),
        ("v2.1.0-6.0.0", (6,)),
        ("2.10.0", (2, 10)),
    ],
)
def test_how_a_release_is_written(text, numbers):
    assert release_of(text) == numbers


@pytest.mark.parametrize("text", ["", "newest", "7.", "1" * 5000, "7.1.0 or later", "-7.1"])
def test_what_is_no_release(text):
    with pytest.raises(CannlintError):
        release_of(text)


def test_the_schema_of_the_configuration_takes_the_same_releases():
    schema = json.loads(read_data("schemas", "cannlint.schema.json"))
    pattern = re.compile(schema["$defs"]["release"]["pattern"])
    texts = ["7.1.0", "v2.1.0-6.0.0", "8.1.RC1", "newest", "7.", "7.1.0 x", "1" * 10, "v7", "7-x"]
    for text in texts:
        assert bool(pattern.search(text)) is bool(releases._RELEASE.fullmatch(text)), text


@pytest.mark.parametrize(
    ("release", "values", "default"),
    [
        (None, ["a", "b"], None),
        ("5.0", None, None),
        ("6.0.0", ["a", "c"], "c"),
        ("7.1.0", ["a", "c"], None),
        ("7.1.1", ["a", "b"], None),
    ],
)
def test_a_row_in_a_release(release, values, default):
    row = row_at(ROW, release_of(release) if release else None)
    assert (row and row["values"]) == values
    assert (row or {}).get("default") == default


def test_an_option_that_ended():
    assert row_at({"until": "6.0.0"}, None) is None
    assert row_at({"until": "6.0.0"}, (7,)) is None
    assert row_at({"until": "6.0.0"}, (6,)) is not None


def test_where_a_row_changed():
    changes = [(text, is_with) for _, text, is_with in former_releases(ROW)]
    assert changes == [("7.1.0", True), ("6.0.0", True), ("6.0.0", False)]
    for release, _, _ in former_releases(ROW):
        assert row_at(ROW, release) != row_at(ROW, None)


def test_which_release_counts():
    script = "import torch, torch_npu\ntorch.npu.set_option({'ACL_AICORE_NUM': '2'})\n"
    [job] = jobs_in(script, Kind.TORCH_MINDSPORE_SCRIPT)
    for chosen, expected in (
        ([], None),
        ([{}, {"": "7.1.0"}], "7.1.0"),
        ([{"torch": "6.0.0"}, {"torch": "7.1.0"}], "6.0.0"),
        ([{"": "7.2.0", "torch": "6.0.0"}], "6.0.0"),
        ([{"mindspore": "2.7.0"}], None),
    ):
        choose_releases([job], *chosen)
        assert job.release == (expected and release_of(expected))


def test_releases_on_the_command_line():
    assert releases_in(["7.1.0", "torchair=7.2.0"]) == {"": "7.1.0", "torchair": "7.2.0"}
    for wrong in ("torchair=", "pytorch=7.1.0", "x"):
        with pytest.raises(CannlintError):
            releases_in([wrong])
