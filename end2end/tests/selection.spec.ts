// Selections: one option or several, with scripts and without.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, picture, test } from '../fixtures.ts';
import type { ReviewPage } from '../pages/ReviewPage.ts';
import type { Agent } from '../support/agent.ts';
import { serious } from '../support/axe.ts';

const OPTIONS = [
  { id: 'n', label: 'North Harbour', description: 'Two rooms, by the water' },
  { id: 'e', label: 'East Gate' },
  { id: 's', label: 'South Bank', seats: 12 },
  { id: 'west wing' },
];
const single = { message: 'Which venue?', options: OPTIONS };
const several = { message: 'Which venues?', options: OPTIONS, minSelections: 2, maxSelections: 3, context: { trip: 7 } };
const many = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `o${at + 1}`, label: `Venue ${at + 1}`, description: at % 2 ? 'Odd house' : 'Even house' }));

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with scripts' : 'without scripts';

  test(`a single choice, ${how}`, async ({ agent, open }) => {
    const review = await open({ javaScriptEnabled });
    const { elicitationId, reviewUrl } = await agent.select(single);
    await review.goto(reviewUrl);
    await expect(review.page.getByRole('radio')).toHaveCount(4);
    await expect(review.page.getByRole('radio', { checked: true }), 'nothing is chosen for anybody').toHaveCount(0);
    await expect(review.page.getByRole('radio', { name: /^North Harbour/ })).toBeVisible();
    await expect(review.page.getByRole('radio', { name: 'west wing' }), 'an option without a label is its id').toBeVisible();
    await expect(review.search, 'so few are not searched').toHaveCount(0);
    // the whole card is the control
    await review.option('e').click();
    await review.option('s').click();
    await expect(review.page.getByRole('radio', { checked: true })).toHaveCount(1);
    const awaited = agent.call('elicit_await', { elicitationId, waitSeconds: 60 });
    await review.submit('Submit');
    await review.closed('submitted');
    expect(await awaited).toEqual({ status: 'submitted' });
    const result = { status: 'consumed', decision: 'submitted', context: null, formSubmission: { selectedIds: ['s'] }, selectedIds: ['s'] };
    expect(await agent.call('elicit_result', { elicitationId })).toEqual(result);
    expect(await agent.call('elicit_result', { elicitationId }), 'again the same').toEqual(result);
    await expect(review.page.locator('li[data-selected]')).toHaveText(['South Bank']);
  });

  test(`several, told in the order of the options, ${how}`, async ({ agent, open }) => {
    const review = await open({ javaScriptEnabled });
    const { elicitationId, reviewUrl } = await agent.select(several);
    await review.goto(reviewUrl);
    await expect(review.page.getByRole('checkbox')).toHaveCount(4);
    for (const id of ['west wing', 's', 'n']) await review.pick(id).check();
    await review.submit('Submit');
    await review.closed('submitted');
    const selectedIds = ['n', 's', 'west wing'];
    expect(await agent.call('elicit_result', { elicitationId })).toEqual({
      status: 'consumed', decision: 'submitted', context: { trip: 7 }, formSubmission: { selectedIds }, selectedIds,
    });
  });

  test(`declined, ${how}`, async ({ agent, open }) => {
    const review = await open({ javaScriptEnabled });
    const { elicitationId, reviewUrl } = await agent.select(several);
    await review.goto(reviewUrl);
    await review.pick('n').check();
    await review.cancel('Cancel');
    await review.closed('declined');
    expect(await agent.call('elicit_result', { elicitationId })).toEqual({
      status: 'consumed', decision: 'declined', context: { trip: 7 }, formSubmission: null,
    });
  });

  test(`too few and too many are refused, what was ticked stays, ${how}`, async ({ agent, open }) => {
    const review = await open({ javaScriptEnabled });
    const { elicitationId, reviewUrl } = await agent.select(several);
    await review.goto(reviewUrl);
    review.guard.allowStatus(422);
    await expect(review.choiceFault).toBeHidden();
    await review.pick('s').check();
    await review.submit('Submit');
    await expect(review.choiceFault).toHaveText(/^Choose at least 2/);
    await expect(review.page.locator('.problem'), 'in the footer too').toHaveText(/^Choose at least 2/);
    await expect(review.page.getByRole('alert')).toContainText('Nothing was sent');
    await expect(review.pick('s')).toBeChecked();
    for (const id of ['n', 'e', 'west wing']) await review.pick(id).check();
    await review.submit('Submit');
    await expect(review.choiceFault).toHaveText(/^Choose at most 3: 4 are chosen/);
    for (const { id } of OPTIONS) await expect(review.pick(id)).toBeChecked();
    expect(await agent.status(elicitationId)).toBe('pending');
    await picture(review, `selection-too-many-${javaScriptEnabled ? 'scripted' : 'plain'}`);
    await review.pick('n').uncheck();
    await review.submit('Submit');
    await review.closed('submitted');
    expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ selectedIds: ['e', 's', 'west wing'] });
  });

  test(`500 options, three of them wanted, ${how}`, async ({ agent, open }) => {
    test.slow();
    const review = await open({ javaScriptEnabled });
    const { elicitationId, reviewUrl } = await agent.select({ message: 'Three of many', options: many(500), minSelections: 3, maxSelections: 3 });
    await review.goto(reviewUrl);
    await expect(review.page.getByRole('checkbox')).toHaveCount(500);
    for (const id of ['o500', 'o1', 'o250']) await review.pick(id).check();
    await review.submit('Submit');
    await review.closed('submitted');
    expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ selectedIds: ['o1', 'o250', 'o500'] });
  });

  test(`Enter decides nothing, ${how}`, async ({ agent, open }) => {
    for (const args of [single, several, { ...single, options: many(30) }]) {
      const review = await open({ javaScriptEnabled });
      const { elicitationId, reviewUrl } = await agent.select(args);
      await review.goto(reviewUrl);
      await expect(review.submitButton('Submit')).toBeEnabled();
      const posts: string[] = [];
      review.page.on('request', (request) => request.isNavigationRequest() && posts.push(request.method()));
      for (const place of [0, 1]) {
        const pick = review.page.locator('.pick').nth(place);
        await pick.check();
        await pick.press('Enter');
      }
      if (javaScriptEnabled && args.options.length > 12) await review.search.press('Enter');
      expect(posts).toEqual([]);
      expect(await agent.status(elicitationId)).toBe('pending');
    }
  });

  test(`text that would like to be markup stays text, ${how}`, async ({ agent, open }) => {
    const review = await open({ javaScriptEnabled });
    const evil = '</label><img src=x onerror="window.owned=1"><b>x</b>{{ 7 | times: 7 }}';
    const ids = [evil, '"><script>window.owned=1</script>', 'a\nb\u202e', '__proto__', '%41&choice=x'];
    const { elicitationId, reviewUrl } = await agent.select({
      message: evil,
      options: ids.map((id, at) => ({ id, label: at < 2 ? evil : undefined, description: evil, [evil]: evil })),
      maxSelections: 5,
    });
    await review.goto(reviewUrl);
    await expect(review.page.locator('.choosing').locator('img, b, script')).toHaveCount(0);
    expect(await review.page.locator('.label').first().innerText()).toBe(evil);
    await expect(review.page.locator('.choosing [data-hidden-character]')).not.toHaveCount(0);
    for (const place of [0, 1, 2, 3, 4]) await review.page.locator('.pick').nth(place).check();
    await review.submit('Submit');
    await review.closed('submitted');
    await expect(review.page.locator('main').locator('img, script')).toHaveCount(0);
    if (javaScriptEnabled) expect(await review.page.evaluate(() => 'owned' in window)).toBe(false);
    expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ selectedIds: ids });
  });

  test(`none, where none need be chosen, ${how}`, async ({ agent, open }) => {
    const review = await open({ javaScriptEnabled });
    const { elicitationId, reviewUrl } = await agent.select({ ...single, minSelections: 0 });
    await review.goto(reviewUrl);
    await review.submit('Submit');
    await review.closed('submitted');
    expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ formSubmission: { selectedIds: [] }, selectedIds: [] });
  });
}

