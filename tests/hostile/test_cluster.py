"""What listens where a Dask scheduler should be, and is none."""

from __future__ import annotations

import socket
import threading

import pytest

pytest.importorskip("distributed")

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
