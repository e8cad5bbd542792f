"""dev/option_tables.py: what it says of the tables, and of a slip in one of them."""

from __future__ import annotations

import importlib.util
import json
from copy import deepcopy

import pytest

from cannlint.jobs.settings import OptionSpec
from cannlint.jobs.tables import Table
from conftest import ROOT

_FOUND = importlib.util.spec_from_file_location("option_tables", ROOT / "dev" / "option_tables.py")
option_tables = importlib.util.module_from_spec(_FOUND)
_FOUND.loader.exec_module(option_tables)

PATHS = sorted(option_tables.TABLES.glob("*.json"))
TABLES = {path.stem: option_tables.read(path) for path in PATHS}
ABOUT = {option_tables.ABOUT: TABLES[option_tables.ABOUT]}

SLIPS = [
    (
        *("tf1", "options jit_compile default", "offf"),
        'jit_compile: default: "offf" is not legal: expected "true", "false", "auto"',
    ),
    (
        *("torch", "options ACL_AICORE_NUM default", "33"),
        'ACL_AICORE_NUM: default: "33" is not legal: expected a number from 1 to 32',
    ),
    (
        *("tf1", "options enable_dump default", "Flase"),
        'enable_dump: default: "Flase" is not legal: expected "True", "False"',
    ),
    (
        *("atc", "options op_debug_level defualt", "1"),
        "op_debug_level: Additional properties are not allowed ('defualt' was unexpected)",
    ),
    (
        *("atc", "options compress_weight_conf excludes", ["enable_weight"]),
        "compress_weight_conf: excludes: there is no option `enable_weight`",
    ),
    (
        *("tf1", "options dump_path requires", ["no_such"]),
        "dump_path: 'missing' is a dependency of 'requires'",
    ),
    (
        *("tf1", "options dump_mode when", {"no_such": "on"}),
        "dump_mode: when: there is no option `no_such`",
    ),
    (
        *("mindspore", "options precision_mode deprecated", "no_such"),
        "precision_mode: deprecated: there is no option `no_such`",
    ),
    (
        *("atc", "options cal_conf source", "manual/atc.md#pathes"),
        "cal_conf: source: there is no page or section `manual/atc.md#pathes`",
    ),
    (
        *("tf1", "options jit_compile since", "6.4"),
        "jit_compile: since: `6.4` is not among the `releases` of the table",
    ),
    (
        *("torchair", "groups debug since", "7.0"),
        "groups: debug: since: `7.0` is not among the `releases` of the table",
    ),
    ("atc", "options cal_conf file", "mixlst", "cal_conf: file: there is no kind `mixlst`"),
    ("atc", "options cal_conf syntax", "shapes", "cal_conf: syntax: there is no grammar `shapes`"),
    (
        *("atc", "options cal_conf syntax", "prototext"),
        "cal_conf: syntax: jobs/verdicts.py (FORMS) does not say how a value of `prototext` looks",
    ),
    (
        *("ge", "options ge.aicoreNum at_level graph check", "core"),
        "ge.aicoreNum: check: `core` is not in jobs/value_checks.py and in FORMS of "
        "jobs/verdicts.py",
    ),
    (
        *("ge", "options ge.aicoreNum bad code", "E10099"),
        "ge.aicoreNum: code: `E10099` is no error code of CANN",
    ),
    (
        *("tf1", "options jit_compile bad outcome", "refuse"),
        "jit_compile: bad: outcome: 'refuse' is not one of "
        "['refused', 'later', 'default', 'ignored', 'accepted']",
    ),
    (
        *("atc", "options cal_conf bad", {"outcome": "refused", "code": "E10099"}),
        "cal_conf: code: `E10099` is no error code of CANN",
    ),
    (
        *("tf1", "options jit_compile field", "i"),
        "jit_compile: field: `i` is not the field of a value of type `enum`",
    ),
    (
        *("tf1", "calls DumpConfig", ["enable_dmp"]),
        "calls: DumpConfig: no option `enable_dmp` is written in this form",
    ),
    (
        *("tf1", "refused_together", [{"options": {"no_such": "on"}, "effect": "it ends"}]),
        "refused_together: there is no option `no_such`",
    ),
    (
        *("atc", "options no_such", {"type": "string"}),
        "no_such: option: options.json does not have `no_such`",
    ),
    (
        *("torch", "options ACL_AICORE_NUM range", [32, 1]),
        "ACL_AICORE_NUM: range: the least number is greater than the greatest",
    ),
    ("atc", "options core_type values", [], "core_type: values: [] should be non-empty"),
    ("options", "precision_mode", {}, "precision_mode: 'summary' is a required property"),
]


def with_slip(name, path, value):
    """The descriptions and a table, with a value put at a place in it."""
    changed = {**ABOUT, name: deepcopy(TABLES[name])}
    place = changed[name]
    *above, last = path.split(" ")
    for key in above:
        place = place[key]
    place[last] = value
    return changed


def test_the_tables_have_no_slip_and_their_layout(capsys):
    assert (option_tables.main(["--check"]), capsys.readouterr().out) == (0, "")


@pytest.mark.parametrize(("name", "path", "value", "sentence"), SLIPS)
def test_a_slip_is_told_with_its_table_option_and_key(name, path, value, sentence):
    found = list(option_tables.problems(with_slip(name, path, value)))
    assert found == [f"{name}.json: {sentence}"]


def test_a_key_that_is_there_twice(tmp_path):
    path = tmp_path / "atc.json"
    path.write_text('{"options": {"mode": {"type": "int", "type": "bool"}}}')
    with pytest.raises(ValueError, match=r"atc\.json: the key `type` is twice in one object"):
        option_tables.read(path)


def test_a_row_has_a_field_for_each_key_of_the_schema():
    schema = json.loads(option_tables.SCHEMA.read_text(encoding="utf-8"))
    keys = set(schema["$defs"]["row"]["properties"])
    assert keys - {"option"} == set(OptionSpec.__annotations__)
    assert keys - {"option", "type"} <= set(vars(OptionSpec))  # what a row without the key says
    assert keys <= {key for table in TABLES.values() for key in keys_in(table)}


def test_a_table_has_a_field_for_each_key_of_the_schema():
    schema = json.loads(option_tables.SCHEMA.read_text(encoding="utf-8"))
    keys = set(schema["$defs"]["front_end"]["properties"])
    assert keys == set(Table.__annotations__)


def keys_in(value):
    """Every key of a JSON value, at any depth."""
    for inner in value.values() if isinstance(value, dict) else value:
        yield from keys_in(inner) if isinstance(inner, dict | list) else ()
    yield from value if isinstance(value, dict) else ()
