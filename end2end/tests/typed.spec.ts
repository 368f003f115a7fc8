// What may be typed as a number, a date, a moment or an address: kept as it stands, judged as it stands.
import { expect, test } from '../fixtures.ts';
import { canonicalNumber, member } from '../support/exact.ts';
import { focusIsIn } from '../support/faults.ts';
import { proposal } from '../support/examples.ts';

const NUMBERS: { text: string; gives?: string }[] = [
  { text: '7', gives: '7' },
  { text: '  7  ', gives: '7' },
  { text: '-0', gives: '0' },
  { text: '3.10', gives: '3.1' },
  { text: '1e3', gives: '1000' },
  { text: '1E+2', gives: '100' },
  { text: '12345678901234567890.5', gives: '12345678901234567890.5' },
  { text: '1,000' },
  { text: '1 000' },
  { text: '.5' },
  { text: '5.' },
  { text: '+5' },
  { text: '0x10' },
  { text: 'NaN' },
  { text: 'Infinity' },
  { text: '1e999' },
  { text: '٣' },
  { text: '１２' },
  { text: '--1' },
  { text: '1e' },
  { text: '' },
];

test('what may be typed as a number, and what is refused with the text kept', async ({ agent, review }) => {
  const { elicitationId, reviewUrl } = await agent.propose(
    proposal(Object.fromEntries(NUMBERS.map((_, index) => [`n${index}`, { type: 'number', default: 1 }]))),
  );
  await review.goto(reviewUrl);
  for (const [index, { text }] of NUMBERS.entries()) await review.row(`n${index}`).editor.fill(text);
  await review.submit();
  const first = NUMBERS.findIndex(({ gives }) => gives === undefined);
  await focusIsIn(review, review.row(`n${first}`));
  for (const [index, { text, gives }] of NUMBERS.entries()) {
    const row = review.row(`n${index}`);
    await expect(row.editor, 'the text is kept').toHaveValue(text);
    expect(await row.has('data-fault'), `${JSON.stringify(text)} is ${gives === undefined ? 'refused' : 'taken'}`).toBe(gives === undefined);
    if (gives === undefined) await row.setInclude(false);
  }
  await review.submit();
  await review.closed('submitted');
  const values = member((await agent.rawById('elicit_result', elicitationId)).structured, 'values');
  for (const [index, { gives }] of NUMBERS.entries()) {
    const value = member(values, `n${index}`);
    if (gives === undefined) expect(value).toBeUndefined();
    else expect(value?.kind === 'number' && canonicalNumber(value.text)).toBe(canonicalNumber(gives));
  }
});

const DATES: { format: string; text: string; ok: boolean }[] = [
  { format: 'date', text: '2024-02-29', ok: true },
  { format: 'date', text: '2023-02-29', ok: false },
  { format: 'date', text: '2024-2-9', ok: false },
  { format: 'date', text: '09/02/2024', ok: false },
  { format: 'date', text: '2024-03-10T00:00:00Z', ok: false },
  { format: 'date-time', text: '2024-03-10T15:30:45.250+05:30', ok: true },
  { format: 'date-time', text: '2024-03-10T15:30:45Z', ok: true },
  { format: 'date-time', text: '2024-03-10T15:30', ok: false },
  { format: 'date-time', text: '2024-03-10T15:30:45', ok: false },
  { format: 'date-time', text: '2024-03-10', ok: false },
  { format: 'email', text: 'ada@example.com', ok: true },
  { format: 'email', text: ' ada@example.com', ok: false },
  { format: 'email', text: 'ada', ok: false },
  { format: 'uri', text: 'https://example.com/a?b#c', ok: true },
  { format: 'uri', text: 'example.com', ok: false },
  { format: 'uri', text: 'https://example.com/a b', ok: false },
];

test('formats are checked as the text stands, untrimmed', async ({ agent, review }) => {
  const { reviewUrl } = await agent.propose(
    proposal(Object.fromEntries(DATES.map(({ format }, index) => [`f${index}`, { type: 'string', format, default: '' }]))),
  );
  await review.goto(reviewUrl);
  for (const [index, { text }] of DATES.entries()) await review.row(`f${index}`).editor.fill(text);
  for (const [index, { text, format, ok }] of DATES.entries()) {
    const row = review.row(`f${index}`);
    await expect(row.editor).toHaveValue(text);
    expect(await row.has('data-fault'), `${format} ${JSON.stringify(text)}`).toBe(!ok);
  }
});

for (const timezoneId of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
  test(`dates and moments are the same in ${timezoneId}`, async ({ agent, open }) => {
    const review = await open({ timezoneId });
    const day = '2024-03-10';
    const moment = '2024-03-10T15:30:45.250+05:30';
    const { elicitationId, reviewUrl } = await agent.propose(
      proposal(
        {
          day: { type: 'string', format: 'date', title: 'Day', default: day },
          moment: { type: 'string', format: 'date-time', title: 'Moment', default: moment },
          edited: { type: 'string', format: 'date-time', title: 'Edited', default: moment },
        },
        { fields: { day: { sources: { apollo: day }, current: '2024-03-09' }, moment: { sources: { apollo: moment } } } },
      ),
    );
    await review.goto(reviewUrl);
    const row = review.row('day', 'Day');
    await expect(row.editor).toHaveValue(day);
    expect((await row.cell(row.source('apollo'))).text).toBe(day);
    expect((await row.cell(row.current)).text).toBe('2024-03-09');
    const edited = review.row('edited', 'Edited');
    expect((await review.row('moment', 'Moment').cell(review.row('moment', 'Moment').source('apollo'))).text).toBe(moment);
    await expect(edited.root, 'the editor says which zone').toContainText('+05:30');

    // the picker beside the text keeps the offset that the text has
    const picker = edited.root.locator('input[type="datetime-local"]');
    await expect(picker).toHaveCount(1);
    await picker.fill('2025-01-02T03:04:05');
    await expect(edited.editor).toHaveValue(/^2025-01-02T03:04:05(\.0+)?\+05:30$/);
    await expect(edited.include).toBeChecked();
    const dayPicker = row.root.locator('input[type="date"]');
    await expect(dayPicker).toHaveCount(1);
    await dayPicker.fill('2024-12-31');
    await expect(row.editor).toHaveValue('2024-12-31');
    await review.submit();
    await review.closed('submitted');
    const { values } = await agent.call<{ values: Record<string, string> }>('elicit_result', { elicitationId });
    expect(values.day).toBe('2024-12-31');
    expect(values.moment).toBe(moment);
    expect(values.edited).toMatch(/^2025-01-02T03:04:05(\.0+)?\+05:30$/);
  });
}
