"""The official Python SDK as an agent: each of the eight tools, over HTTP and over a pipe, in both eras of the protocol."""

import asyncio
import json
import logging
import tempfile
import unittest
from contextlib import asynccontextmanager
from typing import Any, AsyncIterator

from httpx2 import AsyncClient
from jsonschema import Draft202012Validator, ValidationError
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from reviewer import post
from server import BINARY, Server, own_environment

TOOLS = {
    "elicit_proposal", "elicit_approval", "elicit_selection", "elicit_status",
    "elicit_await", "elicit_result", "elicit_cancel", "elicit_history",
}  # fmt: skip
CONTEXT = {"id": "001", "rank": 12, "é": [None, True]}
PROPOSAL = {
    "message": "Review one record",
    "columns": {"sources": [{"key": "apollo", "label": "Apollo"}], "current": {"label": "CRM"}},
    "requestedSchema": {
        "type": "object",
        "properties": {
            "name": {"type": "string", "default": "Ann"},
            "seats": {"type": "integer", "default": 5},
            "tags": {"type": "array", "items": {"enum": ["a", "b"]}, "default": ["b"]},
        },
    },
    "fields": {"name": {"sources": {"apollo": "Anna"}, "current": "Anne"}, "seats": {"current": 5}},
    "context": CONTEXT,
}


class Agent:
    """Calls tools and holds every answer to the schema that its tool published."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.called: set[str] = set()
        self.validators: dict[str, Draft202012Validator] = {}

    async def learn(self) -> None:
        for tool in (await self.client.list_tools()).tools:
            Draft202012Validator.check_schema(tool.output_schema)
            Draft202012Validator.check_schema(tool.input_schema)
            self.validators[tool.name] = Draft202012Validator(tool.output_schema)

    async def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        result = await self.client.call_tool(name, arguments, read_timeout_seconds=90)
        if result.is_error:
            raise AssertionError(f"{name}: {result.content}")
        self.validators[name].validate(result.structured_content)
        if json.loads(result.content[0].text) != result.structured_content:
            raise AssertionError(f"{name}: the text is not the structured content")
        self.called.add(name)
        return result.structured_content

    async def fault(self, name: str, **arguments: Any) -> str:
        result = await self.client.call_tool(name, arguments)
        if not result.is_error:
            raise AssertionError(f"{name} succeeded: {result.structured_content}")
        return result.content[0].text

    async def decided(self, opened: dict[str, Any], pairs: list[tuple[str, str]]) -> tuple[str, dict[str, Any]]:
        """Waits while the reviewer decides; how the wait ended, and the result."""
        request = {"elicitationId": opened["elicitationId"]}
        waiting = asyncio.create_task(self.call("elicit_await", **request, waitSeconds=60))
        assert await self.call("elicit_status", **request) == {"status": "pending"}
        assert await asyncio.to_thread(post, opened["reviewUrl"], pairs) == 303
        status = (await waiting)["status"]
        assert await self.call("elicit_status", **request) == {"status": status}
        return status, await self.call("elicit_result", **request)


class Clients(unittest.IsolatedAsyncioTestCase):
    """One test a way of speaking to the server."""

    @classmethod
    def setUpClass(cls) -> None:
        # a busy machine is none of its business
        logging.getLogger("asyncio").setLevel(logging.ERROR)
        cls.server = Server().__enter__()
        cls.addClassCleanup(cls.server.__exit__)

    @asynccontextmanager
    async def over_http(self, mode: str) -> AsyncIterator[Client]:
        headers = {"Authorization": f"Bearer {self.server.mint(f'python over HTTP, {mode}')}"}
        async with AsyncClient(headers=headers, timeout=90) as http:
            async with Client(streamable_http_client(f"{self.server.origin}/mcp", http_client=http), mode=mode) as client:
                yield client

    @asynccontextmanager
    async def over_a_pipe(self, mode: str) -> AsyncIterator[Client]:
        with tempfile.TemporaryDirectory(prefix="countersign-python-") as folder:
            database = f"sqlite:{folder}/countersign.db"
            command = StdioServerParameters(command=BINARY, args=["mcp", "--database", database], env=own_environment())
            async with Client(command, mode=mode) as client:
                yield client

    async def converse(self, client: Client, version: str) -> None:
        self.assertEqual(client.protocol_version, version)
        self.assertEqual(client.server_info.name, "countersign")
        agent = Agent(client)
        await agent.learn()
        self.assertEqual(set(agent.validators), TOOLS)

        opened = await agent.call("elicit_proposal", **PROPOSAL)
        self.assertEqual(opened["status"], "pending")
        pairs = [("action", "submit"), ("include", "name"), ("p.name", "Änne"), ("p.seats", "5"), ("include", "tags"), ("p.tags", "a")]
        status, result = await agent.decided(opened, pairs)
        values = {"name": "Änne", "tags": ["a"]}
        self.assertEqual(status, "submitted")
        self.assertEqual(
            result,
            {"status": "consumed", "decision": "submitted", "action": "submit", "context": CONTEXT, "formSubmission": values, "values": values},
        )

        opened = await agent.call("elicit_approval", message="Send it?", context=CONTEXT)
        status, result = await agent.decided(opened, [("action", "cancel")])
        self.assertEqual(status, "declined")
        self.assertEqual(result, {"status": "consumed", "decision": "declined", "context": CONTEXT, "formSubmission": None})

        opened = await agent.call("elicit_selection", message="Which?", options=[{"id": "a", "label": "A"}, {"id": "b", "n": 1}])
        status, result = await agent.decided(opened, [("action", "submit"), ("choice", "b")])
        self.assertEqual(status, "submitted")
        chosen = {"selectedIds": ["b"]}
        self.assertEqual(result, {"status": "consumed", "decision": "submitted", "context": None, "formSubmission": chosen, **chosen})

        opened = await agent.call("elicit_proposal", **PROPOSAL)
        request = {"elicitationId": opened["elicitationId"]}
        self.assertEqual(await agent.call("elicit_cancel", **request), {"status": "canceled"})
        self.assertEqual(await agent.fault("elicit_result", **request), "not decided (status=canceled)")

        history = await agent.call("elicit_history")
        self.assertEqual(history["total"], 4)
        self.assertEqual(history["items"][0]["elicitationId"], opened["elicitationId"])
        self.assertEqual(agent.called, TOOLS)
        # a schema that takes anything would prove nothing
        for name, validator in agent.validators.items():
            for wrong in ({}, {"status": "lost"}, {"items": 1, "elicitationId": 2}):
                with self.assertRaises(ValidationError, msg=f"{name}: {wrong}"):
                    validator.validate(wrong)

        self.assertIn('did you mean "message"', await agent.fault("elicit_approval", mesage="x"))

    async def test_http_with_a_handshake(self) -> None:
        async with self.over_http("legacy") as client:
            await self.converse(client, "2025-11-25")

    async def test_http_without_a_handshake(self) -> None:
        async with self.over_http("auto") as client:
            await self.converse(client, "2026-07-28")

    async def test_pipe_with_a_handshake(self) -> None:
        async with self.over_a_pipe("legacy") as client:
            await self.converse(client, "2025-11-25")

    async def test_pipe_without_a_handshake(self) -> None:
        async with self.over_a_pipe("auto") as client:
            await self.converse(client, "2026-07-28")


if __name__ == "__main__":
    unittest.main(verbosity=2)
