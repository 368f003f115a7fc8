// Every page, in both colour schemes and on a phone: nothing serious for axe, nothing wider than the screen, and a picture to look at.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, picture, test } from '../fixtures.ts';
import type { ReviewPage } from '../pages/ReviewPage.ts';
import type { Agent } from '../support/agent.ts';
import { serious } from '../support/axe.ts';
import { everyEditor, northmark } from '../support/examples.ts';

/** Brings a page into one of its states. */
const PAGES: Record<string, (review: ReviewPage, agent: Agent) => Promise<void>> = {
  open: async (review, agent) => {
    await review.goto((await agent.propose(northmark())).reviewUrl);
  },
  editors: async (review, agent) => {
    await review.goto((await agent.propose(everyEditor())).reviewUrl);
  },
  faulty: async (review, agent) => {
    await review.goto((await agent.propose(everyEditor())).reviewUrl);
    await review.row('count', 'Count').type('many');
    await review.row('mail', 'Mail').type('nobody');
    await review.acceptAll.click();
    await review.submit();
    await expect(review.row('mail', 'Mail').editor).toBeFocused();
  },
  submitted: async (review, agent) => {
    await review.goto((await agent.propose(northmark())).reviewUrl);
    await review.submit();
    await review.closed('submitted');
  },
  declined: async (review, agent) => {
    await review.goto((await agent.propose(northmark())).reviewUrl);
    await review.cancel();
    await review.closed('declined');
  },
  canceled: async (review, agent) => {
    const { elicitationId, reviewUrl } = await agent.propose(northmark());
    await agent.call('elicit_cancel', { elicitationId });
    await review.goto(reviewUrl);
    await review.closed('canceled');
  },
  unknown: async (review, agent) => {
    review.guard.allowStatus(404);
    await review.page.goto(`${agent.server.origin}/review/${'A'.repeat(43)}`);
    review.guard.homes.add(agent.server.origin);
    await expect(review.heading).toBeVisible();
  },
};

for (const [name, reach] of Object.entries(PAGES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      test(`${name}, ${colorScheme}, ${viewport.width} px`, async ({ agent, open }) => {
        const review = await open({ colorScheme, viewport });
        await reach(review, agent);
        await picture(review, `${name}-${colorScheme}-${viewport.width}`);
        expect(serious(await new AxeBuilder({ page: review.page }).analyze())).toEqual([]);
        const overflow = await review.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow, 'nothing scrolls sideways').toBeLessThanOrEqual(0);
      });
    }
  }
}

test('at 200 % zoom nothing is lost sideways', async ({ agent, open }) => {
  const review = await open({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  await review.goto((await agent.propose(everyEditor())).reviewUrl);
  const overflow = await review.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expect(review.submitButton()).toBeInViewport();
  await picture(review, 'editors-zoomed');
});

test('a grid without scripts', async ({ agent, plain }) => {
  await plain.goto((await agent.propose(everyEditor())).reviewUrl);
  await picture(plain, 'editors-without-scripts');
});

for (const width of [1280, 390]) {
  test(`long words and long options stay within ${width} px`, async ({ agent, open }) => {
    const review = await open({ viewport: { width, height: 800 } });
    const long = 'x'.repeat(300);
    const { reviewUrl } = await agent.propose({
      message: `${long} ${'word '.repeat(100)}`,
      columns: { sources: [{ key: 'a', label: long }, { key: 'b', label: 'B' }], current: { label: 'CRM' } },
      requestedSchema: {
        type: 'object',
        properties: {
          text: { type: 'string', title: long, description: long, default: long },
          select: { type: 'string', enum: [long, 'b'], default: long },
          choices: { type: 'array', items: { enum: [long, 'c'] }, default: [long] },
          number: { type: 'integer', default: 1, title: 'Number' },
        },
      },
      fields: { text: { sources: { a: long }, current: `https://example.com/${long}` }, select: { sources: { b: long } } },
      labels: { ok: 'W'.repeat(40), cancel: 'M'.repeat(40) },
    });
    await review.goto(reviewUrl);
    await picture(review, `long-words-${width}`);
    const overflow = await review.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, 'nothing scrolls sideways').toBeLessThanOrEqual(0);
    expect(serious(await new AxeBuilder({ page: review.page }).analyze())).toEqual([]);
  });
}
