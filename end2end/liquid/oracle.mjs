// What LiquidJS makes of some thousand generated templates that go through every filter and tag of its manual: one JSON object on stdout.
//
//     TZ=UTC node liquid/oracle.mjs [SEED [ROUNDS]]
//
// A template is plain (used as the manual says) or odd (given what nobody should give it). LiquidJS runs with its default options.
import { Liquid, version } from 'liquidjs';
import { CONTEXT } from './context.mjs';
import { FILTERS, oddCall, oddInput, plainCall, plainInput } from './filters.mjs';
import { Random } from './random.mjs';
import { TAGS, broken, chain, spaced } from './tags.mjs';

/** These would read other files. */
const FILES = ['include', 'render', 'layout', 'block'];
const ENDINGS = ['', '', '', ' | json', ' | inspect', ' | size', " | join: '/'"];

function* templates(random, rounds) {
  for (let round = 0; round < rounds; round += 1) {
    for (const odd of [false, true]) {
      for (const name of Object.keys(FILTERS)) {
        const ending = random.pick(ENDINGS);
        const source = odd ? `${oddInput(random, name)} | ${oddCall(random, name)}` : `${plainInput(random, name)} | ${plainCall(random, name)}`;
        yield { odd, template: `{{ ${source}${ending} }}` };
      }
      for (const make of Object.values(TAGS)) {
        const template = make(random, odd);
        yield { odd, template };
        yield { odd, template: spaced(random, make(random, odd)) };
        if (odd) yield { odd, template: broken(random, template) };
      }
      for (let more = 0; more < 10; more += 1) yield { odd, template: chain(random, odd) };
    }
  }
}

/** Whether a filter's answer holds half of a character. */
const cut = (answer) => (Array.isArray(answer) ? answer.some(cut) : typeof answer === 'string' && !answer.isWellFormed());

/** A LiquidJS that notes which filters ran and which tags were read, and whether a character was cut in two. */
function watching(seen) {
  const liquid = new Liquid();
  for (const [name, filter] of Object.entries(liquid.filters)) {
    const handler = typeof filter === 'function' ? filter : filter.handler;
    const watched = function (...given) {
      seen.filters.add(name);
      const answer = handler.apply(this, given);
      seen.halves ||= cut(answer);
      return answer;
    };
    liquid.registerFilter(name, typeof filter === 'function' ? watched : { ...filter, handler: watched });
  }
  for (const [name, Tag] of Object.entries(liquid.tags)) {
    liquid.tags[name] = class extends Tag {
      constructor(...given) {
        super(...given);
        seen.tags.add(name);
      }
    };
  }
  return liquid;
}

/** What is printed, or which way it fails. */
function outcome(liquid, template) {
  let parsed;
  try {
    parsed = liquid.parse(template);
  } catch (error) {
    return { fault: error.message };
  }
  try {
    return { prints: liquid.renderSync(parsed, { context: structuredClone(CONTEXT) }).toWellFormed() };
  } catch (error) {
    return { fails: error.message };
  }
}

const [seed, rounds] = [Number(process.argv[2] ?? 1), Number(process.argv[3] ?? 10)];
const pristine = new Liquid();
const cases = [];
for (const { odd, template } of templates(new Random(seed), rounds)) {
  const seen = { filters: new Set(), tags: new Set(), halves: false };
  outcome(watching(seen), template);
  const { filters, tags, halves } = seen;
  cases.push({ odd, template, ...outcome(pristine, template), halves, filters: [...filters], tags: [...tags] });
}
const manual = { filters: Object.keys(pristine.filters), tags: Object.keys(pristine.tags).filter((name) => !FILES.includes(name)) };
process.stdout.write(JSON.stringify({ version, seed, context: CONTEXT, manual, cases }));
