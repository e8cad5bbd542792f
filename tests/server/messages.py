"""Messages of an editor as the bytes that a server reads."""

from __future__ import annotations

import json

HELLO = {
    "id": 1,
    "method": "initialize",
    "params": {"processId": None, "rootUri": None, "capabilities": {}},
}
END = [{"id": 99, "method": "shutdown"}, {"method": "exit"}]


def framed(message):
    body = message if isinstance(message, bytes) else json.dumps({"jsonrpc": "2.0", **message})
    body = body if isinstance(body, bytes) else body.encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def opened(uri, text, language="plaintext"):
    item = {"uri": uri, "languageId": language, "version": 1, "text": text}
    return {"method": "textDocument/didOpen", "params": {"textDocument": item}}
