"""Programs that run another: by its words (`sudo`, `xargs`), or as a text (`bash -c`, `ssh`)."""

from __future__ import annotations

import re

from cannlint.jobs.shell.word import UNKNOWN_PART, Word, joined, offsets, part_of, unknown_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


SHELL = "(?:ba|z|da|k)?sh"
"""A shell, which is also how the name of a script ends."""
_SHELL = re.compile(rf"(?:.*/)?(?:{SHELL}|su|script|runuser)")
_RUN = re.compile(r"-[A-Za-z]*c|--command")
"""A program that runs a command, and the option in front of a command that is one word."""
_REMOTE = ("ssh", "su")
_REMOTE_VALUE = re.compile(r"-[bcDEeFIiJLlmOopQRSWw]")
"""Options of ssh that take a word."""


def nested_commands(words: list[Word]) -> Iterator[Word]:
    """The commands that another shell runs: `bash -c "..."`, `eval "..."`, `ssh host ...`.

    What ssh, eval and parallel are given is put together by them.
    """
    run = innermost(words)
    if words[0].text == "parallel" and run is not words:
        yield joined(run)
    elif run[0].text == "eval":
        yield joined(run[1:])
    elif run[0].text in ("ssh", "sshpass"):
        remote = _remote(run)
        if remote:
            yield joined(remote)
    elif _SHELL.fullmatch(run[0].text):
        at = next((at for at, word in enumerate(run) if _RUN.fullmatch(word.text)), len(run))
        if at + 1 < len(run) and run[at + 1].quoted:
            yield run[at + 1]


def _remote(words: list[Word]) -> list[Word]:
    """What ssh runs on a host: the words behind its name."""
    at = next((at for at, word in enumerate(words) if word.text == "ssh"), len(words)) + 1
    while at < len(words) and words[at].text.startswith("-"):
        at += 2 if _REMOTE_VALUE.fullmatch(words[at].text) else 1
    return words[at + 1 :]


def placed(inner: Word, outer: Word) -> Word:
    """A word that was read from the text of another, with its places in the file."""
    whole = part_of(outer, inner.start, inner.end)
    starts, ends = outer.places()
    inner_starts, inner_ends = inner.places()
    whole.text, whole.quoted = inner.text, inner.quoted
    last = len(starts) - 1  # what is added behind the text stands at its end
    whole.starts = offsets(starts[min(at, last)] for at in inner_starts)
    whole.ends = offsets(ends[max(at - 1, 0)] for at in inner_ends)
    whole.choices = _placed_choices(inner, outer) if inner.choices or outer.choices else None
    return whole


def _placed_choices(inner: Word, outer: Word) -> dict[int, tuple[Word, ...]] | None:
    """What the unknown parts of a word may be: those of the text around it, and its own."""
    starts, _ = inner.places()
    around = outer.choices or {}
    found = {
        at: around[start]
        for at, start in enumerate(starts)
        if start in around and inner.text[at] == UNKNOWN_PART
    }
    for at, words in (inner.choices or {}).items():
        found[at] = tuple(placed(word, outer) for word in words)
    return found or None


_RUNNERS = {
    "time": (0, "-p -v -a --verbose --portability"),
    "nohup": (0, ""),
    "sudo": (0, "-E -H -n -S -k -b -A -P -i -s --preserve-env"),
    "doas": (0, "-n -s"),
    "env": (0, "-i -0 - --ignore-environment"),
    "exec": (0, "-c -l"),
    "command": (0, "-p"),
    "builtin": (0, ""),
    "nice": (0, ""),
    "ionice": (0, "-t"),
    "timeout": (1, "--foreground --preserve-status -v --verbose"),
    "stdbuf": (0, ""),
    "setsid": (0, "-c -f -w --wait --fork --ctty"),
    "srun": (0, "-l -u --exclusive --pty"),
    "mpirun": (0, "--allow-run-as-root"),
    "numactl": (0, "-l --localalloc"),
    "taskset": (1, "-c -a --cpu-list"),
    "chrt": (1, "-f -r -o -b -i"),
    "proxychains": (0, "-q"),
    "proxychains4": (0, "-q"),
    "flock": (1, "-n -x -s -e -o"),
    "unbuffer": (0, "-p"),
    "strace": (0, "-f -ff -c -t -tt -r -v -y"),
    "ltrace": (0, "-f -c -S"),
    "valgrind": (0, ""),
    "catchsegv": (0, ""),
    "perf": (1, "-g -a"),
    "runuser": (0, "-"),
    "conda": (1, "--no-capture-output --live-stream"),
    "singularity": (2, "--nv -e -c --cleanenv --contain --writable"),
    "apptainer": (2, "--nv -e -c --cleanenv --contain --writable"),
    "kubectl": (2, "-i -t -it -ti --stdin --tty -q"),
    "docker-compose": (2, "-T -d --rm --no-deps --build --privileged"),
    "$": (0, ""),
    "%": (0, ""),
}
"""Of each the words in front of the command, and the options that take no word of their own."""

_CONTAINERS = frozenset(("docker", "podman", "nerdctl"))
_NO_VALUE = re.compile(
    r"-[itdPT]+|--(?:rm|privileged|interactive|tty|detach|init|read-only|publish-all|no-deps|build"
    r"|no-healthcheck|oom-kill-disable|service-ports|use-aliases|quiet-pull|no-TTY|debug)"
)
_WITH_VALUE = re.compile(r"-[A-Za-z]|--[\w-]+")
"""Options of containers that take no word, and those that do unless they have a `=`."""

