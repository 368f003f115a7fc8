// Every tag of the manual that reads no file, in the ways that templates use it.
import { anything, condition, path, value } from './expressions.mjs';
import { FILTERS, oddCall, plainCall, plainInput } from './filters.mjs';

const NAMES = Object.keys(FILTERS).filter((name) => name !== 'sample');
const LOOP = ['index', 'index0', 'rindex', 'rindex0', 'first', 'last', 'length', 'name', 'missing'];
const ROW = ['index', 'index0', 'rindex', 'rindex0', 'first', 'last', 'length', 'col', 'col0', 'col_first', 'col_last', 'row'];

const sometimes = (random, text, likelihood = 0.4) => (random.chance(likelihood) ? text : '');
const amount = (random, odd) => (odd ? anything(random) : random.pick(['1', '2', '3', 'context.one']));
const what = (random, odd) => (odd ? anything(random) : value(random, random.pick(['text', 'number', 'boolean'])));
const shown = (random, odd) => {
  const name = random.pick(NAMES);
  if (random.chance(0.4)) return what(random, odd);
  return odd ? `${anything(random)} | ${oddCall(random, name)}` : `${plainInput(random, name)} | ${plainCall(random, name)}`;
};
const list = (random, odd) => {
  if (odd) return anything(random);
  return random.pick(['context.list', 'context.numbers', '(1..4)', '(context.one..3)', 'context.people', 'context.object', 'context.none', 'context.nested']);
};
const options = (random, odd, names) => {
  let text = '';
  for (const name of names) {
    if (!random.chance(0.3)) continue;
    if (name === 'reversed') text += random.pick([' reversed', ', reversed']);
    else if (name === 'continue') text += ' offset: continue';
    else text += `${random.pick([' ', ', '])}${name}${random.pick([':', ': '])}${amount(random, odd)}`;
  }
  return text;
};

