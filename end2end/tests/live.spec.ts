// What happens to a request elsewhere, told by the page that is open.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, picture, test } from '../fixtures.ts';
import type { ReviewPage } from '../pages/ReviewPage.ts';
import { serious } from '../support/axe.ts';
import { northmark, proposal } from '../support/examples.ts';
import { ask, formBody, formHeaders } from '../support/http.ts';

const one = () => proposal({ name: { type: 'string', title: 'Name', default: 'Ann' } });

/** Declines from outside of any page. */
async function decline(reviewUrl: string): Promise<void> {
  const answer = await ask(reviewUrl, { method: 'POST', headers: formHeaders(new URL(reviewUrl).origin), body: formBody([['action', 'cancel']]) });
  expect(answer.status).toBe(303);
}

/** The page says this within two seconds, in words that are announced, and nothing can be pressed. */
async function told(review: ReviewPage, words: string): Promise<void> {
  await expect(review.page.getByRole('alert')).toContainText(words, { timeout: 2_000 });
  await expect(review.submitButton()).toBeDisabled();
  await expect(review.cancelButton()).toBeDisabled();
}

/** The page listens now. */
async function listens(review: ReviewPage): Promise<void> {
  await expect.poll(() => review.guard.requests.filter((url) => url.endsWith('/events')).length).toBeGreaterThan(0);
}

test('decided in another tab: the first says so and keeps what was typed', async ({ agent, open }) => {
  const { elicitationId, reviewUrl } = await agent.propose(one());
  const [first, second] = [await open(), await open()];
  await first.goto(reviewUrl);
  await first.row('name', 'Name').type('typed first');
  await expect(first.draft).toHaveText('Draft kept');
  await second.goto(reviewUrl);
  await second.row('name', 'Name').type('second');
  await second.submit();
  await second.closed('submitted');
  await told(first, 'This request was already submitted. What you entered is still here, but was not sent.');
  await expect(first.row('name', 'Name').editor).toHaveValue('typed first');
  await expect(first.draft, 'the draft is gone').toHaveText('');
  await picture(first, 'told-live');
  expect(serious(await new AxeBuilder({ page: first.page }).analyze())).toEqual([]);
  // what nobody approved did not stay on the server
  await first.row('name', 'Name').editor.pressSequentially(' and more');
  await first.reload();
  expect(await first.visibleText()).not.toContain('typed first');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { name: 'second' } });
});

test('canceled by the agent, declined by a form without scripts', async ({ agent, open }) => {
  const [canceled, declined] = [await agent.propose(one()), await agent.propose(one())];
  const [first, second] = [await open(), await open()];
  await first.goto(canceled.reviewUrl);
  await second.goto(declined.reviewUrl);
  await first.row('name', 'Name').type('late');
  await Promise.all([listens(first), listens(second)]);
  await agent.call('elicit_cancel', { elicitationId: canceled.elicitationId });
  await told(first, 'This request was already canceled. What you entered is still here, but was not sent.');
  await expect(first.row('name', 'Name').editor).toHaveValue('late');
  await decline(declined.reviewUrl);
  await told(second, 'This request was already declined.');
});

test('a selection and an approval hear of it as well', async ({ agent, open }) => {
  const selection = await agent.select({ message: 'Which?', options: [{ id: 'a' }, { id: 'b' }] });
  const approval = await agent.approve({ message: 'May I?', context: { x: 1 } });
  const [first, second] = [await open(), await open()];
  await first.goto(selection.reviewUrl);
  await second.goto(approval.reviewUrl);
  await first.pick('a').check();
  for (const { elicitationId } of [selection, approval]) await agent.call('elicit_cancel', { elicitationId });
  for (const review of [first, second]) {
    await expect(review.page.getByRole('alert')).toContainText('This request was already canceled.', { timeout: 2_000 });
    await expect(review.page.locator('button[name=action]:enabled')).toHaveCount(0);
  }
  await expect(first.pick('a')).toBeChecked();
});

test('the page that decides hears no news of itself', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(northmark());
  await review.goto(reviewUrl);
  await listens(review);
  const alerts: string[] = [];
  await review.page.exposeFunction('alerted', (text: string) => alerts.push(text));
  await review.page.evaluate(() => {
    const alert = document.querySelector('[role=alert]')!;
    new MutationObserver(() => (window as unknown as { alerted: (text: string) => void }).alerted(alert.textContent ?? '')).observe(alert, { childList: true });
  });
  // the answer to the decision comes late, long after the news
  await review.page.route('**/api/submit', async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.fulfill({ response });
  });
  await review.submit();
  await review.closed('submitted');
  expect(alerts.filter((text) => text !== '')).toEqual([]);
});

test('eight open tabs: each loads, works, and hears of its end', async ({ agent, open }) => {
  test.slow();
  const first = await open();
  const pages: [ReviewPage, string, string][] = [];
  // tabs of one browser share its six connections to the server
  for (let at = 0; at < 8; at += 1) {
    const { elicitationId, reviewUrl } = await agent.propose(one());
    const review = at === 0 ? first : await first.another();
    await review.goto(reviewUrl);
    await review.row('name', 'Name').type(`tab ${at}`);
    await expect(review.draft).toHaveText('Draft kept');
    pages.push([review, elicitationId, reviewUrl]);
  }
  for (const [review, elicitationId] of pages) {
    await agent.call('elicit_cancel', { elicitationId });
    await expect(review.page.getByRole('alert')).toContainText('This request was already canceled.', { timeout: 4_000 });
  }
  await first.reload();
  await first.closed('canceled');
});

test('a hidden page does not listen, and looks again when it is seen', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(one());
  await review.page.addInitScript(() => {
    const Real = window.EventSource;
    const open = new Set<EventSource>();
    Object.assign(window, { listening: () => open.size });
    window.EventSource = class extends Real {
      constructor(url: string | URL) {
        super(url);
        open.add(this);
      }
      close() {
        open.delete(this);
        super.close();
      }
    };
  });
  const listening = () => review.page.evaluate(() => (window as unknown as { listening: () => number }).listening());
  const hide = (hidden: boolean) =>
    review.page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, hidden);
  await review.goto(reviewUrl);
  await expect.poll(listening).toBe(1);
  await hide(true);
  expect(await listening()).toBe(0);
  await review.row('name', 'Name').type('typed');
  await agent.call('elicit_cancel', { elicitationId });
  await hide(false);
  await told(review, 'This request was already canceled.');
  expect(await listening(), 'there is no more to hear').toBe(0);
  await hide(true);
  await hide(false);
  expect(await listening()).toBe(0);
});

test('a stream that is refused is asked for again, at length; a link that is gone is not', async ({ agent, open }) => {
  const { elicitationId, reviewUrl } = await agent.propose(one());
  const review = await open();
  for (const status of [502, 404]) review.guard.allowStatus(status);
  let refused = 0;
  await review.page.route('**/events', (route) => {
    refused += 1;
    return refused === 1 ? route.fulfill({ status: 502 }) : route.continue();
  });
  await review.goto(reviewUrl);
  await expect.poll(() => refused).toBe(2);
  await agent.call('elicit_cancel', { elicitationId });
  await told(review, 'This request was already canceled.');

  const gone = await open();
  gone.guard.allowStatus(404);
  await gone.page.route(/\/events$|\/api\/viewed$/, (route) =>
    route.fulfill({ status: 404, contentType: 'application/json', body: '"NotFound"' }),
  );
  await gone.goto((await agent.propose(one())).reviewUrl);
  await expect(gone.page.getByRole('alert')).toContainText('This link isn\'t known here any more');
  await expect(gone.submitButton()).toBeDisabled();
});
