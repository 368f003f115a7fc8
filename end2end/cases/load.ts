// Reads the cases exactly as they are written: their numbers and the order of their keys are part of them.
import { readdirSync, readFileSync } from 'node:fs';
import { type Exact, exact, keys, member, parseExact, stringOf } from '../support/exact.ts';

export interface Case {
  family: string;
  id: string;
  about: string;
  tool: string;
  call: Exact;
  headers?: Record<string, string>;
  auth?: string;
  browser?: { timezone?: string };
  submit?: Exact;
  steps?: Exact[];
  expect: [string, Exact][];
}

export interface Family {
  family: string;
  cases: Case[];
}

const KNOWN = ['id', 'about', 'note', 'call', 'omit', 'tool', 'headers', 'auth', 'browser', 'submit', 'steps', 'expect'];

const BASE = exact({
  message: 'Review one record',
  columns: { sources: [{ key: 'apollo', label: 'Apollo' }], current: { label: 'CRM' } },
  fields: {},
});

/** A value as JavaScript has it; only for parts without odd keys or large numbers. */
export function plain(value: Exact): any {
  switch (value.kind) {
    case 'null':
      return null;
    case 'number':
      return Number(value.text);
    case 'array':
      return value.items.map(plain);
    case 'object':
      return Object.fromEntries(value.entries.map(([key, item]) => [key, plain(item)]));
    default:
      return value.value;
  }
}

/** The arguments of the smallest valid call with `call` laid over it, `requestedSchema` before `fields`. */
function overBase(call: Exact, omit: string[]): Exact {
  if (call.kind !== 'object' || keys(call).includes('$rawBody')) return call;
  const names = ['message', 'columns', 'requestedSchema', 'fields', ...keys(call)];
  const entries = [...new Set(names)]
    .filter((name) => !omit.includes(name))
    .map((name): [string, Exact | undefined] => [name, member(call, name) ?? member(BASE, name)])
    .filter((entry): entry is [string, Exact] => entry[1] !== undefined);
  return { kind: 'object', entries };
}

function read(family: string, node: Exact): Case {
  const id = stringOf(member(node, 'id')) ?? '?';
  const unknown = keys(node).filter((key) => !KNOWN.includes(key));
  if (unknown.length > 0) throw new Error(`${family} ${id}: no such key: ${unknown.join(', ')}`);
  const call = member(node, 'call');
  const expectation = member(node, 'expect');
  if (!call || expectation?.kind !== 'object') throw new Error(`${family} ${id}: needs call and expect`);
  const optional = (key: string) => {
    const found = member(node, key);
    return found && plain(found);
  };
  const steps = member(node, 'steps');
  const tool = stringOf(member(node, 'tool')) ?? 'elicit_proposal';
  return {
    family,
    id,
    about: stringOf(member(node, 'about')) ?? '',
    tool,
    call: tool === 'elicit_proposal' ? overBase(call, optional('omit') ?? []) : call,
    headers: optional('headers'),
    auth: optional('auth'),
    browser: optional('browser'),
    submit: member(node, 'submit'),
    steps: steps?.kind === 'array' ? steps.items : undefined,
    expect: expectation.entries,
  };
}

/** Every family, the one that waits for a minute first so that the others run beside it. */
export function families(): Family[] {
  const folder = new URL('.', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const loaded = files.map((name): Family => {
    const file = parseExact(readFileSync(new URL(name, folder), 'utf8'));
    const family = stringOf(member(file, 'family')) ?? name;
    const cases = member(file, 'cases');
    if (cases?.kind !== 'array') throw new Error(`${name}: no cases`);
    return { family, cases: cases.items.map((node) => read(family, node)) };
  });
  const waits = ({ cases }: Family) => cases.some(({ steps }) => steps?.some((step) => stringOf(member(step, 'do')) === 'wait'));
  return loaded.sort((a, b) => Number(waits(b)) - Number(waits(a)) || (a.family < b.family ? -1 : 1));
}
