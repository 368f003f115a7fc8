// What goes over HTTP around the page: headers, who may post, and what the MCP endpoint refuses.
import { expect, test } from '../fixtures.ts';
import { ask, formBody, formHeaders } from '../support/http.ts';
import { northmark, proposal } from '../support/examples.ts';

const submit = formBody([['action', 'submit'], ['include', 'name'], ['p.name', 'x']]);
const one = () => proposal({ name: { type: 'string', default: 'Ann' } });

test('pages are private: headers of the open, the closed and the unknown page', async ({ agent, server }) => {
  const { elicitationId, reviewUrl } = await agent.propose(northmark());
  const answers = [await ask(reviewUrl), await ask(`${server.origin}/review/${'A'.repeat(43)}`)];
  await agent.call('elicit_cancel', { elicitationId });
  answers.push(await ask(reviewUrl));
  for (const { headers, text } of answers) {
    expect(headers['content-type']).toMatch(/^text\/html;\s*charset=utf-8$/i);
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['cache-control']).toContain('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const policy = Object.fromEntries(
      String(headers['content-security-policy']).split(';').map((part) => part.trim().split(/\s+/)).filter(([name]) => name !== '').map(([name, ...rest]) => [name, rest]),
    );
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    expect(policy['form-action']).toEqual(["'self'"]);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    const scripts = policy['script-src'] ?? [];
    expect(scripts.filter((source: string) => !/^('nonce-[\w+/=-]+'|'wasm-unsafe-eval'|'strict-dynamic')$/.test(source))).toEqual([]);
    expect(JSON.stringify(policy)).not.toMatch(/unsafe-inline'.*script|'unsafe-eval'/);
    for (const script of text.match(/<script\b[^>]*>/g) ?? []) expect(script).toMatch(/nonce=|type="?application\/json/);
    expect(headers['set-cookie']).toBeUndefined();
  }
  const nonces = [answers[0], await ask(reviewUrl)].map(({ headers }) => /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]);
  if (nonces[0] !== undefined) expect(nonces[0]).not.toBe(nonces[1]);
});

test('who may post: same origin, ours, or whoever has the link and says nothing', async ({ agent }) => {
  const post = async (headers: Record<string, string>) => {
    const { elicitationId, reviewUrl } = await agent.propose(one());
    const { status } = await ask(reviewUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: submit,
    });
    return [status, await agent.status(elicitationId)];
  };
  const origin = agent.server.origin;
  const ok = [303, 'submitted'];
  expect(await post({ 'Sec-Fetch-Site': 'same-origin', Origin: origin })).toEqual(ok);
  expect(await post({ 'Sec-Fetch-Site': 'same-origin' })).toEqual(ok);
  expect(await post({ Origin: origin })).toEqual(ok);
  expect(await post({})).toEqual(ok);
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'same-site', Origin: origin },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
  ]) {
    const [status, state] = await post(headers as Record<string, string>);
    expect(status, JSON.stringify(headers)).toBe(403);
    expect(state).toBe('pending');
  }
});

test('other methods on a review link are refused', async ({ agent }) => {
  const { elicitationId, reviewUrl } = await agent.propose(one());
  for (const method of ['PUT', 'DELETE', 'PATCH']) {
    const { status } = await ask(reviewUrl, { method, headers: formHeaders(agent.server.origin), body: submit });
    expect(status, method).toBe(405);
  }
  expect(await agent.status(elicitationId)).toBe('pending');
});

test('links never follow the Host header', async ({ agent, server }) => {
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"elicit_proposal","arguments":${JSON.stringify(one())}}}`;
  const forged = await agent.post(body, { Host: 'evil.example' });
  expect(forged.status).toBeGreaterThanOrEqual(400);
  expect(forged.status).toBeLessThan(500);
  const reply = JSON.parse((await agent.post(body)).text) as { result: { structuredContent: { reviewUrl: string } } };
  expect(reply.result.structuredContent.reviewUrl.startsWith(`${server.origin}/review/`)).toBe(true);
});

test('without a good token: 401 that says how', async ({ agent }) => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}';
  for (const Authorization of ['', 'Bearer', 'Bearer nope', `Basic ${Buffer.from('a:b').toString('base64')}`, `bearer${agent.token}`]) {
    const answer = await agent.post(body, { Authorization });
    expect(answer.status, JSON.stringify(Authorization)).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer\b/);
  }
  const foreign = await agent.post(body, { Origin: 'http://evil.example' });
  expect(foreign.status).toBe(403);
});

test('bad JSON, deep JSON and a large body', async ({ agent }) => {
  const nest = (depth: number) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"elicit_status","arguments":{"elicitationId":${'['.repeat(depth)}0${']'.repeat(depth)}}}}`;
  for (const body of ['{', 'not json', '', nest(200), nest(100_000)]) {
    const answer = await agent.post(body);
    expect(answer.status, body.slice(0, 40)).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: '2.0', error: { code: -32700 } });
  }
  expect((await agent.post(`"${'x'.repeat(4 * 1024 * 1024)}"`)).status).toBe(413);
});

test('every fault of a call is named at once, and nothing is stored', async ({ agent }) => {
  const text = await agent.refusal('elicit_proposal', {
    mesage: 'x',
    columns: { sources: [], current: {} },
    requestedSchema: { type: 'object', properties: { website: { type: 'object' }, name: { type: 'string', nonsense: 1 } }, required: ['nmae'] },
    fields: { websit: { current: 1 } },
    timeoutSeconds: 'soon',
    labels: { ok: '' },
  });
  for (const named of ['message', 'mesage', 'columns.sources', 'columns.current', 'website', 'nonsense', 'nmae', 'websit', 'timeoutSeconds', 'labels.ok']) {
    expect(text).toContain(named);
  }
  expect(text).toContain('fields.websit: not a property of requestedSchema (did you mean "website"?)');
});

test('the database answers at /healthz', async ({ server }) => {
  expect((await ask(`${server.origin}/healthz`)).status).toBe(200);
});

test('what the page fetches is typed and cached by its content', async ({ agent, review }) => {
  const seen = new Map<string, Record<string, string>>();
  review.page.on('response', (response) => seen.set(new URL(response.url()).pathname, response.headers()));
  await review.goto((await agent.propose(northmark())).reviewUrl);
  await expect.poll(() => [...seen.keys()].filter((path) => /\.(wasm|js|css)$/.test(path)).length).toBe(3);
  const kinds: [RegExp, RegExp][] = [[/\.wasm$/, /^application\/wasm$/], [/\.js$/, /^(text|application)\/javascript/], [/\.css$/, /^text\/css/]];
  for (const [name, type] of kinds) {
    const assets = [...seen].filter(([path]) => name.test(path));
    expect(assets.length, String(name)).toBeGreaterThan(0);
    for (const [path, headers] of assets) {
      expect(headers['content-type'], path).toMatch(type);
      expect(headers['cache-control'], path).toContain('immutable');
      expect(headers['x-content-type-options'], path).toBe('nosniff');
    }
  }
});
