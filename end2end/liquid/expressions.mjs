// Values as templates write them: paths, literals, ranges, conditions.
import { PATHS } from './context.mjs';

const TEXTS = ["'a'", "'alpha'", '", "', "' '", "'o'", '"-"', "'name'", "'x y'", "'%Y'", "'é'", "'42'", "'2.5'"];
const ODD_TEXTS = ["''", '""', "'it\\'s'", '"a\\nb"', "'\\u00e9\\t'", "'😀'", "'  '", "'<i>'", "'&amp;'", "'$&'", "'(a)'", "'[.*'", "'0'", "'-1'", "'1e3'", "'0x10'", "'true'", "'nil'", '"\\\\"', "'%'"];
const NUMBERS = ['0', '1', '2', '3', '5', '10', '1.5', '-2'];
const ODD_NUMBERS = ['-0', '0.1', '2.0', '-1.75', '100', '007', '1e2', '999999999999', '9007199254740993', '0.30000000000000004', '-3.5', '.5', '5.'];
const WORDS = ['nil', 'null', 'true', 'false', 'empty', 'blank', 'undefined', 'missing', 'context', '(1..3)', '(3..1)', '(-1..context.one)', "('1'..'3')", '(1..context.missing)'];

/** A path of the context to a value of this kind. */
export function path(random, kind) {
  return `context.${random.pick(PATHS[kind])}`;
}

/** A value of this kind: mostly from the context, else written out. */
export function value(random, kind) {
  if (kind === 'any-kind') return anything(random);
  const written = { text: TEXTS, number: NUMBERS, boolean: ['true', 'false'], digits: NUMBERS, address: TEXTS }[kind];
  return written && random.chance(0.3) ? random.pick(written) : path(random, kind);
}

/** Whatever a template may write where a value stands. */
export function anything(random) {
  const kinds = Object.keys(PATHS);
  switch (random.below(8)) {
    case 0:
      return random.pick(ODD_TEXTS);
    case 1:
      return random.pick(ODD_NUMBERS);
    case 2:
      return random.pick(WORDS);
    case 3:
      return random.pick(TEXTS);
    case 4:
      return random.pick(NUMBERS);
    case 5:
      return path(random, 'odd');
    default:
      return path(random, random.pick(kinds));
  }
}

const OPERATORS = ['==', '!=', '<', '>', '<=', '>=', 'contains'];

/** A condition as `if` takes it. */
export function condition(random, odd, item) {
  const operand = () => {
    if (item && random.chance(0.5)) return item;
    return odd ? anything(random) : value(random, random.pick(['text', 'number', 'boolean', 'digits', 'list']));
  };
  const one = () => {
    const plain = random.chance(0.3) ? operand() : `${operand()} ${random.pick(OPERATORS)} ${operand()}`;
    return random.chance(0.12) ? `not ${plain}` : plain;
  };
  return random.some(1, odd ? 4 : 2, one).reduce((left, right) => `${left} ${random.pick(['and', 'or'])} ${right}`);
}
