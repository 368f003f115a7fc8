// The inbox: signing in, requests that come and go while one looks, search, and the way from one request to the next.
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { expect, picture, test as base } from '../fixtures.ts';
import type { ReviewPage } from '../pages/ReviewPage.ts';
import { Agent } from '../support/agent.ts';
import { serious } from '../support/axe.ts';
import { everyEditor, northmark, proposal } from '../support/examples.ts';
import { Server } from '../support/server.ts';

interface Office {
  server: Server;
  agent: Agent;
  /** A browser that is signed in as a new reviewer, at its inbox. */
  reviewer: (name: string, options?: BrowserContextOptions) => Promise<ReviewPage>;
}

/** A server of its own: what another test asks would be in its inbox. */
const test = base.extend<{ office: Office }>({
  office: async ({ open }, use) => {
    const server = await Server.start();
    const agent = await Agent.connect(server, 'crm-sync');
    const seated: ReviewPage[] = [];
    await use({
      server,
      agent,
      reviewer: async (name, options) => {
        const review = await open(options);
        seated.push(review);
        review.guard.homes.add(server.origin);
        await review.page.goto(await server.invite(name));
        await review.page.getByRole('button', { name: `Sign in as ${name}` }).click();
        await review.page.waitForURL(`${server.origin}/`);
        if (review.scripted) await expect(review.page.locator('html[data-ready]')).toBeAttached();
        return review;
      },
    });
    // an inbox that is still open would miss its server
    for (const { page } of seated) await page.goto('about:blank');
    await agent.close();
    await server.stop();
  },
});

const one = (message: string, rest: Record<string, unknown> = {}) =>
  proposal({ name: { type: 'string', title: 'Name', default: 'Ann' } }, { message, ...rest });

const toDecide = (page: Page, count: number) => expect(page.getByRole('heading', { name: `${count} to decide` })).toBeVisible();
const closed = (page: Page, count: number) => expect(page.getByRole('heading', { name: `${count} closed` })).toBeVisible();

test('requests come and go while one looks', async ({ office }) => {
  const { page } = await office.reviewer('Ann');
  await toDecide(page, 0);
  await expect(page.getByText('All done')).toBeVisible();
  const first = await office.agent.propose(one('Sync one'));
  await toDecide(page, 1);
  await expect(page).toHaveTitle('(1) Inbox · Countersign');
  await office.agent.propose(one('Sync two', { timeoutSeconds: 600 }));
  await toDecide(page, 2);
  await expect(page.getByRole('status')).toHaveText('2 to decide');
  await expect(page.getByRole('region', { name: '2 to decide' }).getByRole('link')).toHaveText(['Sync two', 'Sync one']);
  await office.agent.call('elicit_cancel', { elicitationId: first.elicitationId });
  await toDecide(page, 1);
  await closed(page, 1);
  await expect(page.getByRole('region', { name: '1 closed' }).getByRole('listitem')).toContainText(['Canceled']);
});

test('one works from request to request until all is done', async ({ office }) => {
  const review = await office.reviewer('Ann');
  const { page } = review;
  const ids: string[] = [];
  for (const [message, timeoutSeconds] of [['First', 600], ['Second', 1200], ['Third', 1800]] as const) {
    ids.push((await office.agent.propose(one(message, { timeoutSeconds }))).elicitationId);
  }
  await toDecide(page, 3);
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'First' })).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(review.heading).toHaveText('Second');
  await expect(page.getByRole('navigation', { name: 'Inbox' })).toContainText('2 of 3');
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await review.row('name', 'Name').type('Anna');
  await review.submit();
  await expect(review.heading).toHaveText('Third');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(review.heading).toHaveText('First');
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await review.cancel();
  await expect(review.heading).toHaveText('Third');
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await review.submit();
  await expect(page.getByText('All done')).toBeVisible();
  await closed(page, 3);
  await expect(page.getByRole('region', { name: '3 closed' }).getByRole('listitem').first()).toContainText('Submitted by Ann');
  expect(await office.agent.call('elicit_result', { elicitationId: ids[1] })).toMatchObject({ values: { name: 'Anna' } });
  expect(await office.agent.call('elicit_result', { elicitationId: ids[0] })).toMatchObject({ decision: 'declined' });
});

test('what is typed is looked for at once, at an address that can be kept', async ({ office }) => {
  const { page } = await office.reviewer('Ann');
  for (const message of ['Sync NorthMark', 'Sync Acme & Söhne', 'Merge NorthMark']) await office.agent.propose(one(message));
  await toDecide(page, 3);
  await page.getByRole('searchbox').fill('northMARK');
  await toDecide(page, 2);
  await page.getByRole('searchbox').fill('& söhne');
  await toDecide(page, 1);
  await expect(page.getByRole('link', { name: 'Sync Acme & Söhne' })).toBeVisible();
  await office.agent.propose(one('Söhne & Töchter'));
  await toDecide(page, 2);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('& söhne');
  await toDecide(page, 2);
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('has all of these words')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await toDecide(page, 4);
  await expect(page).toHaveURL(`${office.server.origin}/`);
});

