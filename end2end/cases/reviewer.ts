// The reviewer's hands: what a case says under `submit`, done in the page.
import { expect } from '@playwright/test';
import type { ReviewPage, Row } from '../pages/ReviewPage.ts';
import { type Exact, member, stringOf, writeExact } from '../support/exact.ts';
import { Run, type Submission } from './run.ts';

const KNOWN = ['touch', 'include', 'exclude', 'typed', 'values', 'reloadFirst'];

/** Does what `submit` says and notes what came of it. */
export async function review(run: Run, submit: Exact): Promise<void> {
  const unknown = Run.unknown(submit, KNOWN);
  if (unknown.length > 0) throw new Error(`submit: no such key: ${unknown.join(', ')}`);
  let page = run.page;
  if (!page) throw new Error('no page to submit');
  const reload = member(submit, 'reloadFirst');
  if (reload?.kind === 'boolean' && reload.value) {
    await page.reload();
    await run.look(page);
  }
  if (!(await editorsTake(run, submit))) {
    // a request no editor makes: the same page without its scripts, with the value added to its form
    page = await run.newPage({ javaScriptEnabled: false });
    await page.goto(run.request.reviewUrl);
    page.guard.allowStatus(400);
  }
  // the server's refusal
  page.guard.allowStatus(422);
  await fillIn(run, page, submit);
  run.submission = await press(run, page);
}

async function editorsTake(run: Run, submit: Exact): Promise<boolean> {
  for (const [name, value] of Run.entries(submit, 'values')) {
    const shown = run.rows.get(name)?.shown;
    if (!shown) return false;
    if (shown.kind === 'choices') {
      const offered = shown.options.map(([option]) => option);
      if (value.kind !== 'array' || value.items.some((item) => !offered.includes(stringOf(item) ?? ''))) return false;
    }
    if (shown.kind === 'select' && !shown.options.some(([option]) => option === stringOf(value))) return false;
  }
  return true;
}

/** Types, sets values, and last the Include boxes: a change by hand turns Include on. */
export async function fillIn(run: Run, page: ReviewPage, submit: Exact): Promise<void> {
  for (const [name, text] of Run.entries(submit, 'typed')) await run.row(page, name).type(stringOf(text) ?? '');
  for (const [name, value] of Run.entries(submit, 'values')) await propose(run.row(page, name), value);
  for (const name of Run.names(submit, 'include')) {
    const { include } = run.row(page, name);
    if (await include.isEnabled()) await include.check();
  }
  for (const name of Run.names(submit, 'exclude')) await run.row(page, name).include.uncheck();
}

async function propose(row: Row, value: Exact): Promise<void> {
  const shown = await row.shown();
  const text = value.kind === 'string' ? value.value : writeExact(value);
  if (shown.kind === 'text') return row.editor.fill(text);
  if (shown.kind === 'checkbox') return row.editor.setChecked(text === 'true');
  if (shown.kind === 'select') return void (await row.editor.selectOption(text));
  const wanted = value.kind === 'array' ? value.items.map((item) => stringOf(item) ?? '') : [];
  const boxes = row.editor.locator('input[type=checkbox]');
  for (const [index, [option]] of shown.options.entries()) await boxes.nth(index).setChecked(wanted.includes(option));
  for (const stray of wanted.filter((option) => !shown.options.some(([known]) => known === option))) {
    await boxes.first().evaluate((box, option) => {
      const added = box.cloneNode() as HTMLInputElement;
      added.value = option;
      added.checked = true;
      added.removeAttribute('id');
      box.after(added);
    }, stray);
  }
}

/** Presses Submit and waits for what comes of it: a decision, or a row that says why not. */
export async function press(run: Run, page: ReviewPage): Promise<Submission> {
  const button = page.page.locator('button[name=action][value=submit]');
  await expect(button).toBeEnabled();
  const from = performance.now();
  await button.click();
  let outcome: Submission['outcome'] | undefined;
  // with scripts the first faulty row has the focus; without, the answer is the page again
  const refused = page.page.locator(page.scripted ? 'tr[data-fault]:focus-within' : 'tr[data-fault], body:not(:has(tr))');
  await expect
    .poll(async () => {
      if ((await run.agent.status(run.id)) !== 'pending') outcome = 'ok';
      else if ((await refused.count()) > 0) outcome = 'refused';
      return outcome;
    }, { message: 'a decision, or the row that says why not', timeout: 15_000, intervals: [20, 50, 100] })
    .toBeDefined();
  const ms = performance.now() - from;
  if (outcome === 'ok') return { outcome, why: '', ms };
  return { outcome: 'refused', why: await faultsOf(run, page), ms };
}

/** Each row at fault: its label and what it says. */
async function faultsOf(run: Run, page: ReviewPage): Promise<string> {
  const lines: string[] = [];
  for (const name of await page.order()) {
    const row = run.row(page, name);
    if (!(await row.has('data-fault'))) continue;
    lines.push(`${row.label}: ${(await (await row.fault()).innerText()).trim()}`);
  }
  return lines.join('\n');
}
