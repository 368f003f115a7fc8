// Every expectation a case may have. A key that is not here fails its case.
import { type Exact, canonical, keys, member, parseExact, stringOf, writeExact } from '../support/exact.ts';
import { ask } from '../support/http.ts';
import type { RawReply } from '../support/agent.ts';
import { plain } from './load.ts';
import { onPage } from './page.ts';
import { rowFaults } from './rows.ts';
import type { Run } from './run.ts';
import { toolsFaults } from './tools.ts';

/** What does not hold, each as a sentence; nothing when all does. */
export type Verdict = string[];

type Check = (value: Exact, run: Run) => Promise<Verdict> | Verdict;

const words = (value: Exact): string[] => (value.kind === 'array' ? value.items.map((item) => stringOf(item) ?? '') : [stringOf(value) ?? '']);
const same = (what: string, got: unknown, wanted: unknown): Verdict =>
  JSON.stringify(got) === JSON.stringify(wanted) ? [] : [`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`];
const missing = (wanted: string[], text: string): Verdict =>
  wanted.filter((word) => !text.toLowerCase().includes(word.toLowerCase())).map((word) => `${JSON.stringify(word)} is not in ${JSON.stringify(text)}`);

const failed = (reply: RawReply | undefined) => !!reply && (reply.isError || !!reply.rpcError);

/** Lists as sets, numbers by value, texts by code point. */
function asSets(value: Exact): string {
  if (value.kind !== 'array') return canonical(value);
  return JSON.stringify([...new Set(value.items.map(canonical))].sort());
}

async function fetched(run: Run): Promise<{ reply: RawReply; values: Exact | undefined }> {
  const reply = await run.agent.rawById('elicit_result', run.id);
  return { reply, values: member(reply.structured, 'values') };
}

/** Compares the returned fields with the wanted ones, each by `compare`. */
async function valuesBy(wanted: Exact, run: Run, compare: (got: Exact, wanted: Exact) => boolean): Promise<Verdict> {
  const { reply, values } = await fetched(run);
  if (values?.kind !== 'object') return [`elicit_result gave no values: ${reply.text}`];
  const verdict = same('the returned fields', keys(values).sort(), keys(wanted).sort());
  for (const [name, value] of wanted.kind === 'object' ? wanted.entries : []) {
    const got = member(values, name);
    if (got && !compare(got, value)) verdict.push(`${name}: ${writeExact(got)}, not ${writeExact(value)}`);
  }
  return verdict;
}

const length = (value: Exact): number => (value.kind === 'string' ? Array.from(value.value).length : value.kind === 'array' ? value.items.length : -1);

function statusFits(status: number | undefined, wanted: Exact): boolean {
  const options = wanted.kind === 'array' ? wanted.items : [wanted];
  return options.some((option) => {
    const text = option.kind === 'number' ? option.text : (stringOf(option) ?? '');
    return /^\dxx$/.test(text) ? Math.floor((status ?? 0) / 100) === Number(text[0]) : status === Number(text);
  });
}

