// Approvals: a payload to read, a form to fill in, or both, approved and declined, with scripts and without.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, picture, test } from '../fixtures.ts';
import type { ReviewPage } from '../pages/ReviewPage.ts';
import type { Agent } from '../support/agent.ts';
import { serious } from '../support/axe.ts';
import { faulty, focusIsIn } from '../support/faults.ts';

const CONTEXT = { invoice: { number: 'R-17', total: 1250.5, to: ['ann@example.com', 'bo@example.com'] }, paid: false, note: null };

const FORM = {
  type: 'object',
  properties: {
    reason: { type: 'string', title: 'Reason', minLength: 5 },
    budget: { type: 'integer', title: 'Budget', minimum: 1, maximum: 5000, default: 500 },
    mail: { type: 'string', title: 'Mail', format: 'email', description: 'Who is told' },
    due: { type: 'string', title: 'Due', format: 'date', default: '2031-04-01' },
    urgent: { type: 'boolean', title: 'Urgent', default: true },
    tier: { type: 'string', title: 'Tier', enum: ['gold', 'silver'] },
    tags: { type: 'array', title: 'Tags', items: { enum: ['red', 'green', 'blue'] }, default: ['blue'] },
    code: { type: 'string', title: 'Code', pattern: '^[A-Z]{2}$' },
  },
  required: ['reason'],
};

const MODES: Record<string, Record<string, unknown>> = {
  json: { message: 'Send invoice R-17?', context: CONTEXT },
  form: { message: 'Approve the budget?', requestedSchema: FORM },
  both: { message: 'Send it, within which budget?', context: CONTEXT, requestedSchema: FORM },
};

const APPROVED = { reason: 'Because it is due', budget: 750, due: '2031-04-01', urgent: false, tier: 'silver', tags: ['red', 'blue'] };

