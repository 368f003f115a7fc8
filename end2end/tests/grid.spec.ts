// Every rule of the diff grid that a hand can try.
import { expect, test } from '../fixtures.ts';
import { Row } from '../pages/ReviewPage.ts';
import { Agent } from '../support/agent.ts';
import { Server } from '../support/server.ts';
import { proposal, twoRows } from '../support/examples.ts';

test('double-clicks copy; a single click does nothing', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(twoRows());
  await review.goto(reviewUrl);
  const [name, seats] = [review.row('name', 'Name'), review.row('seats', 'Seats')];
  await name.setInclude(false);

  await Row.text(name.source('apollo')).click();
  await Row.text(name.current).click();
  await expect(name.editor).toHaveValue('Ann');
  await expect(name.include).not.toBeChecked();

  await Row.text(name.source('apollo')).dblclick();
  await expect(name.editor).toHaveValue('Anna');
  await expect(name.include).toBeChecked();

  await Row.text(name.current).dblclick();
  await expect(name.editor).toHaveValue('Anne');
  await expect(name.include).not.toBeChecked();

  // an empty cell does nothing
  await expect(seats.include).not.toBeChecked();
  await seats.source('apollo').dblclick();
  await expect(seats.editor).toHaveValue('5');
  await expect(seats.include).not.toBeChecked();

  const tooltips = await review.page.locator('[title]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title')));
  expect(tooltips.filter((title) => title === 'Double-click to use as proposed value.')).toHaveLength(1);
  expect(tooltips.filter((title) => title === 'Double-click to restore the current value.')).toHaveLength(2);
});

test('a single click leaves room to select text', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(twoRows());
  await review.goto(reviewUrl);
  const cell = Row.text(review.row('name', 'Name').source('apollo'));
  const box = (await cell.boundingBox())!;
  await review.page.mouse.move(box.x + 1, box.y + box.height / 2);
  await review.page.mouse.down();
  await review.page.mouse.move(box.x + box.width, box.y + box.height / 2, { steps: 5 });
  await review.page.mouse.up();
  expect(await review.page.evaluate(() => getSelection()?.toString())).toContain('nna');
});

for (const key of ['Enter', 'Space']) {
  test(`${key} on a cell does what a double-click does`, async ({ agent, review }) => {
    const { elicitationId, reviewUrl } = await agent.propose(twoRows());
    await review.goto(reviewUrl);
    const name = review.row('name', 'Name');
    await name.setInclude(false);
    const focusIn = async (cell: typeof name.current) => {
      const focusable = cell.locator('[tabindex="0"], button').or(cell.and(review.page.locator('[tabindex="0"], button'))).first();
      await focusable.focus();
      await expect(focusable).toBeFocused();
    };
    await focusIn(name.source('apollo'));
    await review.page.keyboard.press(key);
    await expect(name.editor).toHaveValue('Anna');
    await expect(name.include).toBeChecked();
    await focusIn(name.current);
    await review.page.keyboard.press(key);
    await expect(name.editor).toHaveValue('Anne');
    await expect(name.include).not.toBeChecked();
    expect(await agent.status(elicitationId)).toBe('pending');
  });
}

test('copyable cells are reached with Tab alone, empty ones are skipped', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(twoRows());
  await review.goto(reviewUrl);
  const seen: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await review.page.keyboard.press('Tab');
    seen.push(
      await review.page.evaluate(() => {
        const at = document.activeElement;
        const cell = at?.closest('[data-source], [data-current]');
        const row = at?.closest('tr[data-field]')?.getAttribute('data-field') ?? '';
        if (cell) return `${row}:${cell.getAttribute('data-source') ?? 'current'}`;
        return at?.matches('[name=action][value=submit]') ? 'submit' : '';
      }),
    );
    if (seen.at(-1) === 'submit') break;
  }
  expect(seen.filter((stop) => stop !== '')).toEqual(['name:apollo', 'name:current', 'seats:current', 'submit']);
});

test('by touch a visible control copies', async ({ agent, open }) => {
  const review = await open({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const { reviewUrl } = await agent.propose(twoRows());
  await review.goto(reviewUrl);
  const name = review.row('name', 'Name');
  const control = name.source('apollo').getByRole('button', { name: 'use' });
  await expect(control).toBeVisible();
  await control.tap();
  await expect(name.editor).toHaveValue('Anna');
  await expect(name.include).toBeChecked();
});

test('typing turns Include on; unticking it afterwards stands', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(twoRows());
  await review.goto(reviewUrl);
  const seats = review.row('seats', 'Seats');
  await expect(seats.include).not.toBeChecked();
  await seats.editor.press('End');
  await seats.editor.pressSequentially('0');
  await expect(seats.editor).toHaveValue('50');
  await expect(seats.include).toBeChecked();
  await seats.setInclude(false);
  await review.submit();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { name: 'Ann' } });
});

