// Every kind of field has its editor; what the editor cannot take is kept and said.
import { expect, test } from '../fixtures.ts';
import { Row } from '../pages/ReviewPage.ts';
import { everyEditor, proposal, twoRows } from '../support/examples.ts';

test('every kind of field has its editor and opens with its default', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(everyEditor());
  await review.goto(reviewUrl);
  const shown = async (name: string, label: string) => review.row(name, label).shown();
  expect(await shown('line', 'Line')).toEqual({ kind: 'text', text: 'one line', multiline: false });
  expect(await shown('long', 'Long')).toEqual({ kind: 'text', text: 'two\nlines', multiline: true });
  expect(await shown('mail', 'Mail')).toEqual({ kind: 'text', text: 'ada@example.com', multiline: false });
  expect(await shown('site', 'Site')).toEqual({ kind: 'text', text: 'https://example.com/', multiline: false });
  expect(await shown('day', 'Day')).toEqual({ kind: 'text', text: '2024-03-10', multiline: false });
  expect(await shown('moment', 'Moment')).toEqual({ kind: 'text', text: '2024-03-10T15:30:45.250+05:30', multiline: false });
  expect(await shown('count', 'Count')).toEqual({ kind: 'text', text: '3', multiline: false });
  expect(await shown('ratio', 'Ratio')).toEqual({ kind: 'text', text: '0.5', multiline: false });
  expect(await shown('flag', 'Flag')).toEqual({ kind: 'checkbox', on: false });
  expect(await shown('answer', 'Answer')).toMatchObject({ kind: 'select', chosen: false });
  expect(await shown('tier', 'Tier')).toMatchObject({ kind: 'select', value: 'gold', chosen: true });
  expect(await shown('plan', 'Plan')).toMatchObject({ kind: 'select', chosen: false });
  expect(await shown('grade', 'Grade')).toMatchObject({ kind: 'select', value: 'b', text: 'Beta' });
  expect(await shown('tags', 'Tags')).toEqual({
    kind: 'choices',
    ticked: ['red', 'blue'],
    options: [['red', 'red'], ['green', 'green'], ['blue', 'blue']],
  });
  expect(await shown('rights', 'Rights')).toEqual({ kind: 'choices', ticked: [], options: [['r', 'Read'], ['w', 'Write']] });

  const attribute = (name: string, label: string, key: string) => review.row(name, label).editor.getAttribute(key);
  for (const [name, label] of [['mail', 'Mail'], ['site', 'Site'], ['day', 'Day'], ['moment', 'Moment'], ['count', 'Count']]) {
    expect([null, 'text']).toContain(await attribute(name, label, 'type'));
  }
  expect(await attribute('mail', 'Mail', 'inputmode')).toBe('email');
  expect(await attribute('site', 'Site', 'inputmode')).toBe('url');
  expect(await attribute('count', 'Count', 'inputmode')).toBe('numeric');
  expect(await attribute('ratio', 'Ratio', 'inputmode')).toBe('decimal');
  for (const forbidden of ['maxlength', 'minlength', 'pattern', 'required']) {
    await expect(review.page.locator(`[${forbidden}]`), `the page has no ${forbidden} attribute`).toHaveCount(0);
  }

  // no default: off; a default against an empty Current: on
  for (const name of ['answer', 'plan', 'rights']) {
    expect(await review.row(name).root.getAttribute('data-included'), name).toBeNull();
  }
  await expect(review.counter).toContainText('12 of 15 included');
});

test('every editor edits, and its value comes back', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(everyEditor());
  await review.goto(reviewUrl);
  await review.rejectAll.click();
  await expect(review.counter).toContainText('0 of 15 included');
  await review.row('line', 'Line').type(' kept blanks ');
  await review.row('long', 'Long').editor.fill('a\nb\n\nc');
  await review.row('mail', 'Mail').type('bob@example.org');
  await review.row('site', 'Site').type('mailto:bob@example.org');
  await review.row('day', 'Day').type('2024-02-29');
  await review.row('moment', 'Moment').type('2024-12-31T23:59:59Z');
  await review.row('count', 'Count').type('12345678901234567890123');
  await review.row('ratio', 'Ratio').type('-2.50');
  await review.row('flag', 'Flag').editor.check();
  await review.row('answer', 'Answer').editor.selectOption({ label: 'No' });
  await review.row('tier', 'Tier').editor.selectOption('silver');
  await review.row('plan', 'Plan').editor.selectOption({ label: 'Full' });
  await review.row('grade', 'Grade').editor.selectOption('a');
  await review.row('tags', 'Tags').choice('green').check();
  await review.row('tags', 'Tags').choice('blue').uncheck();
  await review.row('rights', 'Rights').choice('Write').check();
  await review.row('rights', 'Rights').choice('Read').check();
  await expect(review.counter, 'each change by hand turned Include on').toContainText('15 of 15 included');
  await review.submit();
  await review.closed('submitted');
  const reply = await agent.rawById('elicit_result', elicitationId);
  expect(reply.http.text).toContain('"count":12345678901234567890123');
  expect((await agent.call<{ values: object }>('elicit_result', { elicitationId })).values).toEqual({
    line: ' kept blanks ',
    long: 'a\nb\n\nc',
    mail: 'bob@example.org',
    site: 'mailto:bob@example.org',
    day: '2024-02-29',
    moment: '2024-12-31T23:59:59Z',
    count: 12345678901234567890123,
    ratio: -2.5,
    flag: true,
    answer: false,
    tier: 'silver',
    plan: 'p2',
    grade: 'a',
    tags: ['red', 'green'],
    rights: ['r', 'w'],
  });
});

