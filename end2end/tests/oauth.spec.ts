// Agents that come with access tokens: the official SDKs' own authorization, against an OpenID provider that we did not write.
import {
  Client as ModernClient,
  ClientCredentialsProvider as ModernCredentials,
  StreamableHTTPClientTransport as ModernHttp,
  UnauthorizedError as ModernUnauthorized,
} from '@modelcontextprotocol/client';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { ClientCredentialsProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Browser } from '@playwright/test';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '../fixtures.ts';
import { northmark } from '../support/examples.ts';
import { type Ask, ask } from '../support/http.ts';
import { Issuer, NIGHTLY, Stored } from '../support/issuer.ts';
import { BINARY, Server } from '../support/server.ts';

const run = promisify(execFile);
const INFO = { name: 'countersign-end2end', version: '1.0.0' };
const REDIRECT = 'http://127.0.0.1:9/callback';

type Json = Record<string, unknown>;
type Credentials = { clientId: string; clientSecret: string; scope?: string; expectedIssuer: string };

/** What the SDKs have in common. */
interface Connected {
  callTool(call: { name: string; arguments: Json }): Promise<Json>;
  close(): Promise<void>;
}

interface Sdk {
  title: string;
  algorithm: string;
  /** Connects, and throws what the SDK throws when a person has to go to the issuer first. */
  connect(url: URL, auth: Stored | Credentials): Promise<Connected>;
  /** Exchanges what the person came back with. */
  finish(url: URL, auth: Stored, back: URLSearchParams): Promise<void>;
  unauthorized: abstract new (...args: never[]) => Error;
}

const SDKS: Sdk[] = [
  {
    title: 'SDK 1',
    algorithm: 'PS256',
    connect: async (url, auth) => {
      const client = new Client(INFO);
      const authProvider = auth instanceof Stored ? auth : new ClientCredentialsProvider(auth);
      await client.connect(new StreamableHTTPClientTransport(url, { authProvider }));
      return { callTool: (call) => client.callTool(call) as Promise<Json>, close: () => client.close() };
    },
    finish: (url, authProvider, back) => new StreamableHTTPClientTransport(url, { authProvider }).finishAuth(String(back.get('code'))),
    unauthorized: UnauthorizedError,
  },
  {
    title: 'SDK 2',
    algorithm: 'ES256',
    connect: async (url, auth) => {
      const client = new ModernClient(INFO);
      const authProvider = auth instanceof Stored ? auth : new ModernCredentials(auth);
      await client.connect(new ModernHttp(url, { authProvider }));
      return { callTool: (call) => client.callTool(call) as Promise<Json>, close: () => client.close() };
    },
    finish: (url, authProvider, back) => new ModernHttp(url, { authProvider }).finishAuth(back),
    unauthorized: ModernUnauthorized,
  },
];

/** Signs in as `login` and says yes; what the issuer sends the agent. */
async function consent(browser: Browser, asked: URL, login: string): Promise<URLSearchParams> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    // the agent that would listen there
    await page.route(`${REDIRECT}**`, (route) => route.fulfill({ body: 'You can close this.' }));
    await page.goto(asked.href);
    await page.getByPlaceholder('Enter any login').fill(login);
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`${REDIRECT}**`);
    return new URL(page.url()).searchParams;
  } finally {
    await context.close();
  }
}

/** A call that is for admins, with `token`. */
function everybodysHistory(token: string): Ask {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'elicit_history', arguments: { scope: 'org' } } };
  const headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  return { method: 'POST', headers, body: JSON.stringify(message) };
}

const tokens = async (server: Server, ...rest: string[]) => (await run(BINARY, ['token', ...rest, '--database', server.database])).stdout;

for (const sdk of SDKS) {
  test.describe(sdk.title, () => {
    let issuer: Issuer;
    let server: Server;

    test.beforeAll(async () => {
      issuer = await Issuer.start(sdk.algorithm);
      server = await Server.start({ COUNTERSIGN_OAUTH_ISSUER: issuer.url });
    });

    test.afterAll(async () => {
      await server.stop();
      await issuer.stop();
    });

    test('an agent registers itself, a person signs in and consents, and its calls are theirs', async ({ browser, open }) => {
      const url = new URL(server.mcpUrl);
      const stored = new Stored(REDIRECT, 'Desk');
      await expect(sdk.connect(url, stored)).rejects.toThrow(sdk.unauthorized);
      const asked = stored.asked as URL;
      expect(Object.fromEntries(asked.searchParams)).toMatchObject({ scope: 'elicit:request', resource: server.mcpUrl });
      expect(asked.origin).toBe(issuer.url);
      await sdk.finish(url, stored, await consent(browser, asked, 'jo'));

      const agent = await sdk.connect(url, stored);
      const opened = await agent.callTool({ name: 'elicit_proposal', arguments: northmark() });
      expect(opened.isError ?? false, JSON.stringify(opened)).toBe(false);
      const { elicitationId, reviewUrl } = opened.structuredContent as { elicitationId: string; reviewUrl: string };
      const review = await open();
      await review.goto(reviewUrl);
      await review.submit();
      await review.closed('submitted');
      const result = await agent.callTool({ name: 'elicit_result', arguments: { elicitationId } });
      expect(result.structuredContent).toMatchObject({ status: 'consumed', decision: 'submitted' });
      const identity = `oauth:${issuer.url.replaceAll(':', '%3A')}:${stored.client?.client_id}:jo`;
      expect(await tokens(server, 'list')).toContain(`${identity}\toauth\t`);

      await tokens(server, 'revoke', identity);
      await expect(agent.callTool({ name: 'elicit_status', arguments: { elicitationId } })).rejects.toThrow(/revoked/);
      await agent.close();
    });

    test('a program with credentials of its own gets in by itself', async () => {
      const agent = await sdk.connect(new URL(server.mcpUrl), { ...NIGHTLY, expectedIssuer: issuer.url, scope: 'elicit:request' });
      const opened = await agent.callTool({ name: 'elicit_proposal', arguments: northmark() });
      expect(opened.structuredContent).toMatchObject({ status: 'pending' });
      await agent.close();
      expect(await tokens(server, 'list')).toContain(`oauth:${issuer.url.replaceAll(':', '%3A')}:nightly\toauth\t`);
    });

    test('a call is an admin’s when its token has the scope', async () => {
      for (const [scope, expected] of [
        ['elicit:request elicit:admin', '"scope":"org"'],
        ['elicit:request', '"isError":true'],
      ]) {
        const token = await issuer.grant(scope, server.mcpUrl);
        expect((await ask(server.mcpUrl, everybodysHistory(token))).text).toContain(expected);
      }
    });

    test('opaque tokens go on working', async () => {
      const answer = await ask(server.mcpUrl, everybodysHistory(await server.mint('desk')));
      expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('"isError":true') });
    });
  });
}
