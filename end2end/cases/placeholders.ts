// What cannot be written in a case as it is: texts and nests too long to read, and an address known only at run time.
import { type Exact, keys, member, parseExact, stringOf, writeExact } from '../support/exact.ts';

/** The value with its placeholders filled in; `listener` is the address of the listener. */
export function fill(value: Exact, listener: string): Exact {
  if (value.kind === 'array') return { kind: 'array', items: value.items.map((item) => fill(item, listener)) };
  if (value.kind !== 'object') return value;
  const [first] = keys(value);
  const argument = member(value, first ?? '');
  switch (first) {
    case '$raw':
      return parseExact(stringOf(argument) ?? '');
    case '$repeat': {
      const [text, times] = argument?.kind === 'array' ? argument.items : [];
      const count = times?.kind === 'number' ? Number(times.text) : 0;
      return { kind: 'string', value: (stringOf(text) ?? '').repeat(count) + (stringOf(member(value, '$then')) ?? '') };
    }
    case '$nest': {
      const depth = argument?.kind === 'number' ? Number(argument.text) : 0;
      let nested: Exact = { kind: 'number', text: '0' };
      for (let level = 0; level < depth; level += 1) nested = { kind: 'array', items: [nested] };
      return nested;
    }
    case '$listener':
      return { kind: 'string', value: `${listener}${stringOf(argument) ?? ''}` };
    default:
      return { kind: 'object', entries: value.entries.map(([key, item]) => [key, fill(item, listener)]) };
  }
}

/** The call's arguments as the text to send. */
export function argumentsText(call: Exact, listener: string): string {
  return stringOf(member(call, '$rawBody')) ?? writeExact(fill(call, listener));
}
