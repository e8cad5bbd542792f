"""Files that are exchanged between the moment they are found and the moment they are used.

An audit hook exchanges a file when the process is about to open it, or another one.
"""

from __future__ import annotations

import sys

import pytest

from hostile.writers import FIXABLE, JOB, MODEL, SOC, files_in, run

pytestmark = pytest.mark.slow  # each test starts a process

SECRET = "hunter2:InputDtype:hunter3\n"
EXCHANGES = {
    "a pipe": "os.unlink({path!r}); os.mkfifo({path!r})",
    "a folder": "os.unlink({path!r}); os.mkdir({path!r})",
    "a link out": "os.unlink({path!r}); os.symlink('../secret', {path!r})",
    "a circle": "os.unlink({path!r}); os.symlink({path!r}, {path!r})",
    "a device": "os.unlink({path!r}); os.symlink('/dev/zero', {path!r})",
    "cut": "os.truncate({path!r}, 7)",
    "longer": "os.truncate({path!r}, 1 << 30)",
    "gone": "os.unlink({path!r})",
    "of nobody": "os.chmod({path!r}, 0)",
}
HOOK = """
def exchange(event, arguments, left=[{time}]):
    if event == "open" and str(arguments[0]).endswith({path!r}) and left[0] > 0:
        left[0] -= 1
        if left[0] == 0:
            {change}
sys.addaudithook(exchange)
"""
"""Before the so manyth time that a file is opened."""
PLAN = ("plan", "--soc", SOC, "-O", "precision_mode=force_fp16")
COMMANDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "check": ("a.cfg", ("check", ".")),
    "check --fix": ("a.cfg", ("check", "--fix", ".")),
    "inspect": ("a.cfg", ("inspect", "--kind", "customize_dtypes", "a.cfg")),
    "a script": ("run.sh", ("check", ".")),
    "plan": ("m.onnx", (*PLAN, "--model", "m.onnx")),
    "--annotate": ("m.onnx", (*PLAN, "--model", "m.onnx", "--annotate", "with.onnx")),
    "suggest --write": ("cannlint.toml", ("suggest", "SoftmaxV2=float32", "--job", "net",
                                          "--write")),
    "configuration": ("pyproject.toml", ("check", ".")),
    "ignored": (".gitignore", ("check", ".")),
    "a page": ("README.md", ("check", ".")),
    "bisect": ("cannlint-bisect.json", ("bisect", "good")),
}  # fmt: skip


def project(folder):
    (folder / "secret").write_text(SECRET)
    home = folder / "project"
    (home / ".git").mkdir(parents=True)
    (home / "a.cfg").write_text(FIXABLE)
    (home / "cannlint.toml").write_text(JOB)
    (home / "m.onnx").write_bytes(MODEL)
    (home / "run.sh").write_text(
        f"cd conf\natc --model=../m.onnx --framework=5 --output=o --soc_version={SOC}"
        " --customize_dtypes=../a.cfg --keep_dtype=none.cfg\n"
    )
    (home / "README.md").write_text("```bash\ncd x && bash run.sh\n```\n")
    (home / ".gitignore").write_text("*.log\n")
    (home / "sub").mkdir()
    (home / "sub" / "pyproject.toml").write_text("[tool.cannlint]\n")
    (home / "sub" / "keep_dtype.cfg").write_text("Relu\n")
    return home


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes")
@pytest.mark.parametrize(
    ("name", "time"), [*((name, 1) for name in COMMANDS), ("check --fix", 2), ("--annotate", 2),
                       ("suggest --write", 3)]
)  # fmt: skip
def test_an_exchanged_file_is_a_sentence_and_never_waited_for(tmp_path, name, time):
    path, command = COMMANDS[name]
    for number, (what, change) in enumerate(EXCHANGES.items()):
        (tmp_path / f"{number}").mkdir()
        folder = project(tmp_path / f"{number}")
        if name == "bisect":
            assert run(folder, "bisect", "start", "--job", "net", "--all").returncode == 0
        before = files_in(folder)
        found = next(folder.rglob(path)).relative_to(folder)
        setup = HOOK.format(time=time, path=path, change=change.format(path=str(found)))
        done = run(folder, *command, setup=setup)
        said = (done.stdout + done.stderr).decode("utf-8", "replace")
        assert "Traceback" not in said, (what, said)
        assert done.returncode in (0, 1, 2), (what, said)
        assert "hunter" not in said, (what, said)
        assert (folder.parent / "secret").read_text() == SECRET, what
        kept = {file: data for file, data in files_in(folder).items() if file in before}
        for file in kept.keys() - {str(found), "a.cfg", "cannlint-bisect.keep_dtype.txt"}:
            assert kept[file] == before[file], (what, file)
