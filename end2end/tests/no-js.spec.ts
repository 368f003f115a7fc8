// Without scripts a reviewer still reads everything, edits, includes and decides, by an ordinary form POST.
import { expect, picture, test } from '../fixtures.ts';
import { member, writeExact } from '../support/exact.ts';
import { ask, formBody, formHeaders } from '../support/http.ts';
import { everyEditor, northmark, proposal } from '../support/examples.ts';
import type { ReviewPage } from '../pages/ReviewPage.ts';

/** Presses a footer button and hands back the status of the answer, before any redirect. */
async function press(plain: ReviewPage, name: string): Promise<number> {
  const answered = plain.page.waitForResponse((response) => response.request().isNavigationRequest() && response.request().method() === 'POST');
  await plain.button(name).click();
  return (await answered).status();
}

test('the first document, submitted', async ({ agent, plain }) => {
  const { elicitationId, reviewUrl } = await agent.propose(northmark());
  await plain.goto(reviewUrl);
  expect(await plain.order()).toEqual(['name', 'website', 'employeeCount', 'institutionTypes']);
  await expect(plain.page.locator('[data-differs]')).toHaveCount(5);
  const name = plain.row('name', 'Name');
  expect(await name.has('data-locked')).toBe(true);
  await expect(name.include).toBeChecked();
  await expect(name.include).toBeDisabled();
  await expect(plain.counter).toContainText('4 of 4 included');
  await plain.row('website', 'Website').setInclude(false);
  await name.editor.fill('NorthMark Strategies Inc.');
  const awaited = agent.call('elicit_await', { elicitationId, waitSeconds: 60 });
  expect(await press(plain, 'Submit Changes')).toBe(303);
  expect(await awaited).toEqual({ status: 'submitted' });
  await plain.closed('submitted');
  expect(new URL(plain.page.url()).pathname).toMatch(/^\/review\//);
  const values = {
    name: 'NorthMark Strategies Inc.',
    employeeCount: 230,
    institutionTypes: ['Asset Manager', 'Private Equity'],
  };
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ decision: 'submitted', action: 'submit', values, formSubmission: values });
});

test('the first document, declined', async ({ agent, plain }) => {
  const { elicitationId, reviewUrl } = await agent.propose(northmark());
  await plain.goto(reviewUrl);
  expect(await press(plain, 'Cancel')).toBe(303);
  await plain.closed('declined');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ decision: 'declined', action: 'cancel', formSubmission: null });
});

test('a locked row arrives although its checkbox is disabled', async ({ agent, plain }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal({ name: { type: 'string', default: 'Ann' }, nick: { type: 'string', default: 'Bo' } }, { required: ['name'] }),
  );
  await plain.goto(reviewUrl);
  await plain.row('nick').setInclude(false);
  expect(await press(plain, 'Submit Changes')).toBe(303);
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { name: 'Ann' } });
});