test('the count and the fault are told as boxes are ticked', async ({ agent, review }) => {
  await review.goto((await agent.select(several)).reviewUrl);
  await expect(review.counter).toHaveText('0 selected, choose at least 2 and at most 3');
  await review.pick('n').check();
  await expect(review.counter).toHaveText(/^1 selected/);
  await expect(review.choiceFault, 'too few is not said before somebody submits').toBeHidden();
  for (const id of ['e', 's', 'west wing']) await review.pick(id).check();
  await expect(review.choiceFault, 'too many is said at once').toHaveText(/^Choose at most 3: 4 are chosen/);
  await expect(review.page.locator('.effect')).toContainText('submits 4');
  await review.pick('n').uncheck();
  await expect(review.choiceFault).toBeHidden();
});

test('30 options are searched, what is ticked stays in sight and is submitted', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.select({ message: 'Which?', options: many(30), minSelections: 1, maxSelections: 30 });
  await review.goto(reviewUrl);
  await review.pick('o3').check();
  await review.search.fill('VENUE 2 odd');
  const seen = review.page.locator('label.choice').filter({ visible: true });
  // 2, 20, 22, 24, 26, 28, 12 and the ticked one
  await expect(seen).toHaveCount(8);
  await expect(review.option('o3')).toBeVisible();
  await review.option('o28').click();
  await picture(review, 'selection-searched');
  await review.search.fill('nothing like that');
  await expect(seen).toHaveCount(2);
  await review.search.fill('');
  await expect(seen).toHaveCount(30);
  await review.submit('Submit');
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ selectedIds: ['o3', 'o28'] });
});

