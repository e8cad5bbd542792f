"""The pages in Chromium: no horizontal scrolling on a narrow screen, the filter, dark mode."""

from __future__ import annotations

import json

import pytest
from browser import Browser

from graph_files import node
from om_files import om, recorded, relu_model

pytestmark = pytest.mark.slow

LOOK = """
for (const one of page.querySelectorAll("details")) one.open = true;
const shown = () => [...page.querySelectorAll("table.sortable > tbody")]
  .filter((body) => !body.hidden).map((body) => body.rows[0].cells[0].innerText.trim());
const form = page.forms[0];
const before = shown();
form.words.value = FILTER;
form.words.dispatchEvent(new Event("input", {bubbles: true}));
const style = page.defaultView.getComputedStyle(page.body);
document.title = JSON.stringify({
  excess: page.documentElement.scrollWidth - page.documentElement.clientWidth,
  before: before.length, filtered: shown(), output: form.querySelector("output").value,
  back: style.backgroundColor, text: style.color,
});
"""
LONG = "encoder_layer_0_attention_output_dense_projection_of_the_residual_stream_" * 2


@pytest.fixture
def look(tmp_path):
    browser = Browser(tmp_path)

    def open_at(page: str, word: str, width: int = 480, dark: bool = False) -> dict:
        script = LOOK.replace("FILTER", json.dumps(word))
        return json.loads(browser.run(page, script, width, dark))

    return open_at


def graph(count: int) -> str:
    """Relu nodes that are alike, and one Tanh; the names are long and have no blanks."""

    relus = [node(f"{LONG}{number}", "Relu", "x") for number in range(count)]
    nodes = [node("x", "Data"), *relus, node("tanh", "Tanh", f"{LONG}0")]
    return json.dumps({"schema": "cannlint/graph/1", "nodes": nodes})


def test_a_plan(cannlint, tmp_path, look):
    (tmp_path / "g.json").write_text(graph(40))
    (tmp_path / "f.cfg").write_text("ALL:off\n")
    asked = ("--soc", "Ascend910B3", "--model", "g.json", "-O", "fusion_switch_file=f.cfg")
    page = cannlint("plan", *asked, "--format", "html").out
    narrow = look(page, "tanh")
    assert narrow["excess"] == 0
    assert narrow["before"] == 2  # 40 equal nodes are one row
    assert [name.split()[0] for name in narrow["filtered"]] == ["Tanh"]
    assert narrow["output"] == "1 / 2"
    wide = look(page, f"{LONG}17", width=1400)  # a node in the middle of a group is found too
    assert wide["excess"] == 0 and wide["filtered"][0].startswith("Relu")
    assert wide["back"] == "rgb(255, 255, 255)"
    dark = look(page, "", dark=True)
    assert sum(map(int, dark["back"][4:-1].split(","))) < 120
    assert sum(map(int, dark["text"][4:-1].split(","))) > 600


def test_an_audit(cannlint, tmp_path, look):
    folder = tmp_path / ("a-folder-with-quite-a-long-name-" * 4)
    folder.mkdir()
    (folder / "run.sh").write_text(
        "atc --model=a --framework=5 --output=o --soc_version=Ascend310P3 --allow_hf32=1 \\\n"
        "  --op_precision_mode=op.ini --op_select_implmode=high_precision\n"
    )
    (folder / "op.ini").write_text("Gelu=high_precision\n")
    page = cannlint("audit", str(tmp_path), "--format", "html").out
    found = look(page, "JB301")
    assert found["excess"] == 0 and found["before"] > 1
    assert len(found["filtered"]) == 1 and "run.sh:2" in found["filtered"][0]
    assert look(page, "", width=1400)["excess"] == 0


def test_a_verification(cannlint, tmp_path, look):
    (tmp_path / "m.om").write_bytes(om(relu_model(), recorded("--precision_mode=force_fp16")))
    page = cannlint("verify", "m.om", "--all", "--format", "html").out
    found = look(page, "no such operator")
    assert found["excess"] == 0 and found["before"] > 0 and found["filtered"] == []
