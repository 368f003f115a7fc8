// Every filter of the manual: what it usually is given. A list of alternatives stands for each argument, `?` before those that may be left out.
import { anything, value } from './expressions.mjs';

const FORMATS = [
  "'%Y-%m-%d %H:%M:%S'", "'%a %A %b %B %d %e %j %u %w %y'", "'%I:%M %p %P %l %k'", "'%s %L %N %3N %6N'", "'%z %:z %Z'", "'%C %D %F %R %T %x %X %c'", "'%-d %_d %^a %#b %05d %-m'",
  "'%U %W %G %g %V'", "'%% %n %t %h %q'", "'%d %b %Y'",
];
const ODD_FORMATS = ["''", "'%'", "'%Q %E %Ey %Od'", "'%10Y %^10B %_5m'", "'%-H%_H%0H'", "'plain'", "'%::z %:::z'", "'%+'", "'%9N %12N %0N'", "'%v %r'", "'%-Y %-j'"];
const PROPERTIES = ["'name'", "'age'", "'city'", "'active'", "'tags'", "'address.zip'", "'missing'"];
const PERSON_CONDITIONS = ["'item.age > 30'", "'item.city == \"London\"'", "'item.active'", "'item.tags contains \"art\"'", "'item.name.size == 3 or item.age < 10'", "'item.missing'"];
const NUMBER_CONDITIONS = ["'item > 2'", "'item == 10'", "'item'", "'item >= 1 and item <= 3'"];
const KEYED = ["'item.city'", "'item.active'", "'item.name | size'", "'item.age | at_least: 30'", "'item.missing'"];

const written = (...texts) => texts;

/** By name: what stands before it, and what its arguments are. */
export const FILTERS = {
  escape: ['text'],
  xml_escape: ['text'],
  escape_once: ['text'],
  newline_to_br: ['text'],
  strip_html: ['text'],
  abs: ['number'],
  at_least: ['number', 'number'],
  at_most: ['number', 'number'],
  ceil: ['number'],
  divided_by: ['number', written('2', '5', '0.5', '-3', 'context.pi'), written('?', '? true', '? false')],
  floor: ['number'],
  plus: ['number', 'number'],
  minus: ['number', 'number'],
  modulo: ['number', written('2', '5', '-3', '0.7', 'context.number')],
  times: ['number', 'number'],
  round: ['number', written('?', '?', '? 1', '? 2', '? 3')],
  url_decode: ['address'],
  url_encode: ['address'],
  cgi_escape: ['address'],
  uri_escape: ['address'],
  slugify: ['text', written('?', "? 'default'", "? 'pretty'", "? 'raw'", "? 'ascii'", "? 'latin'", "? 'none'"), written('?', '? true', '? false')],
  join: ['list', written('?', "? ', '", "? ''", "? '-'")],
  first: ['list'],
  last: ['list'],
  reverse: ['any'],
  sort: ['list', written('?')],
  sort_natural: ['list', written('?')],
  size: ['any'],
  map: ['people', PROPERTIES],
  sum: ['numbers', written('?')],
  compact: ['any', written('?')],
  concat: ['any', 'any'],
  push: ['list', 'text'],
  unshift: ['list', 'text'],
  pop: ['list'],
  shift: ['list'],
  slice: ['text', written('0', '1', '-3', '2'), written('?', '? 1', '? 3', '? 50')],
  where: ['people', PROPERTIES, written('?', "? 'London'", '? true', '? 36', "? ''")],
  reject: ['people', PROPERTIES, written('?', "? 'London'", '? true', '? 36', "? ''")],
  where_exp: ['people', written("'item'"), PERSON_CONDITIONS],
  reject_exp: ['people', written("'item'"), PERSON_CONDITIONS],
  group_by: ['people', PROPERTIES],
  group_by_exp: ['people', written("'item'"), KEYED],
  has: ['people', PROPERTIES, written('?', "? 'Paris'", '? 36', '? false')],
  has_exp: ['people', written("'item'"), PERSON_CONDITIONS],
  find_index: ['people', PROPERTIES, written('?', "? 'Paris'", '? 36', '? false')],
  find_index_exp: ['people', written("'item'"), PERSON_CONDITIONS],
  find: ['people', PROPERTIES, written('?', "? 'Paris'", '? 36', '? false')],
  find_exp: ['people', written("'item'"), PERSON_CONDITIONS],
  uniq: ['any'],
  sample: [written('context.single', 'context.none', 'context.nothing'), written('?')],
  date: ['date', FORMATS, written('?', '?', "? 'UTC'", "? 'Asia/Kolkata'", '? 360', "? 'America/New_York'")],
  date_to_xmlschema: ['date'],
  date_to_rfc822: ['date'],
  date_to_string: ['date', written('?', "? 'ordinal'"), written('?', "? 'US'", "? 'UK'")],
  date_to_long_string: ['date', written('?', "? 'ordinal'"), written('?', "? 'US'", "? 'UK'")],
  append: ['text', 'text'],
  prepend: ['text', 'text'],
  lstrip: ['text', written('?', "? 'th'", "? ' '")],
  rstrip: ['text', written('?', "? 'g'", "? ' \t'")],
  strip: ['text', written('?', "? 'tg'", "? ' '")],
  downcase: ['text'],
  upcase: ['text'],
  remove: ['text', 'text'],
  remove_first: ['text', 'text'],
  remove_last: ['text', 'text'],
  replace: ['text', 'text', 'text'],
  replace_first: ['text', 'text', 'text'],
  replace_last: ['text', 'text', 'text'],
  split: ['text', written("','", "' '", "''", "'o'", "'line'")],
  strip_newlines: ['text'],
  squish: ['text'],
  capitalize: ['text'],
  truncate: ['text', written('?', '? 5', '? 12', '? 3', '? 60'), written('?', "? '…'", "? ''")],
  truncatewords: ['text', written('?', '? 2', '? 1', '? 30'), written('?', "? '…'", "? ''")],
  normalize_whitespace: ['text'],
  number_of_words: ['text', written('?', "? 'cjk'", "? 'auto'")],
  array_to_sentence_string: ['list', written('?', "? 'or'", "? '&'")],
  base64_encode: ['text'],
  base64_decode: ['base64'],
  sha256: ['text'],
  hmac_sha256: ['text', written("'key'", 'context.name')],
  default: ['any-kind', 'text', written('?', '? allow_false: true', '? allow_false: false')],
  raw: ['text'],
  json: ['any', written('?', '? 2', '? 4')],
  jsonify: ['any', written('?', '? 2')],
  inspect: ['any', written('?', '? 2')],
  to_integer: ['digits'],
};

