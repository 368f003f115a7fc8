// A request that is closed, or closes while a page is open: the page says what happened, never an error.
import { expect, picture, test } from '../fixtures.ts';
import { ask, formBody, formHeaders } from '../support/http.ts';
import { northmark, proposal } from '../support/examples.ts';

const one = () => proposal({ name: { type: 'string', title: 'Name', default: 'Ann' } });

test('two tabs: the second is told what was decided, and keeps what was typed', async ({ agent, open }) => {
  const { elicitationId, reviewUrl } = await agent.propose(one());
  const [first, second] = [await open(), await open()];
  await first.goto(reviewUrl);
  await second.deafen();
  await second.goto(reviewUrl);
  second.guard.allowStatus(409);
  await first.row('name', 'Name').type('first');
  await second.row('name', 'Name').type('second');
  // a draft that comes too late would be told first
  await expect(second.draft).toHaveText('Draft kept');
  await first.submit();
  await first.closed('submitted');
  await second.submit();
  await expect(second.page.getByText(/already submitted/i).first()).toBeVisible();
  expect(await second.visibleText(), 'what was typed is still there').toContain('second');
  await picture(second, 'second-tab-told');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ decision: 'submitted', values: { name: 'first' } });
});

test('two tabs: a decline after a submit is told so too', async ({ agent, open }) => {
  const { elicitationId, reviewUrl } = await agent.propose(one());
  const [first, second] = [await open(), await open()];
  await first.goto(reviewUrl);
  await second.deafen();
  await second.goto(reviewUrl);
  second.guard.allowStatus(409);
  await first.cancel();
  await first.closed('declined');
  await second.submit();
  await expect(second.page.getByText(/already declined/i).first()).toBeVisible();
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ decision: 'declined' });
});

test('canceled by the agent while the page is open', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(one());
  await review.deafen();
  await review.goto(reviewUrl);
  review.guard.allowStatus(409);
  await review.row('name', 'Name').type('late');
  await expect(review.draft).toHaveText('Draft kept');
  await agent.call('elicit_cancel', { elicitationId });
  await review.submit();
  await expect(review.page.getByText(/already canceled/i).first()).toBeVisible();
  expect(await review.visibleText()).toContain('late');
  expect(await agent.refusal('elicit_result', { elicitationId })).toBe('not decided (status=canceled)');
});

test('a closed page opened again shows what was decided, and nothing to press', async ({ agent, open }) => {
  for (const javaScriptEnabled of [true, false]) {
    const review = await open({ javaScriptEnabled });
    const { reviewUrl } = await agent.propose(northmark());
    await ask(reviewUrl, {
      method: 'POST',
      headers: formHeaders(new URL(reviewUrl).origin),
      body: formBody([['action', 'submit'], ['include', 'name'], ['p.name', 'Written by hand']]),
    });
    const response = await review.goto(reviewUrl);
    expect(response?.status()).toBe(200);
    await review.closed('submitted');
    expect(await review.visibleText()).toContain('Written by hand');
    await expect(review.heading).toContainText('Sync NorthMark Strategies');
  }
});

test('an unknown link answers 404 with a page, whatever it looks like', async ({ server, open }) => {
  for (const path of ['/review/nope', `/review/${'A'.repeat(43)}`, '/review/%00', '/review/..%2f..%2fetc', '/review/', `/review/${'x'.repeat(3000)}`]) {
    const answer = await ask(`${server.origin}${path}`);
    expect(answer.status, path).toBe(404);
    const posted = await ask(`${server.origin}${path}`, { method: 'POST', headers: formHeaders(server.origin), body: 'action=cancel' });
    expect(posted.status, `POST ${path}`).toBeGreaterThanOrEqual(400);
    expect(posted.status, `POST ${path}`).toBeLessThan(500);
  }
  const review = await open({ javaScriptEnabled: false });
  review.guard.allowStatus(404);
  await review.goto(`${server.origin}/review/${'A'.repeat(43)}`);
  await expect(review.heading).toBeVisible();
  await expect(review.page.getByRole('button')).toHaveCount(0);
});
