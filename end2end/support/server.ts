// The real server: one process and one SQLite file of its own, on a port the system picks.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

const run = promisify(execFile);

/** The binary under test: COUNTERSIGN_BIN, else the debug build of this checkout. */
export const BINARY = path.resolve(
  process.env.COUNTERSIGN_BIN ?? fileURLToPath(new URL('../../target/debug/countersign', import.meta.url)),
);

const START_MS = 30_000;

export class Server {
  private constructor(
    private readonly folder: string,
    private readonly env: Record<string, string>,
    private process: ChildProcess,
    /** Without a trailing slash. */
    public origin: string,
    private readonly lines: string[],
  ) {}

  /** Starts a server on a fresh database. */
  static async start(env: Record<string, string> = {}): Promise<Server> {
    const folder = await mkdtemp(path.join(tmpdir(), 'countersign-e2e-'));
    const lines: string[] = [];
    const { process, origin } = await launch(folder, env, '127.0.0.1:0', lines);
    return new Server(folder, env, process, origin, lines);
  }

  get database(): string {
    return database(this.folder);
  }

  get mcpUrl(): string {
    return `${this.origin}/mcp`;
  }

  /** What the server wrote to stdout and stderr so far. */
  get log(): string {
    return this.lines.join('\n');
  }

  /** A new agent's token, minted with the command line. */
  async mint(name: string): Promise<string> {
    const { stdout } = await run(BINARY, ['token', 'create', name, '--database', this.database], { env: clean(this.env) });
    const token = stdout.trim();
    if (!/^\S{20,}$/.test(token)) throw new Error(`token create printed ${JSON.stringify(stdout)}, not one token alone`);
    return token;
  }

  /** The sign-in link of a new reviewer, made with the command line. */
  async invite(name: string): Promise<string> {
    const { stdout } = await run(BINARY, ['reviewer', 'add', name, '--database', this.database], { env: clean(this.env) });
    const link = stdout.trim();
    if (!link.startsWith(`${this.origin}/sign-in/`)) throw new Error(`reviewer add printed ${JSON.stringify(stdout)}, not one link alone`);
    return link;
  }

  /** Ends the process and starts it again on the same address and file. */
  async restart(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.end(signal);
    const { process } = await launch(this.folder, this.env, new URL(this.origin).host, this.lines);
    this.process = process;
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill(signal);
    const late = setTimeout(() => this.process.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(late);
  }
}

const database = (folder: string) => `sqlite:${path.join(folder, 'countersign.db')}`;

/** This process's environment without the product's own settings. */
function clean(env: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([key]) => !key.startsWith('COUNTERSIGN_'));
  return { ...Object.fromEntries(kept), ...env };
}

async function launch(folder: string, env: Record<string, string>, listen: string, lines: string[]) {
  const child = spawn(BINARY, ['serve', '--listen', listen, '--database', database(folder)], {
    env: clean(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${BINARY} serve: ${why}\n${lines.join('\n')}`));
    const late = setTimeout(() => fail(`no "Listening on" within ${START_MS / 1000} s`), START_MS);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`ended with ${code}`));
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const found = /^Listening on (http:\/\/127\.0\.0\.1:\d+)\/?$/.exec(line);
      if (found) {
        clearTimeout(late);
        child.removeAllListeners('exit');
        resolve(found[1]);
      }
    });
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  });
  return { process: child, origin };
}