/** Those whose arguments have to be of a form of their own to do anything. */
const PARTICULAR = {
  date: [FORMATS, ODD_FORMATS],
  where_exp: [["'item'", "'i'"], [...PERSON_CONDITIONS, ...NUMBER_CONDITIONS]],
  reject_exp: [["'item'", "'i'"], [...PERSON_CONDITIONS, ...NUMBER_CONDITIONS]],
  has_exp: [["'item'", "'i'"], [...PERSON_CONDITIONS, ...NUMBER_CONDITIONS]],
  find_exp: [["'item'", "'i'"], [...PERSON_CONDITIONS, ...NUMBER_CONDITIONS]],
  find_index_exp: [["'item'", "'i'"], [...PERSON_CONDITIONS, ...NUMBER_CONDITIONS]],
  group_by_exp: [["'item'", "'i'"], KEYED],
};

/** `name` with the arguments that it is for. */
export function plainCall(random, name) {
  const [, ...wanted] = FILTERS[name];
  const given = [];
  for (const argument of wanted) {
    const text = Array.isArray(argument) ? random.pick(argument) : value(random, argument);
    if (text === '?') break;
    given.push(text.replace(/^\? /, ''));
  }
  return given.length ? `${name}: ${given.join(', ')}` : name;
}

/** What `name` usually works on. */
export function plainInput(random, name) {
  const [before] = FILTERS[name];
  return Array.isArray(before) ? random.pick(before) : value(random, before);
}

/** `name` with too few, too many or unfit arguments. */
export function oddCall(random, name) {
  // there would be nothing to compare
  if (name === 'sample') return random.pick(['sample', 'sample: 0', 'sample: 1', "sample: 'x'"]);
  const particular = PARTICULAR[name];
  if (name === 'date' || (particular && random.chance(0.6))) {
    const first = random.pick(random.chance(0.5) ? particular[0] : particular[1]);
    const zone = random.pick(['', '', ", 'Europe/Berlin'", ', -330', ", 'UTC'", `, ${anything(random)}`]);
    return name === 'date' ? `date: ${first}${zone}` : `${name}: ${random.pick(particular[0])}, ${random.pick(particular[1])}`;
  }
  const given = random.some(0, 3, () => (random.chance(0.1) ? `extra: ${anything(random)}` : anything(random)));
  return given.length ? `${name}: ${given.join(', ')}` : name;
}

/** Whatever stands before a filter at the edge of what it takes. */
export function oddInput(random, name) {
  if (name === 'sample') return random.pick(['context.single', 'context.none', 'context.nothing', "'x'", '7', 'context.missing']);
  return random.chance(0.4) ? plainInput(random, name) : anything(random);
}
