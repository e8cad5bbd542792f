"""The atc commands that Python scripts run: what is read, and where it stands."""

from __future__ import annotations

import gc
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.discovery.detect import kind_of
from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.jobs import atc_commands
from cannlint.jobs.python.blocks import blocks_of
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.script import Script
from cannlint.jobs.python.words import Words
from cannlint.kinds import Kind
from cannlint.text.source import Source
from job_scripts import errors_in

REST = "--framework=5 --output=o --soc_version=Ascend310P3"
HEAD = "import os, shlex, subprocess\nfrom subprocess import check_call as go\n"


def errors(text: str) -> list[tuple[str, str]]:
    return errors_in(atc_commands.read(Source("convert.py", text.encode())))


@pytest.mark.parametrize(
    "script",
    [
        f'os.system("atc --model=n.onnx {REST} --log=loud")\n',
        f'os.system(f"atc --model={{path}} {REST} --output={{out!r:>{{w}}}} --log=loud")\n',
        f'os.system("atc --model=%s {REST} "  # "why"\n          "--log=loud" % model)\n',
        f'os.popen("atc --model={{}} {REST} --log=loud".format(model))\n',
        f'REST = " {REST} "\nsubprocess.run("atc --model=" + m + REST + "--log=loud")\n',
        f'subprocess.run(shlex.split(f"atc --model={{m}} {REST} --log=loud"))\n',
        f'subprocess.run(f"atc --model={{m}} {REST} --log=loud".split())\n',
        'go(["atc", "--model", m, "--framework=5", "--output=" + o, *more, "--log=loud"])\n',
        f'go(["bash", "-c", "cd x; atc --model=a {REST} --out_nodes=\\"x:1\\" --log=loud"])\n',
        'words = ["atc", "--log", "loud"] + more\nsubprocess.call(args=words)\n',
        'words = ["atc", "--log=loud"]\nwords.append(f"--model={m}")\n'
        "subprocess.Popen(words + more)\n",
        f'cmd = "atc --model=a {REST}"\ncmd += " --log=loud"\nos.system(cmd)\n',
        f'cmd = "atc --model=a {REST}"\nif x:\n    cmd += " --log=info"\n'
        'os.system(cmd + " --log=loud")\n',
        f'cmd = "atc"\ncmd += " --model=a {REST}"\ncmd += " --log=loud"\nos.system(cmd)\n',
        f'cmd = "atc --model=a"\ncmd = cmd + " {REST}" + " --log=loud"\nos.system(cmd)\n',
        f'os.system("atc" + " --model=a {REST}" + " --log=loud")\n',
        f'class A:\n    model = "a"\n    def f(self):\n'
        f'        os.system(f"atc --model={{self.model}} {REST} --log=loud")\n',
        'cmd = ["atc"]; cmd += ["--log=loud"]; cmd += more; subprocess.run(cmd)\n',
        'cmd = ["atc"]\ncmd.append("--log=loud")\ncmd += more\nsubprocess.run(cmd)\n',
        'cmd = ["atc"]\ncmd.extend(["--log=loud", *x])\nprint(cmd)\nsubprocess.run(cmd)\n',
        f"def run(cmd):\n    print(cmd)\n    subprocess.check_call(cmd, shell=True)\n\n"
        f'run("atc --model=a {REST} --log=loud")\nrun("ls")\n',
        'os.system(" ".join(["atc", "--log=loud", *more]))\n',
        f"def f(m):\n    cmd = f'''\n    atc --model={{m}} \\\n        {REST} \\\n"
        "        --log=\"loud\"\n    '''\n    os.system(cmd)\n",
        f"os.system(r'atc --model=é.onnx {REST} --log=loud')\n".replace("é", "模型"),
    ],
)
def test_the_place_is_where_the_value_is_written(script):
    text = HEAD + script
    assert kind_of("convert.py", text.encode()) is Kind.ATC_COMMANDS
    found = errors(text)
    assert [code for code, _ in found] == ["JB002"]
    assert found[0][1].strip('"') == "loud"


