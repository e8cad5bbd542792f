"""What GE does with the value that a front end hands on, by level and release.

The expectations are those of manual/options.md#what-ge-does-with-a-value and of the recordings that
docs/provenance.md names.
"""

from __future__ import annotations

import pytest

from cannlint.jobs.release_differences import compiler_difference
from cannlint.jobs.releases import release_of
from cannlint.jobs.settings import FrontEnd, OptionSpec, Setting
from cannlint.jobs.tables import options_of
from cannlint.jobs.values import verdict
from cannlint.text.source import Source
from cannlint.text.span import Span

NOWHERE = Span(0, 0)


def setting_of(front_end: FrontEnd, key: str, value: str, level: str | None = None) -> Setting:
    spec: OptionSpec = options_of(front_end)[key]
    made = Setting(key, value, Source("case.py", b""), NOWHERE, NOWHERE, NOWHERE, spec)
    made.level = level
    if spec.field:
        made.via, made.type = "parameter_map", spec.field
    return made


def answer(setting: Setting) -> tuple[str, str | None, str | None] | None:
    found = verdict(setting)
    return None if found is None else (found.outcome, found.code, found.at)


REFUSED_BY_LEVEL = [
    ("ge.topoSortingMode", "4", "global", "E10001", "init"),
    ("ge.topoSortingMode", "4", "session", "E10001", "session"),
    ("ge.constLifecycle", "SESSION", "graph", "E10001", "graph"),
    ("ge.deterministic", "2", "global", "E10001", "init"),
    ("ge.deterministic", "2", "session", "E40022", "compile"),
    ("ge.hcomParallel", "true", "session", "E10006", "session"),
    ("ge.fpCeilingMode", "", "global", "E10061", "session"),
    ("ge.perfLevel", "x", "session", "E10001", "session"),
    ("ge.perfLevel", "2", "session", "E19999", "session"),
    ("ge.streamNum", "0", "session", "E19999", "session"),
    ("ge.aicoreNum", "a|b", "global", "E10060", "init"),
    ("ge.aicoreNum", "10|20|30", "session", "E10001", "session"),
    ("ge.aicoreNum", "0", "global", "E20101", "init"),
    ("ge.streamMaxParallelNum", ":0", "session", "E10004", "session"),
    ("ge.streamMaxParallelNum", "DNN_HCCL:1,DNN_HCCL:2", "session", "E10001", "session"),
    ("ge.streamMaxParallelNum", "DNN_HCCL:2147483648", "session", "E18888", "session"),
    ("ge.exec.dumpStep", "4-5|", "session", "E10001", "session"),
    ("ge.exec.dumpStep", "5-5", "session", "E10001", "session"),
    ("ge.exec.opWaitTimeout", "1.5", "global", "E18888", "init"),
    ("ge.inputHintShape", "0:[1];0:[2]", "graph", "E10014", "compile"),
    ("ge.exec.inputReuseMemIndexes", "0,0", "graph", "E19999", "graph"),
    ("ge.exec.jobId", "x" * 129, "global", "E10051", "init"),
    ("ge.op_compiler_cache_dir", "/tmp/a b", "global", "E40023", "compile"),
]


@pytest.mark.parametrize(("key", "value", "level", "code", "at"), REFUSED_BY_LEVEL)
def test_the_first_refusal_has_its_code_and_place(key, value, level, code, at):
    assert answer(setting_of(FrontEnd.GE, key, value, level)) == ("later", code, at)


TAKEN = [
    ("ge.hcomParallel", "x", "global"),
    ("ge.streamMaxParallelNum", ":1", "global"),
    ("ge.streamMaxParallelNum", " AIcoreEngine : 2 ,", "session"),
    ("ge.aicoreNum", "0", "session"),
    ("ge.aicoreNum", "|20", "global"),
    ("ge.aicoreNum", "10|0", "global"),
    ("ge.encryptMode", "01", "session"),
    ("ge.perfLevel", "-1", "session"),
    ("ge.exec.dumpStep", "01-02", "session"),
    ("ge.op_compiler_cache_dir", "/tmp/缓存", "global"),
    ("ge.optimizationSwitch", "a:on;;b:off", "session"),
    ("ge.exec.dataInputsShapeRange", "data:[1,,2]", "graph"),
    ("ge.exec.dataInputsShapeRange", "data:[1~2", "graph"),
    ("ge.exec.dataInputsShapeRange", "getnext:[-2],[]", "graph"),
]


@pytest.mark.parametrize(("key", "value", "level"), TAKEN)
def test_values_that_ge_takes_or_does_not_look_at(key, value, level):
    assert answer(setting_of(FrontEnd.GE, key, value, level)) is None


