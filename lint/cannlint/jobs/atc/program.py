"""Which word of a shell command names ATC, if it runs it."""

from __future__ import annotations

import re

from cannlint.jobs.shell_model import HOLE, Word

_ATC = re.compile(r"(?:.*/)?(?:py)?atc(?:\.bin)?")
_ATC_VARIABLE = re.compile(r'"?\$\{?(?:\w+_)?ATC(?:_BIN|_CMD|_TOOL|_EXE)?\}?"?', re.ASCII)
_RUNNERS = frozenset(
    [
        "time",
        "nohup",
        "sudo",
        "env",
        "exec",
        "command",
        "nice",
        "ionice",
        "timeout",
        "stdbuf",
        "setsid",
        "srun",
        "numactl",
        "taskset",
        "proxychains",
        "builtin",
        "eval",
        "docker",
        "podman",
        "conda",
        "xargs",
        "ssh",
        "kubectl",
        "singularity",
        "apptainer",
        "mpirun",
        "flock",
        "unbuffer",
        "strace",
        "chrt",
        "$",
        "%",
    ]
)
_RUNNER_WORDS = 12
"""Words between a runner and the command that it runs: its own options and numbers."""
_MODULE = ["-m", "ge.pyatc"]
_PYTHON = re.compile(r"(?:.*/)?python[\d.]*")


def command_word(text: str, words: list[Word]) -> int | None:
    """The index of the word that names ATC, where a command runs it with an option."""
    at = 0
    while at < len(words) and _is_runner(words[at]):
        near = range(at + 1, min(at + _RUNNER_WORDS, len(words)))
        at = next((i for i in near if _is_runner(words[i]) or _is_atc(text, words, i)), len(words))
    at += 2 if at + 2 < len(words) and _is_module(words, at + 2) else 0
    if at >= len(words) or not _is_atc(text, words, at):
        return None
    return at if any(word.text[:1] in ("-", HOLE) for word in words[at + 1 :]) else None


def names_atc(word: str) -> bool:
    """Whether a word names the program."""
    return _ATC.fullmatch(word) is not None


def _is_runner(word: Word) -> bool:
    return word.text.rpartition("/")[2] in _RUNNERS


def _is_atc(text: str, words: list[Word], at: int) -> bool:
    word = words[at]
    if names_atc(word.text.rpartition(HOLE)[2]):
        return True
    if word.text == HOLE:
        return bool(_ATC_VARIABLE.fullmatch(text[word.start : word.end]))
    return _is_module(words, at)


def _is_module(words: list[Word], at: int) -> bool:
    """Whether a word is the `ge.pyatc` of `python3 -m ge.pyatc`."""
    named = [word.text for word in words[max(at - 1, 0) : at + 1]]
    return at >= 2 and named == _MODULE and bool(_PYTHON.fullmatch(words[at - 2].text))


def is_second_command(words: list[Word], at: int) -> bool:
    """Whether an argument is a second command that follows without a mark between."""
    follows = words[at + 1].text if at + 1 < len(words) else ""
    return words[at].text == "atc" and follows.startswith("--")