/** By name: a template about it. `odd` asks for what tags are not meant for. */
export const TAGS = {
  assign: (random, odd) => `{% assign v = ${shown(random, odd)} %}[{{ v }}]{% assign context = 1 %}{{ ${odd ? 'context.name' : 'v'} }}${sometimes(random, '{% assign v = v | append: "!" %}{{ v }}')}`,
  echo: (random, odd) => `{% echo ${shown(random, odd)} %}`,
  capture: (random, odd) => {
    const name = odd ? random.pick(['c', '"c"', "'c'", 'c-1', 'c x']) : 'c';
    return `{% capture ${name} %}a{{ ${shown(random, odd)} }}b{% endcapture %}[{{ c }}]{{ c | size }}`;
  },
  if: (random, odd) =>
    `{% if ${condition(random, odd)} %}1${sometimes(random, `{% elsif ${condition(random, odd)} %}2`)}${sometimes(random, '{% else %}3')}{% endif %}`,
  unless: (random, odd) =>
    `{% unless ${condition(random, odd)} %}1${sometimes(random, `{% elsif ${condition(random, odd)} %}2`)}${sometimes(random, '{% else %}3')}{% endunless %}`,
  case: (random, odd) => {
    const choice = () => {
      const join = random.pick([', ', ' or ', ',']);
      return `{% when ${random.some(1, 3, () => what(random, odd)).join(join)} %}${random.pick(['a', 'b', 'c'])}`;
    };
    const subject = what(random, odd);
    const hit = sometimes(random, `{% when ${subject} %}hit`);
    return `{% case ${subject} %}${sometimes(random, 'text', 0.1)}${random.some(0, 3, choice).join('')}${hit}${sometimes(random, '{% else %}none')}${sometimes(random, '{% else %}again', odd ? 0.1 : 0)}{% endcase %}`;
  },
  for: (random, odd) => {
    const over = list(random, odd);
    const inner = random.pick([
      '{{ i }}', `{{ forloop.${random.pick(LOOP)} }}`, '{{ i.name }}', '{{ i[0] }}={{ i[1] }}', '{% for j in (1..2) %}{{ forloop.parentloop.index }}{{ j }}{% endfor %}', `{% if ${condition(random, odd, 'i')} %}y{% endif %}`,
    ]);
    const loop = `{% for i in ${over}${options(random, odd, random.pick([['limit', 'offset', 'reversed'], ['reversed', 'offset', 'limit'], ['limit', 'continue']]))} %}${inner};${sometimes(random, '{% else %}nothing')}{% endfor %}`;
    return loop + sometimes(random, `|{% for i in ${over} limit: 2 %}{{ i }}{% endfor %}{% for i in ${over} offset: continue %}{{ i }}{% endfor %}`, 0.25) + sometimes(random, '{{ i }}{{ forloop.index }}', 0.2);
  },
  break: (random, odd) => `{% for i in ${list(random, odd)} %}${sometimes(random, '{{ i }}')}{% if ${condition(random, odd, 'i')} %}{% break %}{% endif %}-{% endfor %}after${sometimes(random, '{% break %}never', odd ? 0.3 : 0)}`,
  continue: (random, odd) => `{% for i in ${list(random, odd)} %}${sometimes(random, '{{ i }}')}{% if ${condition(random, odd, 'i')} %}{% continue %}{% endif %}-{% endfor %}after${sometimes(random, '{% continue %}never', odd ? 0.3 : 0)}`,
  cycle: (random, odd) => {
    const values = random.some(1, 3, () => what(random, odd)).join(', ');
    const group = sometimes(random, `${odd ? anything(random) : "'g'"}: `);
    return `{% for i in (1..4) %}{% cycle ${group}${values} %},{% endfor %}${sometimes(random, `{% cycle ${values} %}{% cycle ${group}'z', ${values} %}`)}`;
  },
  tablerow: (random, odd) => {
    const inner = random.pick(['{{ i }}', `{{ tablerowloop.${random.pick(ROW)} }}`, `{{ tablerowloop.${random.pick(ROW)} }}{{ i.name }}`]);
    return `{% tablerow i in ${list(random, odd)}${options(random, odd, ['cols', 'limit', 'offset'])} %}${inner}{% endtablerow %}`;
  },
  increment: (random, odd) => `{% increment n %}{% increment n %}${sometimes(random, '{% assign n = 9 %}')}{{ n }}${sometimes(random, '{% decrement n %}{% increment n %}')}${odd ? random.pick(['{% increment context %}{{ context }}', '{% increment n x %}', '{% increment %}', "{% increment 'q' %}{{ q }}"]) : ''}`,
  decrement: (random, odd) => `{% decrement n %}{% decrement n %}${sometimes(random, '{% assign n = "x" %}')}{{ n }}${sometimes(random, '{% increment n %}{{ n }}')}${odd ? random.pick(['{% decrement context %}{{ context }}', '{% decrement n x %}', '{% decrement %}', '{% decrement m %}{{ m }}']) : ''}`,
  comment: (random, odd) => `a{% comment ${sometimes(random, 'note')} %}${odd ? random.pick(['{% if %}', '{{ x', '{% comment %}x{% endcomment %}', '{% raw %}{% endcomment %}', '{{ "%}" }}', '{% nosuch %}']) : '{{ context.name }}'}{% endcomment %}b`,
  raw: (random, odd) => `a{% raw %}${odd ? random.pick(['{% if %}', '{{ x', '{% endraw', '{%- raw -%}', '{{ "%}" }}', '{% comment %}']) : '{{ context.name }}'}{%${sometimes(random, '-', odd ? 0.3 : 0)} endraw %}b`,
  '#': (random, odd) => `a{% # ${odd ? random.pick(['one\n # two', 'one\n two', '{{ x }}', '', "'quoted'", '# #']) : 'a note'} %}b{%- # trimmed -%} c`,
  liquid: (random, odd) => {
    const line = () =>
      random.pick([
        () => `echo ${shown(random, odd)}`,
        () => `assign v = ${shown(random, odd)}\necho v`,
        () => `if ${condition(random, odd)}\n  echo 'yes'\nelse\n  echo 'no'\nendif`,
        () => `for i in ${list(random, odd)}\n  echo i\n  ${random.pick(['break', 'continue', 'echo "-"'])}\nendfor`,
        () => '# a note',
        () => `case ${what(random, odd)}\nwhen ${what(random, odd)}\n echo 1\nelse\n echo 2\nendcase`,
        () => 'increment n\ndecrement m',
        () => `cycle ${what(random, odd)}, 'z'`,
        () => (odd ? random.pick(['liquid echo 1', 'comment\n whatever\nendcomment', 'capture c\necho 1\nendcapture\necho c', 'raw\nendraw', 'tablerow i in (1..2)\necho i\nendtablerow']) : `unless ${condition(random, odd)}\necho 'u'\nendunless`),
      ])();
    return `{% liquid\n${random.some(1, 4, line).join('\n')}\n%}`;
  },
};

const DELIMITER = /\{%-?|-?%\}|\{\{-?|-?\}\}/g;

/** The same template with white space around its tags, some of it trimmed. */
export function spaced(random, template) {
  if (template.includes('raw')) return template;
  return template.replace(DELIMITER, (delimiter) => {
    const dash = random.chance(0.25);
    if (delimiter.startsWith('{')) return `${random.pick(['', ' ', '\n  ', '\t'])}${delimiter.slice(0, 2)}${dash ? '-' : ''}`;
    return `${dash ? '-' : ''}${delimiter.slice(-2)}${random.pick(['', ' ', ' \n', '\r\n'])}`;
  });
}

/** The same template with one character gone, doubled or changed. */
export function broken(random, template) {
  const characters = [...template];
  const at = random.below(characters.length);
  characters.splice(at, 1, ...random.pick([[], [characters[at], characters[at]], [random.pick([...'{}%|:,.\'"()[]-=<> ax0'])]]));
  return characters.join('');
}

/** A path's value through two or three filters. */
export function chain(random, odd) {
  const links = random.some(2, 3, () => (odd ? oddCall(random, random.pick(NAMES)) : plainCall(random, random.pick(NAMES))));
  return `{{ ${odd ? anything(random) : path(random, random.pick(['text', 'number', 'list', 'people']))} | ${links.join(' | ')} }}`;
}
