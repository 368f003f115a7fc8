// What is wrong is said at its row, the first one gets the focus, and nothing typed is lost.
import { expect, picture, test } from '../fixtures.ts';
import type { ReviewPage, Row } from '../pages/ReviewPage.ts';
import { proposal } from '../support/examples.ts';

/** The row shows its fault, tied to the editor the way assistive technology reads it. */
async function faulty(row: Row): Promise<string> {
  await expect(row.root).toHaveAttribute('data-fault');
  const fault = await row.fault();
  await expect(fault).toBeVisible();
  const text = (await fault.innerText()).trim();
  expect(text).not.toBe('');
  expect(await row.root.locator('[aria-invalid="true"]').count(), 'the editor is marked invalid').toBeGreaterThan(0);
  return text;
}

async function focusIsIn(review: ReviewPage, row: Row): Promise<void> {
  await expect
    .poll(() => review.page.evaluate(() => document.activeElement?.closest('tr[data-field]')?.getAttribute('data-field') ?? null))
    .toBe(await row.root.getAttribute('data-field'));
}

test('faults stand beside their rows, the first is focused, all that was typed is kept', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal({
      good: { type: 'string', title: 'Good', default: 'x' },
      mail: { type: 'string', title: 'Mail', format: 'email', default: 'a@b.example' },
      seats: { type: 'integer', title: 'Seats', minimum: 1, maximum: 10, default: 3 },
      tags: { type: 'array', title: 'Tags', items: { enum: ['a', 'b', 'c'] }, maxItems: 2, default: ['a'] },
    }),
  );
  await review.goto(reviewUrl);
  await review.row('good', 'Good').type('typed by hand');
  await review.row('seats', 'Seats').type('500');
  await review.row('mail', 'Mail').type('ap@northmark@x');
  for (const title of ['b', 'c']) await review.row('tags', 'Tags').choice(title).check();
  await review.submit();

  await focusIsIn(review, review.row('mail', 'Mail'));
  await faulty(review.row('mail', 'Mail'));
  expect(await faulty(review.row('seats', 'Seats'))).toContain('10');
  expect(await faulty(review.row('tags', 'Tags'))).toContain('2');
  await expect(review.row('good', 'Good').root).not.toHaveAttribute('data-fault');
  await expect(review.row('good', 'Good').editor).toHaveValue('typed by hand');
  await expect(review.row('seats', 'Seats').editor).toHaveValue('500');
  await expect(review.row('mail', 'Mail').editor).toHaveValue('ap@northmark@x');
  await picture(review, 'faulty');
  expect(await agent.status(elicitationId)).toBe('pending');

  // mended one, left out another: the next submit goes through
  await review.row('mail', 'Mail').type('ap@northmark.example');
  await review.row('seats', 'Seats').setInclude(false);
  await review.row('tags', 'Tags').choice('a').uncheck();
  await expect(review.page.locator('tr[data-fault]')).toHaveCount(0);
  await review.submit();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({
    values: { good: 'typed by hand', mail: 'ap@northmark.example', tags: ['b', 'c'] },
  });
});

test('Accept All takes faulty rows too, and Submit then stops at the first of them', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal({
      good: { type: 'string', title: 'Good', default: 'x' },
      seats: { type: 'integer', title: 'Seats', maximum: 10, default: 500 },
      tier: { type: 'string', title: 'Tier', enum: ['gold', 'silver'] },
    }, { fields: { seats: { include: false } } }),
  );
  await review.goto(reviewUrl);
  await expect(review.page.locator('tr[data-fault]'), 'a row that is left out is not judged').toHaveCount(0);
  await review.acceptAll.click();
  await expect(review.counter).toContainText('3 of 3 included');
  await review.submit();
  await focusIsIn(review, review.row('seats', 'Seats'));
  await faulty(review.row('seats', 'Seats'));
  await faulty(review.row('tier', 'Tier'));
  expect(await agent.status(elicitationId)).toBe('pending');
  await review.rejectAll.click();
  await expect(review.page.locator('tr[data-fault]')).toHaveCount(0);
});

test('a pattern is asked of the server, unanchored, by code point', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal({
      code: { type: 'string', title: 'Code', pattern: '[A-Z]{2}', default: 'AB' },
      face: { type: 'string', title: 'Face', pattern: '^.$', default: '😀' },
      dirty: { type: 'string', title: 'Dirty', pattern: '^[0-9]+$', default: 'twelve' },
    }),
  );
  await review.goto(reviewUrl);
  // pressed before the page has asked, it is the submission that the server refuses
  review.guard.allowStatus(422);
  await faulty(review.row('dirty', 'Dirty'));
  await expect(review.row('face', 'Face').root).not.toHaveAttribute('data-fault');
  await review.row('code', 'Code').type('xxABxx');
  await review.row('dirty', 'Dirty').type('still not');
  await review.submit();
  await focusIsIn(review, review.row('dirty', 'Dirty'));
  await faulty(review.row('dirty', 'Dirty'));
  await expect(review.row('code', 'Code').root).not.toHaveAttribute('data-fault');
  await review.row('dirty', 'Dirty').type('12');
  await review.submit();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { code: 'xxABxx', face: '😀', dirty: '12' } });
});

