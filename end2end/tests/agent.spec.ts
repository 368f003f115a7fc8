// The agent's side as the official client meets it.
import { expect, test } from '../fixtures.ts';
import { ask, formBody, formHeaders } from '../support/http.ts';
import { northmark } from '../support/examples.ts';

test('the tools say what they are', async ({ agent }) => {
  const { tools } = await agent.sdk.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['elicit_proposal', 'elicit_status', 'elicit_await', 'elicit_result', 'elicit_cancel']));
  for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
    expect(title, name).toBeTruthy();
    expect(description, name).toMatch(/secret|credential/i);
    expect(inputSchema.type, name).toBe('object');
    expect(outputSchema?.type, name).toBe('object');
    expect(annotations, name).toBeDefined();
  }
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
  for (const name of ['elicit_status', 'elicit_await']) expect(hints[name], name).toMatchObject({ readOnlyHint: true, idempotentHint: true });
  expect(hints.elicit_result).toMatchObject({ idempotentHint: true });
  expect(hints.elicit_result?.readOnlyHint).not.toBe(true);
  expect(hints.elicit_cancel).toMatchObject({ destructiveHint: true });
});

test('an await that lasts reports progress', async ({ agent }) => {
  const { elicitationId } = await agent.propose(northmark());
  const reports: number[] = [];
  const started = performance.now();
  const result = await agent.result('elicit_await', { elicitationId, waitSeconds: 17 }, () => void reports.push(performance.now() - started));
  expect(result.structuredContent).toEqual({ status: 'pending' });
  expect(reports.length).toBeGreaterThan(0);
  expect(reports[0]).toBeLessThan(15_500);
});

test('an await that is given up changes nothing', async ({ agent }) => {
  const { elicitationId } = await agent.propose(northmark());
  const controller = new AbortController();
  const waiting = agent.sdk.callTool({ name: 'elicit_await', arguments: { elicitationId, waitSeconds: 60 } }, undefined, { signal: controller.signal });
  expect(await agent.status(elicitationId)).toBe('pending');
  controller.abort();
  await expect(waiting).rejects.toThrow();
  expect(await agent.status(elicitationId)).toBe('pending');
  expect(await agent.call('elicit_cancel', { elicitationId })).toEqual({ status: 'canceled' });
});

test('many waiters hear of one decision', async ({ agent, plain }) => {
  const { elicitationId, reviewUrl } = await agent.propose(northmark());
  const waiting = Array.from({ length: 8 }, () => agent.call('elicit_await', { elicitationId, waitSeconds: 60 }));
  await plain.goto(reviewUrl);
  await plain.submit();
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 8 }, () => ({ status: 'submitted' })));
});

test('a decision wakes its waiter at once', async ({ agent }) => {
  const latencies: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const { elicitationId, reviewUrl } = await agent.propose(northmark());
    const waiting = agent.call('elicit_await', { elicitationId, waitSeconds: 60 }).then((answer) => ({ answer, at: performance.now() }));
    expect(await agent.status(elicitationId)).toBe('pending');
    const { status } = await ask(reviewUrl, {
      method: 'POST',
      headers: formHeaders(new URL(reviewUrl).origin),
      body: formBody([['action', round % 2 === 0 ? 'submit' : 'cancel']]),
    });
    const acknowledged = performance.now();
    expect(status).toBe(303);
    const { answer, at } = await waiting;
    expect(answer).toEqual({ status: round % 2 === 0 ? 'submitted' : 'declined' });
    latencies.push(Math.max(0, at - acknowledged));
  }
  latencies.sort((left, right) => left - right);
  console.log(`elicit_await after the acknowledgement: median ${latencies[5].toFixed(1)} ms, longest ${latencies[9].toFixed(1)} ms`);
  expect(latencies[5]).toBeLessThan(100);
  expect(latencies[9]).toBeLessThan(1_000);
});
