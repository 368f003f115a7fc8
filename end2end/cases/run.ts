// One case, carried out: the call, the opening page, the reviewer, the steps. What was seen is kept; expectations.ts judges it.
import type { BrowserContextOptions } from '@playwright/test';
import type { Cell, ReviewPage, Row, Shown } from '../pages/ReviewPage.ts';
import { type Agent, type Opened, type RawReply, readReply } from '../support/agent.ts';
import { type Exact, keys, member, stringOf } from '../support/exact.ts';
import type { Answer } from '../support/http.ts';
import type { Listener } from '../support/listener.ts';
import type { Server } from '../support/server.ts';
import { type Case, plain } from './load.ts';
import { argumentsText, fill } from './placeholders.ts';
import { review as decide } from './reviewer.ts';
import { carryOut } from './steps.ts';

/** What a case runs in. */
export interface World {
  server: Server;
  agent: Agent;
  listener: Listener;
  open: (options?: BrowserContextOptions) => Promise<ReviewPage>;
}

/** A row as the page opened it. */
export interface RowSeen {
  label: string;
  heading: string;
  include: boolean;
  locked: boolean;
  invalid: boolean;
  shown: Shown;
  sources: Record<string, Cell>;
  current: Cell;
  hiddenMarked: boolean;
}

/** What came of pressing Submit. */
export interface Submission {
  outcome: 'ok' | 'refused';
  /** The rows at fault, each as it reads. */
  why: string;
  ms: number;
}

/** A case being carried out, and what was seen. */
export class Run {
  reply?: RawReply;
  opened?: Opened;
  page?: ReviewPage;
  rows = new Map<string, RowSeen>();
  order: string[] = [];
  sourceOrder: string[] = [];
  text = '';
  hydrated = false;
  banner?: string;
  links: string[] = [];
  bare: string[] = [];
  submission?: Submission;
  /** The status of every decision that the steps asked for, in order. */
  statuses: number[] = [];
  /** The status of the bare request: `POST /mcp` or `raw-submit`. */
  bareStatus?: number;
  timings: { what: string; ms: number }[] = [];
  /** How many of the parallel decisions were taken; proposals that went all the way. */
  taken = 0;
  allOk = 0;
  private readonly tabs = new Map<string, ReviewPage>();

  constructor(
    readonly spec: Case,
    readonly world: World,
  ) {}

  get agent(): Agent {
    return this.world.agent;
  }

  /** The request's id; throws when the call was refused. */
  get id(): string {
    return this.request.elicitationId;
  }

  get request(): Opened {
    if (!this.opened) throw new Error(`the call was refused: ${this.reply?.text}`);
    return this.opened;
  }

  async timed<T>(what: string, act: () => Promise<T>): Promise<T> {
    const from = performance.now();
    const result = await act();
    this.timings.push({ what, ms: performance.now() - from });
    return result;
  }

  /** The label of property `name`: its title, else the name. */
  label(name: string): string {
    const title = stringOf(member(this.property(name), 'title'))?.trim();
    return title ? title : name;
  }

  property(name: string): Exact | undefined {
    return member(member(member(this.spec.call, 'requestedSchema'), 'properties'), name);
  }

  row(page: ReviewPage, name: string): Row {
    return page.row(name, this.label(name));
  }

  /** The tab of this name, opened on the request when it is first asked for. */
  async tab(name: string): Promise<ReviewPage> {
    const known = this.tabs.get(name);
    if (known) return known;
    const page = await this.newPage();
    this.tabs.set(name, page);
    await page.goto(this.request.reviewUrl);
    return page;
  }

  newPage(options: BrowserContextOptions = {}): Promise<ReviewPage> {
    const timezone = this.spec.browser?.timezone;
    return this.world.open({ ...(timezone ? { timezoneId: timezone } : {}), ...options });
  }

  async carryOut(): Promise<void> {
    await this.call();
    if (!this.opened) return;
    if (this.spec.submit || this.wantsPage()) {
      this.page = await this.newPage();
      await this.page.goto(this.opened.reviewUrl);
      await this.look(this.page);
    }
    if (this.spec.submit) await decide(this, fill(this.spec.submit, this.world.listener.origin));
    if (this.spec.steps) await carryOut(this, this.spec.steps);
  }