test('without scripts one signs in, searches, decides and signs out too', async ({ office }) => {
  const review = await office.reviewer('Ann', { javaScriptEnabled: false });
  const { page } = review;
  for (const message of ['Sync one', 'Merge two']) await office.agent.propose(one(message));
  await page.reload();
  await toDecide(page, 2);
  await page.getByRole('searchbox').fill('merge');
  await page.getByRole('button', { name: 'Search' }).click();
  await toDecide(page, 1);
  await page.getByRole('link', { name: 'Merge two' }).click();
  await review.submit();
  await expect(review.heading).toHaveText('Sync one');
  await review.cancel();
  await expect(page.getByText('All done')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
});

test('a request for one reviewer is in nobody else\'s inbox, and its link asks to sign in', async ({ office, open }) => {
  const ann = await office.reviewer('Ann');
  const bob = await office.reviewer('Bob');
  const { elicitationId, reviewUrl } = await office.agent.propose(one('For Ann alone', { reviewer: 'ann' }));
  await office.agent.propose(one('For anybody'));
  await toDecide(ann.page, 2);
  await toDecide(bob.page, 1);
  await expect(bob.page.getByRole('link', { name: 'For Ann alone' })).toHaveCount(0);
  bob.guard.allowStatus(403);
  await bob.page.goto(reviewUrl);
  await expect(bob.heading).toHaveText('This is for somebody else');
  const stranger = await open();
  stranger.guard.homes.add(office.server.origin);
  stranger.guard.allowStatus(403);
  await stranger.page.goto(reviewUrl);
  await expect(stranger.heading).toHaveText('Sign in to see this');
  await ann.page.goto(reviewUrl);
  await expect(ann.page.locator('html[data-ready]')).toBeAttached();
  await ann.submit();
  await expect(ann.page.getByText('by Ann')).toBeVisible();
  expect(await office.agent.call('elicit_result', { elicitationId })).toMatchObject({ values: { name: 'Ann' } });
});

test('whoever is signed out elsewhere is told so, and loses nothing that was typed', async ({ office, open }) => {
  const review = await office.reviewer('Ann');
  const { page } = review;
  await office.agent.propose(one('Sync one'));
  await page.getByRole('link', { name: 'Sync one' }).click();
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await review.row('name', 'Name').type('kept');
  const other = await page.context().newPage();
  await other.goto(`${office.server.origin}/`);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  review.guard.allowStatus(403);
  await review.submit();
  await expect(page.getByText('You are not signed in: nothing was sent')).toBeVisible();
  expect(await review.visibleText()).toContain('kept');
  // a link that was spent is good for nothing
  const spent = await open();
  spent.guard.homes.add(office.server.origin);
  spent.guard.allowStatus(404);
  await spent.page.goto(`${office.server.origin}/sign-in/${'A'.repeat(43)}`);
  await expect(spent.heading).toHaveText("This sign-in link can't be used");
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    test(`every page of it, ${colorScheme}, ${viewport.width} px`, async ({ office, open }) => {
      const look = async (review: ReviewPage, name: string) => {
        await picture(review, `${name}-${colorScheme}-${viewport.width}`);
        // colours on their way to what they will be are nobody's contrast
        await review.page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
        expect(serious(await new AxeBuilder({ page: review.page }).analyze()), name).toEqual([]);
        const overflow = await review.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow, `${name}: nothing scrolls sideways`).toBeLessThanOrEqual(0);
      };
      const stranger = await open({ colorScheme, viewport });
      stranger.guard.homes.add(office.server.origin);
      await stranger.page.goto(`${office.server.origin}/`);
      await look(stranger, 'inbox-signed-out');
      await stranger.page.goto(await office.server.invite('Bea Reviewer'));
      await look(stranger, 'inbox-sign-in');

      const review = await office.reviewer('Ann', { colorScheme, viewport });
      await look(review, 'inbox-empty');
      const { agent } = office;
      const declined = await agent.propose(one('Merge two contacts that may be the same person'));
      await agent.propose({ ...northmark(), timeoutSeconds: 100 });
      await agent.propose({ ...everyEditor(), timeoutSeconds: 1200 });
      await agent.propose(one(`${'x'.repeat(300)} \u202E hidden`, { timeoutSeconds: 86400 }));
      await agent.approve({ message: 'Send the July invoice to Acme?', context: { total: 1290 } });
      await agent.select({ message: 'Which of these duplicates is right?', options: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] });
      await agent.call('elicit_cancel', { elicitationId: (await agent.propose(one('No longer needed'))).elicitationId });
      await review.page.goto(`${office.server.origin}/inbox/${declined.elicitationId}`);
      await expect(review.submitButton()).toBeEnabled();
      await look(review, 'inbox-request');
      await review.cancel();
      await expect(review.heading).not.toContainText('Merge');
      await review.page.getByRole('navigation', { name: 'Inbox' }).getByRole('link', { name: 'Inbox' }).click();
      await toDecide(review.page, 5);
      await look(review, 'inbox');
    });
  }
}