test('the lock says why and holds against everything', async ({ agent, review }) => {
  const properties = {
    name: { type: 'string', title: 'Name', default: 'Ann' },
    seats: { type: 'integer', title: 'Seats', default: 5 },
  };
  const { reviewUrl } = await agent.propose(
    proposal(properties, { required: ['name', 'seats'], fields: { name: { current: '', include: false }, seats: { current: 0 } } }),
  );
  await review.goto(reviewUrl);
  const [name, seats] = [review.row('name', 'Name'), review.row('seats', 'Seats')];
  expect(await name.has('data-locked')).toBe(true);
  await expect(name.include).toBeChecked();
  await expect(name.include).toBeDisabled();
  await expect(name.root).toContainText(/required/i);
  await expect(name.root).toContainText('CRM');
  expect(await seats.has('data-locked'), 'a Current of 0 is a value').toBe(false);
  await review.rejectAll.click();
  await expect(name.include).toBeChecked();
  await expect(review.counter).toContainText('1 of 2 included');
});

test('links are a small control of their own, for http, https and mailto alone', async ({ agent, review }) => {
  const sites = ['https://a.example/x', 'http://b.example/', 'mailto:c@example.com', 'ftp://d.example/', 'javascript:window.__x=1', 'www.e.example'];
  const names = sites.map((_, index) => `site${index}`);
  const { reviewUrl } = await agent.propose(
    proposal(Object.fromEntries(names.map((name) => [name, { type: 'string' }])), {
      fields: Object.fromEntries(names.map((name, index) => [name, { sources: { apollo: sites[index] }, current: sites[index] }])),
    }),
  );
  await review.goto(reviewUrl);
  const links = await review.page.locator('tr[data-field] a[href]').evaluateAll((anchors) =>
    anchors.map((anchor) => ({
      href: anchor.getAttribute('href') ?? '',
      rel: anchor.getAttribute('rel') ?? '',
      target: anchor.getAttribute('target'),
      inValue: anchor.closest('bdi') !== null,
    })),
  );
  expect([...new Set(links.map((link) => link.href))]).toEqual(sites.slice(0, 3));
  for (const link of links) {
    expect(link.rel.split(' '), link.href).toEqual(expect.arrayContaining(['noopener', 'noreferrer']));
    expect(link.target).toBe('_blank');
    expect(link.inValue, 'the link is no part of the text').toBe(false);
  }
});

test('the order sent is the order shown: first paint, ready, reloaded, restarted', async ({ open }) => {
  const server = await Server.start();
  const agent = await Agent.connect(server, 'order');
  const names = ['zebra', '10', 'apple', '9', '__proto__', 'mango', 'constructor'];
  const body = `{"message":"Order","columns":{"sources":[{"key":"z","label":"Zulu"},{"key":"1","label":"One"},{"key":"a","label":"Alpha"}],"current":{"label":"CRM"}},"requestedSchema":{"type":"object","properties":{${names.map((name) => `${JSON.stringify(name)}:{"type":"string","default":"x"}`).join(',')}}},"fields":{}}`;
  const reply = await agent.raw('elicit_proposal', body);
  expect(reply.isError, reply.text).toBe(false);
  const { reviewUrl } = JSON.parse(reply.text) as { reviewUrl: string };
  try {
    const plain = await open({ javaScriptEnabled: false });
    const review = await open();
    const heads = () => review.page.locator('thead th').allInnerTexts();
    await plain.goto(reviewUrl);
    expect(await plain.order()).toEqual(names);
    await review.goto(reviewUrl);
    expect(await review.order()).toEqual(names);
    const columns = (await heads()).map((head) => /Zulu|One|Alpha|CRM/.exec(head)?.[0]).filter(Boolean);
    expect(columns).toEqual(['Zulu', 'One', 'Alpha', 'CRM']);
    await review.reload();
    expect(await review.order()).toEqual(names);
    await server.restart();
    await review.goto(reviewUrl);
    expect(await review.order()).toEqual(names);
  } finally {
    await agent.close();
    await server.stop();
  }
});