test('what an editor cannot take is kept, shown and marked', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal(
      {
        tier: { type: 'string', title: 'Tier', enum: ['gold', 'silver'], default: 'gold' },
        seats: { type: 'integer', title: 'Seats', default: 1 },
        tags: { type: 'array', title: 'Tags', items: { enum: ['a', 'b'] }, default: ['a'] },
        flag: { type: 'boolean', title: 'Flag', default: true },
        note: { type: 'string', title: 'Note', default: 'x' },
      },
      {
        fields: {
          tier: { sources: { apollo: 'bronze' }, current: 'silver' },
          seats: { sources: { apollo: 'about 40' }, current: 2 },
          tags: { sources: { apollo: 'b' }, current: ['zzz', 'a'] },
          flag: { sources: { apollo: 'yes' }, current: false },
          note: { sources: { apollo: { deep: [1, 2.5] } }, current: true },
        },
      },
    ),
  );
  await review.goto(reviewUrl);
  const row = (name: string, label: string) => review.row(name, label);

  await Row.text(row('tier', 'Tier').source('apollo')).dblclick();
  expect(await row('tier', 'Tier').shown()).toMatchObject({ kind: 'select', value: 'bronze' });
  expect(await row('tier', 'Tier').has('data-fault')).toBe(true);

  await Row.text(row('seats', 'Seats').source('apollo')).dblclick();
  await expect(row('seats', 'Seats').editor).toHaveValue('about 40');
  expect(await row('seats', 'Seats').has('data-fault')).toBe(true);

  await Row.text(row('tags', 'Tags').source('apollo')).dblclick();
  expect(await row('tags', 'Tags').shown(), 'a lone string is a set of one').toMatchObject({ ticked: ['b'] });
  expect(await row('tags', 'Tags').has('data-fault')).toBe(false);

  await Row.text(row('note', 'Note').source('apollo')).dblclick();
  await expect(row('note', 'Note').editor).toHaveValue('{"deep":[1,2.5]}');
  await Row.text(row('note', 'Note').current).dblclick();
  await expect(row('note', 'Note').editor).toHaveValue('true');

  await Row.text(row('flag', 'Flag').source('apollo')).dblclick();
  expect(await row('flag', 'Flag').has('data-fault')).toBe(true);

  // mended or left out, they no longer stand in the way
  await row('tier', 'Tier').editor.selectOption('silver');
  await row('seats', 'Seats').setInclude(false);
  await row('flag', 'Flag').setInclude(false);
  expect(await row('tier', 'Tier').has('data-fault')).toBe(false);
  expect(await row('seats', 'Seats').has('data-fault')).toBe(false);
  await review.submit();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { tier: 'silver', tags: ['b'] } });
});

test('a non-option in a multi select is shown ticked and marked', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(
    proposal(
      { tags: { type: 'array', title: 'Tags', items: { enum: ['a', 'b'] }, default: ['a'] } },
      { fields: { tags: { sources: { apollo: ['zzz', 'b'] } } } },
    ),
  );
  await review.goto(reviewUrl);
  const tags = review.row('tags', 'Tags');
  await Row.text(tags.source('apollo')).dblclick();
  const shown = await tags.shown();
  expect(shown).toMatchObject({ kind: 'choices' });
  expect(shown.kind === 'choices' && [...shown.ticked].sort()).toEqual(['b', 'zzz']);
  expect(await tags.has('data-fault')).toBe(true);
  // once unticked it is no choice any more
  await tags.editor.getByRole('checkbox', { name: /zzz/ }).click();
  await expect(tags.editor.getByRole('checkbox', { name: /zzz/ })).toHaveCount(0);
  expect(await tags.has('data-fault')).toBe(false);
});

test('emptying a value that the record has says so', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(twoRows());
  await review.goto(reviewUrl);
  const name = review.row('name', 'Name');
  const note = name.root.getByText(/^clears /);
  await expect(note.filter({ visible: true })).toHaveCount(0);
  await name.type('');
  await expect(note.filter({ visible: true })).toHaveText('clears Name');
  await review.submit();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { name: '' } });
});

test('more than a dozen options can be filtered', async ({ agent, review }) => {
  const options = Array.from({ length: 40 }, (_, index) => `option ${index + 1}`);
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal({
      many: { type: 'array', title: 'Many', items: { enum: options }, default: ['option 3'] },
      few: { type: 'array', title: 'Few', items: { enum: options.slice(0, 12) } },
    }),
  );
  await review.goto(reviewUrl);
  const [many, few] = [review.row('many', 'Many'), review.row('few', 'Few')];
  const filter = (row: Row) => row.root.getByRole('searchbox').or(row.root.getByRole('textbox'));
  await expect(filter(few)).toHaveCount(0);
  await filter(many).fill('40');
  await expect(many.choice('option 40')).toBeVisible();
  await expect(many.choice('option 39')).toBeHidden();
  await many.choice('option 40').check();
  await filter(many).fill('');
  await expect(many.choice('option 39')).toBeVisible();
  await review.submit();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { many: ['option 3', 'option 40'] } });
});
