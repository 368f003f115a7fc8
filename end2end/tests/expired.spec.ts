// Expiry takes a minute at least: one test makes the requests first and looks at everything that an expiry touches.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, picture, test } from '../fixtures.ts';
import { ask, formBody, formHeaders } from '../support/http.ts';
import { serious } from '../support/axe.ts';
import { proposal } from '../support/examples.ts';

test('time runs out', async ({ agent, open }) => {
  test.setTimeout(150_000);
  const call = () => proposal({ name: { type: 'string', title: 'Name', default: 'Ann' } }, { timeoutSeconds: 1 });
  const made = Date.now();
  // the last one is the last to expire
  const [unwatched, posted, watched] = [await agent.propose(call()), await agent.propose(call()), await agent.propose(call())];
  expect(Date.parse(watched.expiresAt) - made).toBeLessThan(61_500);
  expect(Date.parse(watched.expiresAt) - made).toBeGreaterThan(59_000);

  const [review, plain] = [await open(), await open({ javaScriptEnabled: false })];
  await review.goto(watched.reviewUrl);
  await plain.goto(posted.reviewUrl);
  await expect(review.page.getByText(/closes in/i).first(), 'the time left is shown').toBeVisible();
  await expect(review.page.locator('[aria-live="assertive"], [role="alert"], [role="timer"]').filter({ hasText: /closes in/i }).first(), 'and announced, as it is short').toBeAttached();
  await review.row('name', 'Name').type('too late');
  await plain.row('name', 'Name').editor.fill('too late');

  // an await hears of the expiry on its own
  expect(await agent.call('elicit_await', { elicitationId: watched.elicitationId, waitSeconds: 120 })).toEqual({ status: 'expired' });
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(watched.expiresAt));
  expect(Date.now() - Date.parse(watched.expiresAt), 'told within a few seconds').toBeLessThan(5_000);
  expect(await agent.status(unwatched.elicitationId)).toBe('expired');
  expect(await agent.refusal('elicit_result', { elicitationId: unwatched.elicitationId })).toBe('not decided (status=expired)');
  expect(await agent.refusal('elicit_cancel', { elicitationId: unwatched.elicitationId })).toBe('cannot cancel (status=expired)');

  // the open page keeps what was typed and says what happened
  await expect(review.page.getByText(/expired/i).first()).toBeVisible();
  await expect(review.submitButton()).toBeDisabled();
  expect(await review.visibleText()).toContain('too late');

  plain.guard.allowStatus(409);
  await plain.submitButton().click();
  await expect(plain.page.getByText(/expired/i).first()).toBeVisible();

  const answer = await ask(posted.reviewUrl, {
    method: 'POST',
    headers: formHeaders(new URL(posted.reviewUrl).origin),
    body: formBody([['action', 'submit'], ['include', 'name'], ['p.name', 'late']]),
  });
  expect(answer.status).toBe(409);
  expect(answer.text).toMatch(/expired/i);
  expect(await agent.refusal('elicit_result', { elicitationId: posted.elicitationId })).toBe('not decided (status=expired)');

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      const page = await open({ colorScheme, viewport });
      await page.goto(unwatched.reviewUrl);
      await page.closed('expired');
      expect(serious(await new AxeBuilder({ page: page.page }).analyze())).toEqual([]);
      await picture(page, `expired-${colorScheme}-${viewport.width}`);
    }
  }
});