@pytest.mark.parametrize(
    ("script", "field"),
    [
        (
            'def run(level, m="a"):\n'
            f'    os.system(f"atc --model={{m}} {REST} --log={{level}}")\n\nrun("loud")\n',
            "{level}",
        ),
        (
            f'LEVELS = {{"x": "loud"}}\nos.system("atc --model=a {REST} --log=%s" % LEVELS["x"])\n',
            "%s",
        ),
        (
            f'class A:\n    level = "loud"\nos.system(f"atc {REST} --log={{A.level}}")\n',
            "{A.level}",
        ),
    ],
)
def test_a_field_has_what_is_filled_in(script, field):
    found = dict(errors(HEAD + script))
    assert found["JB002"] == field


@pytest.mark.parametrize(
    "script",
    [
        'print("atc --log=loud")\n',
        '"""atc --log=loud"""\nos.system("ls")\n',
        'parser.add_argument("--cmd", help="atc --log=loud")\nos.system(args.cmd)\n',
        'cmd = "atc --log=loud"\ncmd = "ls"\nos.system(cmd)\n',
        'os.system("echo atc --log=loud")\n',
        'cmd = "atc"\ncmd = cmd + read() + " --log=" + level\nos.system(cmd)\n',
        'cmd = "atc --log=loud"\ncmd = cmd + " x"\ncmd = read(cmd)\nos.system(cmd)\n',
        'cmd = "atc"\nfor x in y:\n    cmd = cmd + " --log=loud"\nos.system(cmd)\n',
        'subprocess.run([ATC, "--log=loud"])\n',
        'subprocess.run(["atc", f"--log={level}", *more])\n',
        'os.system("atc --log=%s %s" % (level, rest))\n',
        'os.system(f"atc --log={level} {rest}")\n',
        'os.system("atc --log={} {rest}".format(level, rest=rest))\n',
        'words = ["atc", "--model=a"]\nwords += rest\nsubprocess.run(words)\n',
        'words = ["atc", "--log=loud"]\nwords.remove("--log=loud")\nsubprocess.run(words)\n',
        'words = ["atc", "--log=loud"]\nwords[1] = "--log=info"\nsubprocess.run(words)\n',
        'words = ["atc", "--log=loud"]\nadjust(words)\nsubprocess.run(words)\n',
        'cmd = "atc --log=loud"\ncmd = cmd.replace("loud", "info")\nos.system(cmd)\n',
        'words = ["atc"]\nfor x in y:\n    words.append("--model=a")\nsubprocess.run(words)\n',
        'words = ["atc"]\nif x:\n    words.append("--model=a")\nsubprocess.run(words)\n',
        'words = ["atc", "--model=a"]\nwords.extend(rest)\nsubprocess.run(words)\n',
        'os.system("atc --log={}".format(level) + rest.replace("a", "b"))\n',
        "x = x + x\ny = [y] + y\nos.system('atc --log=' + x)\nos.system(y)\n",
        "os.system('atc --log=loud\n",
    ],
)
def test_what_is_not_run_or_not_known(script):
    assert errors(HEAD + script) == []


