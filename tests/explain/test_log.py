"""The messages of CANN in logs, written in the ways that CANN and the front ends print them."""

# ruff: noqa: E501 (lines as CANN prints them)

from __future__ import annotations

import io
import time

import pytest

from cannlint.explain.log import MOST_MESSAGES, MOST_OF_A_CODE, arguments_of, read_log

CONSOLE_OF_ATC = """\
ATC start working now, please wait for a moment.
...
ATC run failed, Please check the detail log, Try 'atc --help' for more information
E10001: Value [fp33] for parameter [--precision_mode] is invalid. Reason: The value must be selected.
        Solution: Try again with a valid argument.
        TraceBack (most recent call last):
        build graph failed, graph id:0, ret:-1[FUNC:BuildModel][FILE:ge_generator.cc][LINE:148]
"""

PLOG = """\
[INFO] GE(8412,atc.bin):2024-05-04-10:11:12.123.456 [main_impl.cc:84]8412 Func: start E1234567 ok
[ERROR] FE(8412,atc.bin):2024-05-04-10:11:12.223.456 [fe_log.cc:9]8412 Report: [E21002] Failed to read file [/home/u/mix.json]. Reason: bad.
[ERROR] GE(8412,atc.bin):2024-05-04-10:11:12.323.456 [ge_api.cc:84]8412 Func: ErrorNo: 4294967295(failed)
"""

OF_TORCH = """\
[rank0]:[E1029 03:18:08.667296670 compiler_depend.ts:444] operator(): NPU function error, code is 561103
[ERROR] 2025-10-29-03:18:08 (PID:24481, Device:0, RankID:-1) ERR00100 PTA call acl api failed.
[rank0]: RuntimeError: EZ9999: Inner Error!
[rank0]: EZ9999[PID: 24481] 2025-10-29-03:18:08.948.444 (EZ9999):  The first dim should be 128.[FUNC:Check][FILE:a_tiling.cpp][LINE:131]
        TraceBack (most recent call last):
"""

OF_MINDSPORE = """\
[ERROR] SESSION(118114,ffff4,python):2021-09-11-16:48:31.524.162 [ascend_session.cc:1857] Report] Ascend error occurred, error message:
E20101: [PID: 9] 2021-09-11-16:48:31.524.162 (Invalid_Argument): Value fp17 for parameter ge.exec.precision_mode_v2 is invalid. Reason: no such mode
"""

OF_TENSORFLOW = """\
2024-01-01 10:11:12.1 E tf_adapter/kernels/geop_npu.cc:700] [GEOP] Error Message is : E10410: File /home/u/keep.txt does not exist.
"""


def read(text: str | bytes):
    data = text if isinstance(text, bytes) else text.encode()
    return [(m.line, m.code, m.text, m.count) for m in read_log(io.BytesIO(data)).messages]


def test_the_console_of_atc():
    text = "Value [fp33] for parameter [--precision_mode] is invalid. Reason: "
    assert read(CONSOLE_OF_ATC) == [(4, "E10001", text + "The value must be selected.", 1)]


def test_a_plog_file_and_words_that_are_no_codes():
    """E1234567 has too many digits, and `ErrorNo` is no code of this kind."""
    assert read(PLOG) == [(2, "E21002", "Failed to read file [/home/u/mix.json]. Reason: bad.", 1)]


def test_a_title_is_not_a_message_of_its_own():
    """`Inner Error!` announces the next line; E1029 and ERR00100 are codes of other programs."""
    assert read(OF_TORCH) == [(4, "EZ9999", "The first dim should be 128.", 1)]
    older = "EZ9999: Inner Error!\n        Aicore kernel execute failed, device_id=0[FUNC:A]"
    assert read(older) == [(1, "EZ9999", "Aicore kernel execute failed, device_id=0[FUNC:A]", 1)]
    between = "EZ9999: Inner Error!\n[INFO] GE(8,atc.bin):2024-05-04 x\nEZ9999  Wrong axis\n"
    assert read(between) == [(3, "EZ9999", "Wrong axis", 1)]
    assert read("EZ9999: Inner Error!\n") == [(1, "EZ9999", "Inner Error!", 1)]
    assert read("E19999: \n  TraceBack (most recent call last):\n") == [(1, "E19999", "", 1)]


def test_mindspore_and_tensorflow():
    [(line, code, text, _)] = read(OF_MINDSPORE)
    assert (line, code) == (2, "E20101") and text.startswith("Value fp17 for parameter ge.exec.")
    assert read(OF_TENSORFLOW) == [(1, "E10410", "File /home/u/keep.txt does not exist.", 1)]


def test_repetitions_are_counted_whatever_their_time_and_process():
    line = "E20101: [PID: {n}] 2021-09-11-16:48:31.52{n}.162 (Invalid_Argument): Value x is bad\n"
    found = read("".join(line.format(n=n) for n in range(8)))
    assert found == [(1, "E20101", "Value x is bad", 8)]


