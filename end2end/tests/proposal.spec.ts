// The whole main job, as the first document tells it: propose, review in the grid, fetch the result.
import { expect, picture, test } from '../fixtures.ts';
import { Row, type ReviewPage } from '../pages/ReviewPage.ts';
import { Agent } from '../support/agent.ts';
import { northmark } from '../support/examples.ts';

const DEFAULTS = {
  name: 'NorthMark Strategies',
  website: 'https://www.northmarkstrategies.com/',
  employeeCount: 230,
  institutionTypes: ['Asset Manager', 'Private Equity'],
};

const rowsOf = (review: ReviewPage) => ({
  name: review.row('name', 'Name'),
  website: review.row('website', 'Website'),
  employeeCount: review.row('employeeCount', 'Number of Employees'),
  institutionTypes: review.row('institutionTypes', 'Institution Types'),
});

test('the reply names the request, its link and when it ends', async ({ agent, server }) => {
  const before = Date.now();
  const opened = await agent.propose(northmark());
  expect(Object.keys(opened).sort()).toEqual(['elicitationId', 'expiresAt', 'reviewUrl', 'status']);
  expect(opened.status).toBe('pending');
  expect(opened.reviewUrl).toMatch(new RegExp(`^${server.origin}/review/[A-Za-z0-9_-]{43}`));
  expect(opened.reviewUrl).not.toContain(opened.elicitationId);
  expect(opened.expiresAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  expect(Date.parse(opened.expiresAt)).toBeGreaterThanOrEqual(before + 3_599_000);
  expect(Date.parse(opened.expiresAt)).toBeLessThanOrEqual(Date.now() + 3_601_000);
});

test('proposed, reviewed, submitted, awaited, fetched', async ({ agent, review }) => {
  const opened = await agent.propose(northmark());
  const { elicitationId } = opened;
  expect(await agent.refusal('elicit_result', { elicitationId })).toBe('not decided (status=pending)');

  await review.goto(opened.reviewUrl);
  await expect(review.heading).toHaveText('Sync NorthMark Strategies from Apollo into Salesforce');
  expect(await review.order()).toEqual(Object.keys(DEFAULTS));
  await expect(review.banner).toHaveCount(0);
  expect(await review.visibleText()).not.toContain('678cd3');
  const rows = rowsOf(review);

  // boxed are exactly the cells that are not empty: Current is
  const boxed: Record<string, string[]> = {};
  for (const [name, row] of Object.entries(rows)) {
    expect((await row.cell(row.current)).blank, `${name}: Current is empty`).toBe(true);
    boxed[name] = [];
    for (const key of ['apollo', 'crunchbase']) if ((await row.cell(row.source(key))).boxed) boxed[name].push(key);
  }
  expect(boxed).toEqual({
    name: ['apollo', 'crunchbase'],
    website: ['apollo'],
    employeeCount: ['apollo'],
    institutionTypes: ['apollo'],
  });
  await expect(review.page.locator('[data-differs]')).toHaveCount(5);

  // Name is locked: on, and cannot be turned off
  expect(await rows.name.has('data-locked')).toBe(true);
  await expect(rows.name.include).toBeChecked();
  await expect(rows.name.include).toBeDisabled();
  await expect(review.page.locator('tr[data-locked]')).toHaveCount(1);
  await expect(review.counter).toContainText('4 of 4 included');

  // Reject All spares the locked row, Accept All takes all
  await review.rejectAll.click();
  await expect(review.counter).toContainText('1 of 4 included');
  await expect(review.page.locator('tr[data-included]')).toHaveCount(1);
  await review.acceptAll.click();
  await expect(review.counter).toContainText('4 of 4 included');

  // a double-click copies the cell and turns Include on
  await rows.website.setInclude(false);
  await expect(review.counter).toContainText('3 of 4 included');
  await expect(Row.text(rows.name.source('crunchbase'))).toHaveText('NorthMark Strategies Inc.');
  await Row.text(rows.name.source('crunchbase')).dblclick();
  await expect(rows.name.editor).toHaveValue('NorthMark Strategies Inc.');
  await expect(rows.name.include).toBeChecked();
  await rows.website.type('https://northmark.example/');
  await expect(rows.website.include).toBeChecked();
  await rows.website.setInclude(false);
  await Row.text(rows.website.source('apollo')).dblclick();
  await expect(rows.website.editor).toHaveValue('https://www.northmarkstrategies.com/');
  await expect(rows.website.include).toBeChecked();
  await rows.employeeCount.type('7');
  await rows.institutionTypes.choice('REIT').check();

  // Restore Proposed brings the defaults back and leaves Include alone
  await rows.employeeCount.setInclude(false);
  await review.restoreProposed.click();
  await expect(rows.name.editor).toHaveValue(DEFAULTS.name);
  await expect(rows.website.editor).toHaveValue(DEFAULTS.website);
  await expect(rows.employeeCount.editor).toHaveValue('230');
  expect(await rows.institutionTypes.shown()).toMatchObject({ kind: 'choices', ticked: DEFAULTS.institutionTypes });
  await expect(rows.employeeCount.include).not.toBeChecked();
  await expect(review.counter).toContainText('3 of 4 included');
  await review.acceptAll.click();
  await Row.text(rows.name.source('crunchbase')).dblclick();
  await expect(review.page.getByText('submits 4 of 4')).toBeVisible();
  await picture(review, 'proposal-open');

  // an await that waits since before the submit hears of it at once
  let answeredAt = 0;
  const awaited = agent.call('elicit_await', { elicitationId, waitSeconds: 60 }).then((status) => {
    answeredAt = performance.now();
    return status;
  });
  let acknowledgedAt = 0;
  review.page.on('response', (response) => {
    if (response.request().method() === 'POST' && acknowledgedAt === 0) acknowledgedAt = performance.now();
  });
  expect(await agent.status(elicitationId)).toBe('pending');
  const pressedAt = performance.now();
  await review.submit();
  expect(await awaited).toEqual({ status: 'submitted' });
  await expect.poll(() => acknowledgedAt, { message: 'the page has its answer' }).toBeGreaterThan(0);
  const latency = answeredAt - acknowledgedAt;
  const since = answeredAt - pressedAt;
  console.log(`elicit_await answered ${since.toFixed(0)} ms after Submit was pressed, ${latency.toFixed(0)} ms after the page had its acknowledgement`);
  expect(latency).toBeLessThan(1_000);
  await review.closed('submitted');
  await picture(review, 'proposal-submitted');

  expect(await agent.status(elicitationId)).toBe('submitted');
  const values = { ...DEFAULTS, name: 'NorthMark Strategies Inc.' };
  const first = await agent.call('elicit_result', { elicitationId });
  expect(first).toEqual({
    status: 'consumed',
    decision: 'submitted',
    action: 'submit',
    context: { objectType: 'Account', recordId: null, externalKey: '678cd3…' },
    formSubmission: values,
    values,
  });
  expect(Object.keys(first.values as object)).toEqual(Object.keys(DEFAULTS));
  expect(await agent.call('elicit_result', { elicitationId })).toEqual(first);
  expect(await agent.status(elicitationId)).toBe('consumed');
  expect(await agent.refusal('elicit_cancel', { elicitationId })).toBe('cannot cancel (status=consumed)');
});

test('canceled by the reviewer: declined, and fetchable', async ({ agent, review }) => {
  const opened = await agent.propose(northmark());
  const { elicitationId } = opened;
  await review.goto(opened.reviewUrl);
  const awaited = agent.call('elicit_await', { elicitationId, waitSeconds: 60 });
  await review.cancel();
  expect(await awaited).toEqual({ status: 'declined' });
  await review.closed('declined');
  const first = await agent.call('elicit_result', { elicitationId });
  expect(first).toEqual({
    status: 'consumed',
    decision: 'declined',
    action: 'cancel',
    context: { objectType: 'Account', recordId: null, externalKey: '678cd3…' },
    formSubmission: null,
  });
  expect(await agent.call('elicit_result', { elicitationId })).toEqual(first);
});

test('canceled by the agent: no outcome', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(northmark());
  expect(await agent.call('elicit_cancel', { elicitationId })).toEqual({ status: 'canceled' });
  expect(await agent.call('elicit_cancel', { elicitationId })).toEqual({ status: 'canceled' });
  expect(await agent.status(elicitationId)).toBe('canceled');
  expect(await agent.call('elicit_await', { elicitationId, waitSeconds: 5 })).toEqual({ status: 'canceled' });
  expect(await agent.refusal('elicit_result', { elicitationId })).toBe('not decided (status=canceled)');
  await review.goto(reviewUrl);
  await review.closed('canceled');
});

