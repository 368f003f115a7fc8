// JSON that keeps what JavaScript objects lose: key order, `__proto__`, and every number's own digits.

/** A JSON value whose objects are lists of entries and whose numbers are their text. */
export type Exact =
  | { kind: 'null' }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'number'; text: string }
  | { kind: 'string'; value: string }
  | { kind: 'array'; items: Exact[] }
  | { kind: 'object'; entries: [string, Exact][] };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;
const SPACE = /[ \t\r\n]*/y;

/** Parses JSON text; throws with the position of what is wrong. */
export function parseExact(text: string): Exact {
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const skip = () => void take(SPACE);
  const fail = (wanted: string): never => {
    throw new SyntaxError(`${wanted} expected at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
  };
  const eat = (word: string): boolean => {
    if (!text.startsWith(word, at)) return false;
    at += word.length;
    return true;
  };
  const string = (): string => JSON.parse(take(STRING) ?? fail('a string')) as string;
  const list = <T>(close: string, item: () => T): T[] => {
    const items: T[] = [];
    skip();
    if (eat(close)) return items;
    for (;;) {
      skip();
      items.push(item());
      skip();
      if (eat(close)) return items;
      if (!eat(',')) fail(`, or ${close}`);
    }
  };
  const value = (): Exact => {
    if (eat('null')) return { kind: 'null' };
    if (eat('true')) return { kind: 'boolean', value: true };
    if (eat('false')) return { kind: 'boolean', value: false };
    if (eat('[')) return { kind: 'array', items: list(']', value) };
    if (eat('{')) {
      return {
        kind: 'object',
        entries: list('}', () => {
          const key = string();
          skip();
          if (!eat(':')) fail(':');
          skip();
          return [key, value()];
        }),
      };
    }
    if (text[at] === '"') return { kind: 'string', value: string() };
    return { kind: 'number', text: take(NUMBER) ?? fail('a value') };
  };
  skip();
  const parsed = value();
  skip();
  if (at < text.length) fail('the end');
  return parsed;
}

/** Writes compact JSON; a number as its own text. */
export function writeExact(value: Exact): string {
  switch (value.kind) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(value.value);
    case 'number':
      return value.text;
    case 'string':
      return JSON.stringify(value.value);
    case 'array':
      return `[${value.items.map(writeExact).join(',')}]`;
    case 'object':
      return `{${value.entries.map(([key, item]) => `${JSON.stringify(key)}:${writeExact(item)}`).join(',')}}`;
  }
}

/** A JavaScript value as [`Exact`] (its own numbers are exact already or the caller writes text). */
export function exact(value: unknown): Exact {
  return parseExact(JSON.stringify(value));
}

/** The value of `key`, or undefined when the object has none or this is no object. */
export function member(value: Exact | undefined, key: string): Exact | undefined {
  return value?.kind === 'object' ? value.entries.find(([name]) => name === key)?.[1] : undefined;
}

/** The keys of an object in the order they stand. */
export function keys(value: Exact): string[] {
  return value.kind === 'object' ? value.entries.map(([name]) => name) : [];
}

/** The plain string of a string node. */
export function stringOf(value: Exact | undefined): string | undefined {
  return value?.kind === 'string' ? value.value : undefined;
}

/** A number's text in one canonical spelling: its significant digits and a power of ten. */
export function canonicalNumber(text: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!parts) throw new Error(`not a JSON number: ${text}`);
  const [, sign, whole, fraction = '', exponent = '0'] = parts;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}

/** Whether two values are the same JSON: numbers by exact value, texts by code point, objects with the same keys in the same order. */
export function sameExact(left: Exact, right: Exact): boolean {
  return canonical(left) === canonical(right);
}

/** The value's text with every number in its canonical spelling. */
export function canonical(value: Exact): string {
  switch (value.kind) {
    case 'number':
      return canonicalNumber(value.text);
    case 'array':
      return `[${value.items.map(canonical).join(',')}]`;
    case 'object':
      return `{${value.entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
    default:
      return writeExact(value);
  }
}