PIECES = ["'", '"', "f'", "r'", "{x}", "{{", "\\", "\\'", "\n", "atc", " --log=loud", "%s", " % m",
          ".format(1)", " + ", "('", "')", "[", "]", ",", "os.system(", "(", ")", "é"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_places_are_in_the_file(script):
    text = f"import os\nos.system({script})\n"
    for job in atc_commands.read(Source("convert.py", text.encode())).jobs:
        for setting in job.settings:
            assert 0 <= setting.span.start <= setting.span.end <= len(text)
    errors(text)


ADAPTERS = {
    Kind.TF_SCRIPT: 'custom_op = c.custom_optimizers.add()\ncustom_op.name = "NpuOptimizer"\n'
    'custom_op.parameter_map["precison_mode"].s = b"x"  # npu\n',
    Kind.TORCH_MINDSPORE_SCRIPT: "import torch_npu\ntorch_npu.npu.set_compile_mode('false')\n",
}


@pytest.mark.parametrize("kind", ADAPTERS)
@pytest.mark.parametrize(
    "start",
    [
        'os.system("atc --model=n.onnx --framework=5 --log=loud --output=o")\n',
        'subprocess.run(["atc", "--model=n.onnx", "--framework=5", "--log=loud", "--output=o"])\n',
    ],
)
def test_a_script_of_an_adapter_starts_atc_too(kind: Kind, start: str) -> None:
    """Both are read, and what only holds for a command line, such as a flag that is missing."""
    text = HEAD + ADAPTERS[kind] + start
    assert kind_of("train.py", text.encode()) is kind
    found = check_reading(read(Source("train.py", text.encode()), kind))
    adapter = "JB001" if kind is Kind.TF_SCRIPT else "JB002"
    assert sorted(one.code for one in found) == sorted([adapter, "JB002", "JB013"])


@pytest.mark.parametrize("step", ['" ".join(["--mode=0", v])', '" --mode=0 " + v'])
def test_a_text_that_is_added_to_itself_is_unknown_there(step):
    script = f'import os\nv = "atc --log=info "\nv += {step}\nos.system(v)\n'
    [job] = atc_commands.read(Source("convert.py", script.encode())).jobs
    assert [(one.option, one.value) for one in job.settings] == [("log", "info"), ("mode", "0")]


@pytest.mark.parametrize(
    "text",
    [
        "'atc " + "\\\\" * 10_000 + "'",
        "'atc " + "a" * 20_000 + "'",
        "f'atc {" + "a" * 20_000 + "}'",
        "'" + "a" * 20_000 + "'.join(['atc', 'a', 'b'])",
        "'" + "a" * 10_000 + "'.join(['atc'" + ", 'a'" * 1_000 + "])",
    ],
    ids=["escapes", "letters", "a field", "what joins", "a long text that joins"],
)
def test_the_memory_that_a_text_takes(text):
    """Counted in bytes, without the collector, which does not run in a check either."""
    source = Source("convert.py", f"import os\nos.system({text})\n".encode())
    module = Module(Script(source, list(blocks_of(source.text))), {"os": "os"})
    [(statement, call)] = [
        one for one in module.calls if module.full_name(one[1].func, one[0].scope) == "os.system"
    ]
    words = Words(module)
    words.before = statement
    gc.disable()
    tracemalloc.start()
    try:
        words.text(call.args[0], statement.scope)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        gc.enable()
    assert peak < 50 * len(text)


COMMAND = f"atc --model=a {REST} --log=loud"


@pytest.mark.parametrize(
    "script",
    [
        f'run_command("{COMMAND}")\n',
        f'convert = "{COMMAND}"\n',
        f'if x:\n    cmd = "{COMMAND}"\nelse:\n    cmd = "atc --model=b {REST}"\nos.system(cmd)\n',
        f'for cmd in ["{COMMAND}", "atc --model=b {REST}"]:\n    os.system(cmd)\n',
        f'def command(model):\n    return f"atc --model={{model}} {REST} --log=loud"\n',
        f'run(["atc", "--model", "a", "--log=loud"])\nlogger.info("{COMMAND}")\n',
        f'COMMANDS = {{"a": "{COMMAND}"}}\n',
        f'class A:\n    def run(self):\n        self.cmd = "{COMMAND}"\n        run(self.cmd)\n',
        f'run("/usr/local/atc/bin/atc --model={{}} {REST} --log=loud".format(m))\n',
    ],
)
def test_a_command_that_another_module_may_run_is_read(script):
    assert errors(HEAD + script) == [("JB002", "loud")]


LOUD = ", ".join(f'"{word}"' for word in f"{COMMAND}".split()[1:]) + "])\n"


@pytest.mark.parametrize(
    "script",
    [
        f'ATC = "/usr/local/Ascend/bin/atc"\nsubprocess.run([ATC, {LOUD}',
        f'atc = shutil.which("atc")\nsubprocess.run([atc, {LOUD}',
        f'subprocess.run([os.environ.get("ATC", "atc"), {LOUD}',
        f'parser.add_argument("--atc_bin", default="atc")\nsubprocess.run([args.atc_bin, {LOUD}',
        f'def convert(atc="/opt/bin/atc"):\n    subprocess.run([atc, {LOUD}',
        'class A:\n    def __init__(self, atc="atc"):\n        self.atc = atc\n'
        f"    def run(self):\n        subprocess.run([self.atc, {LOUD}",
    ],
)
def test_the_program_may_be_named_apart_from_its_options(script):
    assert errors(HEAD + script) == [("JB002", "loud")]


START = f"words = {['atc', '--model=a', *REST.split()]}\n"


@pytest.mark.parametrize(
    "step",
    [
        'if debug:\n    words.append("--log=loud")\n',
        'if debug:\n    words += ["--log=info"]\nelse:\n    words += ["--log", "loud"]\n',
        'if debug:\n    words.extend(["--log=loud", f"--output_type={kind}"])\n',
        'for one in more:\n    words.append("--log=loud")\n',
    ],
)
def test_an_option_that_a_branch_adds(step):
    assert errors(HEAD + START + step + "subprocess.run(words)\n") == [("JB002", "loud")]


@pytest.mark.parametrize(
    "step",
    [
        'if debug:\n    words.append("--log=debug")\n',
        'if debug:\n    words.append(f"--log={level}")\n',
        "if debug:\n    words.append(more)\n    words.extend(others)\n",
        'if False:\n    words.append("--log=loud")\n',
    ],
)
def test_an_option_of_a_branch_that_says_nothing_of_the_others(step):
    start = START.replace("'--framework=5'", "'--framework=5', '--log=error'")
    assert "--log=error" in start
    assert errors(HEAD + start + step + "subprocess.run(words)\n") == []


@pytest.mark.parametrize(
    "program",
    ['which("atcd")', 'get("ATC")', "atc", 'get("TOOL", "make")', '"atc" if x else "aoe"'],
)
def test_a_program_that_is_another_or_not_known(program):
    assert errors(HEAD + f"tool = {program}\nsubprocess.run([tool, {LOUD}") == []


@pytest.mark.parametrize(
    "script",
    [
        f'print("the {COMMAND}")\nlogger.info("{COMMAND}")\nraise ValueError("{COMMAND}")\n',
        f'"""{COMMAND}"""\n',
        f'parser.add_argument("--cmd", help="{COMMAND}")\n',
        f'@click.command(help="{COMMAND}")\ndef main(mode=Option("x", help="{COMMAND}")): ...\n',
        f'setup(description="{COMMAND}")\nassert_equal(1, 2, msg="{COMMAND}")\n',
        f'assert "{COMMAND}" in text\nif cmd == "{COMMAND}" or "{COMMAND}" != other: ...\n',
        f'cmd = "{COMMAND}"\ncmd = cmd.replace("loud", "info")\nrun(cmd)\n',
        f'cmd = "{COMMAND}"\ncmd = other()\nrun(cmd)\n',
        'words = ["atc", "--model=a", "--log=loud"]\nwords[2] = "--log=info"\nrun(words)\n',
        f'cmd = "atc --model=a {REST}"\nrun(cmd + more)\n',
        'run("atc --log=loud")\nrun("the atc --model flag")\nrun("atc")\n"".join(x=1)\n',
        'run("atc --model=a")\n',  # the rest may be added
    ],
)
def test_what_is_only_shown_or_changed_is_not_read(script):
    assert errors(HEAD + script) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('f"--log={LEVEL}"', "loud"),
        ('"--log=%s" % LEVEL', "loud"),
        ('"%s --log=%s" % ("--mode=0", LEVEL)', "loud"),
        ('"--log=%(level)s" % {"level": LEVEL}', "loud"),
        ('"--log={}".format(LEVEL)', "loud"),
        ('"{1} --log={0}".format(LEVEL, "--mode=0")', "loud"),
        ('"--log={level}".format(level="loud")', "loud"),
        ('"%*d --log=%s" % (3, 4, LEVEL)', "loud"),
        ('f"--log={LEVEL!r}"', None),
        ('f"--log={LEVEL:>9}"', None),
        ('f"--log={level}"', None),
        ('"--log=%5s" % LEVEL', None),
        ('"--log=%s" % levels', None),
        ('"--log={0.name}".format(LEVEL)', None),
        ('"--log={}".format(*LEVELS)', None),
        ('"--log={level}".format(**LEVELS)', None),
        ('"--log=%(level)s" % LEVELS', None),
        ('f"--log={TWICE}"', None),
    ],
)
def test_values_are_filled_in_where_they_are_known(text, value):
    script = f'LEVEL = "loud"\nTWICE = 1\nTWICE = 2\nos.system("atc --model=a " + {text})\n'
    [job] = atc_commands.read(Source("convert.py", (HEAD + script).encode())).jobs
    assert job.value("log") == value
