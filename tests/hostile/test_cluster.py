"""What listens where a Dask scheduler should be, and is none."""

from __future__ import annotations

import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from cannlint.audit import run as audit_run
from cannlint.audit.model import Part, Tally, is_part
from cannlint.engine import schedule
from cannlint.errors import CannlintError
from cannlint.parallel.workers import in_order
from hostile.writers import run

distributed = pytest.importorskip("distributed")

ANSWERS = [b"HTTP/1.0 400 Bad Request\r\n\r\n", b"\xff" * 64, b"\0" * 7, b"x" * 40]


@pytest.fixture
def listening():
    """Start a server that sends some bytes to whoever connects, and closes; gives its address."""
    servers = []

    def start(answer: bytes, closes: bool = True) -> str:
        server = socket.create_server(("127.0.0.1", 0))
        servers.append(server)
        kept = []

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                connection.sendall(answer)
                connection.close() if closes else kept.append(connection)

        threading.Thread(target=serve, daemon=True).start()
        return f"dask://127.0.0.1:{server.getsockname()[1]}"

    yield start
    for server in servers:
        server.close()


@pytest.mark.slow
@pytest.mark.parametrize("answer", ANSWERS)
def test_another_program_is_a_sentence(cannlint, tmp_path, listening, answer):
    (tmp_path / "a.cfg").write_text("Relu\n")
    address = listening(answer)
    result = cannlint("check", "--executor", address, ".")
    assert result.err == f"cannlint: --executor {address}: no Dask scheduler answers\n"
    assert result.status == 2


@pytest.mark.slow
def test_a_program_that_says_nothing_is_a_sentence_after_ten_seconds(cannlint, tmp_path, listening):
    (tmp_path / "a.cfg").write_text("Relu\n")
    result = cannlint("check", "--executor", listening(b"", closes=False), ".")
    assert result.err.endswith("no Dask scheduler answers\n") and result.err.count("\n") == 1
    assert result.status == 2


@pytest.mark.slow
@pytest.mark.parametrize("where", ["127.0.0.1", "127.0.0.1:99999", "127.0.0.1:1", "a b:3"])
def test_an_address_of_nothing_is_a_sentence(cannlint, tmp_path, where):
    (tmp_path / "a.cfg").write_text("Relu\n")
    result = cannlint("check", "--executor", f"dask://{where}", ".")
    assert result.err.endswith("no Dask scheduler answers\n") and result.err.count("\n") == 1
    assert result.status == 2


@pytest.fixture
def cluster():
    """The address of a cluster of one worker, which is a thread of this process."""
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None,
        protocol="tcp://", host="127.0.0.1",
    ) as local:  # fmt: skip
        yield "dask://" + local.scheduler_address.removeprefix("tcp://")


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["text", 1, None, ["text"], [1, 2], [["text"]]])
def test_a_worker_that_sends_something_else(tmp_path, cluster, monkeypatch, answer):
    (tmp_path / "a.cfg").write_text("OpType::Relu:InputDtype:fp16\n")
    monkeypatch.setattr(schedule, "check_batch", lambda batch: answer)
    done = run(tmp_path, "check", "--executor", cluster, ".")
    assert done.returncode == 2 and b"Traceback" not in done.stderr
    assert done.stderr.endswith(b"a worker sent something else than what it found\n")


@pytest.mark.slow
@pytest.mark.parametrize("answer", [None, "text", [], Part(1, "none"), Part(1, Tally(3))])
def test_a_worker_of_an_audit_that_sends_something_else(tmp_path, cluster, monkeypatch, answer):
    (tmp_path / "run.sh").write_text("atc --model=a.onnx --framework=5 --output=a\n")
    monkeypatch.setattr(audit_run, "audit_batch", lambda unit: answer)
    done = run(tmp_path, "audit", "--executor", cluster, "--soc", "Ascend310P3", ".")
    assert done.returncode == 2 and b"Traceback" not in done.stderr
    assert done.stderr.endswith(b"a worker sent something else than what it found\n")


def test_a_part_of_an_audit_fits_its_targets():
    assert is_part(Part(1, Tally(2)), targets=2)
    assert not is_part(Part(1, Tally(2)), targets=1)


def test_workers_that_die_over_a_unit_are_a_sentence():
    class Crew:
        executor, ahead, lost = ThreadPoolExecutor(1), 1, (distributed.KilledWorker,)

        def close(self, is_done):
            self.executor.shutdown()

    def die(unit):
        raise distributed.KilledWorker("check_batch", None, None)

    with pytest.raises(CannlintError, match="were killed again and again"):
        list(in_order(die, [1, 2], Crew()))
