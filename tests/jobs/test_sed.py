"""Options that a shell script writes into Python files with `sed -i`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.discovery.detect import kind_of
from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.jobs.model import Job
from cannlint.kinds import Kind
from cannlint.text.source import Source


def jobs_of(script: str, kind: Kind = Kind.ATC_COMMANDS) -> list[Job]:
    return read(Source("run.sh", script.encode()), kind).jobs


def values_of(script: str) -> list[tuple[str, str, str | None]]:
    """Front end, option and value of each setting that a script writes."""
    return [
        (job.front_end.value, setting.key, setting.value)
        for job in jobs_of(script)
        for setting in job.settings
    ]


@pytest.mark.parametrize(
    ("script", "setting"),
    [
        (
            "sed -i 's/precision_mode=.*/precision_mode=\"allow_mix_precision\"/' train.py\n",
            ("tf1", "precision_mode", "allow_mix_precision"),
        ),
        (
            'sed -i "s|precision_mode=.*|    precision_mode=\\"force_fp32\\",|g" ${DIR}/train.py\n',
            ("tf1", "precision_mode", "force_fp32"),
        ),
        (
            "sed -i -e 's/a/b/g;s/x.*/op_select_implmode=\"high_precision\"/g' $FILE\n",
            ("tf1", "op_select_implmode", "high_precision"),
        ),
        (
            'sed -i \'s/.*mode.*/custom_op.parameter_map["precision_mode"].s = b"x"/\' a.py\n',
            ("tf1", "precision_mode", "x"),
        ),
        (
            "sed -i '/import torch_npu/a\\torch.npu.config.allow_internal_format = False' a.py\n",
            ("torch", "config.allow_internal_format", "False"),
        ),
        (
            "sed -i '12itorch.npu.set_compile_mode(jit_compile=False)' train.py\n",
            ("torch", "set_compile_mode.jit_compile", "False"),
        ),
        (
            "sed -i '/device/a\\    import torch\\n    torch.npu.set_option("
            '{"ACL_PRECISION_MODE": "must_keep_origin_dtype"})\' train.py\n',
            ("torch", "ACL_PRECISION_MODE", "must_keep_origin_dtype"),
        ),
        (
            "M=force_fp16\nsed -i \"s/precision_mode=.*/precision_mode='$M'/\" train.py\n",
            ("tf1", "precision_mode", "force_fp16"),
        ),
    ],
)
def test_what_is_written_is_read(script: str, setting: tuple[str, str, str]) -> None:
    assert values_of(script) == [setting]
    assert not jobs_of(script)[0].complete


@pytest.mark.parametrize(
    "script",
    [
        "sed 's/precision_mode=.*/precision_mode=\"x\"/' train.py\n",  # printed only
        "sed -i 's/precision_mode=.*/precision_mode=\"x\"/' config.yaml\n",
        "sed -i 's/precision_mode=\"x\"/mode=1/' train.py\n",  # taken away
        "sed -i 's/epochs=.*/epochs=3/' train.py\n",
        "sed -i 's/\\(.*\\)mode=.*/\\1mode=\"x\"/' train.py\n",
        "sed -i 's/precision_mode=.*/precision_mode=args.mode/' train.py\n",
        "sed -i '/precision_mode/d' train.py\n",
        "sed -i 's/never closed train.py\n",
        "sed -i\nsed\nsed -i ''\nsed -i s\n",
        "echo sed -i 's/precision_mode=.*/precision_mode=\"x\"/' train.py\n",
    ],
)
def test_other_commands_write_no_option(script: str) -> None:
    assert values_of(script) == []


@pytest.mark.parametrize(
    "script",
    [
        "sed -i \"s/precision_mode=.*/precision_mode='$MODE'/\" train.py\n",
        "sed -i \"s/mode=.*/torch.npu.set_option({'ACL_PRECISION_MODE': '$1'})/\" train.py\n",
        "sed -i 's/precision_mode=\\(.*\\)/precision_mode=\"\\1\"/' train.py\n",
        "sed -i 's/force.*/precision_mode=\"&\"/' train.py\n",
    ],
)
def test_what_only_a_run_knows_is_unknown(script: str) -> None:
    assert [value for _, _, value in values_of(script)] == [None]


def test_a_finding_stands_where_the_value_is_written() -> None:
    script = (
        "#!/bin/bash\n"
        'sed -i \'/import/a\\torch.npu.set_option({"ACL_PRECISION_MODE": "mix"})\' train.py\n'
        "sed -i 's/precision_mode=.*/precision_mode=\"allow_mix_precison\"/' train.py\n"
    )
    data = script.encode()
    kind = kind_of("run.sh", data)
    assert kind is not None
    reading = read(Source("run.sh", data), kind)
    found = [(one.code, reading.source.slice(one.span)) for one in check_reading(reading)]
    assert found == [("JB002", "mix"), ("JB002", "allow_mix_precison")]


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        (
            "sed -i 's/x/torch.npu.set_compile_mode(jit_compile=True)/' a.py\n",
            Kind.TORCH_MINDSPORE_SCRIPT,
        ),
        ("sed -i 's/x/precision_mode=\"force_fp16\"/' a.py\n", Kind.TF_SCRIPT),
        ("sed -i 's/x/precision_mode=1/' a.py\natc --model=a\n", Kind.ATC_COMMANDS),
        ("sed -i 's/x/y/' a.py\n", None),
        ("sed 's/x/precision_mode=1/' a.py\n", None),
    ],
)
def test_the_kind_is_that_of_the_file_written(script: str, kind: Kind | None) -> None:
    assert kind_of("run.sh", script.encode()) is kind


PIECES = ["s", "/", "a", "i", "\\", "\n", "n", "1", "&", ";", "{", "$", ",", " ", "precision_mode=",
          '"x"', "npu.set_option({'a': 'b'})"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_places_are_in_the_file(text: str) -> None:
    script = f"sed -i '{text}' train.py\n"
    for job in jobs_of(script):
        for setting in job.settings:
            for span in (setting.span, setting.key_span, setting.value_span):
                assert 0 <= span.start <= span.end <= len(script)