async function fill(review: ReviewPage): Promise<void> {
  await review.field('reason', 'Reason').editor.fill(APPROVED.reason);
  await review.field('budget', 'Budget').editor.fill('750');
  await review.field('urgent', 'Urgent').editor.uncheck();
  await review.field('tier', 'Tier').editor.selectOption('silver');
  await review.field('tags', 'Tags').choice('red').check();
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with scripts' : 'without scripts';
  for (const [mode, args] of Object.entries(MODES)) {
    const form = mode !== 'json';
    const context = mode === 'form' ? null : CONTEXT;

    test(`${mode}, approved, ${how}`, async ({ agent, open }) => {
      const review = await open({ javaScriptEnabled });
      const { elicitationId, reviewUrl } = await agent.approve(args);
      await review.goto(reviewUrl);
      await expect(review.heading).toHaveText(args.message as string);
      await expect(review.page.locator('[data-context]')).toHaveCount(context ? 1 : 0);
      expect(await review.order()).toEqual(form ? Object.keys(FORM.properties) : []);
      await expect(review.page.getByRole('checkbox', { name: /^Include/ }), 'there is nothing to include').toHaveCount(0);
      await expect(review.acceptAll).toHaveCount(0);
      if (context) {
        for (const text of ['R-17', '1250.5', 'false', 'null', 'total', 'paid']) await expect(review.page.locator('[data-context]').getByText(text, { exact: true })).toBeVisible();
      }
      if (form) await fill(review);
      const awaited = agent.call('elicit_await', { elicitationId, waitSeconds: 60 });
      await review.submit('Approve');
      await review.closed('submitted');
      expect(await awaited).toEqual({ status: 'submitted' });
      const result = { status: 'consumed', decision: 'submitted', context, formSubmission: form ? APPROVED : null };
      expect(await agent.call('elicit_result', { elicitationId })).toEqual(result);
      expect(await agent.call('elicit_result', { elicitationId }), 'again the same').toEqual(result);
      if (form) await expect(review.page.locator('tr[data-field=reason] td.proposed')).toContainText(APPROVED.reason);
      if (context) await expect(review.page.locator('[data-context]')).toContainText('R-17');
    });

    test(`${mode}, declined, ${how}`, async ({ agent, open }) => {
      const review = await open({ javaScriptEnabled });
      const { elicitationId, reviewUrl } = await agent.approve(args);
      await review.goto(reviewUrl);
      // a form with faults is declined as it stands
      if (form) await review.field('budget', 'Budget').editor.fill('many');
      await review.cancel('Decline');
      await review.closed('declined');
      expect(await agent.call('elicit_result', { elicitationId })).toEqual({ status: 'consumed', decision: 'declined', context, formSubmission: null });
    });
  }

  test(`faults stand at their fields, all that was typed is kept, ${how}`, async ({ agent, open }) => {
    const review = await open({ javaScriptEnabled });
    const { elicitationId, reviewUrl } = await agent.approve(MODES.both);
    await review.goto(reviewUrl);
    review.guard.allowStatus(422);
    const typed = { reason: 'no', budget: '1,000', mail: ' nobody ', due: '2031-02-29', code: 'abc' };
    for (const [name, text] of Object.entries(typed)) await review.field(name, name[0].toUpperCase() + name.slice(1)).editor.fill(text);
    await review.field('urgent', 'Urgent').editor.uncheck();
    await review.field('tags', 'Tags').choice('green').check();
    await review.submit('Approve');
    await expect(review.page.getByRole('alert')).toContainText('Nothing was sent');
    await focusIsIn(review, review.field('reason', 'Reason'));
    for (const [name, text] of Object.entries(typed)) {
      const field = review.field(name, name[0].toUpperCase() + name.slice(1));
      await faulty(field);
      await expect(field.editor).toHaveValue(text);
    }
    await expect(review.page.locator('tr[data-fault]')).toHaveCount(5);
    await expect(review.field('urgent', 'Urgent').editor).not.toBeChecked();
    expect(await review.field('tags', 'Tags').shown()).toMatchObject({ ticked: ['green', 'blue'] });
    expect(await agent.status(elicitationId)).toBe('pending');
    await picture(review, `approval-faulty-${javaScriptEnabled ? 'scripted' : 'plain'}`);
    for (const [name, text] of Object.entries({ reason: 'It is due', budget: '1000', mail: '', due: '2031-02-28', code: 'AB' })) {
      await review.field(name, name[0].toUpperCase() + name.slice(1)).editor.fill(text);
    }
    await review.submit('Approve');
    await review.closed('submitted');
    expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({
      formSubmission: { reason: 'It is due', budget: 1000, due: '2031-02-28', urgent: false, tags: ['green', 'blue'], code: 'AB' },
    });
  });

  test(`Enter decides nothing, ${how}`, async ({ agent, open }) => {
    const review = await open({ javaScriptEnabled });
    const { elicitationId, reviewUrl } = await agent.approve(MODES.both);
    await review.goto(reviewUrl);
    await expect(review.submitButton('Approve')).toBeEnabled();
    await fill(review);
    const posts: string[] = [];
    review.page.on('request', (request) => request.isNavigationRequest() && posts.push(request.method()));
    for (const [name, { title }] of Object.entries(FORM.properties)) {
      const field = review.field(name, title);
      const control = name === 'tags' ? field.choice('green') : field.editor;
      await control.press('Enter');
      if (name === 'tier') await control.press('Escape');
    }
    await review.page.locator('input[type=date]').press('Enter');
    await review.page.locator('[data-context] summary').first().press('Enter');
    expect(posts).toEqual([]);
    expect(await agent.status(elicitationId)).toBe('pending');
  });

  test(`text that would like to be markup stays text, ${how}`, async ({ agent, open }) => {
    const review = await open({ javaScriptEnabled });
    const evil = '</script><img src=x onerror="window.owned=1"><b>x</b>{{ 7 | times: 7 }}';
    const context = { [evil]: { [`${evil}'`]: [evil], 'pay\u202eevil': `a\u200bb` }, __proto__x: evil };
    const { elicitationId, reviewUrl } = await agent.approve({
      message: evil,
      context,
      requestedSchema: { type: 'object', properties: { [evil]: { type: 'string', title: evil, description: evil, default: evil }, pick: { type: 'string', enum: [evil], default: evil } } },
    });
    await review.goto(reviewUrl);
    const payload = review.page.locator('[data-context]');
    expect(await payload.locator('.key').first().innerText()).toBe(evil);
    await expect(payload.locator('img, b, script')).toHaveCount(0);
    await expect(payload.locator('[data-hidden-character]')).toHaveCount(2);
    if (javaScriptEnabled) expect(await review.page.evaluate(() => 'owned' in window)).toBe(false);
    await expect(review.field(evil, evil).editor).toHaveValue(evil);
    await review.submit('Approve');
    await review.closed('submitted');
    await expect(review.page.locator('main img, main script')).toHaveCount(0);
    expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ context, formSubmission: { [evil]: evil, pick: evil } });
  });
}