test('every editor kind edited: a 422 keeps all that was typed, mended it goes through', async ({ agent, plain }) => {
  const { elicitationId, reviewUrl } = await agent.propose(everyEditor());
  await plain.goto(reviewUrl);
  const row = (name: string, label: string) => plain.row(name, label);
  await row('line', 'Line').editor.fill('  <b>kept</b> & "quoted"  ');
  await row('long', 'Long').editor.fill('\nstarts with a line break\n\tand a tab\n');
  await row('mail', 'Mail').editor.fill('not a mail');
  await row('site', 'Site').editor.fill('https://example.org/?a=1&b=2');
  await row('day', 'Day').editor.fill('2023-02-29');
  await row('moment', 'Moment').editor.fill('2024-12-31T23:59:59-08:00');
  await row('count', 'Count').editor.fill('1,000');
  await row('ratio', 'Ratio').editor.fill('1e-2');
  await row('flag', 'Flag').editor.check();
  await row('answer', 'Answer').editor.selectOption({ label: 'Yes' });
  await row('tier', 'Tier').editor.selectOption('silver');
  await row('plan', 'Plan').editor.selectOption({ label: 'Full' });
  await row('grade', 'Grade').editor.selectOption({ label: 'Alpha' });
  await row('tags', 'Tags').choice('red').uncheck();
  await row('tags', 'Tags').choice('green').check();
  await row('rights', 'Rights').choice('Write').check();
  for (const [name, label] of [['answer', 'Answer'], ['plan', 'Plan'], ['rights', 'Rights']]) await row(name, label).setInclude(true);

  plain.guard.allowStatus(422);
  expect(await press(plain, 'Submit Changes')).toBe(422);
  expect(await agent.status(elicitationId)).toBe('pending');
  for (const [name, label] of [['mail', 'Mail'], ['day', 'Day'], ['count', 'Count']]) {
    await expect(row(name, label).root).toHaveAttribute('data-fault');
    await expect(await row(name, label).fault()).toBeVisible();
  }
  await expect(plain.page.locator('tr[data-fault]')).toHaveCount(3);
  await expect(row('mail', 'Mail').editor, 'the first one is focused').toBeFocused();
  await picture(plain, 'faulty-without-scripts');
  await expect(row('line', 'Line').editor).toHaveValue('  <b>kept</b> & "quoted"  ');
  await expect(row('long', 'Long').editor).toHaveValue('\nstarts with a line break\n\tand a tab\n');
  await expect(row('mail', 'Mail').editor).toHaveValue('not a mail');
  await expect(row('day', 'Day').editor).toHaveValue('2023-02-29');
  await expect(row('count', 'Count').editor).toHaveValue('1,000');
  await expect(row('ratio', 'Ratio').editor).toHaveValue('1e-2');
  await expect(row('flag', 'Flag').editor).toBeChecked();
  expect(await row('answer', 'Answer').shown()).toMatchObject({ text: 'Yes' });
  expect(await row('tier', 'Tier').shown()).toMatchObject({ value: 'silver' });
  expect(await row('plan', 'Plan').shown()).toMatchObject({ text: 'Full' });
  expect(await row('tags', 'Tags').shown()).toMatchObject({ ticked: ['green', 'blue'] });
  expect(await row('rights', 'Rights').shown()).toMatchObject({ ticked: ['w'] });
  await expect(plain.counter).toContainText('15 of 15 included');

  await row('mail', 'Mail').editor.fill('ada@example.org');
  await row('day', 'Day').setInclude(false);
  await row('day', 'Day').editor.fill('2024-03-10');
  await row('count', 'Count').editor.fill('1000');
  expect(await press(plain, 'Submit Changes')).toBe(303);
  await plain.closed('submitted');
  expect((await agent.call<{ values: object }>('elicit_result', { elicitationId })).values).toEqual({
    line: '  <b>kept</b> & "quoted"  ',
    long: '\nstarts with a line break\n\tand a tab\n',
    mail: 'ada@example.org',
    site: 'https://example.org/?a=1&b=2',
    moment: '2024-12-31T23:59:59-08:00',
    count: 1000,
    ratio: 0.01,
    flag: true,
    answer: true,
    tier: 'silver',
    plan: 'p2',
    grade: 'a',
    tags: ['green', 'blue'],
    rights: ['w'],
  });
});

test('what nobody touched comes back as it was sent', async ({ agent, plain }) => {
  const args = `{"message":"Untouched","columns":{"sources":[{"key":"s","label":"S"}],"current":{"label":"C"}},"requestedSchema":{"type":"object","properties":{
    "lines":{"type":"string","default":"\\r\\n a\\rb\\r\\nc\\n"},"n":{"type":"number","default":230.0},"big":{"type":"integer","default":123456789012345678901234567890},
    "set":{"type":"array","items":{"enum":["p","q","r"]},"default":["r","p"]},"when":{"type":"string","format":"date-time","default":"2024-03-10t15:30:45.250z"},
    "flag":{"type":"boolean","default":true},"blank":{"type":"string","default":""}}},"fields":{"blank":{"current":"x"}}}`;
  const reply = await agent.raw('elicit_proposal', args);
  expect(reply.isError, reply.text).toBe(false);
  const { elicitationId, reviewUrl } = JSON.parse(reply.text) as { elicitationId: string; reviewUrl: string };
  await plain.goto(reviewUrl);
  await expect(plain.row('n').editor).toHaveValue('230');
  expect(await press(plain, 'Submit Changes')).toBe(303);
  const result = await agent.rawById('elicit_result', elicitationId);
  expect(writeExact(member(result.structured, 'values')!)).toBe(
    '{"lines":"\\r\\n a\\rb\\r\\nc\\n","n":230.0,"big":123456789012345678901234567890,"set":["r","p"],"when":"2024-03-10t15:30:45.250z","flag":true,"blank":""}',
  );
});

