"""ATC's words against the C library's own getopt_long, on lines that people get wrong.

ATC rewrites its words (manual/atc.md#words-of-the-command-line), hands them to getopt_long, and
checks each value as it comes. The C library is the judge of what a word means; the table of options
says what is legal.
"""

from __future__ import annotations

import ctypes
import platform
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cannlint.diagnostics import Severity
from cannlint.engine.file_checks import check_reading
from cannlint.jobs.atc.job import HELP, Check
from cannlint.jobs.atc.refusals import refusals
from cannlint.jobs.atc_commands import read_command
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import options_of

pytestmark = pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="other C libraries do not move words"
)

REQUIRED, OPTIONAL = 1, 2
TRUE, FALSE = ("", "1", "t", "true", "y", "yes"), ("0", "f", "false", "n", "no")
FLAGS = options_of(FrontEnd.ATC)
# an abbreviation that only this flag makes ambiguous is advice: releases without it take it
LATER = "deterministic_level"


class Flag(ctypes.Structure):
    """The `struct option` of getopt.h."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("has_arg", ctypes.c_int),
        ("flag", ctypes.c_void_p),
        ("val", ctypes.c_int),
    )


def rewritten(word: str) -> str:
    """A word as ATC hands it to getopt_long."""
    if re.match("-[A-Za-z]{2}", word):
        word = "-" + word
    if not re.match("--[A-Za-z]{2}", word):
        return word
    name, equals, value = word[4:].partition("=")
    return word[:4] + name.replace("-", "_") + equals + value


def events(words: list[str], without: str = ""):
    """What getopt_long makes of the words: (flag, its value), or (what is wrong, None)."""
    library = ctypes.CDLL(None)
    index = ctypes.c_int.in_dll(library, "optind")
    value = ctypes.c_char_p.in_dll(library, "optarg")
    ctypes.c_int.in_dll(library, "opterr").value = 0
    names = [*(name for name in FLAGS if name != without), "h"]
    takes = [OPTIONAL if n == "h" or FLAGS[n].type == "bool" else REQUIRED for n in names]
    rows = [Flag(n.encode(), takes[i], None, 1000 + i) for i, n in enumerate(names)]
    table = (Flag * (len(rows) + 1))(*rows)
    coded = [b"atc", *(rewritten(word).encode("utf-8", "surrogateescape") for word in words)]
    argv = (ctypes.c_char_p * (len(coded) + 1))(*coded, None)
    index.value = 0
    while (found := library.getopt_long(len(coded), argv, b":h", table, None)) != -1:
        if found in (ord("?"), ord(":")):
            yield ("unknown" if found == ord("?") else "word"), None
            return
        name = "help" if found == ord("h") else names[found - 1000]
        yield ("help" if name == "h" else name), (value.value or b"").decode("utf-8", "replace")
    if index.value < len(coded):
        yield "word", None


def expected(words: list[str], without: str = ""):
    """Where ATC stops while it reads a line, or every flag with its values."""
    flags: dict[str, list[str]] = {}
    for name, value in events(words, without):
        if value is None:
            return name
        spec = FLAGS[name]
        if spec.type == "bool" and value.lower() not in TRUE + FALSE:
            return "E10003"
        if name == "help" and value.lower() in TRUE:
            return HELP
        if spec.stage == "parse" and spec.type != "bool" and value not in spec.values:
            return spec.bad["code"]
        flags.setdefault(name, []).append(value)
    return {name: seen[0 if FLAGS[name].first_wins else -1] for name, seen in flags.items()}


def found_in(words: list[str]):
    """The same, as cannlint reads the line."""
    reading = read_command(["atc", *words], "/")
    [job] = reading.jobs
    stop = next(refusals(job), None)
    errors = {f.cann_code for f in check_reading(reading) if f.severity is Severity.ERROR}
    assert bool(errors) == (stop is not None)
    assert stop is None or stop.code in errors
    if not job.complete:
        return HELP
    if stop is not None and stop.check is Check.UNKNOWN:
        return "unknown"
    if stop is not None and stop.check is Check.WORD:
        assert stop.slip is not None
        return "unknown" if stop.slip.kind == "short" else "word"
    if stop is not None and stop.check is Check.VALUE:
        [setting] = stop.settings
        if setting.spec is not None and setting.spec.stage == "parse":
            return stop.code
    if any(setting.spec is None for setting in job.settings):
        return "unknown"
    return {setting.option: job.value(setting.option) for setting in job.settings}


LINE = ["--model=n.onnx", "--framework=5", "--output=out", "--soc_version=Ascend910B3",
        "--precision_mode=force_fp16", "--oo_constant_folding=true", "--deterministic=1",
        "--keep_dtype=k.txt", "--raw_ge_options_ignore_unsupported", "--log=info"]  # fmt: skip
NUMBERS = ("", "-1", "+1", "01", "1.0", " 1", "1 ", "1;", "1,", "٣", "²", "0x1", "9" * 20)
STRAY = ("--", "-", "", "-h", "--h", "--help=no", "-h2", "-O3", "-=", "---", "--a", "--om", "--o",
         "—log=null", "-hh", "--_x", "--2d=1", "=", "--lo=info", "--mode=03", "extra")  # fmt: skip


@st.composite
def mistaken(draw: st.DrawFn) -> list[str]:
    """A sound line in any order with a few of the mistakes that people make."""
    words = list(draw(st.permutations(LINE)))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(words) - 1))
        name, sign, value = words[at].partition("=")
        cut = draw(st.integers(0, len(name)))
        words[at : at + 1] = draw(
            st.sampled_from(
                [
                    [words[at], words[at]],
                    [name[:cut] + sign + value],
                    [name[:cut] + draw(st.sampled_from("-_xX é")) + name[cut:] + sign + value],
                    [name.upper() + sign + value],
                    [name + sign + value.upper()],
                    [name, value],
                    [name + "=", value],
                    [name, "=" + value],
                    [name, "=", value],
                    [name + "=="],
                    [name],
                    [name + sign + draw(st.sampled_from(NUMBERS))],
                    [name + sign + value + draw(st.sampled_from((";", ",", " ", "\r", "=")))],
                    [name.replace("_", "-") + sign + value],
                    [words[at][1:]],
                    ["-" + words[at]],
                    [draw(st.sampled_from(STRAY)), words[at]],
                ]
            )
        )
    return words


@given(mistaken())
@example(["--model==", "n.onnx"])
@example(["--om", "--", "--json=x"])
@example(["-h2d_overlapped_with_compute=1", "--nonsense"])
@example(["--model=n.onnx", "--det=1"])
def test_a_line_is_read_as_the_c_library_reads_it(words):
    assert found_in(words) in (expected(words), expected(words, LATER))
