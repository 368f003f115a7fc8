// Each of the eight tools, called by the official TypeScript SDKs (the one of the handshake and the one without), over HTTP and over a pipe.
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '../fixtures.ts';
import type { Opened } from '../support/agent.ts';
import { northmark } from '../support/examples.ts';
import { ask, formBody, formHeaders } from '../support/http.ts';
import { BINARY, type Server } from '../support/server.ts';

const TOOLS = [
  'elicit_proposal', 'elicit_approval', 'elicit_selection', 'elicit_status', 'elicit_await', 'elicit_result', 'elicit_cancel', 'elicit_history',
];
const INFO = { name: 'countersign-end2end', version: '1.0.0' };
const MODERN = '2026-07-28';

type Json = Record<string, unknown>;

/** What the SDKs have in common. */
interface Connected {
  version: string | undefined;
  listTools(): Promise<{ tools: { name: string; outputSchema?: object }[] }>;
  callTool(call: { name: string; arguments: Json }): Promise<Json>;
  close(): Promise<void>;
}

interface Way {
  title: string;
  version: string;
  connect(place: { url: URL; token: string; command: { command: string; args: string[]; stderr: 'ignore' } }): Promise<Connected>;
}

const headers = (token: string) => ({ requestInit: { headers: { Authorization: `Bearer ${token}` } } });
const TIMEOUT = { timeout: 90_000 };

async function withHandshake(transport: StreamableHTTPClientTransport | StdioClientTransport): Promise<Connected> {
  const client = new Client(INFO);
  let version: string | undefined;
  // only the transport is told which version was agreed on
  const told = transport as { setProtocolVersion?: (version: string) => void };
  const tell = told.setProtocolVersion?.bind(transport);
  told.setProtocolVersion = (agreed) => {
    version = agreed;
    tell?.(agreed);
  };
  await client.connect(transport);
  return {
    version,
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call, undefined, TIMEOUT),
    close: () => client.close(),
  };
}

async function modern(transport: ModernHttp | ModernStdio, mode: 'legacy' | { pin: string }): Promise<Connected> {
  const client = new ModernClient(INFO, { versionNegotiation: { mode } });
  await client.connect(transport);
  return {
    version: client.getNegotiatedProtocolVersion(),
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call, TIMEOUT) as Promise<Json>,
    close: () => client.close(),
  };
}

const WAYS: Way[] = [
  {
    title: 'SDK 1 over HTTP',
    version: '2025-11-25',
    connect: ({ url, token }) => withHandshake(new StreamableHTTPClientTransport(url, headers(token))),
  },
  { title: 'SDK 1 over a pipe', version: '2025-11-25', connect: ({ command }) => withHandshake(new StdioClientTransport(command)) },
  { title: 'SDK 2 over HTTP, with a handshake', version: '2025-11-25', connect: ({ url, token }) => modern(new ModernHttp(url, headers(token)), 'legacy') },
  { title: 'SDK 2 over HTTP, without', version: MODERN, connect: ({ url, token }) => modern(new ModernHttp(url, headers(token)), { pin: MODERN }) },
  { title: 'SDK 2 over a pipe, without', version: MODERN, connect: ({ command }) => modern(new ModernStdio(command), { pin: MODERN }) },
];

/** Connects in one of the ways; what it needs is gone afterwards. */
async function connected(way: Way, server: Server, use: (client: Connected) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-clients-'));
  const args = ['mcp', '--database', `sqlite:${path.join(folder, 'countersign.db')}`];
  const client = await way.connect({
    url: new URL(server.mcpUrl),
    token: await server.mint(way.title),
    command: { command: BINARY, args, stderr: 'ignore' },
  });
  try {
    await use(client);
  } finally {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  }
}

for (const way of WAYS) {
  test(`each tool answers as its schema says: ${way.title}`, async ({ server }) => {
    await connected(way, server, async (client) => {
      expect(client.version).toBe(way.version);
      const ajv = new Ajv2020({ strictTypes: false, strictRequired: false, validateFormats: false });
      const { tools } = await client.listTools();
      const schemas = new Map<string, ValidateFunction>(tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema ?? {})]));
      expect([...schemas.keys()].sort()).toEqual([...TOOLS].sort());

      const called = new Set<string>();
      const call = async <T = Json>(name: string, args: Json): Promise<T> => {
        const result = await client.callTool({ name, arguments: args });
        expect(result.isError ?? false, `${name}: ${JSON.stringify(result.content)}`).toBe(false);
        const holds = schemas.get(name);
        expect(holds?.(result.structuredContent), `${name}: ${JSON.stringify(holds?.errors)}`).toBe(true);
        const [block] = result.content as { type: string; text: string }[];
        expect(JSON.parse(block.text), name).toEqual(result.structuredContent);
        called.add(name);
        return result.structuredContent as T;
      };
      const decided = async ({ elicitationId, reviewUrl }: Opened, form: [string, string][]): Promise<Json> => {
        const waiting = call('elicit_await', { elicitationId, waitSeconds: 60 });
        expect(await call('elicit_status', { elicitationId })).toEqual({ status: 'pending' });
        const answer = await ask(reviewUrl, { method: 'POST', headers: formHeaders(new URL(reviewUrl).origin), body: formBody(form) });
        expect(answer.status, answer.text).toBe(303);
        const decision = { status: form[0][1] === 'submit' ? 'submitted' : 'declined' };
        expect(await waiting).toEqual(decision);
        expect(await call('elicit_status', { elicitationId })).toEqual(decision);
        return call('elicit_result', { elicitationId });
      };

      const { context } = northmark();
      const values = { name: 'NorthMark', employeeCount: 240 };
      const form: [string, string][] = [
        ['action', 'submit'], ['include', 'name'], ['p.name', 'NorthMark'], ['include', 'employeeCount'], ['p.employeeCount', '240'],
      ];
      const proposed = await decided(await call<Opened>('elicit_proposal', northmark()), form);
      expect(proposed).toEqual({ status: 'consumed', decision: 'submitted', action: 'submit', context, formSubmission: values, values });

      const approval = await call<Opened>('elicit_approval', { message: 'Send it?', context });
      expect(await decided(approval, [['action', 'cancel']])).toEqual({ status: 'consumed', decision: 'declined', context, formSubmission: null });

      const selection = await call<Opened>('elicit_selection', { message: 'Which?', options: [{ id: 'a', label: 'A' }, { id: 'b', n: 1 }] });
      const selectedIds = ['b'];
      const chosen = { status: 'consumed', decision: 'submitted', context: null, formSubmission: { selectedIds }, selectedIds };
      expect(await decided(selection, [['action', 'submit'], ['choice', 'b']])).toEqual(chosen);

      const { elicitationId } = await call<Opened>('elicit_proposal', northmark());
      expect(await call('elicit_cancel', { elicitationId })).toEqual({ status: 'canceled' });
      const refused = await client.callTool({ name: 'elicit_result', arguments: { elicitationId } });
      expect(refused).toMatchObject({ isError: true, content: [{ type: 'text', text: 'not decided (status=canceled)' }] });

      const history = await call<{ total: number; items: Json[] }>('elicit_history', {});
      expect(history.total).toBe(4);
      expect(history.items[0]).toMatchObject({ elicitationId, status: 'canceled' });
      expect([...called].sort()).toEqual([...TOOLS].sort());
      // a schema that takes anything would prove nothing
      for (const [name, holds] of schemas) for (const wrong of [{}, { status: 'lost' }, { items: 1 }]) expect(holds(wrong), name).toBe(false);
    });
  });
}
