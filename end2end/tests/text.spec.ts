// Nothing is hidden or faked: long values, invisible characters, text of another direction, and text that would like to be markup.
import { expect, picture, test } from '../fixtures.ts';
import { Row } from '../pages/ReviewPage.ts';
import { proposal } from '../support/examples.ts';

const FORTY = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join('\n');

test('a long value is folded past twelve lines, whole in one click', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(
    proposal(
      { note: { type: 'string', title: 'Note', default: FORTY }, short: { type: 'string', title: 'Short', default: 'x' } },
      { fields: { note: { sources: { apollo: FORTY } }, short: { sources: { apollo: 'just this' } } } },
    ),
  );
  await review.goto(reviewUrl);
  const note = review.row('note', 'Note');
  const cell = note.source('apollo');
  expect((await note.cell(cell)).text).toBe(FORTY);
  const text = Row.text(cell);
  // in lines, by what encloses the text: the cell is as high as its row
  const lineHeight = await text.evaluate((bdi) => parseFloat(getComputedStyle(bdi).lineHeight));
  const height = async () => (await text.locator('..').boundingBox())!.height / lineHeight;
  const folded = await height();
  expect(folded).toBeGreaterThan(11);
  expect(folded).toBeLessThan(13.5);
  await cell.getByRole('checkbox', { name: 'show all' }).click();
  await expect.poll(height).toBeGreaterThan(35);
  await picture(review, 'long-value-unfolded');
  await expect(note.editor, 'unfolding copies nothing').toHaveValue(FORTY);
  await expect(review.row('short', 'Short').source('apollo').getByText('show all')).toHaveCount(0);
});

const HIDDEN: [string, string][] = [
  ['a right-to-left override', '\u202e'],
  ['an isolate', '\u2066'],
  ['a zero-width space', '\u200b'],
  ['a zero-width joiner', '\u200d'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a right-to-left mark', '\u200f'],
  ['a tag character', '\u{e0041}'],
  ['a bell', '\u0007'],
  ['a line separator', '\u2028'],
];

test('invisible and direction-changing characters are made visible, everywhere, and come back untouched', async ({ agent, review }) => {
  const names = HIDDEN.map((_, index) => `h${index}`);
  const text = (index: number) => `in${HIDDEN[index][1]}voice`;
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal(Object.fromEntries(names.map((name, index) => [name, { type: 'string', title: name, default: text(index) }])), {
      message: 'Pay \u202eevil\u202c now',
      fields: Object.fromEntries(names.map((name, index) => [name, { sources: { apollo: text(index) }, current: `x${text(index)}` }])),
    }),
  );
  await review.goto(reviewUrl);
  await expect(review.heading.locator('[data-hidden-character]')).toHaveCount(2);
  for (const [index, [what]] of HIDDEN.entries()) {
    const row = review.row(names[index]);
    for (const cell of [row.source('apollo'), row.current]) {
      await expect(cell.locator('[data-hidden-character]'), what).toHaveCount(1);
      await expect(cell.locator('[data-hidden-character]'), what).toBeVisible();
    }
    // nothing is taken out of the text for that
    expect((await row.cell(row.source('apollo'))).text).toBe(text(index));
  }
  await picture(review, 'hidden-characters');
  await review.submit();
  await review.closed('submitted');
  const { values } = await agent.call<{ values: Record<string, string> }>('elicit_result', { elicitationId });
  expect(values).toEqual(Object.fromEntries(names.map((name, index) => [name, text(index)])));
});

test('a hidden character in Proposed is told at its row', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(proposal({ iban: { type: 'string', title: 'IBAN', default: 'DE00\u200b1234' }, plain: { type: 'string', title: 'Plain', default: 'x' } }));
  await review.goto(reviewUrl);
  await expect(review.row('iban', 'IBAN').root.locator('[data-hidden-character]').first()).toBeVisible();
  await expect(review.row('plain', 'Plain').root.locator('[data-hidden-character]')).toHaveCount(0);
});

test('a double-click copies a hidden character along, unmarked', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal({ name: { type: 'string', default: 'x' } }, { fields: { name: { sources: { apollo: 'a\u200bb' } } } }),
  );
  await review.goto(reviewUrl);
  await Row.text(review.row('name').source('apollo')).dblclick({ position: { x: 2, y: 5 } });
  await expect(review.row('name').editor).toHaveValue('a\u200bb');
  await review.submit();
  await review.closed('submitted');
  expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { name: 'a\u200bb' } });
});

test('every cell is isolated from its neighbours, and right-to-left text reads from the right', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(
    proposal(
      { name: { type: 'string', title: 'شركة', default: 'شركة 123' }, tags: { type: 'array', items: { enum: ['אב', 'b'] }, default: ['אב'] } },
      { fields: { name: { sources: { apollo: 'شركة 123' }, current: 'ABC' }, tags: { sources: { apollo: ['אב', 'b'] } } } },
    ),
  );
  await review.goto(reviewUrl);
  const cells = await review.page.locator('[data-source], [data-current]').evaluateAll((elements) =>
    elements.map((cell) => {
      const bare = [...cell.querySelectorAll('*')].flatMap((element) => [...element.childNodes]).concat([...cell.childNodes])
        .filter((node) => node.nodeType === Node.TEXT_NODE && /[\u0590-\u06ff]|ABC/.test(node.textContent ?? ''))
        .filter((node) => !node.parentElement?.closest('bdi'));
      return bare.length;
    }),
  );
  expect(cells.every((bare) => bare === 0), 'shown values sit in bdi').toBe(true);
  await expect(review.row('name', 'شركة').editor).toHaveAttribute('dir', 'auto');
});

