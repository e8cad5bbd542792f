"""What people's trees have: nothing that CANN takes is called an error there."""

from __future__ import annotations

import json

import pytest

ATC = "atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3"
PRIORITIES = """{{"Priority": {{"GraphFusion": {{
"Top": {{"A": "{top}"}},
"Main": {{"B": "{main}"}},
"Down": {{"C": "{down}"}}}}}}}}
"""


@pytest.fixture
def found(cannlint, tmp_path):
    """Write files, check the folder, and give `file:line code` of each error and warning."""

    def check(files, least=("error", "warning")):
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, newline="")
        report = json.loads(cannlint("check", "--format", "json", ".").out)
        return [
            f"{each['file']}:{each['range']['start']['line']} {each['rule']}"
            for each in report["diagnostics"]
            if each["severity"] in least
        ]

    return check


@pytest.mark.parametrize("place", ["opp/built-in/fusion_pass/config", "compiler/nn_engine/opt"])
def test_the_compilers_own_file_has_numbers_of_its_own(found, place):
    name = f"{place}/fusion_config.json"
    assert found({name: PRIORITIES.format(top=3000, main=4000, down=5999)}) == []
    wrong = found({name: PRIORITIES.format(top=999, main=5000, down=6000)})
    assert wrong == [f"{name}:{line} FS009" for line in (2, 3, 4)]


@pytest.mark.parametrize("name", ["conf/fusion_config.json", "nn_engine/my_fusion_switch.json"])
def test_a_copy_of_it_is_a_users_file(found, name):
    assert found({name: PRIORITIES.format(top=3000, main=4000, down=5999)}) == [
        f"{name}:{line} FS009" for line in (2, 3, 4)
    ]


def test_a_fragment_on_a_page_is_no_command(found):
    page = "```bash\natc xxx --log=debug\n```\n\n```\natc --precision_mode=fp16 --log=info\n```\n"
    assert found({"a.md": page}) == ["a.md:6 JB002"]
    assert found({"a.sh": "atc --log=debug --precision_mode=force_fp16\n"}) != []


def test_a_kernel_is_no_mixlist_because_of_its_name(found):
    kernels = '{"binary_info": {"Add": {"impl_mode": "high_precision"}}}'
    assert found({"te_op_info.json": kernels, "op_info_config.json": kernels}) == []
    assert found({"ops_info.json": '{"blacklist": {"to-add": ["Add"]}}'}) == [
        "ops_info.json:1 MX004"
    ]


def test_a_schema_or_a_grammar_of_an_editor_is_no_config_file(found):
    schema = '{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": '
    lists = '{"black-list": {"properties": {"to-add": {}}}}}'
    grammar = '{"scopeName": "a.b", "patterns": [{"match": "GraphFusion: {"}]}'
    assert found({"mixlist.json": schema + lists, "a.tmLanguage.json": grammar}) == []


def test_operators_that_a_page_or_a_script_quotes_do_not_hide_its_commands(found):
    quoted = '\n```json\n{"input0": {}, "output_desc": [], "input_desc": []}\n```\n'
    assert found({"a.md": f"```bash\n{ATC} --log=loud\n```\n{quoted}"}) == ["a.md:2 JB002"]


def test_an_unclosed_quote_is_the_only_cause(found):
    for value in ('--insert_op_conf="a.cfg --log=info', '--input_shape="x:1,3 --log=info'):
        assert found({"a.sh": f"{ATC} {value}\n"}) == []
        assert found({"a.sh": f"{ATC} {value}\n"}, ("info",)) == ["a.sh:1 CL008"]


def test_a_blank_behind_a_backslash_is_one_cause(found):
    assert found({"a.sh": f"{ATC} --log=info\\ \n  --precision_mode=force_fp16\n"}) == [
        "a.sh:1 JB014"
    ]
    assert found({"a.sh": f"{ATC} --op_name_map=a\\ b \\\n  --log=info\n"}) == ["a.sh:1 JB005"]


def test_a_file_that_the_page_shows_is_not_missing(found):
    command = f"```bash\n{ATC} --fusion_switch_file=switch.cfg\n```\n"
    assert found({"a.md": f"Write `switch.cfg`:\n\n```\nALL:off\n```\n\n{command}"}) == []
    assert found({"a.md": f"Use it.\n\n{command}"}) == ["a.md:4 JB004"]


def test_a_file_with_nearly_the_same_name_is_the_help(cannlint, tmp_path):
    (tmp_path / "keep_dtype.cfg").write_text("conv1\n")
    (tmp_path / "a.sh").write_text(f"{ATC} --keep_dtype=keep_dtpe.cfg\n")
    out = cannlint("check", "a.sh").out
    assert "write `keep_dtype.cfg`, which is in the same folder" in out


LIBRARY = """{{"Add": {{"input0": {{"name": "x", "dtype": "float16,float", "format": "ND,ND",
"paramType": "required"}}, "output0": {{"name": "y", "dtype": "float16{more}", "format": "ND,ND",
"paramType": "required"}}, "opFile": {{"value": "add"}}, "opInterface": {{"value": "add"}}}}}}
"""


def test_a_library_that_users_edit_is_checked_in_its_place(found):
    name = "opp/built-in/op_impl/ai_core/tbe/config/ascend910/aic-ascend910-ops-info.json"
    assert found({name: LIBRARY.format(more=",float")}) == []
    wrong = found({name: LIBRARY.format(more="")})
    assert wrong and all(one.split()[1].startswith("LB") for one in wrong)


def test_elsewhere_it_is_checked_where_it_is_named(cannlint, tmp_path, found):
    assert found({"operators.json": LIBRARY.format(more="")}) == []
    assert "LB" in cannlint("check", "operators.json").out
    assert found({"graph.json": '{"input0": {"shape": [1]}, "output0": {}}'}) == []
    assert "ops_info" in cannlint("check", "graph.json").err


def test_the_help_says_what_to_write(cannlint, tmp_path):
    (tmp_path / "op_precision.ini").write_text("Add=high_precision Relu=high_performance\n")
    assert "write each on a line of its own" in cannlint("check", "op_precision.ini").out
    (tmp_path / "a.sh").write_text(f"{ATC} --ge.oo.level=O3\n")
    assert "write `--oo_level`" in cannlint("check", "a.sh").out
    (tmp_path / "a.sh").write_text(f"{ATC} --output=b--output_type=FP32\n")
    assert "write a blank before `--`" in cannlint("check", "a.sh").out
