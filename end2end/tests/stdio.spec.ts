// `countersign mcp` as a host starts it: the tools over standard input and output, the review pages beside.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '../fixtures.ts';
import type { Opened } from '../support/agent.ts';
import { northmark } from '../support/examples.ts';
import { BINARY } from '../support/server.ts';

for (const javaScriptEnabled of [true, false]) {
  test(`a host proposes, a reviewer submits, the host gets it, scripts ${javaScriptEnabled ? 'on' : 'off'}`, async ({ open }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'countersign-stdio-'));
    const transport = new StdioClientTransport({
      command: BINARY,
      args: ['mcp', '--database', `sqlite:${path.join(folder, 'countersign.db')}`],
      stderr: 'ignore',
    });
    const client = new Client({ name: 'countersign-end2end', version: '1.0.0' });
    const problems: string[] = [];
    client.onerror = (error) => problems.push(error.message);
    try {
      await client.connect(transport);
      expect((await client.listTools()).tools).toHaveLength(8);
      const call = async <T>(name: string, args: Record<string, unknown>): Promise<T> => {
        const result = (await client.callTool({ name, arguments: args }, undefined, { timeout: 90_000 })) as CallToolResult;
        expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
        return result.structuredContent as T;
      };
      const { elicitationId, reviewUrl } = await call<Opened>('elicit_proposal', northmark());
      const review = await open({ javaScriptEnabled });
      await review.goto(reviewUrl);
      await review.row('website', 'Website').setInclude(false);
      await review.row('employeeCount', 'Number of Employees').editor.fill('240');
      const awaited = call('elicit_await', { elicitationId, waitSeconds: 60 });
      await review.submit();
      await review.closed('submitted');
      expect(await awaited).toEqual({ status: 'submitted' });
      const values = { name: 'NorthMark Strategies', employeeCount: 240, institutionTypes: ['Asset Manager', 'Private Equity'] };
      const { context } = northmark();
      expect(await call('elicit_result', { elicitationId })).toEqual({ status: 'consumed', decision: 'submitted', action: 'submit', context, formSubmission: values, values });
      expect(problems, 'nothing but messages comes through the pipe').toEqual([]);
    } finally {
      await client.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}