def test_a_code_with_many_texts_does_not_displace_the_others():
    """Each device reports its own internal error."""
    lines = [f"EZ9999: core {n} failed\n" for n in range(300)]
    log = read_log(io.BytesIO("".join([*lines, "E10001: Value a is bad\n"]).encode()))
    assert [m.code for m in log.messages] == ["EZ9999"] * MOST_OF_A_CODE + ["E10001"]
    assert log.omitted == 300 - MOST_OF_A_CODE


def test_interleaved_lines_colours_and_two_messages_in_a_line():
    text = (
        "\x1b[31mE10001: Value a is bad\x1b[0m\r\n"
        "  0%|          | 0/50 [00:00<?]\rE20003: Configuration file [x] is bad E21002: two\n"
    )
    assert [(line, code, said) for line, code, said, _ in read(text)] == [
        (1, "E10001", "Value a is bad"),
        (2, "E20003", "Configuration file [x] is bad"),
        (2, "E21002", "two"),
    ]


def test_a_chinese_environment():
    text = "模型转换失败，错误码：E21001，请检查\n报错E10410: File [/家/保持.txt] does not exist.\n"
    expected = [("E21001", "，请检查"), ("E10410", "File [/家/保持.txt] does not exist.")]
    for codec in ("utf-8", "gb18030"):
        assert [(code, said) for _, code, said, _ in read(text.encode(codec))] == expected


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\0" * 1000, bytes(range(256)) * 50, b"\xff\xfeE\x001\x000\x000\x000\x001\x00",
        b"E10001", b"E10001:", b"[E10001]\n" * 3, b"E10001: \xed\xa0\x80\xff [[[[ Value ] for",
    ],
)  # fmt: skip
def test_any_bytes_are_read(data):
    for _, code, text, count in read(data):
        assert code == "E10001" and count >= 1 and len(text) <= 2_000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Value [a b] for parameter [--x_y] is invalid. Reason: [no].",
            [("value", "a b"), ("parameter", "--x_y"), ("reason", "no")],
        ),
        (
            "Value a b for parameter --x is invalid. Reason: no",
            [("value", "a b"), ("parameter", "--x"), ("reason", "no")],
        ),
        ("Value for --om is empty.", [("parameter", "--om")]),
        ("The required parameter [--model] for ATC is empty. Another", [("parameter", "--model")]),
        ("--framework is required. The value must be 0.", [("parameter", "--framework")]),
        (
            "Cannot configure both parameters ge.a and ge.b simultaneously.",
            [("parameter", "ge.a"), ("parameter", "ge.b")],
        ),
        ("[--a] and [--b] are mutually exclusive.", [("parameter", "--a"), ("parameter", "--b")]),
        ("Failed to open file [/a b/c.cfg].", [("file", "/a b/c.cfg")]),
        (
            "Configuration file [c.cfg] for parameter [keep] has invalid content. Reason: [x].",
            [("file", "c.cfg"), ("parameter", "keep"), ("reason", "x")],
        ),
        (
            "Opname a/b specified in --out_nodes is not found in the model.",
            [("operator", "a/b"), ("parameter", "--out_nodes")],
        ),
        (
            "No parser is registered for Op [Conv_52, optype [ai.onnx::11::Convx]].",
            [("operator", "Conv_52"), ("type", "ai.onnx::11::Convx")],
        ),
        (
            "No supported Ops kernel and engine are found for [a], optype [AddDsl].",
            [("operator", "a"), ("type", "AddDsl")],
        ),
        ("No ONNX parser is registered for optype Div.", [("type", "Div")]),
        ("The first dim should be 128.", []),
    ],
)
def test_arguments(text, expected):
    assert list(arguments_of(text)) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "[INFO] GE(8412,atc.bin):2024-05-04-10:11:12.123.456 [ge_api.cc:84]8412 nothing here\n",
        "E10001: Value {n} for parameter [x] for parameter [x] for parameter [x\n",
        pytest.param("E10001: Value " * 50, marks=pytest.mark.slow),  # no line ends
        "E20003: " + "[" * 500 + "{n}\n",
        "Failed " * 20 + "E12345 E10001[PID: 1] 2020-1-1-1:1:1 (x): \n",
    ],
)
def test_ten_megabytes_take_linear_time_and_little_memory(line):
    """Four times the size takes about four times as long: a square would be sixteen times."""

    def seconds(size: int) -> float:
        lines = (line.replace("{n}", str(n)) for n in range(size // len(line)))
        stream = io.BytesIO("".join(lines).encode())
        start = time.process_time()
        found = read_log(stream)
        assert len(found.messages) <= MOST_MESSAGES
        return time.process_time() - start

    assert seconds(10_000_000) < 10 * max(seconds(2_500_000), 0.02)
