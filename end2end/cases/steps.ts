// What a case says under `steps`, done in order.
import { expect } from '@playwright/test';
import { type Exact, member, stringOf, writeExact } from '../support/exact.ts';
import { type Answer, ask, formBody, formHeaders } from '../support/http.ts';
import { plain } from './load.ts';
import { fillIn } from './reviewer.ts';
import { Run } from './run.ts';

type Step = (run: Run, step: Exact) => Promise<void>;

/** Every step there is, with the keys it knows. */
const STEPS: Record<string, [string[], Step]> = {
  submit: [['as', 'values', 'typed', 'include', 'exclude'], (run, step) => decide(run, step, 'submit')],
  cancel: [['as'], (run, step) => decide(run, step, 'cancel')],
  'raw-submit': [['method', 'headers', 'values'], rawSubmit],
  'get-review': [[], async (run) => void run.statuses.push((await ask(run.request.reviewUrl)).status)],
  'head-review': [[], async (run) => void run.statuses.push((await ask(run.request.reviewUrl, { method: 'HEAD' })).status)],
  tool: [['tool'], async (run, step) => void (await run.agent.rawById(word(step, 'tool'), run.id))],
  wait: [['seconds'], async (_, step) => new Promise((resolve) => setTimeout(resolve, number(step, 'seconds') * 1000))],
  'restart-server': [[], (run) => run.world.server.restart()],
  parallel: [['n', 'each'], parallel],
  'parallel-proposals': [['n', 'each'], parallelProposals],
};

/** Carries out the steps; an unknown one, or an unknown key in one, ends the case. */
export async function carryOut(run: Run, steps: Exact[]): Promise<void> {
  // every tab is open before anything happens, as in a case of two tabs
  for (const step of steps) {
    if (['submit', 'cancel'].includes(word(step, 'do'))) await run.tab(stringOf(member(step, 'as')) ?? 'tab');
  }
  for (const step of steps) {
    const found = STEPS[word(step, 'do')];
    if (!found) throw new Error(`no such step: ${writeExact(step)}`);
    const unknown = Run.unknown(step, ['do', ...found[0]]);
    if (unknown.length > 0) throw new Error(`${word(step, 'do')}: no such key: ${unknown.join(', ')}`);
    await found[1](run, step);
  }
}

const word = (step: Exact, key: string) => stringOf(member(step, key)) ?? '';

function number(step: Exact, key: string): number {
  const found = member(step, key);
  if (found?.kind !== 'number') throw new Error(`${key} must be a number: ${writeExact(step)}`);
  return Number(found.text);
}

/** The decision in the tab, as far as its page still offers it; else, and to see the status, the form's own POST. */
async function decide(run: Run, step: Exact, action: 'submit' | 'cancel'): Promise<void> {
  const page = await run.tab(stringOf(member(step, 'as')) ?? 'tab');
  page.guard.allowStatus(409);
  const button = page.page.locator(`button[name=action][value=${action}]`);
  const before = await run.agent.status(run.id);
  if (before === 'pending') {
    await fillIn(run, page, step);
    await button.click();
    await expect.poll(() => run.agent.status(run.id), { message: 'the decision is taken' }).not.toBe('pending');
    await expect(page.page.getByText(/\b(submitted|declined)\b/i).first()).toBeVisible();
    run.statuses.push(200);
    return;
  }
  // a page that has not noticed yet still offers the button
  if ((await button.count()) > 0 && (await button.isEnabled())) {
    await fillIn(run, page, step);
    await button.click();
  }
  await expect(page.page.getByText(new RegExp(`\\b${before === 'consumed' ? '(submitted|declined)' : before}\\b`, 'i')).first()).toBeVisible();
  run.statuses.push((await post(run.request.reviewUrl, await pairs(run, step, action))).status);
}

/** The form's pairs for a decision: the row of each value included. */
async function pairs(_run: Run, step: Exact, action: string): Promise<[string, string][]> {
  const all: [string, string][] = [['action', action]];
  for (const [name, value] of Run.entries(step, 'values')) {
    all.push(['include', encodeURIComponent(name)], [`p.${encodeURIComponent(name)}`, value.kind === 'string' ? value.value : writeExact(value)]);
  }
  return all;
}

function post(url: string, form: [string, string][], headers?: Record<string, string>): Promise<Answer> {
  const from = headers ? { 'Content-Type': 'application/x-www-form-urlencoded', ...headers } : formHeaders(new URL(url).origin);
  return ask(url, { method: 'POST', headers: from, body: formBody(form) });
}

/** The bare request, with whatever headers or method the case gives it. */
async function rawSubmit(run: Run, step: Exact): Promise<void> {
  const given = member(step, 'headers');
  const method = stringOf(member(step, 'method')) ?? 'POST';
  const [name] = run.order.length > 0 ? run.order : Object.keys(plain(member(member(run.spec.call, 'requestedSchema'), 'properties')!) as object);
  const form: [string, string][] = [['action', 'submit'], ['include', encodeURIComponent(name)], [`p.${encodeURIComponent(name)}`, 'x']];
  const url = run.request.reviewUrl;
  const answer =
    method === 'POST'
      ? await post(url, form, given && (plain(given) as Record<string, string>))
      : await ask(`${url}?${formBody(form)}`, { method, headers: given && (plain(given) as Record<string, string>) });
  run.bareStatus = answer.status;
  run.statuses.push(answer.status);
}

function each(step: Exact): Exact[] {
  const found = member(step, 'each');
  return found?.kind === 'array' ? found.items : [];
}

/** All of `each`, `n` times, at one moment on one request. */
async function parallel(run: Run, step: Exact): Promise<void> {
  const url = run.request.reviewUrl;
  const forms: [string, string][][] = [];
  for (let time = 0; time < number(step, 'n'); time += 1) {
    for (const act of each(step)) {
      if (!['submit', 'cancel'].includes(word(act, 'do'))) throw new Error(`not in parallel: ${writeExact(act)}`);
      forms.push(await pairs(run, act, word(act, 'do')));
    }
  }
  const answers = await run.timed('the parallel steps', () => Promise.all(forms.map((form) => post(url, form))));
  run.statuses.push(...answers.map(({ status }) => status));
  run.taken = answers.filter(({ status }) => status === 303).length;
}

/** `n` requests of this call, each made, decided and fetched, all at once. */
async function parallelProposals(run: Run, step: Exact): Promise<void> {
  const wanted = Object.fromEntries(each(step).flatMap((act) => Run.entries(act, 'values')).map(([name, value]) => [name, writeExact(value)]));
  const one = async (): Promise<boolean> => {
    const opened = await run.agent.propose(plain(run.spec.call) as Record<string, unknown>);
    let fetched = true;
    for (const act of each(step)) {
      if (word(act, 'do') === 'submit') {
        const { status } = await post(opened.reviewUrl, await pairs(run, act, 'submit'));
        run.statuses.push(status);
        if ((await run.agent.status(opened.elicitationId)) === 'pending') return false;
      } else {
        const { http, isError, structured } = await run.agent.rawById(word(act, 'tool'), opened.elicitationId);
        run.statuses.push(http.status);
        const values = member(structured, 'values');
        const got = values?.kind === 'object' ? Object.fromEntries(values.entries.map(([name, value]) => [name, writeExact(value)])) : undefined;
        fetched &&= !isError && JSON.stringify(got) === JSON.stringify(wanted);
      }
    }
    return fetched;
  };
  const results = await run.timed('the parallel proposals', () => Promise.all(Array.from({ length: number(step, 'n') }, one)));
  run.allOk = results.filter(Boolean).length;
}