  private async call(): Promise<void> {
    const { tool, call } = this.spec;
    const listener = this.world.listener.origin;
    if (tool === 'POST /mcp') {
      const authorization: Record<string, string> = this.spec.auth === 'none' ? { Authorization: '' } : {};
      const answer = await this.agent.post(argumentsText(call, listener), { ...authorization, ...this.spec.headers });
      this.bareStatus = answer.status;
    } else if (tool === 'tools/list') {
      this.reply = readReply(await this.agent.post('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'));
    } else {
      this.reply = await this.timed('the call', () => this.agent.raw(tool, argumentsText(call, listener)));
      if (tool === 'elicit_proposal' && !this.reply.isError && !this.reply.rpcError) {
        this.opened = JSON.parse(this.reply.text) as Opened;
      }
    }
  }

  /** The answer of `tools/list` or of the call, byte by byte. */
  get answer(): Answer {
    if (!this.reply) throw new Error('no tool was called');
    return this.reply.http;
  }

  private wantsPage(): boolean {
    const wanted = ['row', 'order', 'sourceOrder', 'afterRejectAll', 'rendered', 'submit', 'page'];
    const anywhere = (entries: [string, Exact][]): boolean =>
      entries.some(([key, value]) =>
        key === 'oneOf' && value.kind === 'array'
          ? value.items.some((item) => item.kind === 'object' && anywhere(item.entries))
          : wanted.includes(key),
      );
    return anywhere(this.spec.expect);
  }

  /** Notes the state of the page as it opens. */
  async look(page: ReviewPage): Promise<void> {
    this.hydrated = (await page.page.locator('html[data-ready]').count()) > 0;
    this.order = await page.order();
    for (const name of this.order) this.rows.set(name, await this.lookAtRow(this.row(page, name)));
    const sources = plain(member(member(this.spec.call, 'columns'), 'sources') ?? { kind: 'array', items: [] }) as { label: string }[];
    const heads = await page.page.locator('thead th').allInnerTexts();
    this.sourceOrder = heads.flatMap((head) => sources.map(({ label }) => label).filter((label) => head.includes(label)));
    this.text = await page.visibleText();
    this.banner = (await page.banner.count()) > 0 ? ((await page.banner.textContent()) ?? '').trim() : undefined;
    this.links = await page.page.locator('a').evaluateAll((anchors) => anchors.flatMap((a) => [a.getAttribute('href') ?? '', (a as HTMLAnchorElement).href]));
    this.bare = await page.page.locator('[data-source], [data-current]').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const outside: string[] = [];
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
          if (!node.parentElement?.closest('bdi, button, a, summary, [aria-label="empty"]')) outside.push(node.textContent ?? '');
        }
        return outside.filter((text) => /\p{L}|\p{N}/u.test(text));
      }),
    );
  }

  private async lookAtRow(row: Row): Promise<RowSeen> {
    const sources: Record<string, Cell> = {};
    const columns = member(member(this.spec.call, 'columns'), 'sources');
    for (const column of columns?.kind === 'array' ? columns.items : []) {
      const key = stringOf(member(column, 'key')) ?? '';
      sources[key] = await row.cell(row.source(key));
    }
    return {
      label: row.label,
      heading: (await row.root.locator('th').first().innerText()).trim(),
      include: await row.include.isChecked(),
      locked: await row.has('data-locked'),
      invalid: await row.has('data-fault'),
      shown: await row.shown(),
      sources,
      current: await row.cell(row.current),
      hiddenMarked: (await row.root.locator('[data-hidden-character]').count()) > 0,
    };
  }

  /** The names of `submit`'s or a step's object under `key`. */
  static entries(node: Exact, key: string): [string, Exact][] {
    const found = member(node, key);
    return found?.kind === 'object' ? found.entries : [];
  }

  static names(node: Exact, key: string): string[] {
    const found = member(node, key);
    return found?.kind === 'array' ? found.items.map((item) => stringOf(item) ?? '') : [];
  }

  static unknown(node: Exact, known: string[]): string[] {
    return keys(node).filter((key) => !known.includes(key));
  }
}
