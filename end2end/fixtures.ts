// What every spec gets: a real server and a connected agent a worker, and pages that fail the test at the first console error.
import { test as base, type BrowserContextOptions, expect } from '@playwright/test';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ReviewPage } from './pages/ReviewPage.ts';
import { Agent } from './support/agent.ts';
import { Guard } from './support/guard.ts';
import { Server } from './support/server.ts';

const SCREENSHOTS = fileURLToPath(new URL('./screenshots', import.meta.url));

export interface Shared {
  server: Server;
  agent: Agent;
}

export interface Each {
  /** A page of its own context; closed and judged with the test. */
  open: (options?: BrowserContextOptions) => Promise<ReviewPage>;
  /** The usual page. */
  review: ReviewPage;
  /** A page whose scripts do not run. */
  plain: ReviewPage;
}

export const test = base.extend<Each, Shared>({
  server: [
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  agent: [
    async ({ server }, use) => {
      const agent = await Agent.connect(server, 'end2end');
      await use(agent);
      await agent.close();
    },
    { scope: 'worker' },
  ],
  open: async ({ browser, contextOptions }, use) => {
    const opened: ReviewPage[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...contextOptions, ...options });
      const page = await context.newPage();
      const scripted = options.javaScriptEnabled !== false;
      const review = new ReviewPage(page, new Guard(page, scripted), scripted);
      opened.push(review);
      return review;
    });
    for (const review of opened) {
      const [unexpected, foreign] = [review.guard.unexpected(), review.guard.foreign()];
      await review.page.context().close();
      expect.soft(unexpected, 'nothing goes wrong on the page').toEqual([]);
      expect.soft(foreign, 'no request leaves the server').toEqual([]);
    }
  },
  review: async ({ open }, use) => use(await open()),
  plain: async ({ open }, use) => use(await open({ javaScriptEnabled: false })),
});

export { expect };

/** Keeps a picture of the page for people to look at. */
export async function picture(review: ReviewPage, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  await review.page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage: true });
}
