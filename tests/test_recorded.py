"""The recorded answers of CANN's own parsers, where they are at hand."""

from __future__ import annotations

import base64
import json

import pytest

from cannlint.diagnostics import Severity
from cannlint.discovery.detect import kind_of
from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.jobs.atc.refusals import refusals
from cannlint.jobs.atc_commands import read_command
from cannlint.kinds import Kind
from cannlint.library.snapshot import VERSION, fusion_passes
from cannlint.resolve.passes import pass_states
from cannlint.text.source import Source

KINDS = ("customize_dtypes", "op_precision", "mixlist", "fusion_switch")
FOLDERS = {"op_precision_ini": Kind.OP_PRECISION}


def data_of(row) -> bytes:
    return base64.b64decode(row["base64"]) if "base64" in row else row["text"].encode()


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def trimmed(maps):
    """Unconstrained positions at the end say nothing: the compiler does not keep them."""
    for entry in maps.values():
        for side in entry.values():
            while side and not side[-1]:
                side.pop()
    return maps


def disagreement(kind: Kind, expected, data: bytes):
    reading = read(Source("file", data), kind)
    if reading.accepted != expected["accepted"]:
        return f"accepted is {reading.accepted}"
    if not reading.accepted:
        crash = expected.get("crash", False)
        return None if reading.crash == crash and reading.codes == expected["codes"] else "codes"
    if kind in (Kind.CUSTOMIZE_DTYPES, Kind.OP_PRECISION):
        tidy = trimmed if kind is Kind.CUSTOMIZE_DTYPES else dict
        for name, is_type in (("by_name", False), ("by_type", True)):
            if tidy(reading.effect(is_type)) != tidy(expected[name]):
                return name
    elif kind is Kind.MIXLIST:
        return None if reading.final() == expected["final"] else "final"
    else:
        return fusion_disagreement(reading, expected)
    return None


def fusion_disagreement(reading, expected):
    states = pass_states(reading, fusion_passes())
    for group, passes in expected["on"].items():
        for name, on in passes.items():
            if name in states[group] and states[group][name].on != on:
                return f"{group}/{name}"
    return None


@pytest.mark.parametrize("kind", KINDS)
def test_every_recorded_case_agrees(recorded, kind):
    cases = rows(recorded / "vectors" / f"{kind}.jsonl")
    wrong = {
        row["id"]: why
        for row in cases
        if (why := disagreement(Kind(kind), row["expect"], data_of(row)))
    }
    assert len(cases) > 100 and wrong == {}


def test_the_fusion_switch_cases(recorded):
    cases = json.loads((recorded / "vectors" / "fusion_switch_cases.json").read_text())["cases"]
    checked = 0
    for case in cases:
        if "path" in case["input"]:
            continue
        reading = read(Source("file", data_of(case["input"])), Kind.FUSION_SWITCH)
        code = case["user_error_code"]
        assert reading.accepted == (case["fe_status"] == "SUCCESS"), case["id"]
        assert reading.codes == ([code] if code else []), case["id"]
        if reading.accepted and case["id"] != "103":  # 103 records the built-in entries, too
            switches = {
                group: {name: "on" if on else "off" for name, on in passes.items()}
                for group, passes in reading.switches.items()
            }
            assert switches == case["fe_parsed_switch"], case["id"]
        checked += 1
    assert checked == 95


def test_the_mixlist_table(recorded):
    table = json.loads((recorded / "vectors" / "mixlist_table.json").read_text())
    for row in table:
        value: dict[str, dict[str, list[str]]] = {}
        for operation in row["ops"]:
            name, update = operation.split(":")
            value.setdefault(f"{name}-list", {})[update] = ["A"]
        reading = read(Source("file", json.dumps(value).encode()), Kind.MIXLIST)
        assert reading.accepted == (row["status"] == "SUCCESS")
        assert reading.codes == row["codes"]
        if reading.accepted and row["final"]:
            assert reading.final()["A"] == row["final"]
    assert len(table) == 64


def corpus(recorded):
    for row in rows(recorded / "corpus" / "manifest.jsonl"):
        kind = FOLDERS.get(row["folder"]) or Kind(row["folder"])
        path = recorded / "corpus" / row["folder"] / row["file"]
        yield row, kind, row["path"], path.read_bytes()