test('Ctrl+Enter approves, and with nothing to fill in too', async ({ agent, open }) => {
  for (const mode of ['form', 'json']) {
    const review = await open();
    const { elicitationId, reviewUrl } = await agent.approve(MODES[mode]);
    await review.goto(reviewUrl);
    await expect(review.submitButton('Approve')).toBeEnabled();
    // the buttons are dead for half a second
    await review.page.waitForTimeout(700);
    if (mode === 'form') {
      await review.field('reason', 'Reason').editor.fill('By keyboard');
      await review.field('reason', 'Reason').editor.press('Control+Enter');
    } else {
      await review.page.locator('[data-context] summary').first().press('Control+Enter');
    }
    await review.closed('submitted');
    expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ decision: 'submitted' });
  }
});

test('a display template stands for the payload, labels rename the buttons', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.approve({
    message: 'Send?',
    context: { to: '<b>Ann</b>', script: '<script>window.owned=1</script>' },
    displayTemplate: '<h2>Mail to {{ context.to }}</h2>{{ context.script | raw }}<p onclick="x()">ok</p>',
    labels: { ok: 'Send it', cancel: 'Keep it' },
  });
  await review.goto(reviewUrl);
  await expect(review.banner).toContainText('Mail to <b>Ann</b>');
  await expect(review.page.locator('[data-context]')).toHaveCount(0);
  expect(await review.page.evaluate(() => 'owned' in window)).toBe(false);
  await expect(review.page.locator('.effect')).toContainText('Keep it declines the request');
  await picture(review, 'approval-banner');
  await review.submit('Send it');
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ decision: 'submitted', formSubmission: null });
});

const PAGES: Record<string, (review: ReviewPage, agent: Agent) => Promise<void>> = {
  open: async (review, agent) => {
    await review.goto((await agent.approve(MODES.both)).reviewUrl);
  },
  json: async (review, agent) => {
    await review.goto((await agent.approve({ ...MODES.json, context: { ...CONTEXT, deep: { a: { b: { c: ['x'.repeat(300), 'word '.repeat(80)] } } } } })).reviewUrl);
    for (const summary of await review.page.locator('[data-context] details:not([open]) > summary').all()) if (await summary.isVisible()) await summary.click();
    await review.page.locator('[data-context] details:not([open]) > summary').first().click();
  },
  faulty: async (review, agent) => {
    await review.goto((await agent.approve(MODES.form)).reviewUrl);
    await review.field('budget', 'Budget').type('many');
    await review.submit('Approve');
    await faulty(review.field('reason', 'Reason'));
  },
  submitted: async (review, agent) => {
    await review.goto((await agent.approve(MODES.both)).reviewUrl);
    await fill(review);
    await review.submit('Approve');
    await review.closed('submitted');
  },
  declined: async (review, agent) => {
    await review.goto((await agent.approve(MODES.json)).reviewUrl);
    await review.cancel('Decline');
    await review.closed('declined');
  },
};

for (const [name, reach] of Object.entries(PAGES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      test(`${name} for everyone, ${colorScheme}, ${viewport.width} px`, async ({ agent, open }) => {
        const review = await open({ colorScheme, viewport });
        await reach(review, agent);
        await picture(review, `approval-${name}-${colorScheme}-${viewport.width}`);
        expect(serious(await new AxeBuilder({ page: review.page }).analyze())).toEqual([]);
        const overflow = await review.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow, 'nothing scrolls sideways').toBeLessThanOrEqual(0);
      });
    }
  }
}
