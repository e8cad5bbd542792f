"""Names of passes that only compiled models have: known, but of no certain group."""

from __future__ import annotations

import json

NAME = "ConvertToConvTransposeDFusionPass"


def test_what_is_known_of_one(cannlint):
    out = cannlint("library", "show", "--pass", NAME).out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "group unknown" in lines
    assert "Conv2DTranspose becomes Conv2DTransposeD" in out
    report = json.loads(cannlint("library", "show", "--pass", NAME, "--format", "json").out)
    assert report["groups"] == [] and report["closable"] is None


def test_a_name_that_nobody_knows_is_refused(cannlint):
    assert cannlint("library", "show", "--pass", "NoSuchFusionPass").status == 2


def test_a_file_may_name_it_in_either_group(cannlint, tmp_path):
    for group in ("GraphFusion", "UBFusion"):
        switches = {"Switch": {group: {"ZZZBatchMatMulFusionPass": "off"}}}
        (tmp_path / "f.json").write_text(json.dumps(switches))
        done = cannlint("check", "--kind", "fusion_switch", "f.json", "--format", "concise")
        assert "FS201" not in done.out and "FS202" not in done.out
