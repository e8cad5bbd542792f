"""Commands that a script keeps in a variable, a list, quotes or a here document."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.jobs import atc_commands
from cannlint.text.source import Source
from job_scripts import errors_in

REST = "--framework=5 --output=o --soc_version=Ascend310P3"
LOUD = f"atc --model=n.onnx {REST} --log=loud"


def read(text: str):
    return atc_commands.read(Source("run.sh", text.encode()))


def errors(text: str) -> list[tuple[str, str]]:
    return errors_in(read(text))


@pytest.mark.parametrize(
    "script",
    [
        f'CMD="{LOUD}"\n$CMD\n',
        f"CMD='{LOUD}'\ntime ${{CMD}} 2>&1 | tee log\n",
        f'CMD="{LOUD}"\neval "$CMD"\n',
        f'CMD="{LOUD}"\nbash -c "$CMD && echo done"\n',
        f'CMD="atc --model=$1 {REST} --log=loud"\neval $CMD\n',
        f'COMMON="{REST} --log=loud"\natc $COMMON --model=a.onnx\n',
        f'ARGS=({REST}\n  # why\n  --model=a.onnx --log=loud)\natc "${{ARGS[@]}}"\n',
        f"ARGS=({LOUD})\n${{ARGS[*]}}\n",
        f'LEVEL=loud\nARGS=({REST} --model="a.onnx" --log loud)\nsudo atc ${{ARGS[@]}}\n',
        f"bash <<EOF\ncd x\n{LOUD}\nEOF\n",
        f"ssh me@host bash -s <<'EOF'\n{LOUD}\nEOF\n",
        f"ssh -p 22 me@host 'cd x && {LOUD}'\n",
        f"ssh me@host {LOUD}\n",
        f"kubectl exec pod -- {LOUD}\n",
        f"flock /tmp/lock {LOUD}\n",
        f"docker exec -i npu bash <<-EOF\n\t{LOUD}\n\tEOF\n",
        f"bash -c \"bash -c '{LOUD}'\"\n",
        f'docker run img bash -c "atc --model=\\"n.onnx\\" {REST} --log=\\"loud\\""\n',
        f'bash -c "atc --input_shape=\\"x:1,3;y:1\\" --model=n {REST} --log=loud"\n',
        f'if [ $1 ]; then\n  CMD="{LOUD}"\nfi\n$CMD\n',
        f"ATC_HOME=$1\nRUN=$ATC_HOME/bin/atc\n$RUN --model=n {REST} --log=loud\n",
    ],
)
def test_the_place_is_where_the_value_is_written(script):
    found = errors(script)
    assert [code for code, _ in found] == ["JB002"]
    assert found[0][1].strip("\\\"'") == "loud"


@pytest.mark.parametrize(
    "script",
    [
        f'CMD="{LOUD}"\nCMD="echo"\n$CMD\n',
        f'CMD="{LOUD}"\necho "$CMD"\nlog $CMD\n',
        'ARGS=(--model=n.onnx)\nARGS+=(--framework=$K)\natc "${ARGS[@]}" "$@"\n',
        'ARGS=(--model=n.onnx)\nif [ $2 ]; then ARGS=(--log=loud); fi\natc "${ARGS[@]}"\n',
        f"bash run.sh <<EOF\n{LOUD}\nEOF\n",
        f"bash <<EOF\natc --model=\\$1 {REST} --log=\\$LEVEL\nEOF\n",
        f'bash -c "atc --model=$1 {REST} --log=\\$LEVEL"\n',
        'MODELS=(a b)\natc --model=${MODELS[0]} "$@"\n',
    ],
)
def test_what_is_not_run_or_not_known(script):
    assert errors(script) == []


def test_a_list_in_quotes_is_one_word():
    assert errors(f'COMMON="--log=info {REST}"\natc --model=n.onnx "$COMMON"\n')[0][0] == "JB002"


PIECES = ["atc", " ", "\n", "'", '"', "\\", "$X", "X=", "(", ")", "<<E", "E\n", "bash -c ",
          "--log=loud", "eval ", "${X[@]}", "$(", "bash", "{a b}", "=<a b>", "{{",
          "cat ", "> a.sh", "tee a.sh ", "|", "echo ", "#!/bin/sh\n"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_places_are_in_the_file(text):
    for job in read(text).jobs:
        for setting in job.settings:
            for span in (setting.span, setting.key_span, setting.value_span):
                assert 0 <= span.start <= span.end <= len(text)
    errors(text)


@pytest.mark.parametrize(
    ("command", "level", "complete"),
    [
        ("xargs -I{} atc S --log={}", None, True),
        ("xargs -I X atc S --log=X", None, True),
        ("xargs -iX atc S --log=X", None, True),
        ("xargs -i atc S --log={}", None, True),
        ("xargs -i atc S --log=X", "X", True),
        ("xargs --replace atc S --log={}", None, True),
        ("xargs --replace=X atc S --log=X", None, True),
        ("xargs -n 1 atc S --log=X", "X", False),
    ],
)
def test_xargs_puts_its_input_where_the_mark_stands_or_behind_all_words(command, level, complete):
    [job] = read(f"cat list | {command.replace('S', REST)}\n").jobs
    assert (job.value("log"), job.complete) == (level, complete)