const NUMBERS: { text: string; gives?: string }[] = [
  { text: '7', gives: '7' },
  { text: '  7  ', gives: '7' },
  { text: '-0', gives: '0' },
  { text: '3.10', gives: '3.1' },
  { text: '1e3', gives: '1000' },
  { text: '1E+2', gives: '100' },
  { text: '12345678901234567890.5', gives: '12345678901234567890.5' },
  { text: '1,000' },
  { text: '1 000' },
  { text: '.5' },
  { text: '5.' },
  { text: '+5' },
  { text: '0x10' },
  { text: 'NaN' },
  { text: 'Infinity' },
  { text: '1e999' },
  { text: '٣' },
  { text: '１２' },
  { text: '--1' },
  { text: '1e' },
  { text: '' },
];

test('what may be typed as a number, and what is refused with the text kept', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal(Object.fromEntries(NUMBERS.map((_, index) => [`n${index}`, { type: 'number', default: 1 }]))),
  );
  await review.goto(reviewUrl);
  for (const [index, { text }] of NUMBERS.entries()) await review.row(`n${index}`).editor.fill(text);
  await review.submit();
  const first = NUMBERS.findIndex(({ gives }) => gives === undefined);
  await focusIsIn(review, review.row(`n${first}`));
  for (const [index, { text, gives }] of NUMBERS.entries()) {
    const row = review.row(`n${index}`);
    await expect(row.editor, 'the text is kept').toHaveValue(text);
    expect(await row.has('data-fault'), `${JSON.stringify(text)} is ${gives === undefined ? 'refused' : 'taken'}`).toBe(gives === undefined);
    if (gives === undefined) await row.setInclude(false);
  }
  await review.submit();
  await review.closed('submitted');
  const { canonicalNumber, member } = await import('../support/exact.ts');
  const values = member((await agent.rawById('elicit_result', elicitationId)).structured, 'values');
  for (const [index, { gives }] of NUMBERS.entries()) {
    const value = member(values, `n${index}`);
    if (gives === undefined) expect(value).toBeUndefined();
    else expect(value?.kind === 'number' && canonicalNumber(value.text)).toBe(canonicalNumber(gives));
  }
});

const DATES: { format: string; text: string; ok: boolean }[] = [
  { format: 'date', text: '2024-02-29', ok: true },
  { format: 'date', text: '2023-02-29', ok: false },
  { format: 'date', text: '2024-2-9', ok: false },
  { format: 'date', text: '09/02/2024', ok: false },
  { format: 'date', text: '2024-03-10T00:00:00Z', ok: false },
  { format: 'date-time', text: '2024-03-10T15:30:45.250+05:30', ok: true },
  { format: 'date-time', text: '2024-03-10T15:30:45Z', ok: true },
  { format: 'date-time', text: '2024-03-10T15:30', ok: false },
  { format: 'date-time', text: '2024-03-10T15:30:45', ok: false },
  { format: 'date-time', text: '2024-03-10', ok: false },
  { format: 'email', text: 'ada@example.com', ok: true },
  { format: 'email', text: ' ada@example.com', ok: false },
  { format: 'email', text: 'ada', ok: false },
  { format: 'uri', text: 'https://example.com/a?b#c', ok: true },
  { format: 'uri', text: 'example.com', ok: false },
  { format: 'uri', text: 'https://example.com/a b', ok: false },
];

test('formats are checked as the text stands, untrimmed', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(
    proposal(Object.fromEntries(DATES.map(({ format }, index) => [`f${index}`, { type: 'string', format, default: '' }]))),
  );
  await review.goto(reviewUrl);
  for (const [index, { text }] of DATES.entries()) await review.row(`f${index}`).editor.fill(text);
  for (const [index, { text, format, ok }] of DATES.entries()) {
    const row = review.row(`f${index}`);
    await expect(row.editor).toHaveValue(text);
    expect(await row.has('data-fault'), `${format} ${JSON.stringify(text)}`).toBe(!ok);
  }
});

