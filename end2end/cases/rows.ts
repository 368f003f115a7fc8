// The opening state of a row against what a case expects of it.
import { type Exact, canonicalNumber, keys, member, stringOf, writeExact } from '../support/exact.ts';
import { plain } from './load.ts';
import type { RowSeen } from './run.ts';

/** Whether the editor shows `value`: `null` is blank, a list a set, a number a value. */
function shows(value: Exact, { shown }: RowSeen): boolean {
  switch (shown.kind) {
    case 'text':
      if (value.kind === 'null') return shown.text === '';
      if (value.kind === 'number') return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(shown.text) && canonicalNumber(shown.text) === canonicalNumber(value.text);
      return value.kind === 'string' && shown.text === value.value;
    case 'checkbox':
      return value.kind === 'boolean' && shown.on === value.value;
    case 'select':
      if (value.kind === 'null') return !shown.chosen;
      return shown.chosen && shown.value === (value.kind === 'boolean' ? String(value.value) : stringOf(value));
    case 'choices':
      if (value.kind === 'null') return shown.ticked.length === 0;
      return value.kind === 'array' && sameSet(shown.ticked, plain(value) as string[]);
  }
}

const sameSet = (left: string[], right: string[]) => JSON.stringify([...new Set(left)].sort()) === JSON.stringify([...new Set(right)].sort());

/** What of `wanted` does not hold for the row. */
export function rowFaults(wanted: Exact, seen: RowSeen): string[] {
  return keys(wanted).flatMap((key) => {
    const value = member(wanted, key)!;
    const differ = (got: unknown) => (JSON.stringify(got) === JSON.stringify(plain(value)) ? [] : [`${key} is ${JSON.stringify(got)}, not ${writeExact(value)}`]);
    switch (key) {
      case 'proposed':
        return shows(value, seen) ? [] : [`Proposed shows ${JSON.stringify(seen.shown)}, not ${writeExact(value)}`];
      case 'proposedSet':
        return seen.shown.kind === 'choices' && sameSet(seen.shown.ticked, plain(value) as string[]) ? [] : [`Proposed shows ${JSON.stringify(seen.shown)}`];
      case 'proposedText':
        return differ(seen.shown.kind === 'text' ? seen.shown.text : undefined);
      case 'currentText':
        return differ(seen.current.text);
      case 'currentBlank':
        return differ(seen.current.blank);
      case 'include':
        return differ(seen.include);
      case 'locked':
        return differ(seen.locked);
      case 'invalid':
        return differ(seen.invalid);
      case 'hiddenMarked':
        return differ(seen.hiddenMarked);
      case 'label':
        return seen.heading.split('\n')[0].includes(stringOf(value) ?? '') && seen.label === stringOf(value) ? [] : [`the label is ${JSON.stringify(seen.heading)}`];
      case 'options': {
        const { shown } = seen;
        const offered = shown.kind === 'select' ? shown.options.filter(([, text]) => !/^choose/i.test(text)) : shown.kind === 'choices' ? shown.options : [];
        return differ(offered);
      }
      case 'boxed':
        return keys(value).flatMap((source) => {
          const boxed = member(value, source);
          const got = seen.sources[source]?.boxed;
          return boxed?.kind === 'boolean' && got === boxed.value ? [] : [`the cell of ${source} is ${got ? '' : 'not '}boxed`];
        });
      default:
        return [`no such expectation: row.${key}`];
    }
  });
}