test('a search without a hit says so', async ({ agent, review }) => {
  await review.goto((await agent.select({ ...single, options: many(30) })).reviewUrl);
  await review.search.fill('castle');
  await expect(review.page.locator('label.choice').filter({ visible: true })).toHaveCount(0);
  await picture(review, 'selection-no-hit');
});

test('Ctrl+Enter submits, but not a choice that does not do', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.select(several);
  await review.goto(reviewUrl);
  await review.page.waitForTimeout(700);
  await review.pick('e').check();
  await review.pick('e').press('Control+Enter');
  await expect(review.choiceFault).toHaveText(/^Choose at least 2/);
  await expect(review.pick('e')).toBeFocused();
  expect(await agent.status(elicitationId)).toBe('pending');
  await review.pick('n').check();
  await review.pick('n').press('Control+Enter');
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ selectedIds: ['n', 'e'] });
});

test('a row template draws the options, safely', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.select({
    message: 'Which flight?',
    options: [{ id: 'a', flight: { from: 'OSL', price: 120 }, tip: '<i>late</i>' }, { id: 'b', flight: { from: 'BGO', price: 99 }, tip: '<script>window.owned=1</script>' }],
    rowTemplate: '<strong>{{ option.flight.from }}</strong> {{ option.flight.price }} € <em>{{ option.tip }}</em><a href="javascript:x()">x</a>',
  });
  await review.goto(reviewUrl);
  await expect(review.option('a')).toContainText('OSL 120 € <i>late</i>');
  await expect(review.option('a').locator('strong')).toHaveText('OSL');
  await expect(review.page.locator('.choosing a[href^=javascript]')).toHaveCount(0);
  expect(await review.page.evaluate(() => 'owned' in window)).toBe(false);
  await picture(review, 'selection-template');
  await review.pick('b').check();
  await review.submit('Submit');
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ selectedIds: ['b'] });
});

const long = { message: 'Which?', minSelections: 2, maxSelections: 4, options: [...OPTIONS, { id: 'long', label: 'x'.repeat(300), description: 'word '.repeat(100) }] };

const PAGES: Record<string, (review: ReviewPage, agent: Agent) => Promise<void>> = {
  open: async (review, agent) => {
    await review.goto((await agent.select(long)).reviewUrl);
    await review.pick('e').check();
  },
  single: async (review, agent) => {
    await review.goto((await agent.select({ ...single, options: many(30) })).reviewUrl);
    await review.pick('o2').check();
  },
  faulty: async (review, agent) => {
    await review.goto((await agent.select(long)).reviewUrl);
    await review.submit('Submit');
    await expect(review.choiceFault).toBeVisible();
  },
  submitted: async (review, agent) => {
    await review.goto((await agent.select(several)).reviewUrl);
    for (const id of ['n', 's']) await review.pick(id).check();
    await review.submit('Submit');
    await review.closed('submitted');
    await review.page.locator('summary').click();
  },
  declined: async (review, agent) => {
    await review.goto((await agent.select(long)).reviewUrl);
    await review.cancel('Cancel');
    await review.closed('declined');
  },
};

for (const [name, reach] of Object.entries(PAGES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      test(`${name} for everyone, ${colorScheme}, ${viewport.width} px`, async ({ agent, open }) => {
        const review = await open({ colorScheme, viewport });
        await reach(review, agent);
        await picture(review, `selection-${name}-${colorScheme}-${viewport.width}`);
        expect(serious(await new AxeBuilder({ page: review.page }).analyze())).toEqual([]);
        const overflow = await review.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow, 'nothing scrolls sideways').toBeLessThanOrEqual(0);
      });
    }
  }
}