CHANGED = [
    ("ge.exec.staticMemoryPolicy", "5", "default"),
    ("ge.exec.memoryOptimizationPolicy", "memorypriority", "ignored"),
    ("ge.AllowMultiGraphParallelCompile", "true", "ignored"),
    ("ge.streamMaxParallelNum", "DNN_VM_TF:10", "ignored"),
    ("ge.optimizationSwitch", "a:on,b:off", "ignored"),
    ("ge.exec.opWaitTimeout", "-1", "ignored"),
    ("stream_sync_timeout", "x", "default"),
]


@pytest.mark.parametrize(("key", "value", "outcome"), CHANGED)
def test_values_that_have_another_effect_than_written(key, value, outcome):
    found = answer(setting_of(FrontEnd.GE, key, value))
    assert found is not None and found[0] == outcome


def test_a_shape_that_ends_the_process():
    found = verdict(setting_of(FrontEnd.GE, "ge.exec.dataInputsShapeRange", "data:[1],"))
    assert found is not None and found.fault == "crash"


BY_RELEASE = [
    ("ge.externalWeight", "2", {"8.5.0": "E19999", "9.0.0": None}),
    ("ge.exec.opWaitTimeout", "5 ", {"9.0.0": None, "9.1.0": "E18888"}),
    ("ge.deterministicLevel", "7", {"9.1.0": None, "9.2.0": "E10001"}),
    ("ge.deterministic", "2", {"8.5.0": "E40022", "9.1.0": "E40022", "9.2.0": "E10001"}),
    ("ge.autoTuneMode", "RL", {"8.5.0": "E19999", "9.0.0": "E10060"}),
    ("ge.autoMultistreamParallelMode", "LoadBalance", {"9.1.0": None, "9.2.0": "E10001"}),
    ("ge.autoMultistreamParallelMode", "WeightedLoadBalance:4", {"9.1.0": "E10001", "9.2.0": None}),
    ("ge.exec.hostSchedulingMaxThreshold", "9223372036854775808", {"9.1.0": None}),
    ("ge.exec.hostSchedulingMaxThreshold", "x", {"9.1.0": "E19999", "9.2.0": "E10001"}),
]


@pytest.mark.parametrize(("key", "value", "codes"), BY_RELEASE)
def test_releases_refuse_other_values(key, value, codes):
    setting = setting_of(FrontEnd.GE, key, value, "global")
    for release, code in codes.items():
        setting.compiler_release = release_of(release)
        found = verdict(setting)
        assert (found.code if found is not None else None) == code, release


def test_what_known_releases_do_is_told_where_none_is_chosen():
    setting = setting_of(FrontEnd.GE, "ge.exec.opWaitTimeout", "1.5", "global")
    differs = compiler_difference(setting)
    assert differs is not None and differs.release == "9.0.0"
    assert differs.outcomes == {"accepted", "refused"}
    setting.compiler_release = release_of("9.1.0")
    assert compiler_difference(setting) is None


HANDED_ON = [
    (FrontEnd.TF1, "deterministic", "2", ("later", "E10001", "init")),
    (FrontEnd.TF1, "topo_sorting_mode", "4", ("later", "E10001", "session")),
    (FrontEnd.TF1, "op_compiler_cache_mode", "on", ("later", "E40022", "init")),
    (FrontEnd.TF1, "auto_multistream_parallel_mode", "x", ("later", "E10001", "compile")),
    (FrontEnd.TF1, "oo_level", "O2", ("later", "E10001", "init")),
    (FrontEnd.TF2, "oo_level", "O2", ("later", "E10001", "init")),
    (FrontEnd.TORCHAIR, "dump_config.dump_step", "5-5", ("later", "E10001", "session")),
    (FrontEnd.TORCHAIR, "ge_config.aicore_num", "-1", ("later", "E10001", "init")),
]


@pytest.mark.parametrize(("front_end", "key", "value", "expected"), HANDED_ON)
def test_a_front_end_that_only_hands_on_has_ges_answer(front_end, key, value, expected):
    assert answer(setting_of(front_end, key, value)) == expected


@pytest.mark.parametrize(
    ("front_end", "key", "value"),
    [
        (FrontEnd.TF1, "dump_step", "3-1"),
        (FrontEnd.TF1, "jit_compile", "bad"),
        (FrontEnd.TORCHAIR, "dump_config.dump_step", "x"),
    ],
)
def test_the_front_end_refuses_before_ge(front_end, key, value):
    found = verdict(setting_of(front_end, key, value))
    assert found is not None and found.outcome == "refused" and found.at is None
