"""The ribbon of a page: where each dtype runs, line by line of the scopes of a model."""

from __future__ import annotations

import json
import re

from cannlint.report.ribbon import style_of_dtypes


def node(name, op_type, *inputs, dtype="float"):
    edges = [{"dtype": "float", "from": [one, 0]} for one in inputs]
    return {"name": name, "type": op_type, "inputs": edges, "outputs": [{"dtype": dtype}]}


def write_model(folder, nodes):
    graph = {"schema": "cannlint/graph/1", "nodes": nodes}
    (folder / "g.json").write_text(json.dumps(graph))


def island(scope):
    """Three operators, of which keep_dtype keeps the one in the middle in float32."""
    return [
        node(f"{scope}/a", "Relu", "x"),
        node(f"{scope}/b", "Tanh", f"{scope}/a"),
        node(f"{scope}/c", "Relu", f"{scope}/b"),
    ]


def lines_of(page):
    """Scope → the stripes of its bars: style, number of nodes, id of the row."""
    stripe = re.compile(r'<a class="([^"]*)" style="flex-grow:(\d+)[^"]*" href="#(\w+)"')
    lines = re.findall(r"<div class=scope><span>(.*?) <span.*?</span></span><div>(.*)</div>", page)
    return {
        scope: [stripe.findall(bar) for bar in bars.split("<div class=bar")[1:]]
        for scope, bars in lines
    }


def planned(cannlint, *arguments):
    asked = ("--isolated", "--soc", "Ascend910B3", "--model", "g.json", "--format", "html")
    return cannlint("plan", *asked, *arguments).out


def test_an_island_of_float32_has_casts_on_both_sides(cannlint, tmp_path):
    write_model(tmp_path, [node("x", "Data"), *island("m/one"), *island("m/two")])
    (tmp_path / "keep.cfg").write_text("OpType::Tanh\n")
    page = planned(cannlint, "-O", "precision_mode=force_fp16", "-O", "keep_dtype=keep.cfg")
    lines = lines_of(page)
    assert list(lines) == ["m/one", "m/two"]
    for [stripes] in lines.values():
        assert [(style, number) for style, number, _ in stripes] == [
            ("f16 cast", "1"),
            ("f32 cast", "1"),
            ("f16", "1"),
        ]
    assert all(f"<tbody id={target}" in page for [bar] in lines.values() for *_, target in bar)
    legend = page[page.index("<p class=legend>") : page.index("</p>", page.index("class=legend"))]
    assert "float32" in legend and "float16" in legend and "bfloat16" not in legend


def test_neighbours_of_one_dtype_are_one_stripe(cannlint, tmp_path):
    write_model(tmp_path, [node("x", "Data"), *island("m")])
    [stripes] = lines_of(planned(cannlint, "-O", "precision_mode=force_fp16"))["m"]
    assert [(style, number) for style, number, _ in stripes] == [("f16", "3")]


def test_what_the_parser_made_of_an_operator_stands_in_its_scope(cannlint, tmp_path):
    made = [node("PartitionedCall_/m/one/d_Add_3", "Add", "m/one/c", "x")]
    write_model(tmp_path, [node("x", "Data"), *island("m/one"), *made, *island("m/two")])
    lines = lines_of(planned(cannlint, "-O", "precision_mode=force_fp16"))
    assert {scope: stripes[0][1] for scope, [stripes] in lines.items()} == {
        "m/one": "4",
        "m/two": "3",
    }


def test_nodes_that_are_the_only_ones_of_their_scopes_share_a_line(cannlint, tmp_path):
    alone = [node("m/head/a", "Relu", "x"), node("m/tail/b", "Relu", "x")]
    write_model(tmp_path, [node("x", "Data"), *island("m/one"), *alone, node("c", "Relu", "x")])
    lines = lines_of(planned(cannlint, "-O", "precision_mode=force_fp16"))
    assert list(lines) == ["m/one", "single nodes"]


def test_scopes_beyond_forty_share_lines_in_their_order(cannlint, tmp_path):
    nodes = [each for layer in range(101) for each in island(f"m/layer.{layer}")]
    write_model(tmp_path, [node("x", "Data"), *nodes])
    lines = lines_of(planned(cannlint, "-O", "precision_mode=force_fp16"))
    assert len(lines) == 34  # three scopes each
    assert list(lines)[:2] == ["m/layer.0 … layer.2", "m/layer.3 … layer.5"]
    assert list(lines)[-1] == "m/layer.99 … layer.100"
    assert [number for [[(_, number, _)]] in lines.values()] == [*["9"] * 33, "6"]


def test_a_line_of_too_many_changes_shows_the_shares_of_its_parts(cannlint, tmp_path):
    names = [f"{op_type}{at}" for at in range(400) for op_type in ("Relu", "Tanh")]
    nodes = [node(name, name.rstrip("0123456789"), "x") for name in names]
    write_model(tmp_path, [node("x", "Data"), *nodes])
    (tmp_path / "keep.cfg").write_text("OpType::Tanh\n")
    page = planned(cannlint, "-O", "precision_mode=force_fp16", "-O", "keep_dtype=keep.cfg")
    parts = re.findall(r'<a class="(.*?)" style="flex-grow:(\d+);background:(.*?)"', page)
    assert sum(int(number) for _, number, _ in parts) == 800 and len(parts) <= 300
    assert {style for style, *_ in parts} <= {"f16", "f32"}  # no mark of a Cast hides the colours
    assert "linear-gradient(#d9822b 0% 33%,#3f7fd0 33% 100%)" in {each for *_, each in parts}


def test_two_plans_have_one_ribbon_under_the_other(cannlint, tmp_path):
    write_model(tmp_path, [node("x", "Data"), *island("m")])
    other = ("-O", "precision_mode=force_fp16", "--diff", "precision_mode=must_keep_origin_dtype")
    before, after = lines_of(planned(cannlint, *other))["m"]
    assert (before[0][0], after[0][0]) == ("f16", "f32")


def test_a_large_model_has_few_stripes_and_few_lines(cannlint, tmp_path):
    nodes = [node("x", "Data")]
    nodes += [node(f"s{at % 60}/n{at}", ("Relu", "Tanh")[at % 2], "x") for at in range(3_000)]
    nodes += [node(f"long/n{at}", ("Relu", "Tanh")[at % 2], "x") for at in range(1_000)]
    write_model(tmp_path, nodes)
    (tmp_path / "keep.cfg").write_text("OpType::Tanh\n")
    page = planned(cannlint, "-O", "precision_mode=force_fp16", "-O", "keep_dtype=keep.cfg")
    lines = lines_of(page)
    assert len(lines) == 31 and "s0 … s1" in lines and "15 more lines" in page
    assert all(len(bar) <= 300 for bars in lines.values() for bar in bars)
    assert sum(int(number) for bars in lines.values() for _, number, _ in bars[0]) == 4_000


def test_a_plan_without_a_model_has_no_ribbon(cannlint):
    page = cannlint(
        "plan", "--isolated", "--op", "Relu", "--soc", "Ascend910B3", "--format", "html"
    )
    assert "Relu" in page.out and "class=ribbon" not in page.out


def test_a_dtype_has_its_style_in_the_spelling_of_files_too():
    # `unknown` has no other spelling, and does not hide the float behind it
    assert style_of_dtypes(["unknown", "float32"]) == style_of_dtypes(["float"]) == "f32"
    assert style_of_dtypes(["int32", "unknown"]) == "i"