for (const timezoneId of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
  test(`dates and moments are the same in ${timezoneId}`, async ({ agent, open }) => {
    const review = await open({ timezoneId });
    const day = '2024-03-10';
    const moment = '2024-03-10T15:30:45.250+05:30';
    const { elicitationId, reviewUrl } = await agent.propose(
      proposal(
        {
          day: { type: 'string', format: 'date', title: 'Day', default: day },
          moment: { type: 'string', format: 'date-time', title: 'Moment', default: moment },
          edited: { type: 'string', format: 'date-time', title: 'Edited', default: moment },
        },
        { fields: { day: { sources: { apollo: day }, current: '2024-03-09' }, moment: { sources: { apollo: moment } } } },
      ),
    );
    await review.goto(reviewUrl);
    const row = review.row('day', 'Day');
    await expect(row.editor).toHaveValue(day);
    expect((await row.cell(row.source('apollo'))).text).toBe(day);
    expect((await row.cell(row.current)).text).toBe('2024-03-09');
    const edited = review.row('edited', 'Edited');
    expect((await review.row('moment', 'Moment').cell(review.row('moment', 'Moment').source('apollo'))).text).toBe(moment);
    await expect(edited.root, 'the editor says which zone').toContainText('+05:30');

    // the picker beside the text keeps the offset that the text has
    const picker = edited.root.locator('input[type="datetime-local"]');
    await expect(picker).toHaveCount(1);
    await picker.fill('2025-01-02T03:04:05');
    await expect(edited.editor).toHaveValue(/^2025-01-02T03:04:05(\.0+)?\+05:30$/);
    await expect(edited.include).toBeChecked();
    const dayPicker = row.root.locator('input[type="date"]');
    await expect(dayPicker).toHaveCount(1);
    await dayPicker.fill('2024-12-31');
    await expect(row.editor).toHaveValue('2024-12-31');
    await review.submit();
    await review.closed('submitted');
    const { values } = await agent.call<{ values: Record<string, string> }>('elicit_result', { elicitationId });
    expect(values.day).toBe('2024-12-31');
    expect(values.moment).toBe(moment);
    expect(values.edited).toMatch(/^2025-01-02T03:04:05(\.0+)?\+05:30$/);
  });
}

test('a required row may not be emptied, an emptied optional one is judged by its kind', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal(
      {
        name: { type: 'string', title: 'Name', default: 'Ann' },
        tags: { type: 'array', title: 'Tags', items: { enum: ['a', 'b'] }, default: ['a'] },
        site: { type: 'string', title: 'Site', format: 'uri', default: 'https://a.example/' },
        nick: { type: 'string', title: 'Nick', default: 'Bo' },
      },
      { required: ['name', 'tags'], fields: { name: { current: 'Anne' }, tags: { current: ['b'] }, nick: { current: 'Bob' } } },
    ),
  );
  await review.goto(reviewUrl);
  await review.row('name', 'Name').type('');
  await review.row('tags', 'Tags').choice('a').uncheck();
  await review.row('site', 'Site').type('');
  await review.row('nick', 'Nick').type('');
  await review.submit();
  await focusIsIn(review, review.row('name', 'Name'));
  for (const [name, label] of [['name', 'Name'], ['tags', 'Tags'], ['site', 'Site']]) await faulty(review.row(name, label));
  await expect(review.row('nick', 'Nick').root).not.toHaveAttribute('data-fault');
  expect(await agent.status(elicitationId)).toBe('pending');
  for (const [name, label] of [['name', 'Name'], ['tags', 'Tags'], ['site', 'Site']]) await review.row(name, label).setInclude(false);
  await review.submit();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { nick: '' } });
});

test('a select without a default stays unchosen until someone chooses', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal(
      {
        tier: { type: 'string', title: 'Tier', enum: ['gold', ''] },
        sure: { type: 'boolean', title: 'Sure' },
      },
      { required: ['tier', 'sure'] },
    ),
  );
  await review.goto(reviewUrl);
  await review.submit();
  await focusIsIn(review, review.row('tier', 'Tier'));
  await faulty(review.row('tier', 'Tier'));
  await faulty(review.row('sure', 'Sure'));
  expect(await agent.status(elicitationId)).toBe('pending');
  await review.row('tier', 'Tier').editor.selectOption('gold');
  await review.row('sure', 'Sure').editor.selectOption({ label: 'No' });
  await review.submit();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { tier: 'gold', sure: false } });
});

test('a dirty default is shown, its row is at fault until mended, untouched text comes back as sent', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal({
      mail: { type: 'string', title: 'Mail', format: 'email', default: ' ada@example.com ' },
      seats: { type: 'integer', title: 'Seats', maximum: 10, default: 500 },
      note: { type: 'string', title: 'Note', default: '  a\r\nb\tc' },
      when: { type: 'string', title: 'When', format: 'date', default: 'last week' },
    }),
  );
  await review.goto(reviewUrl);
  await expect(review.row('mail', 'Mail').editor).toHaveValue(' ada@example.com ');
  await expect(review.row('when', 'When').editor).toHaveValue('last week');
  for (const [name, label] of [['mail', 'Mail'], ['seats', 'Seats'], ['when', 'When']]) await faulty(review.row(name, label));
  await review.submit();
  await focusIsIn(review, review.row('mail', 'Mail'));
  await review.row('mail', 'Mail').type('ada@example.com');
  await review.row('seats', 'Seats').type('10');
  await review.row('when', 'When').setInclude(false);
  await review.submit();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({
    values: { mail: 'ada@example.com', seats: 10, note: '  a\r\nb\tc' },
  });
});
