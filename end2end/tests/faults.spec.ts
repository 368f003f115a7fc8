// What is wrong is said at its row, the first one gets the focus, and nothing typed is lost.
import { expect, picture, test } from '../fixtures.ts';
import { faulty, focusIsIn } from '../support/faults.ts';
import { proposal } from '../support/examples.ts';

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
