// Every case is a test of its own; the reporter counts them by family.
import { expect, test as base } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';
import { judge } from './expectations.ts';
import { families } from './load.ts';
import { Run } from './run.ts';

const test = base.extend<object, { listener: Listener }>({
  listener: [
    async ({}, use) => {
      const listener = await Listener.start();
      await use(listener);
      await listener.stop();
    },
    { scope: 'worker' },
  ],
});

for (const { family, cases } of families()) {
  test.describe(family, () => {
    for (const spec of cases) {
      test(`${spec.id} ${spec.about}`, async ({ server, agent, listener, open }) => {
        test.setTimeout(spec.steps ? 120_000 : 60_000);
        const run = new Run(spec, { server, agent, listener, open });
        await run.carryOut();
        expect(await judge(spec.expect, run)).toEqual([]);
      });
    }
  });
}
