"""Scripts that a script writes: the commands in here documents and in the words of `echo`."""

from __future__ import annotations

import pytest

from cannlint.jobs import atc_commands
from cannlint.text.source import Source
from job_scripts import errors_in
from work import grows_as_its_input

REST = "--framework=5 --output=o --soc_version=Ascend310P3"
LOUD = f"atc --model=n.onnx {REST} --log=loud"


def errors(text: str, path: str = "make.sh") -> list[tuple[str, str]]:
    return errors_in(atc_commands.read(Source(path, text.encode())))


def settings_of(text: str) -> dict[str, str | None]:
    [job] = atc_commands.read(Source("make.sh", text.encode())).jobs
    return {setting.option: setting.value for setting in job.settings}


@pytest.mark.parametrize(
    "script",
    [
        f"cat > run.sh <<EOF\n{LOUD}\nEOF\n",
        f"cat >> run.sh << 'EOF'\n{LOUD}\nEOF\nchmod +x run.sh\n",
        f'cat <<-"EOF" > "$DIR/run.sh"\n\t{LOUD}\n\tEOF\n',
        f"cat > ${{OUT}}_run.bash <<EOF\n#!/bin/bash\n{LOUD}\nEOF\n",
        f"sudo tee /opt/run.sh > /dev/null <<EOF\n{LOUD}\nEOF\n",
        f"cat <<EOF | sudo tee -a run.sh\n{LOUD}\nEOF\n",
        f"cat <<EOF | ssh me@host\n{LOUD}\nEOF\n",
        f"cat <<EOF | docker exec -i npu bash\n{LOUD}\nEOF\n",
        f"cat > /usr/local/bin/convert <<EOF\n#!/usr/bin/env bash\n{LOUD}\nEOF\n",
        f"cat > job.slurm <<EOF\n#!/bin/bash\n#SBATCH -n 1\n{LOUD}\nEOF\n",
        f"sbatch -p npu <<EOF\n#!/bin/bash\n{LOUD}\nEOF\n",
        f"bash -s a.onnx <<'EOF'\n{LOUD}\nEOF\n",
        f'echo "{LOUD}" > run.sh\n',
        f"echo {LOUD} >> run.sh\n",
        f"cat <<< '{LOUD}' > run.sh\n",
        f"for m in a b; do\ncat > $m.sh <<EOF\n{LOUD}\nEOF\ndone\n",
    ],
)
def test_a_script_that_is_written_is_read(script):
    found = errors(script)
    assert {code for code, _ in found} == {"JB002"}
    assert {place for _, place in found} == {"loud"}


@pytest.mark.parametrize(
    "script",
    [
        f"cat <<EOF\n{LOUD}\nEOF\n",
        f"cat > run.txt <<EOF\n#!/bin/bash\n{LOUD}\nEOF\n",
        f"cat > README.md <<EOF\n{LOUD}\nEOF\n",
        f"cat > convert.cfg <<EOF\n{LOUD}\nEOF\n",
        f"cat template.sh > run.sh <<EOF\n{LOUD}\nEOF\n",
        f"cat run.sh <<EOF\n{LOUD}\nEOF\n",
        f"tee log.txt <<EOF\n{LOUD}\nEOF\n",
        f"cat 2> run.sh <<EOF\n{LOUD}\nEOF\n",
        f"cat < run.sh <<EOF\n{LOUD}\nEOF\n",
        f"grep atc > run.sh <<EOF\n{LOUD}\nEOF\n",
        f"cat <<EOF | grep atc > run.sh\n{LOUD}\nEOF\n",
        f'echo "{LOUD}"\necho "{LOUD}" > log.txt\n',
        f"cat > run.sh <<EOF\n# {LOUD}\necho {LOUD}\nEOF\n",
    ],
)
def test_what_is_no_script(script):
    assert errors(script) == []


def test_the_outer_shell_expands_what_is_not_quoted():
    script = "LEVEL=loud\ncat > run.sh <<{}\nMODE={}\natc --log={} --precision_mode={}\nEOF\n"
    quoted = script.format("'EOF'", "force_fp16", "$LEVEL", "$MODE")
    assert settings_of(quoted) == {"log": None, "precision_mode": "force_fp16"}
    plain = script.format("EOF", "force_fp16", "$LEVEL", "\\$MODE")
    assert settings_of(plain) == {"log": "loud", "precision_mode": "force_fp16"}
    outer = script.format("EOF", "force_fp16", "${LEVEL}", "$MODE")
    assert settings_of(outer) == {"log": "loud", "precision_mode": None}


def test_a_backslash_in_front_of_a_quote_stays():
    script = 'bash <<EOF\natc --log="info" --input_shape=\\"x:1\\"\nEOF\n'
    assert settings_of(script) == {"log": "info", "input_shape": '"x:1"'}


def test_the_inner_script_sets_nothing_outside():
    script = "cat > run.sh <<'EOF'\nLEVEL=loud\nEOF\natc --log=$LEVEL\n"
    assert settings_of(script) == {"log": None}


@pytest.mark.parametrize("mark", ["EOF", "'EOF'"])
def test_a_command_may_go_on_in_what_is_added_later(mark):
    pieces = (
        f"cat > run.sh <<{mark}\natc --model=n.onnx \\\nEOF\ncat >> run.sh <<{mark}\n{REST}\nEOF\n"
    )
    assert errors(pieces) == []
    echoed = f'echo "atc --model=n.onnx \\\\" > run.sh\necho "  {REST}" >> run.sh\n'
    assert errors(echoed) == []
    assert {code for code, _ in errors("cat > run.sh <<EOF\natc --model=n.onnx\nEOF\n")} == {
        "JB013"
    }


def test_places_are_those_of_the_file():
    text = f"SOC=Ascend310P3\ncat > run.sh <<EOF\nMODEL=n.onnx\natc --log=$SOC{{}}\n{LOUD}\nEOF\n"
    reading = atc_commands.read(Source("make.sh", text.encode()))
    spans = [job.get("log").value_span for job in reading.jobs]
    assert [text[span.start : span.end] for span in spans] == ["$SOC{}", "loud"]


@pytest.mark.parametrize(
    "piece",
    [
        "cat > a.sh <<E\natc --log=$A\nE\n",
        "echo 'atc --log=info' >> a.sh\n",
        "cat <<E | tee a.sh\natc \\\nE\n",
        "cat > a.sh <<E\n",
    ],
)
def test_work_grows_as_the_script(piece):
    def read(count: int) -> None:
        atc_commands.read(Source("make.sh", (piece * count).encode()))

    assert grows_as_its_input(read, 200)