def test_real_files_have_an_error_exactly_when_cann_refuses(recorded):
    checked = 0
    for row, kind, _, data in corpus(recorded):
        findings = check_reading(read(Source(row["file"], data), kind))
        refused = any(finding.severity is Severity.ERROR for finding in findings)
        expected = row["expect"]
        assert refused == (expected is not None and not expected["accepted"]), row["id"]
        checked += 1
    assert checked > 100


def test_no_users_file_gets_a_wrong_kind(recorded):
    for row, kind, path, data in corpus(recorded):
        if row["origin"] == "user":
            assert kind_of(path, data, loosely=True) is kind, row["id"]
            assert kind_of(path, data) in (kind, None), row["id"]
            assert kind_of("some/where.txt", data) in (kind, None), row["id"]


def test_the_embedded_facts_are_those_of_the_install(recorded):
    install = recorded / f"cann-{VERSION}"
    [config] = install.glob("*/lib64/plugin/opskernel/fusion_pass/config/fusion_config.json")
    built_in = json.loads(config.read_text())["Switch"]
    assert fusion_passes().switches == {
        group: {name: switch == "on" for name, switch in switches.items()}
        for group, switches in built_in.items()
    }
    catalog = json.loads((recorded / "fusion_passes.json").read_text())
    for group, names in fusion_passes().groups.items():
        later = {"MatmulAllToAllTransposeA5FusionPass"}  # since 9.1, after the catalogue
        assert set(names) - later == {row["name"] for row in catalog if row["group"] == group}


@pytest.mark.slow
def test_the_embedded_lists_are_those_of_the_install(recorded):
    from cannlint.library.operators import operators
    from cannlint.library.snapshot import embedded

    folder = recorded / f"cann-{VERSION}/opp/built-in/op_impl/ai_core/tbe/config"
    flags = {"true": "white-list", "false": "black-list", None: "gray-list"}
    versions = {soc.version: soc.folder for soc in embedded(VERSION).socs.values()}
    checked = 0
    for soc in sorted(folder.iterdir()):
        version = next((name for name, short in versions.items() if short == soc.name), None)
        if version is None:
            continue
        known = operators((version,))
        for file in soc.glob("*.json"):
            for op_type, entry in json.loads(file.read_text()).items():
                flag = entry.get("precision_reduce", {}).get("flag")
                assert known.lists_of(op_type) == {flags[flag]}, (soc.name, op_type)
                checked += 1
    assert checked > 9000


def atc_answer(row, folder):
    """What the front end says to a recorded command line: the stage, and the first code."""
    for name, text in row["files"].items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    reading = read_command(["atc", *row["argv"]], str(folder))
    [job] = reading.jobs
    errors = [f for f in check_reading(reading) if f.severity is Severity.ERROR]
    refusal = next(refusals(job), None)
    assert bool(errors) == (refusal is not None), row["id"]
    assert refusal is None or refusal.code in {error.cann_code for error in errors}, row["id"]
    return job, refusal


def test_every_recorded_command_line_agrees(recorded, tmp_path):
    cases = rows(recorded / "vectors" / "atc_commands.jsonl")
    for row in cases:
        expected = row["expect"]
        job, refusal = atc_answer(row, tmp_path / row["id"])
        printing = [slip.kind for slip in job.slips] == ["help"]
        assert printing == (expected["stage"] == "help"), row["id"]
        assert (refusal is None) == expected["accepted"], row["id"]
        codes = [code["code"] for code in expected["codes"]]
        assert refusal is None or refusal.code == (codes[0] if codes else None), row["id"]
        if expected["stage"] in ("check", "ok"):
            assert values_of(job) == as_text(expected["flags"]), row["id"]
    assert len(cases) >= 250


def values_of(job):
    """Every flag on the line with the value that counts; a bool as its first letter."""
    written = {setting.option: job.get(setting.option) for setting in job.settings}
    return {
        option: BOOLS.get(setting.value.lower()) if setting.spec.type == "bool" else setting.value
        for option, setting in written.items()
        if setting is not None and setting.via is None
    }


BOOLS = dict.fromkeys(("", "1", "t", "true", "y", "yes"), "True")


def as_text(flags):
    return {name: str(value) if value is not False else None for name, value in flags.items()}
