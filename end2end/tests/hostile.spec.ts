// An agent that would like to run something, and sites that would like to decide: nothing of theirs happens.
import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures.ts';
import type { ReviewPage } from '../pages/ReviewPage.ts';
import { Agent } from '../support/agent.ts';
import { proposal } from '../support/examples.ts';
import { Listener } from '../support/listener.ts';
import { Server } from '../support/server.ts';

const SCRIPT = '<script>window.__x=1</script>';
/** Ends whatever it stands in, and begins what would run. */
const EVIL = `"'></script></textarea></title></template>--><img src=x onerror="window.__x=1">${SCRIPT}<svg/onload=window.__x=1><a href="javascript:window.__x=1">x</a>" autofocus onfocus="window.__x=1" x="{{7}}`;
/** A name may have no more. */
const KEY = EVIL.slice(0, 200);
const SHORT = '<img src=x onerror=window.__x=1>';
/** What a template's author writes without disguise. */
const MARKUP = `<h2 onclick="window.__x=1">T</h2>${SCRIPT}<iframe srcdoc="${SCRIPT}"></iframe><form action="https://evil.example"><input autofocus onfocus="window.__x=1"></form><style>*{display:none}</style><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example"><math><mtext><table><mglyph><style><img src=x onerror="window.__x=1"></style></mglyph></table></mtext></math><a href="jav&#x09;ascript:window.__x=1">a</a>{{ context.v | raw }}{{ context.v }}<p title="{{ context.v | raw }}">p</p>`;

type Json = Record<string, unknown>;

/** A call of each tool with something evil in every string that it takes. */
const CALLS: [string, string, Json][] = [
  [
    'proposal',
    'elicit_proposal',
    {
      message: EVIL,
      columns: { sources: [{ key: KEY, label: EVIL }, { key: 'javascript:window.__x=1', label: SHORT }], current: { label: EVIL } },
      labels: { ok: SHORT, cancel: '<svg onload=window.__x=1>' },
      context: { v: EVIL },
      displayTemplate: MARKUP,
      requestedSchema: {
        type: 'object',
        title: EVIL,
        required: [SHORT],
        properties: {
          [KEY]: { type: 'string', title: EVIL, description: EVIL, default: EVIL },
          [SHORT]: { type: 'string', default: EVIL, maxLength: 4000 },
          link: { type: 'string', format: 'uri', default: 'javascript:window.__x=1' },
          coded: { type: 'string', pattern: `^(${SCRIPT}|[^!]*)$`, default: EVIL },
          one: { type: 'string', enum: [EVIL, SHORT], enumNames: [SHORT, EVIL], default: EVIL },
          titled: { type: 'string', oneOf: [{ const: EVIL, title: EVIL }], default: EVIL },
          many: { type: 'array', items: { anyOf: [{ const: EVIL, title: EVIL }, { const: SHORT, title: SHORT }] }, default: [EVIL] },
          count: { type: 'number', title: SHORT, default: 1 },
        },
      },
      fields: {
        link: { sources: { [KEY]: 'JaVaScRiPt:window.__x=1' }, current: `https://x.invalid/${SCRIPT}` },
        [SHORT]: { sources: { [KEY]: { [EVIL]: [EVIL] } }, current: EVIL },
        one: { sources: { [KEY]: 'not an option <b>' }, current: [EVIL] },
        many: { sources: { [KEY]: [SHORT, EVIL, 'stray <i>'] }, current: null },
      },
    },
  ],
  ['approval of a tree', 'elicit_approval', { message: EVIL, context: { [EVIL]: [EVIL, { [SHORT]: { [EVIL]: null } }], url: 'javascript:window.__x=1' }, labels: { ok: SHORT } }],
  [
    'approval of a form',
    'elicit_approval',
    {
      message: EVIL,
      context: { v: EVIL },
      displayTemplate: MARKUP,
      requestedSchema: { type: 'object', properties: { [SHORT]: { type: 'string', title: EVIL, description: EVIL, default: EVIL } } },
    },
  ],
  ['selection', 'elicit_selection', { message: EVIL, options: [{ id: SHORT, label: EVIL, description: EVIL, v: EVIL }, { id: `${SHORT}2` }], labels: { cancel: SHORT } }],
  [
    'selection by template',
    'elicit_selection',
    {
      message: EVIL,
      context: { v: EVIL },
      displayTemplate: MARKUP,
      options: [{ id: SHORT, v: EVIL }, { id: 'b', v: SCRIPT }],
      rowTemplate: MARKUP.replaceAll('context.', 'option.'),
    },
  ],
];

interface Office {
  server: Server;
  /** Its name is as evil as what it sends. */
  agent: Agent;
  /** Signs a page's browser in. */
  signIn: (page: Page, name: string) => Promise<void>;
}