test('a text changed in a row that is left out is asked about once', async ({ agent, plain }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal({ name: { type: 'string', title: 'Name', default: 'Ann' }, nick: { type: 'string', title: 'Nick', default: 'Bo' } }),
  );
  await plain.goto(reviewUrl);
  plain.guard.allowStatus(422);
  await plain.row('nick', 'Nick').setInclude(false);
  await plain.row('nick', 'Nick').editor.fill('Bob');
  expect(await press(plain, 'Submit Changes')).toBe(422);
  await expect(plain.page.getByText(/Nick/).first()).toBeVisible();
  await expect(plain.row('nick', 'Nick').editor).toHaveValue('Bob');
  await expect(plain.row('nick', 'Nick').include).not.toBeChecked();
  expect(await agent.status(elicitationId)).toBe('pending');
  expect(await press(plain, 'Submit Changes')).toBe(303);
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { name: 'Ann' } });
});

test('a form that is not ours is a 400 and decides nothing', async ({ agent }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal({ name: { type: 'string', default: 'Ann' }, tags: { type: 'array', items: { enum: ['a', 'b'] }, default: ['a'] } }),
  );
  const origin = new URL(reviewUrl).origin;
  const bad: [string, [string, string][]][] = [
    ['no action', [['include', 'name'], ['p.name', 'x']]],
    ['an unknown action', [['action', 'approve'], ['p.name', 'x']]],
    ['an unknown include', [['action', 'submit'], ['include', 'nmae'], ['p.name', 'x']]],
    ['an unknown editor', [['action', 'submit'], ['p.nmae', 'x']]],
    ['a stray name', [['action', 'submit'], ['p.name', 'x'], ['admin', '1']]],
    ['a repeated text', [['action', 'submit'], ['include', 'name'], ['p.name', 'x'], ['p.name', 'y']]],
    ['a repeated include', [['action', 'submit'], ['include', 'name'], ['include', 'name'], ['p.name', 'x']]],
    ['a repeated action', [['action', 'submit'], ['action', 'cancel'], ['p.name', 'x']]],
  ];
  for (const [what, pairs] of bad) {
    const answer = await ask(reviewUrl, { method: 'POST', headers: formHeaders(origin), body: formBody(pairs) });
    expect(answer.status, what).toBe(400);
  }
  for (const [what, body, type] of [
    ['not a form', '{"action":"submit"}', 'application/json'],
    ['broken escapes', 'action=submit&p.name=%ff%fe&include=name', 'application/x-www-form-urlencoded'],
    ['nothing', '', 'application/x-www-form-urlencoded'],
  ]) {
    const answer = await ask(reviewUrl, { method: 'POST', headers: { ...formHeaders(origin), 'Content-Type': type }, body });
    expect(answer.status, what).toBeGreaterThanOrEqual(400);
    expect(answer.status, what).toBeLessThan(500);
  }
  expect(await agent.status(elicitationId)).toBe('pending');
});

test('a second form POST is told what was decided', async ({ agent, open }) => {
  const { elicitationId, reviewUrl } = await agent.propose(proposal({ name: { type: 'string', default: 'Ann' } }));
  const [first, second] = [await open({ javaScriptEnabled: false }), await open({ javaScriptEnabled: false })];
  await first.goto(reviewUrl);
  await second.goto(reviewUrl);
  await second.row('name').editor.fill('second');
  expect(await press(first, 'Submit Changes')).toBe(303);
  second.guard.allowStatus(409);
  expect(await press(second, 'Submit Changes')).toBe(409);
  await expect(second.page.getByText(/already submitted/i).first()).toBeVisible();
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { name: 'Ann' } });
});
