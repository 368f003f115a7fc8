// The Inspector's command line and the official conformance suite against the real server; says what they found, and exits 1 when that is not clean.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Server } from '../support/server.ts';
import { proxy } from './proxy.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const TOOLS = 8;

/** The scenarios that a server of tools only can pass, and has to. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'server-sse-multiple-streams', 'dns-rebinding-protection'];

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a package's command with this Node.js. */
function command(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(HERE, 'node_modules/.bin', name), ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended: Ended = { code: null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (ended.stdout += chunk));
    child.stderr.on('data', (chunk) => (ended.stderr += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...ended, code }));
  });
}

function demand(holds: boolean, what: string, { code, stdout, stderr }: Ended): void {
  if (!holds) throw new Error(`${what} (exit ${code})\n${stdout}\n${stderr}`);
}

/** Where any JSON is meant: what an agent sends is echoed or shown as it is, whatever it is. The Inspector warns of each; they are no errors to it. */
const ANYTHING = [
  'elicit_proposal inputSchema.properties.context',
  'elicit_proposal inputSchema.properties.fields.additionalProperties.properties.current',
  'elicit_proposal inputSchema.properties.fields.additionalProperties.properties.sources.additionalProperties',
  'elicit_approval inputSchema.properties.context',
  'elicit_selection inputSchema.properties.context',
  'elicit_selection inputSchema.properties.options.items.additionalProperties',
  'elicit_result outputSchema.properties.context',
];

/** `tools/list` under the Inspector's strict eye: every tool is there, no error, and no warning but where any JSON is meant. */
async function inspect(server: Server, token: string, era: string): Promise<void> {
  const target = ['--cli', '--transport', 'http', '--server-url', server.mcpUrl, '--header', `Authorization: Bearer ${token}`];
  const ended = await command('mcp-inspector', [...target, '--protocol-era', era, '--method', 'tools/list', '--strict']);
  demand(ended.code === 0, `the Inspector finds faults in the list of tools (${era})`, ended);
  demand(JSON.parse(ended.stdout).tools.length === TOOLS, `the Inspector does not see ${TOOLS} tools (${era})`, ended);
  const found = [...ended.stderr.matchAll(/^(?:Warning|Error): tool "(\w+)"\n\s*Path: (\S+)\n\s*Issue: (.*)$/gm)];
  const places = found.map(([, tool, place]) => `${tool} ${place}`).sort();
  demand(JSON.stringify(places) === JSON.stringify([...ANYTHING].sort()), `the Inspector warns of something else (${era})`, ended);
  demand(found.every(([, , , issue]) => issue.includes('accepts any value')), `the Inspector warns of something else (${era})`, ended);
  demand(ended.stderr.includes(`0 errors, ${ANYTHING.length} warnings`), `the Inspector says something else (${era})`, ended);
  console.log(`Inspector, tools/list --strict, ${era} era: 0 errors; any JSON where it is meant (${places.length} places)`);
}

/** The suite as a whole, and each scenario that we pass by what it checked: one that checks nothing has not passed. */
async function conform(url: string): Promise<void> {
  const output = await mkdtemp(path.join(tmpdir(), 'countersign-conformance-'));
  try {
    const baseline = path.join(HERE, 'expected-failures.yml');
    const ended = await command('conformance', ['server', '--url', url, '--expected-failures', baseline, '--output-dir', output]);
    demand(ended.code === 0, 'the conformance suite finds what expected-failures.yml does not list', ended);
    const folders = await readdir(output);
    for (const scenario of SCENARIOS) {
      const folder = folders.find((name) => name.replace(/-\d{4}-.*$/, '').endsWith(`server-${scenario}`.replace(/^server-server-/, 'server-')));
      demand(folder !== undefined, `${scenario} left no results`, ended);
      const checks: { id: string; status: string }[] = JSON.parse(await readFile(path.join(output, folder ?? '', 'checks.json'), 'utf8'));
      const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
      const others = checks.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO');
      demand(passed > 0 && others.length === 0, `${scenario}: ${passed} checks passed, others: ${JSON.stringify(others)}`, ended);
      console.log(`conformance, ${scenario}: ${passed} passed`);
    }
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

const server = await Server.start();
try {
  const token = await server.mint('conformance');
  for (const era of ['legacy', 'modern']) await inspect(server, token, era);
  const through = await proxy(server.origin, token);
  try {
    await conform(`${through.url}/mcp`);
  } finally {
    through.close();
  }
} finally {
  await server.stop();
}