const MARKUP = '<img src=x onerror="window.__x=1"><script>window.__x=1</script></script><b>bold</b>';

for (const javaScriptEnabled of [true, false]) {
  test(`agents' text is never markup, scripts ${javaScriptEnabled ? 'on' : 'off'}`, async ({ agent, open }) => {
    const review = await open({ javaScriptEnabled });
    const { reviewUrl } = await agent.propose({
      message: MARKUP,
      columns: { sources: [{ key: 'apollo', label: MARKUP }], current: { label: MARKUP } },
      requestedSchema: {
        type: 'object',
        properties: {
          a: { type: 'string', title: MARKUP, description: MARKUP, default: MARKUP },
          b: { type: 'string', enum: [MARKUP, 'ok'], default: MARKUP },
          c: { type: 'array', items: { anyOf: [{ const: 'c', title: MARKUP }] }, default: ['c'] },
          [MARKUP]: { type: 'string', minLength: 200, default: MARKUP },
        },
        required: ['a'],
      },
      fields: { a: { sources: { apollo: MARKUP } }, b: { sources: { apollo: MARKUP }, current: MARKUP } },
      labels: { ok: '<b>Go</b>', cancel: '<i>No</i>' },
    });
    await review.goto(reviewUrl);
    await expect(review.heading).toHaveText(MARKUP);
    await expect(review.submitButton('<b>Go</b>')).toBeVisible();
    await expect(review.cancelButton('<i>No</i>')).toBeVisible();
    await expect(review.page.locator('main img, main script:not([nonce]):not([type="application/json"]), form b:text-is("bold")')).toHaveCount(0);
    expect(await review.page.evaluate(() => (window as unknown as { __x?: number }).__x)).toBeUndefined();
    expect((await review.row('a', MARKUP).cell(review.row('a', MARKUP).source('apollo'))).text).toBe(MARKUP);
    if (!javaScriptEnabled) review.guard.allowStatus(422);
    await review.submit('<b>Go</b>');
    await expect(review.row(MARKUP).root).toHaveAttribute('data-fault');
    expect(await review.page.evaluate(() => (window as unknown as { __x?: number }).__x)).toBeUndefined();
    expect(await review.page.evaluate(() => Object.keys(Object.prototype))).toEqual([]);
  });
}

test('CR LF, tabs and leading blanks survive hydration and a reload', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal({
      text: { type: 'string', default: '  a\r\nb\tc' },
      lead: { type: 'string', default: '\n\nlead' },
      one: { type: 'string', enum: ['a', 'b', 'c'], default: 'c' },
      many: { type: 'array', items: { enum: ['p', 'q', 'r'] }, default: ['r', 'p'] },
      yes: { type: 'boolean', default: true },
    }),
  );
  await review.goto(reviewUrl);
  await review.reload();
  await expect(review.row('text').editor).toHaveValue('  a\nb\tc');
  await expect(review.row('lead').editor).toHaveValue('\n\nlead');
  expect(await review.row('one').shown()).toMatchObject({ value: 'c' });
  expect(await review.row('many').shown()).toMatchObject({ ticked: ['p', 'r'] });
  await expect(review.row('yes').editor).toBeChecked();
  await review.submit();
  await review.closed('submitted');
  expect((await agent.call<{ values: object }>('elicit_result', { elicitationId })).values).toEqual({
    text: '  a\r\nb\tc',
    lead: '\n\nlead',
    one: 'c',
    many: ['r', 'p'],
    yes: true,
  });
});

/** What HTML, forms and attributes like to bend. */
const BENT = ['a\u0000b', '\r', '\n', '\r\n', 'a\rb', '\na', 'a\n', ' ', '  x  ', '\t', '\u000b', '\u0085', '\u2028', '\ufffe', '\ufffd', '\u202e', '&amp;', '<!--', '%', '+', '"', 'e\u0301', '', 'choose…'];

for (const javaScriptEnabled of [true, false]) {
  test(`texts and options that HTML would bend come back as they were sent, scripts ${javaScriptEnabled ? 'on' : 'off'}`, async ({ agent, open }) => {
    const review = await open({ javaScriptEnabled });
    const properties: Record<string, unknown> = {};
    const wanted: Record<string, unknown> = {};
    for (const [index, text] of BENT.entries()) {
      properties[`text${index}`] = { type: 'string', default: text };
      properties[`kept${index}`] = { type: 'string', enum: ['other', text], default: text };
      properties[`set${index}`] = { type: 'array', items: { enum: ['other', text] }, default: [text] };
      properties[`chosen${index}`] = { type: 'string', enum: ['other', text] };
      properties[`ticked${index}`] = { type: 'array', items: { enum: ['other', text] } };
      Object.assign(wanted, { [`text${index}`]: text, [`kept${index}`]: text, [`set${index}`]: [text], [`chosen${index}`]: text, [`ticked${index}`]: [text] });
    }
    const fields = Object.fromEntries(Object.keys(properties).map((name) => [name, { include: true }]));
    const { elicitationId, reviewUrl } = await agent.propose(proposal(properties, { fields }));
    await review.goto(reviewUrl);
    for (const index of BENT.keys()) {
      await review.row(`chosen${index}`).editor.selectOption({ index: 2 });
      await review.row(`ticked${index}`).editor.locator('input[type=checkbox]').nth(1).check();
    }
    await review.submit();
    await review.closed('submitted');
    expect((await agent.call<{ values: object }>('elicit_result', { elicitationId })).values).toEqual(wanted);
  });
}
