// A review is a signature: nothing decides by accident.
import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { ask } from '../support/http.ts';
import { everyEditor, northmark, proposal } from '../support/examples.ts';

const EDITORS: [string, string][] = [
  ['line', 'Line'], ['long', 'Long'], ['mail', 'Mail'], ['site', 'Site'], ['day', 'Day'], ['moment', 'Moment'], ['count', 'Count'],
  ['ratio', 'Ratio'], ['flag', 'Flag'], ['answer', 'Answer'], ['tier', 'Tier'], ['plan', 'Plan'], ['grade', 'Grade'],
];

for (const javaScriptEnabled of [true, false]) {
  test(`Enter decides nothing in any editor, scripts ${javaScriptEnabled ? 'on' : 'off'}`, async ({ agent, open }) => {
    const review = await open({ javaScriptEnabled });
    const { elicitationId, reviewUrl } = await agent.propose(everyEditor());
    await review.goto(reviewUrl);
    if (javaScriptEnabled) await expect(review.submitButton()).toHaveCSS('pointer-events', 'auto');
    const posts: string[] = [];
    review.page.on('request', (request) => request.isNavigationRequest() && posts.push(request.method()));
    const press = async (what: string, control: Locator) => {
      await control.press('Enter');
      expect(await agent.status(elicitationId), `Enter in ${what}`).toBe('pending');
    };
    for (const [name, label] of EDITORS) {
      await press(label, review.row(name, label).editor);
      // a select's list is open now
      if (['answer', 'tier', 'plan', 'grade'].includes(name)) await review.row(name, label).editor.press('Escape');
      await press(`Include ${label}`, review.row(name, label).include);
    }
    await press('a choice', review.row('tags', 'Tags').choice('red'));
    await press('a choice', review.row('rights', 'Rights').choice('Read'));
    for (const picker of await review.page.locator('input[type=date], input[type="datetime-local"]').all()) await press('a picker', picker);
    expect(posts).toEqual([]);
    await expect(review.submitButton()).toBeVisible();
  });
}

for (const modifier of ['Control', 'Meta']) {
  test(`${modifier}+Enter in a field submits`, async ({ agent, review }) => {
    const { elicitationId, reviewUrl } = await agent.propose(everyEditor());
    await review.goto(reviewUrl);
    await expect(review.submitButton()).toHaveCSS('pointer-events', 'auto');
    await review.row('line', 'Line').type('by keyboard');
    await review.row('line', 'Line').editor.press(`${modifier}+Enter`);
    await review.closed('submitted');
    expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { line: 'by keyboard' } });
  });
}

test('Ctrl+Enter with a fault decides nothing', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(everyEditor());
  await review.goto(reviewUrl);
  await expect(review.submitButton()).toHaveCSS('pointer-events', 'auto');
  await review.row('count', 'Count').type('many');
  await review.row('line', 'Line').editor.press('Control+Enter');
  await expect(review.row('count', 'Count').editor).toBeFocused();
  expect(await agent.status(elicitationId)).toBe('pending');
});

test('both buttons are disabled for the first half second, and neither has the focus', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(northmark());
  // notes, frame by frame and in the page's own clock, from when on each button can be pressed, and how it looks until then
  await review.page.addInitScript(() => {
    const seen: Record<string, { drawn?: number; live?: number; deadLook?: string; liveLook?: string }> = {};
    Object.assign(window, { buttonsSeen: seen });
    const look = () => {
      for (const button of document.querySelectorAll<HTMLButtonElement>('button[name=action]')) {
        const note = (seen[button.value] ??= {});
        note.drawn ??= performance.now();
        const style = getComputedStyle(button);
        const appearance = `${style.opacity} ${style.color} ${style.backgroundColor}`;
        if (button.disabled || style.pointerEvents === 'none') note.deadLook = appearance;
        else {
          note.live ??= performance.now();
          note.liveLook = appearance;
        }
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await review.goto(reviewUrl);
  expect(await review.page.evaluate(() => document.activeElement?.closest('button') ?? null)).toBeNull();
  type Seen = Record<string, { drawn: number; live?: number; deadLook?: string; liveLook?: string }>;
  const seen = () => review.page.evaluate(() => (window as unknown as { buttonsSeen: Seen }).buttonsSeen);
  await expect.poll(async () => Object.values(await seen()).filter(({ live }) => live !== undefined).length, { message: 'both can be pressed' }).toBe(2);
  for (const [value, { drawn, live, deadLook, liveLook }] of Object.entries(await seen())) {
    expect(deadLook, `${value} was drawn disabled`).toBeDefined();
    expect(deadLook, `${value} looked disabled`).not.toBe(liveLook);
    // the first look comes up to some frames after the first paint
    expect(live! - drawn, `${value} waited`).toBeGreaterThanOrEqual(400);
  }
  expect(await agent.status(elicitationId)).toBe('pending');
});

test('a double click on Submit decides once and breaks nothing', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(northmark());
  await review.goto(reviewUrl);
  await review.submitButton().dblclick();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ decision: 'submitted' });
});

test('no GET or HEAD changes anything', async ({ agent }) => {
  const { elicitationId, reviewUrl } = await agent.propose(northmark());
  for (const method of ['GET', 'HEAD']) {
    for (const query of ['', '?action=submit&include=name&p.name=x', '?action=cancel']) {
      const answer = await ask(`${reviewUrl}${query}`, { method });
      expect(answer.status, `${method} ${query}`).toBeLessThan(500);
    }
  }
  expect(await agent.status(elicitationId)).toBe('pending');
});

test('leaving with unsaved work warns, leaving without does not', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(proposal({ name: { type: 'string', default: 'Ann' } }));
  const asked: string[] = [];
  review.page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  await review.goto(reviewUrl);
  await review.row('name').editor.click();
  await review.reload();
  expect(asked).toEqual([]);
  review.guard.allow(/api\/draft.* net::ERR_FAILED|ERR_FAILED \(.*api\/draft/);
  await review.page.route('**/api/draft', (route) => route.abort());
  await review.row('name').type('Ann Other');
  await review.reload();
  expect(asked).toEqual(['beforeunload']);
  // what is kept is not lost by leaving
  await review.page.unroute('**/api/draft');
  await review.row('name').type('Ann Other');
  await expect(review.draft).toHaveText('Draft kept');
  await review.reload();
  expect(asked).toEqual(['beforeunload']);
});

test('after the decision leaving does not warn', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(proposal({ name: { type: 'string', default: 'Ann' } }));
  const asked: string[] = [];
  review.page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  await review.goto(reviewUrl);
  await review.row('name').type('Ann Other');
  await review.submit();
  await review.closed('submitted');
  await review.page.goto('about:blank');
  expect(asked).toEqual([]);
});

test('an open page that is only looked at leaves the request as it is', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(northmark());
  const viewed = review.page.waitForResponse(/\/api\/viewed$/);
  await review.goto(reviewUrl);
  await viewed;
  expect(await agent.status(elicitationId)).toBe('pending');
});
