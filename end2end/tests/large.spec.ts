// Five hundred rows, the most there may be, stay usable.
import { expect, test } from '../fixtures.ts';
import { proposal } from '../support/examples.ts';

test('five hundred rows', async ({ agent, review }) => {
  test.setTimeout(120_000);
  const names = Array.from({ length: 500 }, (_, index) => `field${index}`);
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal(Object.fromEntries(names.map((name, index) => [name, { type: 'string', title: `Field ${index}`, default: `value ${index}` }])), {
      fields: Object.fromEntries(names.map((name, index) => [name, { sources: { apollo: `value ${index}` }, current: `old ${index}` }])),
    }),
  );
  const started = performance.now();
  await review.goto(reviewUrl);
  const ready = performance.now() - started;
  await expect(review.rows).toHaveCount(500);
  await expect(review.counter).toContainText('500 of 500 included');

  /** Milliseconds of the page's main thread from an input to the next frame. */
  const timed = (act: () => Promise<void>) =>
    review.page
      .evaluate(() => {
        const marks: number[] = [];
        Object.assign(window, { marks });
        for (const type of ['keydown', 'click']) {
          addEventListener(type, () => {
            const at = performance.now();
            requestAnimationFrame(() => setTimeout(() => marks.push(performance.now() - at)));
          }, { capture: true, once: true });
        }
      })
      .then(act)
      .then(async () => {
        await expect.poll(() => review.page.evaluate(() => (window as unknown as { marks: number[] }).marks.length)).toBeGreaterThan(0);
        return review.page.evaluate(() => (window as unknown as { marks: number[] }).marks[0]);
      });

  const reject = await timed(() => review.rejectAll.click());
  await expect(review.counter).toContainText('0 of 500 included');
  const row = review.row('field250', 'Field 250');
  await row.editor.scrollIntoViewIfNeeded();
  await row.editor.focus();
  const key = await timed(() => row.editor.press('End'));
  const typed = await timed(() => row.editor.press('x'));
  await expect(row.editor).toHaveValue('value 250x');
  await expect(review.counter).toContainText('1 of 500 included');
  const accept = await timed(() => review.acceptAll.click());
  await expect(review.counter).toContainText('500 of 500 included');
  console.log(`500 rows: ready after ${ready.toFixed(0)} ms; Reject All ${reject.toFixed(0)}, a key ${typed.toFixed(0)} (${key.toFixed(0)}), Accept All ${accept.toFixed(0)} ms to the next frame`);
  expect(ready).toBeLessThan(15_000);
  expect(typed).toBeLessThan(500);
  expect(reject).toBeLessThan(1_500);
  expect(accept).toBeLessThan(1_500);
  await review.submit();
  await review.closed('submitted');
  const { values } = await agent.call<{ values: Record<string, string> }>('elicit_result', { elicitationId });
  expect(Object.keys(values)).toHaveLength(500);
  expect(values.field250).toBe('value 250x');
});