/** A server of its own: what other tests ask would be in its inbox. */
const test = base.extend<{ office: Office; elsewhere: Listener }>({
  office: async ({}, use) => {
    const server = await Server.start();
    const agent = await Agent.connect(server, KEY);
    await use({
      server,
      agent,
      signIn: async (page, name) => {
        await page.goto(await server.invite(name));
        await page.getByRole('button', { name: `Sign in as ${name}` }).click();
        await page.waitForURL(`${server.origin}/`);
      },
    });
    await agent.close();
    await server.stop();
  },
  elsewhere: async ({}, use) => {
    const listener = await Listener.start();
    await use(listener);
    await listener.stop();
  },
});

/** Nothing that an agent sent became an element, an attribute or a script; `open`'s guard sees that nothing was fetched or refused. */
async function harmless(review: ReviewPage, where: string): Promise<void> {
  const found = await review.page.locator('body *').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const faults: string[] = [];
      const name = element.localName;
      if (['img', 'svg', 'math', 'iframe', 'object', 'embed', 'style', 'link', 'meta', 'base', 'video', 'audio'].includes(name)) faults.push(name);
      if (name === 'script' && !element.hasAttribute('nonce') && element.getAttribute('type') !== 'application/json') faults.push(element.outerHTML);
      if (name === 'form' && new URL((element as HTMLFormElement).getAttribute('action') ?? '', location.href).origin !== location.origin) faults.push('form');
      for (const attribute of element.getAttributeNames()) if (/^(on|style$|srcdoc$)/.test(attribute)) faults.push(`${name}[${attribute}]`);
      if (name === 'a' && !/^(https?|mailto):/.test((element as HTMLAnchorElement).href) && element.hasAttribute('href')) faults.push(element.outerHTML);
      return faults;
    }),
  );
  expect(found, where).toEqual([]);
  if (review.scripted) expect(await review.page.evaluate(() => '__x' in window), `${where}: nothing ran`).toBe(false);
}

for (const [what, tool, args] of CALLS) {
  for (const javaScriptEnabled of [true, false]) {
    test(`nothing evil happens: ${what}, ${javaScriptEnabled ? 'scripted' : 'without scripts'}`, async ({ office, open }) => {
      const review = await open({ javaScriptEnabled });
      const dialogs: string[] = [];
      review.page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      for (const decision of ['decline', 'submit'] as const) {
        const { reviewUrl } = await office.agent.call<{ reviewUrl: string }>(tool, args);
        await review.goto(reviewUrl);
        await expect(review.heading).toContainText('window.__x=1');
        await harmless(review, 'pending');
        const pick = review.page.locator('.pick').first();
        if (await pick.count()) await pick.check();
        if (await review.rejectAll.isVisible()) await review.rejectAll.click();
        const [value, status] = decision === 'submit' ? ['submit', 'submitted'] : ['cancel', 'declined'];
        await review.page.locator(`button[name=action][value=${value}]`).last().click();
        await expect(review.page.locator(`[data-status=${status}]`)).toBeAttached();
        await harmless(review, decision);
        expect(review.page.url(), 'the address is what it was').toBe(reviewUrl);
      }
      expect(dialogs).toEqual([]);
    });
  }
}

test('nothing evil happens in the inbox', async ({ office, open }) => {
  const review = await open();
  review.guard.homes.add(office.server.origin);
  for (const [, tool, args] of CALLS) await office.agent.call(tool, args);
  const [, tool, args] = CALLS[0];
  const { elicitationId } = await office.agent.call<{ elicitationId: string }>(tool, args);
  await office.agent.call('elicit_cancel', { elicitationId });
  await office.signIn(review.page, 'Ann');
  await expect(review.page.getByRole('heading', { name: '5 to decide' })).toBeVisible();
  await harmless(review, 'inbox');
  await office.agent.call(tool, args);
  await expect(review.page.getByRole('heading', { name: '6 to decide' }), 'also what comes in by itself').toBeVisible();
  await harmless(review, 'inbox, live');
  await review.page.getByRole('searchbox').fill(EVIL);
  await review.page.getByRole('searchbox').press('Enter');
  await expect(review.page.getByRole('heading', { name: /to decide/ })).toBeVisible();
  await harmless(review, 'searched');
  await review.page.goto(`${office.server.origin}/inbox/${elicitationId}`);
  await harmless(review, 'closed');
});

const one = () => proposal({ site: { type: 'string', format: 'uri', title: 'Site', default: 'x' } });

