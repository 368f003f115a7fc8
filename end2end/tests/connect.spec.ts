// docs/connect.md: its TypeScript agent as it is there.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '../fixtures.ts';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const PAGE = fileURLToPath(new URL('../../docs/connect.md', import.meta.url));

/** The agent, written below this folder so that it finds the SDK. */
async function agentAt(folder: string, extension: string): Promise<string> {
  const found = /^```ts\n(.*?)^```$/ms.exec(await readFile(PAGE, 'utf8'));
  if (!found) throw new Error(`${PAGE} has no TypeScript`);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `agent.${extension}`);
  await writeFile(file, found[1]);
  return file;
}

test('the TypeScript agent of the docs has sound types', async ({}, info) => {
  const options = ['--noEmit', '--ignoreConfig', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck', '--types', 'node'];
  await promisify(execFile)('npx', ['tsc', ...options, await agentAt(info.outputDir, 'mts')], { cwd: FOLDER });
});

test('the TypeScript agent of the docs works', async ({ server, plain }, info) => {
  // it has no type that Node.js would have to strip
  const agent = await agentAt(info.outputDir, 'mjs');
  const env = { ...process.env, FORCE_COLOR: '0', COUNTERSIGN_URL: server.mcpUrl, COUNTERSIGN_TOKEN: await server.mint('typescript') };
  const child = spawn(process.execPath, [agent], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const printed: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line);
    if (printed.length > 1) continue;
    await plain.goto(line.replace('Please review: ', ''));
    await plain.page.getByRole('radio', { name: 'Northmark Ltd' }).check();
    await plain.page.getByRole('button', { name: 'Submit', exact: true }).click();
  }
  expect(printed.slice(1)).toEqual(["submitted [ 'b' ]"]);
  expect(await ended).toEqual([0, null]);
});
