"""Which program the extension of VS Code starts: one on PATH, never one of the workspace."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from conftest import ROOT

EXTENSION = ROOT / "editors" / "vscode"
ESBUILD = EXTENSION / "node_modules" / ".bin" / "esbuild"

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not ESBUILD.exists(),
    reason=f"node, or `npm ci` in {EXTENSION}, is missing",
)


@pytest.fixture(scope="module")
def program_of(tmp_path_factory):
    """Asks the module; None where it finds no program."""
    built = tmp_path_factory.mktemp("built") / "program.cjs"
    subprocess.run(
        [ESBUILD, EXTENSION / "src" / "program.ts", "--format=cjs", f"--outfile={built}"],
        check=True, capture_output=True, timeout=60,
    )  # fmt: skip

    def ask(*arguments):
        code = f"""
            const {{ programOf }} = require({json.dumps(str(built))});
            console.log(JSON.stringify(programOf(...{json.dumps(arguments)}) ?? null));
        """
        done = subprocess.run(
            ["node", "-e", code], check=True, capture_output=True, text=True, timeout=60
        )
        return json.loads(done.stdout)

    return ask


@pytest.fixture
def folders(tmp_path):
    """Two folders with the program: one on PATH, the other a workspace."""
    for name in ("bin", "workspace"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "cannlint").touch()
    return tmp_path


def test_the_program_is_the_one_on_path(program_of, folders):
    path = f"relative:.::{folders}/none:{folders}/bin"
    assert program_of("cannlint", [], {"PATH": path}, "linux") == f"{folders}/bin/cannlint"


def test_none_of_the_workspace_is_taken(program_of, folders):
    workspace = f"{folders}/workspace"
    paths = {"PATH": f"{workspace}:{folders}/bin"}
    assert program_of("cannlint", [workspace], paths, "linux") == f"{folders}/bin/cannlint"
    assert program_of("cannlint", [workspace], {"PATH": workspace}, "linux") is None
    (folders / "bin" / "linked").symlink_to(f"{workspace}/cannlint")
    assert program_of("linked", [workspace], {"PATH": f"{folders}/bin"}, "linux") is None


@pytest.mark.parametrize("name", ["./cannlint", "bin/cannlint", "..\\cannlint"])
def test_no_path_begins_in_the_current_folder(program_of, folders, name):
    assert program_of(name, [], {"PATH": f"{folders}/bin"}, "linux") is None
    assert program_of(name, [], {"Path": f"{folders}/bin"}, "win32") is None


def test_what_windows_looks_for_first_is_not_looked_for(program_of):
    """No folder of PATH has it; a bare name would be found in the current folder."""
    assert program_of("cannlint", [], {"Path": ".;relative;C:\\none"}, "win32") is None
    absolute = "C:\\venv\\cannlint.exe"
    assert program_of(absolute, [], {}, "win32") == absolute
