"""The official Python SDK's own authorization, against an OpenID provider that we did not write."""

import logging
import unittest
from contextlib import AsyncExitStack
from typing import Any
from urllib.parse import parse_qs, urlsplit

from httpx2 import AsyncClient, Auth, Timeout
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.extensions.client_credentials import ClientCredentialsOAuthProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken

from issuer import CLIENT_ID, CLIENT_SECRET, Issuer, consent
from server import Server

BACK = "http://127.0.0.1:9/callback"


class Stored:
    """What the SDK keeps."""

    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class OAuth(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        logging.getLogger("asyncio").setLevel(logging.ERROR)
        kept = AsyncExitStack()
        self.addAsyncCleanup(kept.aclose)
        self.issuer = kept.enter_context(Issuer())
        self.server = kept.enter_context(Server(COUNTERSIGN_OAUTH_ISSUER=self.issuer.url))
        self.url = f"{self.server.origin}/mcp"

    async def call(self, auth: Auth, tool: str, **arguments: Any) -> Any:
        async with (
            AsyncClient(auth=auth, timeout=Timeout(60)) as http,
            Client(streamable_http_client(self.url, http_client=http)) as client,
        ):
            return await client.call_tool(tool, arguments)

    async def test_a_person_signs_in_and_consents(self) -> None:
        stored, went = Stored(), {}

        async def redirect(asked: str) -> None:
            went["asked"] = asked

        async def callback() -> AuthorizationCodeResult:
            back = parse_qs(urlsplit(await consent(went["asked"], "jo", BACK)).query)
            return AuthorizationCodeResult(code=back["code"][0], state=back["state"][0], iss=back["iss"][0])

        metadata = OAuthClientMetadata(
            client_name="Desk", redirect_uris=[BACK], grant_types=["authorization_code"], token_endpoint_auth_method="none"
        )
        auth = OAuthClientProvider(self.url, metadata, stored, redirect, callback)
        opened = await self.call(auth, "elicit_approval", message="Send the newsletter?", context={"to": 1204})
        self.assertFalse(opened.is_error, opened.content)
        asked = parse_qs(urlsplit(went["asked"]).query)
        self.assertEqual((asked["scope"], asked["resource"]), (["elicit:request"], [self.url]))
        self.assertIn(f"oauth:{self.issuer.url.replace(':', '%3A')}:{stored.client.client_id}:jo\toauth\t", self.server.tokens())

    async def test_a_program_with_credentials_of_its_own_gets_in_by_itself(self) -> None:
        auth = ClientCredentialsOAuthProvider(self.url, Stored(), CLIENT_ID, CLIENT_SECRET, scope="elicit:request", issuer=self.issuer.url)
        opened = await self.call(auth, "elicit_approval", message="Send the newsletter?", context={"to": 1204})
        self.assertFalse(opened.is_error, opened.content)
        self.assertIn(f"oauth:{self.issuer.url.replace(':', '%3A')}:nightly\toauth\t", self.server.tokens())


if __name__ == "__main__":
    unittest.main(verbosity=2)
