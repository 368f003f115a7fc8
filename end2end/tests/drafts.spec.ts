// Nothing typed is lost: a reload, a crash, another device; and what nobody touched stays untouched.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, picture, test } from '../fixtures.ts';
import { Agent } from '../support/agent.ts';
import { serious } from '../support/axe.ts';
import { everyEditor, proposal, twoRows } from '../support/examples.ts';
import { Server } from '../support/server.ts';

const one = () => proposal({ name: { type: 'string', title: 'Name', default: 'Ann' } });

test('every editor is there again after a reload, with scripts and without, and goes through', async ({ agent, review, plain }) => {
  const { elicitationId, reviewUrl } = await agent.propose(everyEditor());
  await review.goto(reviewUrl);
  await expect(review.draft).toHaveText('');
  await review.row('line', 'Line').type('  <b>kept</b>  ');
  await review.row('long', 'Long').type('one\n\ttwo');
  await review.row('mail', 'Mail').type('not a mail');
  await review.row('count', 'Count').type('1,000');
  await review.row('flag', 'Flag').editor.check();
  await review.row('answer', 'Answer').editor.selectOption({ label: 'No' });
  await review.row('tier', 'Tier').editor.selectOption('silver');
  await review.row('tags', 'Tags').choice('green').check();
  await review.row('site', 'Site').setInclude(false);
  await expect(review.draft).toHaveText('Draft kept');
  for (const page of [review, plain]) {
    if (page === review) await page.reload();
    else await page.goto(reviewUrl);
    await expect(page.draft).toHaveText(/^Draft kept (just now|\d+ minutes? ago)$/);
    await expect(page.row('line', 'Line').editor).toHaveValue('  <b>kept</b>  ');
    await expect(page.row('long', 'Long').editor).toHaveValue('one\n\ttwo');
    await expect(page.row('mail', 'Mail').root).toHaveAttribute('data-fault');
    await expect(page.row('count', 'Count').editor).toHaveValue('1,000');
    await expect(page.row('flag', 'Flag').editor).toBeChecked();
    expect(await page.row('answer', 'Answer').shown()).toMatchObject({ text: 'No' });
    expect(await page.row('tier', 'Tier').shown()).toMatchObject({ value: 'silver' });
    expect(await page.row('tags', 'Tags').shown()).toMatchObject({ ticked: ['red', 'green', 'blue'] });
    await expect(page.row('site', 'Site').include).not.toBeChecked();
    await expect(page.row('day', 'Day').editor, 'untouched').toHaveValue('2024-03-10');
    await expect(page.row('day', 'Day').root).not.toHaveAttribute('data-edited');
  }
  await picture(plain, 'draft-without-scripts');
  await plain.row('mail', 'Mail').editor.fill('ada@example.org');
  await plain.row('count', 'Count').editor.fill('1000');
  await plain.submit();
  await plain.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({
    values: {
      line: '  <b>kept</b>  ', long: 'one\n\ttwo', mail: 'ada@example.org', day: '2024-03-10', moment: '2024-03-10T15:30:45.250+05:30', count: 1000,
      flag: true, answer: false, tier: 'silver', tags: ['red', 'green', 'blue'],
    },
  });
});

test('what nobody touched comes back as it was sent, also beside a draft', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal({
      set: { type: 'array', items: { enum: ['p', 'q'] }, default: ['q', 'p', 'q'] },
      lines: { type: 'string', default: 'a\r\nb\rc' },
      name: { type: 'string', default: 'Ann' },
    }),
  );
  await review.goto(reviewUrl);
  await review.row('name').type('Bo');
  await expect(review.draft).toHaveText('Draft kept');
  await review.reload();
  await review.submit();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { set: ['q', 'p', 'q'], lines: 'a\r\nb\rc', name: 'Bo' } });
});

test('a selection and an approval are kept too', async ({ agent, review }) => {
  const selection = await agent.select({ message: 'Which?', options: [{ id: 'a' }, { id: 'b' }, { id: 'c' }], maxSelections: 2 });
  await review.goto(selection.reviewUrl);
  await review.pick('c').check();
  await review.pick('a').check();
  await expect(review.draft).toHaveText('Draft kept');
  await review.reload();
  await expect(review.page.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await expect(review.counter).toHaveText(/^2 selected/);
  await review.pick('c').uncheck();
  await expect(review.draft).toHaveText('Draft kept');
  await review.submit('Submit');
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId: selection.elicitationId })).toMatchObject({ selectedIds: ['a'] });

  const approval = await agent.approve({ message: 'Fill in', requestedSchema: { type: 'object', properties: { name: { type: 'string' }, ok: { type: 'boolean' } } } });
  await review.goto(approval.reviewUrl);
  await review.field('name').type('Bo');
  await expect(review.draft).toHaveText('Draft kept');
  await review.reload();
  await expect(review.field('name').editor).toHaveValue('Bo');
  await expect(review.counter).toContainText('1 of 2 filled in');
});

test('Restore Proposed and a row’s own restore leave no draft behind', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(twoRows());
  await review.goto(reviewUrl);
  await review.row('name', 'Name').type('Bo');
  await expect(review.draft).toHaveText('Draft kept');
  await review.restoreProposed.click();
  await expect(review.draft).toHaveText('');
  await review.reload();
  await expect(review.row('name', 'Name').editor).toHaveValue('Ann');
  await expect(review.draft).toHaveText('');
  await review.rejectAll.click();
  await expect(review.draft).toHaveText('Draft kept');
  await review.reload();
  await expect(review.counter).toContainText('0 of 2 included');
  await expect(review.row('name', 'Name').root).not.toHaveAttribute('data-edited');
});

