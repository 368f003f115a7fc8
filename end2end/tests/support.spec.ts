// The measure itself: JSON kept exactly.
import { expect, test } from '@playwright/test';
import { canonical, canonicalNumber, keys, parseExact, writeExact } from '../support/exact.ts';
import { families } from '../cases/load.ts';

test('exact JSON keeps digits, order and odd keys', () => {
  const text = '{"b":230.0,"__proto__":{"10":1E400,"9":-0},"\\"":[true,null,"\\ud83d\\ude00"]}';
  const parsed = parseExact(text);
  expect(keys(parsed)).toEqual(['b', '__proto__', '"']);
  expect(writeExact(parsed)).toBe('{"b":230.0,"__proto__":{"10":1E400,"9":-0},"\\"":[true,null,"😀"]}');
  for (const bad of ['', '{', '[1,]', '01', '"\n"', 'nul', '1 2', '{"a" 1}']) expect(() => parseExact(bad), bad).toThrow();
});

test('numbers are the same by exact value', () => {
  const same = [['230', '230.0', '2.3e2', '0.0230E4'], ['0', '-0', '0.000', '0e9'], ['-1.50', '-15e-1'], ['1e400', '10E399']];
  for (const [first, ...others] of same) for (const other of others) expect(canonicalNumber(other), other).toBe(canonicalNumber(first));
  expect(canonicalNumber('9007199254740993')).not.toBe(canonicalNumber('9007199254740992'));
  expect(canonical(parseExact('{"a":[1.0]}'))).toBe(canonical(parseExact('{"a":[1]}')));
  expect(canonical(parseExact('{"a":1,"b":2}'))).not.toBe(canonical(parseExact('{"b":2,"a":1}')));
});

test('every case has an id of its own, says what it is about and expects something', () => {
  const cases = families().flatMap((family) => family.cases);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  expect(cases.length).toBeGreaterThanOrEqual(100);
  for (const { id, about, expect: expectation } of cases) {
    expect(about, id).not.toBe('');
    expect(expectation.length, id).toBeGreaterThan(0);
  }
});
