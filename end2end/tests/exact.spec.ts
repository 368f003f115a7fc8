// Compared on raw bytes, because a JavaScript object would lose digits, order and odd keys before the test saw them.
import { expect, test } from '../fixtures.ts';
import type { Agent } from '../support/agent.ts';
import { canonical, keys, member, parseExact, writeExact } from '../support/exact.ts';

const head = '"message":"Exact","columns":{"sources":[{"key":"s","label":"S"}],"current":{"label":"C"}}';

async function proposeRaw(agent: Agent, rest: string): Promise<{ elicitationId: string; reviewUrl: string }> {
  const reply = await agent.raw('elicit_proposal', `{${head},${rest}}`);
  expect(reply.isError, reply.text).toBe(false);
  expect(reply.rpcError, reply.text).toBeUndefined();
  expect(writeExact(parseExact(reply.text)), 'the text block is the structured answer').toBe(writeExact(reply.structured!));
  return JSON.parse(reply.text) as { elicitationId: string; reviewUrl: string };
}

const CONTEXT =
  '{"zeta":1,"10":"ten","9":"nine","__proto__":{"polluted":true},"constructor":null,"a.b":[],"\\"":"quote","":"empty key","\\u0000":"nul",' +
  '"é":"e\\u0301","deep":[[[{"x":[1,[2,[3]]]}]]],"big":123456789012345678901234567890,"huge":1e400,"tiny":1E-400,"minus":-0,"point":230.0,' +
  '"long":0.1000000000000000055511151231257827,"text":"line\\r\\nline \\ud83d\\ude00 \\u2028","alpha":false}';

for (const javaScriptEnabled of [true, false]) {
  test(`context comes back with its keys in order and every number exact, scripts ${javaScriptEnabled ? 'on' : 'off'}`, async ({ agent, open }) => {
    const review = await open({ javaScriptEnabled });
    const { elicitationId, reviewUrl } = await proposeRaw(
      agent,
      `"requestedSchema":{"type":"object","properties":{"a":{"type":"string","default":"x"}}},"fields":{},"context":${CONTEXT}`,
    );
    await review.goto(reviewUrl);
    await review.submit();
    await review.closed('submitted');
    const first = await agent.rawById('elicit_result', elicitationId);
    const context = member(first.structured, 'context')!;
    expect(keys(context)).toEqual(keys(parseExact(CONTEXT)));
    expect(canonical(context)).toBe(canonical(parseExact(CONTEXT)));
    expect(writeExact(parseExact(first.text))).toBe(writeExact(first.structured!));
    expect((await agent.rawById('elicit_result', elicitationId)).text, 'the second fetch is the first').toBe(first.text);
  });
}

for (const context of ['"{\\"id\\": 1}"', '[1,2]', '0', 'false', '""', '1e400', '{}']) {
  test(`context ${context} is echoed as it is`, async ({ agent, plain }) => {
    const { elicitationId, reviewUrl } = await proposeRaw(
      agent,
      `"requestedSchema":{"type":"object","properties":{"a":{"type":"string","default":"x"}}},"fields":{},"context":${context}`,
    );
    await plain.goto(reviewUrl);
    await plain.cancel();
    await plain.closed('declined');
    const { structured } = await agent.rawById('elicit_result', elicitationId);
    expect(canonical(member(structured, 'context')!)).toBe(canonical(parseExact(context)));
  });
}

const ODD = ['__proto__', 'constructor', 'a.b', 'a/b', '"', "'", '\\', '10', '9', ' ', 'two words', '[0]', '~1', 'a&b=c', '%41', '+', '😀', 'naïve', 'toString', '<b>', '', 'include', 'action', 'p.x', '\n'];

for (const javaScriptEnabled of [true, false]) {
  test(`property names may be any string, scripts ${javaScriptEnabled ? 'on' : 'off'}`, async ({ agent, open }) => {
    const review = await open({ javaScriptEnabled });
    const properties = ODD.map((name, index) => `${JSON.stringify(name)}:{"type":"string","title":"T${index}","default":"d${index}"}`);
    const { elicitationId, reviewUrl } = await proposeRaw(agent, `"requestedSchema":{"type":"object","properties":{${properties.join(',')}}},"fields":{}`);
    await review.goto(reviewUrl);
    expect(await review.order()).toEqual(ODD);
    for (const [index, name] of ODD.entries()) if (index % 2 === 0) await review.row(name, `T${index}`).editor.fill(`e${index}`);
    await review.submit();
    await review.closed('submitted');
    const { structured } = await agent.rawById('elicit_result', elicitationId);
    const expected = ODD.map((name, index) => `${JSON.stringify(name)}:"${index % 2 === 0 ? 'e' : 'd'}${index}"`);
    expect(writeExact(member(structured, 'values')!)).toBe(writeExact(parseExact(`{${expected.join(',')}}`)));
    expect(writeExact(member(structured, 'formSubmission')!)).toBe(writeExact(member(structured, 'values')!));
  });
}

test('numbers of any size: defaults, cells, comparisons and typed text', async ({ agent, review }) => {
  const big = '123456789012345678901234567890';
  const { elicitationId, reviewUrl } = await proposeRaw(
    agent,
    `"requestedSchema":{"type":"object","properties":{` +
      `"big":{"type":"integer","default":${big}},"near":{"type":"integer","default":9007199254740993},"same":{"type":"number","default":230.0},` +
      `"huge":{"type":"number","default":1e400},"typed":{"type":"integer","default":1}}},` +
      `"fields":{"big":{"sources":{"s":${big}},"current":123456789012345678901234567891},"near":{"sources":{"s":9007199254740992},"current":9007199254740993},` +
      `"same":{"sources":{"s":2.3e2},"current":230}}`,
  );
  await review.goto(reviewUrl);
  const cell = async (name: string) => review.row(name).cell(review.row(name).source('s'));
  expect(await cell('big')).toEqual({ text: big, blank: false, boxed: true });
  expect(await cell('near')).toEqual({ text: '9007199254740992', blank: false, boxed: true });
  expect(await cell('same')).toEqual({ text: '230', blank: false, boxed: false });
  await expect(review.row('big').editor).toHaveValue(big);
  await expect(review.row('same').editor).toHaveValue('230');
  await expect(review.row('near').include, '2^53+1 against itself').not.toBeChecked();
  await expect(review.row('same').include).not.toBeChecked();
  await review.row('typed').type('-999999999999999999999999999999');
  await review.row('huge').setInclude(true);
  await review.row('same').setInclude(true);
  await review.submit();
  await review.closed('submitted');
  const { structured } = await agent.rawById('elicit_result', elicitationId);
  expect(canonical(member(structured, 'values')!)).toBe(
    canonical(parseExact(`{"big":${big},"same":230.0,"huge":1e400,"typed":-999999999999999999999999999999}`)),
  );
});
