// The agent's side: the official MCP client, and the same endpoint as raw bytes where JavaScript objects would lose something.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js';
import { type Exact, member, parseExact, stringOf, writeExact } from './exact.ts';
import { type Answer, ask } from './http.ts';
import type { Server } from './server.ts';

/** A request just made. */
export interface Opened {
  elicitationId: string;
  status: string;
  reviewUrl: string;
  expiresAt: string;
}

/** A tool's answer as bytes: what it says, and which way it failed, if it did. */
export interface RawReply {
  http: Answer;
  /** A JSON-RPC error, or undefined. */
  rpcError?: Exact;
  isError: boolean;
  /** The text block, or the JSON-RPC error's message. */
  text: string;
  structured?: Exact;
}

/** A refused tool call. */
export class ToolError extends Error {}

export class Agent {
  private constructor(
    readonly server: Server,
    readonly token: string,
    private readonly client: Client,
  ) {}

  /** Mints a token and connects the official client with it. */
  static async connect(server: Server, name: string): Promise<Agent> {
    const token = await server.mint(name);
    const client = new Client({ name: 'countersign-end2end', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(server.mcpUrl), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    });
    await client.connect(transport);
    // the client holds every answer to the schemas that it was told
    await client.listTools();
    return new Agent(server, token, client);
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  get sdk(): Client {
    return this.client;
  }

  /** Calls a tool with the official client and hands back the whole result, refused or not. */
  async result(name: string, args: Record<string, unknown>, onprogress?: (progress: Progress) => void): Promise<CallToolResult> {
    const timeout = 120_000;
    return (await this.client.callTool({ name, arguments: args }, undefined, { timeout, onprogress })) as CallToolResult;
  }

  /** The structured answer of a tool that is expected to succeed. */
  async call<T = Record<string, unknown>>(name: string, args: Record<string, unknown>): Promise<T> {
    const result = await this.result(name, args);
    if (result.isError) throw new ToolError(textOf(result));
    return result.structuredContent as T;
  }

  /** The text of a tool that is expected to refuse. */
  async refusal(name: string, args: Record<string, unknown>): Promise<string> {
    const result = await this.result(name, args);
    if (!result.isError) throw new Error(`${name} succeeded: ${JSON.stringify(result.structuredContent)}`);
    return textOf(result);
  }

  propose(args: Record<string, unknown>): Promise<Opened> {
    return this.call<Opened>('elicit_proposal', args);
  }

  approve(args: Record<string, unknown>): Promise<Opened> {
    return this.call<Opened>('elicit_approval', args);
  }

  select(args: Record<string, unknown>): Promise<Opened> {
    return this.call<Opened>('elicit_selection', args);
  }

  async status(elicitationId: string): Promise<string> {
    return (await this.call<{ status: string }>('elicit_status', { elicitationId })).status;
  }

  /** One JSON-RPC message as this text, with the token unless `headers` says otherwise. */
  post(body: string, headers: Record<string, string> = {}): Promise<Answer> {
    return ask(this.server.mcpUrl, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${this.token}`,
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
        'MCP-Protocol-Version': '2025-11-25',
        ...headers,
      },
      body,
    });
  }

  /** Calls a tool with its arguments as this JSON text, and reads the answer byte by byte. */
  async raw(name: string, argumentsText: string): Promise<RawReply> {
    const head = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":`;
    return readReply(await this.post(`${head}${argumentsText}}}`));
  }

  /** `raw` for a tool that takes only the id. */
  rawById(name: string, elicitationId: string): Promise<RawReply> {
    return this.raw(name, writeExact({ kind: 'object', entries: [['elicitationId', { kind: 'string', value: elicitationId }]] }));
  }
}

export function textOf(result: CallToolResult): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

/** Reads a `tools/call` answer, plain JSON or one event stream with one message. */
export function readReply(http: Answer): RawReply {
  const message = parseExact(messageText(http));
  const rpcError = member(message, 'error');
  const result = member(message, 'result');
  const content = member(result, 'content');
  const first = content?.kind === 'array' ? content.items[0] : undefined;
  const isError = member(result, 'isError');
  return {
    http,
    rpcError,
    isError: isError?.kind === 'boolean' && isError.value,
    text: stringOf(member(rpcError, 'message')) ?? stringOf(member(first, 'text')) ?? '',
    structured: member(result, 'structuredContent'),
  };
}

/** The JSON-RPC message of an answer, whichever way it was framed. */
export function messageText(http: Answer): string {
  if (!String(http.headers['content-type'] ?? '').startsWith('text/event-stream')) return http.text;
  const data = http.text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim())
    .filter((line) => line !== '');
  const last = data.at(-1);
  if (last === undefined) throw new Error(`an event stream without a message: ${JSON.stringify(http.text)}`);
  return last;
}