test('what was typed is sent by leaving, too', async ({ agent, open }) => {
  const { reviewUrl } = await agent.propose(one());
  const review = await open();
  await review.goto(reviewUrl);
  await review.row('name', 'Name').type('Bo');
  // at once, long before it would be sent by itself
  await review.page.goto('about:blank');
  await expect(async () => {
    await review.page.goto(reviewUrl);
    await expect(review.row('name', 'Name').editor).toHaveValue('Bo', { timeout: 100 });
  }).toPass();
});

test('a second device sees the draft, and an open page is offered what is newer', async ({ agent, open }) => {
  const { elicitationId, reviewUrl } = await agent.propose(twoRows());
  const [desk, phone] = [await open(), await open({ viewport: { width: 390, height: 844 } })];
  await desk.goto(reviewUrl);
  await desk.row('name', 'Name').type('From the desk');
  await expect(desk.draft).toHaveText('Draft kept');
  await phone.goto(reviewUrl);
  await expect(phone.row('name', 'Name').editor).toHaveValue('From the desk');
  await expect(phone.newer, 'nothing is newer than what it was drawn with').toBeHidden();
  await expect(desk.newer, 'its own draft is no news').toBeHidden();

  await expect(desk.submitButton()).toHaveCSS('pointer-events', 'auto');
  await desk.page.evaluate(() => {
    const note = (event: AnimationEvent) => Object.assign(window, { rearmed: [...((window as { rearmed?: string[] }).rearmed ?? []), event.animationName] });
    for (const button of document.querySelectorAll('button[name=action]')) button.addEventListener('animationstart', (event) => note(event as AnimationEvent));
  });
  await phone.row('seats', 'Seats').type('12');
  await expect(phone.draft).toHaveText('Draft kept');
  await expect(desk.newer).toBeVisible();
  await expect(desk.newer).toBeInViewport();
  await expect.poll(() => desk.page.evaluate(() => (window as { rearmed?: string[] }).rearmed), { message: 'both buttons are dead for half a second' }).toEqual(['rearm', 'rearm']);
  await expect(desk.row('seats', 'Seats').editor, 'nothing is overwritten').toHaveValue('5');
  await desk.row('name', 'Name').editor.pressSequentially(', later');
  await picture(desk, 'draft-newer');
  expect(serious(await new AxeBuilder({ page: desk.page }).analyze())).toEqual([]);
  // both are kept: each said only what it changed
  await desk.newer.click();
  await expect(desk.row('seats', 'Seats').editor).toHaveValue('12');
  await desk.ready();
  await expect(desk.row('name', 'Name').editor).toHaveValue('From the desk, later');
  await expect(desk.newer).toBeHidden();
  await expect(phone.newer, 'and the phone is told').toBeVisible();
  await picture(phone, 'draft-newer-390');
  expect(serious(await new AxeBuilder({ page: phone.page }).analyze())).toEqual([]);
  const overflow = await phone.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, 'nothing scrolls sideways').toBeLessThanOrEqual(0);
  await desk.submit();
  await desk.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { name: 'From the desk, later', seats: 12 } });
});

test('what can’t be kept is said, warned about and tried again', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(one());
  const asked: string[] = [];
  review.page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  review.guard.allow(/api\/draft.* net::ERR_FAILED|ERR_FAILED \(.*api\/draft/);
  await review.goto(reviewUrl);
  let away = true;
  await review.page.route('**/api/draft', (route) => (away ? route.abort() : route.continue()));
  await review.row('name', 'Name').type('Bo');
  await expect(review.draft).toHaveText('Not kept: the server can\'t be reached. It is tried again.');
  await picture(review, 'draft-not-kept');
  await review.reload();
  expect(asked, 'leaving warns').toEqual(['beforeunload']);
  await expect(review.row('name', 'Name').editor).toHaveValue('Ann');
  await review.row('name', 'Name').type('Bo');
  await expect(review.draft).toHaveText(/^Not kept/);
  away = false;
  await expect(review.draft).toHaveText('Draft kept');
  await review.reload();
  expect(asked, 'nothing would have been lost').toEqual(['beforeunload']);
  await expect(review.row('name', 'Name').editor).toHaveValue('Bo');
});

test('killed and started again: the draft is there, and the page goes on', async ({ open }) => {
  test.setTimeout(120_000);
  const server = await Server.start();
  const agent = await Agent.connect(server, 'crash');
  const { elicitationId, reviewUrl } = await agent.propose(twoRows());
  const review = await open();
  review.guard.allow(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
  await review.goto(reviewUrl);
  await review.row('name', 'Name').type('before the crash');
  await expect(review.draft).toHaveText('Draft kept');
  const before = review.guard.requests.length;
  await server.restart('SIGKILL');
  expect(review.guard.requests.length - before, 'the page does not ask and ask').toBeLessThan(10);
  const other = await open();
  await other.goto(reviewUrl);
  await expect(other.row('name', 'Name').editor).toHaveValue('before the crash');
  // the page that was open hears again: of the other page's draft, and of the decision
  await other.row('seats', 'Seats').type('7');
  await expect(review.newer).toBeVisible();
  await review.row('name', 'Name').type('after the crash');
  await expect(review.draft).toHaveText('Draft kept');
  await other.reload();
  await expect(other.row('name', 'Name').editor).toHaveValue('after the crash');
  await other.submit();
  await other.closed('submitted');
  await expect(review.page.getByRole('alert')).toContainText('This request was already submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { name: 'after the crash', seats: 7 } });
  await agent.close();
  await server.stop();
});