test('an await whose window closes says pending', async ({ agent }) => {
  const { elicitationId } = await agent.propose(northmark());
  const started = performance.now();
  expect(await agent.call('elicit_await', { elicitationId, waitSeconds: 1 })).toEqual({ status: 'pending' });
  const took = performance.now() - started;
  expect(took).toBeGreaterThan(900);
  expect(took).toBeLessThan(5_000);
});

test('labels rename the buttons and nothing else', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose({ ...northmark(), labels: { ok: '  Write to CRM ', cancel: 'Leave it' } });
  await review.goto(reviewUrl);
  await expect(review.submitButton('Write to CRM')).toBeVisible();
  await expect(review.cancelButton('Leave it')).toBeVisible();
  await expect(review.button('Submit Changes')).toHaveCount(0);
  await expect(review.page.getByText('submits 4 of 4')).toBeVisible();
  await review.submit('Write to CRM');
  await review.closed('submitted');
  expect(await agent.status(elicitationId)).toBe('submitted');
});

test('nothing included may be submitted', async ({ agent, review }) => {
  const example = northmark();
  delete (example.requestedSchema as { required?: string[] }).required;
  const { elicitationId, reviewUrl } = await agent.propose(example);
  await review.goto(reviewUrl);
  await review.rejectAll.click();
  await expect(review.counter).toContainText('0 of 4 included');
  await review.submit();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: {}, formSubmission: {} });
});

test('ids that are not ours all answer the same', async ({ agent, server }) => {
  const { elicitationId } = await agent.propose(northmark());
  const stranger = await Agent.connect(server, `stranger-${elicitationId}`);
  const answers = new Set<string>();
  for (const tool of ['elicit_status', 'elicit_await', 'elicit_result', 'elicit_cancel']) {
    answers.add(await stranger.refusal(tool, { elicitationId }));
    answers.add(await agent.refusal(tool, { elicitationId: 'no-such-id' }));
  }
  expect([...answers]).toEqual(['not found']);
  expect(await agent.status(elicitationId)).toBe('pending');
  await stranger.close();
});