test('no page is framed, nor held by who opened it', async ({ office, elsewhere, browser }) => {
  const { reviewUrl } = await office.agent.propose(one());
  const page = await browser.newPage();
  for (const url of [reviewUrl, `${office.server.origin}/`, await office.server.invite('Ann')]) {
    elsewhere.html = `<iframe src="${url}"></iframe>`;
    const refused = page.waitForEvent('console', (message) => /frame-ancestors|X-Frame-Options/i.test(message.text()));
    await page.goto(elsewhere.origin);
    await refused;
    expect(page.frames().map((frame) => frame.url())).toEqual([`${elsewhere.origin}/`, 'chrome-error://chromewebdata/']);
  }
  elsewhere.html = '<button onclick="window.held = window.open(this.id)">Open</button>'.replace('<button', `<button id="${reviewUrl}"`);
  await page.goto(elsewhere.origin);
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button').click()]);
  await popup.waitForURL(reviewUrl);
  await expect.poll(() => page.evaluate(() => (window as unknown as { held: Window }).held.closed), { message: 'as good as closed to its opener' }).toBe(true);
  expect(await popup.evaluate(() => window.opener)).toBeNull();
  await page.context().close();
});

test('no other site decides or signs anybody out, signed in or not', async ({ office, elsewhere, browser }) => {
  const { elicitationId, reviewUrl } = await office.agent.propose(one());
  const inboxUrl = `${office.server.origin}/inbox/${elicitationId}`;
  for (const signedIn of [false, true]) {
    const page = await browser.newPage();
    if (signedIn) await office.signIn(page, 'Ann');
    // the first is the same site to a browser, which sends the cookie along; the second is not
    for (const origin of [elsewhere.origin, elsewhere.origin.replace('127.0.0.1', 'localhost')]) {
      for (const action of [reviewUrl, inboxUrl, `${office.server.origin}/sign-out`]) {
        elsewhere.html = `<form method="post" action="${action}"><button name="action" value="cancel">Win a prize</button></form>`;
        await page.goto(origin);
        const [answer] = await Promise.all([page.waitForResponse(action), page.getByRole('button').click()]);
        expect(answer.status(), `${action} from ${origin}`).toBe(403);
        await page.goto(origin);
        await page.evaluate(
          async ([action, decline, door]) => {
            const form = { method: 'POST', mode: 'no-cors', credentials: 'include' } as const;
            // that the answer is kept from this page is as good as an answer
            await fetch(action, { ...form, body: new URLSearchParams({ action: 'cancel' }) }).catch(() => undefined);
            await fetch(decline, { ...form, body: JSON.stringify({ door }) }).catch(() => undefined);
          },
          [action, `${office.server.origin}/api/decline`, new URL(action).pathname],
        );
      }
    }
    expect(await office.agent.status(elicitationId)).toBe('pending');
    if (signedIn) {
      await page.goto(`${office.server.origin}/`);
      await expect(page.getByText('Signed in as')).toBeVisible();
    }
    await page.context().close();
  }
});

test('links tell nobody where they were found', async ({ office, elsewhere, open }) => {
  const review = await open();
  const { reviewUrl } = await office.agent.propose({
    ...proposal({ site: { type: 'string', format: 'uri', title: 'Site', default: 'x' } }, { fields: { site: { sources: { apollo: `${elsewhere.origin}/value` } } } }),
    context: { url: `${elsewhere.origin}/template` },
    displayTemplate: '<a href="{{ context.url }}" rel="opener" referrerpolicy="unsafe-url" target="_top">Look</a>',
  });
  await review.goto(reviewUrl);
  for (const [link, path] of [
    [review.banner.getByRole('link', { name: 'Look' }), '/template'],
    [review.row('site', 'Site').source('apollo').getByRole('link'), '/value'],
  ] as const) {
    const [popup] = await Promise.all([review.page.waitForEvent('popup'), link.click()]);
    await popup.waitForURL(`${elsewhere.origin}${path}`);
    expect(await popup.evaluate(() => [document.referrer, window.opener, history.length])).toEqual(['', null, 1]);
    await popup.close();
  }
  // the icon is asked for by the page that opened, not by ours
  const visits = elsewhere.requests.filter(({ path }) => path !== '/favicon.ico');
  expect(visits.map(({ path }) => path)).toEqual(['/template', '/value']);
  for (const { path, headers } of visits) {
    expect([headers.referer, headers.origin, headers.cookie], path).toEqual([undefined, undefined, undefined]);
    expect(JSON.stringify(headers), path).not.toContain(new URL(reviewUrl).pathname.slice('/review/'.length));
  }
  expect(review.page.url()).toBe(reviewUrl);
});

test('after signing out, Back shows nothing', async ({ office, open }) => {
  const review = await open();
  const { page, guard } = review;
  guard.homes.add(office.server.origin);
  const { elicitationId } = await office.agent.propose({ ...one(), message: 'For your eyes only' });
  await office.signIn(page, 'Ann');
  await page.getByRole('link', { name: 'For your eyes only' }).click();
  await expect(review.heading).toHaveText('For your eyes only');
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Signed in as')).toBeHidden();
  guard.allowStatus(403);
  for (let step = 0; step < 2; step += 1) {
    await page.goBack();
    await expect(page.locator('body')).not.toContainText('For your eyes only');
  }
  await page.goto(`${office.server.origin}/inbox/${elicitationId}`);
  await expect(page.locator('body')).not.toContainText('For your eyes only');
});
