"""A reviewer who posts the page's form, and a look at what is still open."""

import json
import urllib.request
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

from server import Server


def post(review_url: str, pairs: list[tuple[str, str]]) -> int:
    """Posts the review page's form as a browser without scripts does; the status of the answer."""
    address = urlsplit(review_url)
    connection = HTTPConnection(address.netloc, timeout=60)
    try:
        connection.request("POST", address.path, urlencode(pairs), {"Content-Type": "application/x-www-form-urlencoded"})
        return connection.getresponse().status
    finally:
        connection.close()


def decide(review_url: str, *fields: tuple[str, str], action: str = "submit") -> int:
    """Submits or declines: 303 when that was taken, 409 when it was decided otherwise before."""
    status = post(review_url, [("action", action), *fields])
    if status not in (303, 409):
        raise AssertionError(f"the form was answered with {status}")
    return status


def call(server: Server, token: str, tool: str, **arguments: object) -> dict:
    """Calls a tool without any SDK."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    request = urllib.request.Request(f"{server.origin}/mcp", json.dumps(message).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["result"]["structuredContent"]


def pending(server: Server, token: str, withdraw: bool = False) -> int:
    """How many of the token's requests are undecided; withdraws them on demand."""
    open_ones = [item for item in call(server, token, "elicit_history", pageSize=100)["items"] if item["status"] == "pending"]
    for item in open_ones if withdraw else []:
        call(server, token, "elicit_cancel", elicitationId=item["elicitationId"])
    return len(open_ones)