_COMMAND = re.compile(rf"(?:.*/)?(?:(?:py)?atc(?:\.bin)?|{SHELL}|python[\d.]*|su|ssh)")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=.*", re.ASCII | re.DOTALL)
_EXEC = frozenset(("-exec", "-execdir", "-ok", "-okdir"))
_MOST = 20
"""Runners that run each other."""


def innermost(words: list[Word]) -> list[Word]:
    """The words of the command that runs in the end; those of the runner where none is seen."""
    for _ in range(_MOST):
        name = _name(words[0]) if words else ""
        special = _SPECIAL.get(name)
        if special is not None:
            run = special(words)
        elif name in _RUNNERS:
            run = words[_command(words, *_RUNNERS[name]) :]
        else:
            break
        if not run:
            break
        words = run
    return words


def _name(word: Word) -> str:
    return word.text.rpartition("/")[2]


def _is_command(word: Word) -> bool:
    name = _name(word)
    return name in _RUNNERS or name in _SPECIAL or _COMMAND.fullmatch(word.text) is not None


def _command(words: list[Word], skipped: int, alone: str) -> int:
    """The index of the command that a runner runs; the length where there is none.

    The word behind an option may be its value, unless the option is known to take none.
    """
    no_value = alone.split()
    if _name(words[0]) == "command" and words[1:] and words[1].text in ("-v", "-V"):
        return len(words)
    may_be_value = False
    for at in range(1, len(words)):
        text = words[at].text
        if text.startswith("-"):
            may_be_value = "=" not in text and text not in no_value
            may_be_value = may_be_value and text != "--"
        elif _ASSIGNMENT.fullmatch(text) or (may_be_value and not _is_command(words[at])):
            may_be_value = False
        elif skipped:
            skipped -= 1
            may_be_value = False
        else:
            return at
    return len(words)


def _contained(words: list[Word]) -> list[Word]:
    """What `docker run IMAGE` and `docker exec CONTAINER` run."""
    at = 1
    while at < len(words) and words[at].text in ("container", "compose", "-D"):
        at += 1
    if at >= len(words) or words[at].text not in ("run", "exec"):
        return []
    entry: list[Word] = []
    at += 1
    while at < len(words) and words[at].text.startswith("-"):
        takes = _WITH_VALUE.fullmatch(words[at].text) and not _NO_VALUE.fullmatch(words[at].text)
        if words[at].text == "--entrypoint":
            entry = words[at + 1 : at + 2]
        at += 2 if takes else 1
    rest = words[at:]
    if entry:
        return [*entry, *rest[1:]]
    unknown = next((n for n, word in enumerate(rest) if word.text != UNKNOWN_PART), len(rest))
    near = range(1, max(unknown, 1) + 2) if unknown else range(1, 2)
    return next((rest[n:] for n in near if n < len(rest) and _is_command(rest[n])), [])


def _found(words: list[Word]) -> list[Word]:
    """What `find` runs for the files it finds."""
    start = next((at for at, word in enumerate(words, 1) if word.text in _EXEC), len(words))
    rest = words[start:]
    end = next((at for at, word in enumerate(rest) if word.text in (";", "+")), len(rest))
    return [_with_unknown(word, "{}") for word in rest[:end]]


def _with_arguments(words: list[Word]) -> list[Word]:
    """What `xargs` runs: with words of its input in it, or behind it."""
    at, mark = 1, ""
    while at < len(words) and words[at].text.startswith("-"):
        text = words[at].text
        if text.startswith(("-I", "--replace=")):
            mark = text.removeprefix("-I").removeprefix("--replace=")
            if not mark and at + 1 < len(words):
                at, mark = at + 1, words[at + 1].text
        elif text.startswith("-i") or text == "--replace":
            mark = text[2:] if text.startswith("-i") and len(text) > 2 else "{}"
        elif re.fullmatch(r"-[nPLsdEa]|--(?:max-\w+|delimiter|arg-file)", text):
            at += 1
        at += 1
    run = words[at:]
    if not run:
        return []
    return (
        [_with_unknown(word, mark) for word in run]
        if mark
        else [*run, unknown_word(run[-1].end, run[-1].end)]
    )


def _in_parallel(words: list[Word]) -> list[Word]:
    """What GNU `parallel` runs for each of the words behind `:::`."""
    end = next((at for at, word in enumerate(words) if word.text.startswith(":::")), len(words))
    at = 1
    while at < end and words[at].text.startswith("-"):
        takes = re.fullmatch(r"-[jaNnPSLC]|--(?:jobs|colsep|delay|joblog|results|timeout|arg-file|"
                             r"max-args|retries|memfree|load)", words[at].text)  # fmt: skip
        at += 2 if takes else 1
    run = words[at:end]
    if run and not any("{" in word.text for word in run):
        run = [*run, unknown_word(run[-1].end, run[-1].end)]
    return run


def _with_unknown(word: Word, mark: str) -> Word:
    """A word with every occurrence of a mark as something unknown."""
    if not mark or mark not in word.text:
        return word
    starts, ends = word.places()
    other = Word(word.start)
    other.end, other.quoted = word.end, word.quoted
    other.starts, other.ends = offsets(), offsets()
    at = 0
    while at < len(word.text):
        is_mark = word.text.startswith(mark, at)
        length = len(mark) if is_mark else 1
        other.text += UNKNOWN_PART if is_mark else word.text[at]
        other.starts.append(starts[at])
        other.ends.append(ends[at + length - 1])
        at += length
    return other


_SPECIAL: dict[str, Callable[[list[Word]], list[Word]]] = {
    **dict.fromkeys(_CONTAINERS, _contained),
    "find": _found,
    "xargs": _with_arguments,
    "parallel": _in_parallel,
}
