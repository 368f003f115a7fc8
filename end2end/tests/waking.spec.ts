// The page before, and without, its WebAssembly: what was typed meanwhile stays, and the form works all the same.
import { expect, test } from '../fixtures.ts';
import { everyEditor, proposal } from '../support/examples.ts';

test('what was typed before the page woke up is there afterwards', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal(
      {
        name: { type: 'string', title: 'Name', default: 'Ann' },
        nick: { type: 'string', title: 'Nick', default: 'Bo' },
        flag: { type: 'boolean', title: 'Flag', default: false },
        tags: { type: 'array', title: 'Tags', items: { enum: ['a', 'b'] }, default: ['a'] },
      },
      { fields: { nick: { current: 'Bo' } } },
    ),
  );
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await review.page.route(/\.wasm$/, async (route) => {
    await gate;
    await route.continue();
  });
  review.guard.homes.add(new URL(reviewUrl).origin);
  await review.page.goto(reviewUrl, { waitUntil: 'commit' });
  await review.row('name', 'Name').editor.fill('typed early');
  await review.row('tags', 'Tags').choice('b').check();
  await review.row('flag', 'Flag').setInclude(false);
  expect(await review.page.locator('html[data-ready]').count()).toBe(0);
  release();
  await review.ready();
  await expect(review.row('name', 'Name').editor).toHaveValue('typed early');
  expect(await review.row('tags', 'Tags').shown()).toMatchObject({ ticked: ['a', 'b'] });
  await expect(review.row('flag', 'Flag').include).not.toBeChecked();
  await expect(review.counter).toContainText('2 of 4 included');
  await review.submit();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { name: 'typed early', tags: ['a', 'b'] } });
});

test('when WebAssembly does not arrive the form still decides', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(everyEditor());
  review.guard.allow(/wasm|pageerror|uncaught|fetch/i);
  review.guard.homes.add(new URL(reviewUrl).origin);
  await review.page.route(/\.wasm$/, (route) => route.abort());
  await review.page.goto(reviewUrl);
  await review.row('line', 'Line').editor.fill('without wasm');
  await review.submit();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { line: 'without wasm', count: 3 } });
});