const CHECKS: Record<string, Check> = {
  error: (_, run) => (failed(run.reply) ? [] : [`the call succeeded: ${run.reply?.text}`]),
  mentions: (value, run) => missing(words(value), failed(run.reply) ? (run.reply?.text ?? '') : (run.submission?.why ?? '')),
  channel: (value, run) => (stringOf(value) === 'isError' && run.reply?.isError && !run.reply.rpcError ? [] : [`not a tool error: ${run.reply?.http.text}`]),
  accepted: (_, run) => (run.opened?.elicitationId && /\/review\//.test(run.opened.reviewUrl) ? [] : [`not accepted: ${run.reply?.text}`]),
  oneOf: async (value, run) => {
    const verdicts: Verdict[] = [];
    for (const option of value.kind === 'array' ? value.items : []) {
      const verdict = option.kind === 'object' ? await judge(option.entries, run) : ['not an object'];
      if (verdict.length === 0) return [];
      verdicts.push(verdict);
    }
    return [`none of ${verdicts.length} holds: ${verdicts.map((verdict) => verdict.join('; ')).join(' | ')}`];
  },
  row: (value, run) =>
    value.kind === 'object'
      ? value.entries.flatMap(([name, wanted]) => {
          const seen = run.rows.get(name);
          return seen ? rowFaults(wanted, seen).map((fault) => `${name}: ${fault}`) : [`${name}: no such row`];
        })
      : ['row must be an object'],
  order: (value, run) => same('the rows', run.order, words(value)),
  sourceOrder: (value, run) => same('the source columns', run.sourceOrder, words(value)),
  afterRejectAll: async (value, run) => {
    const page = await run.newPage();
    await page.goto(run.request.reviewUrl);
    await page.rejectAll.click();
    const left: string[] = [];
    for (const name of await page.order()) if (await run.row(page, name).include.isChecked()) left.push(name);
    return same('what Reject All leaves', left, words(value));
  },
  rendered: (value, run) => same('the banner', run.banner, stringOf(value)),
  submit: async (value, run) => {
    const wanted = stringOf(value);
    const { outcome, why } = run.submission ?? {};
    if (outcome !== wanted) return [`the submission was ${outcome ?? 'not made'} (${why ?? run.reply?.text}), not ${wanted}`];
    if (wanted === 'ok') return [];
    const verdict = same('the state after a refusal', await run.agent.status(run.id), 'pending');
    return why === '' ? [...verdict, 'no row says why'] : verdict;
  },
  values: (value, run) => valuesBy(value, run, (got, wanted) => asSets(got) === asSets(wanted)),
  valuesText: (value, run) => valuesBy(value, run, (got, wanted) => writeExact(got) === stringOf(wanted)),
  valuesLength: (value, run) => valuesBy(value, run, (got, wanted) => wanted.kind === 'number' && length(got) === Number(wanted.text)),
  contextEcho: async (value, run) => {
    const got = member((await fetched(run)).reply.structured, 'context');
    return got && canonical(got) === canonical(value) ? [] : [`context: ${got && writeExact(got)}, not ${writeExact(value)}`];
  },
  status: async (value, run) => same('the state', await run.agent.status(run.id), stringOf(value)),
  statusAt: async (value, run) => {
    const verdict: Verdict = [];
    for (const [seconds, wanted] of value.kind === 'object' ? value.entries : []) {
      const due = Date.parse(run.request.expiresAt) - timeout(run) * 1000 + Number(seconds) * 1000;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - Date.now())));
      verdict.push(...same(`the state after ${seconds} s`, await run.agent.status(run.id), stringOf(wanted)));
    }
    return verdict;
  },
  resultError: async (value, run) => {
    const { reply } = await fetched(run);
    return reply.isError && reply.text.includes(stringOf(value) ?? '') ? [] : [`elicit_result said ${JSON.stringify(reply.text)}`];
  },
  resultStable: async (_, run) => {
    const texts = new Set<string>();
    for (let time = 0; time < 3; time += 1) {
      const { reply } = await fetched(run);
      if (reply.isError) return [`no outcome: ${reply.text}`];
      texts.add(reply.text);
    }
    return texts.size === 1 ? [] : [`elicit_result changed: ${[...texts].join(' | ')}`];
  },
  oneDecision: (_, run) => {
    const others = run.statuses.filter((status) => status !== 303 && status !== 409);
    return [...same('decisions taken', run.taken, 1), ...same('other answers', others, [])];
  },
  http: (value, run) =>
    keys(value).flatMap((key) => {
      const wanted = member(value, key)!;
      if (key === 'status') return statusFits(run.bareStatus, wanted) ? [] : [`HTTP ${run.bareStatus}, not ${writeExact(wanted)}`];
      if (key === 'last') return statusFits(run.statuses.at(-1), wanted) ? [] : [`the last step: HTTP ${run.statuses.at(-1)}, not ${writeExact(wanted)}`];
      if (key === 'no5xx') return run.statuses.every((status) => status < 500) ? [] : [`a 5xx among ${run.statuses.join(' ')}`];
      return [`no such expectation: http.${key}`];
    }),
  page: (value, run) => onPage(value, run),
  toolsList: (value, run) => toolsFaults(value, member(parseExact(run.answer.text), 'result')),
  expiresInSeconds: (value, run) => {
    const date = Date.parse(String(run.answer.headers.date));
    const seconds = (Date.parse(run.request.expiresAt) - date) / 1000;
    const wanted = plain(value) as number;
    // the Date header has whole seconds, and expiresAt is rounded up to one
    return Math.abs(seconds - wanted) <= 2 ? [] : [`it ends in ${seconds} s, not ${wanted}`];
  },
  maxMs: (value, run) => {
    const bound = value.kind === 'number' ? Number(value.text) : NaN;
    const all = [...run.timings, ...(run.submission ? [{ what: 'the submission', ms: run.submission.ms }] : [])];
    return all.filter(({ ms }) => !(ms <= bound)).map(({ what, ms }) => `${what} took ${ms.toFixed(0)} ms, more than ${bound}`);
  },
  serverAlive: async (_, run) => {
    const { status } = await ask(`${run.world.server.origin}/healthz`);
    return status === 200 ? [] : [`/healthz answered ${status}`];
  },
  noOutboundRequest: (_, run) => same('visits to the listener', run.world.listener.visits, 0),
  allOk: (value, run) => same('proposals that went all the way', run.allOk, plain(value)),
};

/** The seconds a request is given, as the contract clamps them. */
function timeout(run: Run): number {
  const given = member(run.spec.call, 'timeoutSeconds');
  return Math.min(86_400, Math.max(60, given?.kind === 'number' ? Math.ceil(Number(given.text)) : 3_600));
}

/** What of `expectations` does not hold for the run. */
export async function judge(expectations: [string, Exact][], run: Run): Promise<Verdict> {
  const verdict: Verdict = [];
  for (const [key, value] of expectations) {
    const check = CHECKS[key];
    if (!check) {
      verdict.push(`no such expectation: ${key}`);
      continue;
    }
    try {
      verdict.push(...(await check(value, run)));
    } catch (error) {
      verdict.push(`${key}: ${(error as Error).message}`);
    }
  }
  return verdict;
}
