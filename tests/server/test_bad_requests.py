"""Requests that are not valid: each is answered with an error of JSON-RPC, and nothing pops up."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from server.messages import END, HELLO, framed

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMS, NOT_INITIALIZED = -32602, -32002

PLACE = {"textDocument": {"uri": "file:///a.cfg"}, "position": {"line": 0, "character": 0}}


def answers(out):
    """The messages of a server, in order."""
    found = []
    while out:
        head, _, rest = out.partition("\r\n\r\n")
        size = int(head.partition("Content-Length: ")[2].split("\r\n")[0])
        found.append(json.loads(rest[:size]))
        out = rest[size:]
    return found


def errors(messages):
    return [(message["id"], message["error"]["code"]) for message in messages if "error" in message]


@pytest.fixture
def errors_of(conversation):
    """Gives a server messages after `initialize`: the ids and codes of the errors it answers."""

    def ask(*messages):
        status, out, err = conversation(*map(framed, (HELLO, *messages, *END)))
        assert status == 0 and "Traceback" not in err
        came = answers(out)
        assert not [m for m in came if m.get("method") == "window/showMessage"]
        assert came[-1]["id"] == 99 and "error" not in came[-1]  # what comes after is answered
        return errors(came)

    return ask


@pytest.mark.parametrize(
    "params",
    [
        {},
        None,
        [],
        7,
        {"textDocument": {"uri": "file:///a.cfg"}},
        {**PLACE, "position": {"line": "x", "character": 0}},
        {**PLACE, "position": {"line": -1, "character": 0}},
        {**PLACE, "position": {"line": 2**40, "character": 0}},
        {**PLACE, "position": None},
    ],
)
def test_wrong_parameters(errors_of, params):
    message = {"id": 7, "method": "textDocument/hover", "params": params}
    assert errors_of(message) == [(7, INVALID_PARAMS)]


def test_the_error_names_the_wrong_parameter(conversation):
    wrong = {**PLACE, "position": {"line": 0, "character": "x"}}
    message = {"id": 7, "method": "textDocument/hover", "params": wrong}
    _, out, _ = conversation(*map(framed, (HELLO, message, *END)))
    [error] = [answer["error"] for answer in answers(out) if "error" in answer]
    assert "textDocument/hover" in error["message"] and "position.character" in error["message"]


@pytest.mark.parametrize("method", ["textDocument/codeAction", "textDocument/completion"])
def test_no_parameters_at_all(errors_of, method):
    assert errors_of({"id": "seven", "method": method}) == [("seven", INVALID_PARAMS)]


def test_an_unknown_method(errors_of):
    assert errors_of({"id": 7, "method": "no/such", "params": {}}) == [(7, METHOD_NOT_FOUND)]


def test_a_command_that_the_server_does_not_have(errors_of):
    message = {"id": 7, "method": "workspace/executeCommand", "params": {"command": "rm"}}
    assert errors_of(message) == [(7, INVALID_PARAMS)]


@pytest.mark.parametrize("number", [{}, [], None, True, 1.5])
def test_an_id_that_is_none(errors_of, number):
    message = {"id": number, "method": "textDocument/hover", "params": PLACE}
    assert errors_of(message) == [(None, INVALID_REQUEST)]


@pytest.mark.parametrize(
    "body", [b"{oops", b"\xff\xfe", b"[" * 100_000, b"9" * 10_000], ids=lambda body: repr(body[:5])
)
def test_a_text_that_is_not_json(errors_of, body):
    assert errors_of(body) == [(None, PARSE_ERROR)]


@pytest.mark.parametrize("body", [b"3", b"[]", b"{}", b'{"id": 7, "method": "textDocument/hover"}'])
def test_json_that_is_no_message(errors_of, body):
    [(_, code)] = errors_of(body)
    assert code == INVALID_REQUEST


def test_a_message_inside_parameters_is_not_a_message(errors_of):
    inside = {"jsonrpc": "2.0", "id": 8, "method": "shutdown"}
    message = {"id": 7, "method": "no/such", "params": inside}
    assert errors_of(message) == [(7, METHOD_NOT_FOUND)]


def test_a_notification_with_wrong_parameters_is_passed_over(errors_of):
    assert errors_of({"method": "textDocument/didOpen", "params": {"x": 1}}) == []


def test_a_second_initialize(errors_of):
    assert errors_of({**HELLO, "id": 7}) == [(7, INVALID_REQUEST)]


def test_nothing_is_answered_before_initialize(conversation):
    hover = {"id": 7, "method": "textDocument/hover", "params": PLACE}
    opened = {"method": "textDocument/didOpen", "params": {}}
    status, out, _ = conversation(*map(framed, (hover, opened, HELLO, *END)))
    assert status == 0
    assert errors(answers(out)) == [(7, NOT_INITIALIZED)]


def test_a_wrong_initialize_can_be_sent_again(conversation):
    wrong = {"id": 7, "method": "initialize", "params": {"capabilities": 3}}
    status, out, _ = conversation(*map(framed, (wrong, HELLO, *END)))
    assert status == 0
    assert errors(answers(out)) == [(7, INVALID_PARAMS)]


def test_a_request_after_shutdown(conversation):
    hover = {"id": 7, "method": "textDocument/hover", "params": PLACE}
    status, out, _ = conversation(*map(framed, (HELLO, END[0], hover, END[1])))
    assert status == 0
    assert errors(answers(out)) == [(7, INVALID_REQUEST)]
