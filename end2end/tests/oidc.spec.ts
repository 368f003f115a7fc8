// Reviewers who sign in at an OpenID provider that we did not write, in Chromium, with and without scripts.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, picture, test as base } from '../fixtures.ts';
import type { ReviewPage } from '../pages/ReviewPage.ts';
import { Agent } from '../support/agent.ts';
import { serious } from '../support/axe.ts';
import { proposal } from '../support/examples.ts';
import { COUNTERSIGN, Issuer } from '../support/issuer.ts';
import { Server } from '../support/server.ts';

interface Office {
  server: Server;
  agent: Agent;
  issuer: Issuer;
}

const test = base.extend<{ office: Office }>({
  office: async ({}, use) => {
    const issuer = await Issuer.start('ES256');
    const server = await Server.start({
      COUNTERSIGN_OIDC_ISSUER: issuer.url,
      COUNTERSIGN_OIDC_CLIENT_ID: COUNTERSIGN.clientId,
      COUNTERSIGN_OIDC_CLIENT_SECRET: COUNTERSIGN.clientSecret,
      COUNTERSIGN_REQUIRE_SIGN_IN: 'true',
    });
    const agent = await Agent.connect(server, 'crm-sync');
    await use({ server, agent, issuer });
    await agent.close();
    await server.stop();
    await issuer.stop();
  },
});

const change = () => proposal({ name: { type: 'string', title: 'Name', default: 'Ann' } }, { message: 'Sync one' });

const FONTS = 'https://fonts.googleapis.com';

const host = (issuer: Issuer) => new URL(issuer.url).host;

/** Makes ready for a way between two servers. */
async function between({ guard, page }: ReviewPage, { issuer, server }: Office): Promise<void> {
  for (const home of [server.origin, issuer.url, FONTS]) guard.homes.add(home);
  // the provider's pages ask for a font, and for an icon that there is not; ours say that they take a session
  await page.route(`${FONTS}/**`, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
  guard.allowStatus(403);
  guard.allowStatus(404);
}

/** Presses our button, and is `login` at the provider. */
async function signIn({ page }: ReviewPage, issuer: Issuer, login: string): Promise<void> {
  await page.getByRole('button', { name: `Sign in with ${host(issuer)}` }).click();
  await page.waitForURL(`${issuer.url}/**`);
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test(`one signs in from a review link, decides, and signs out ${javaScriptEnabled ? '' : 'without scripts'}`, async ({ office, open }) => {
    const { agent, issuer, server } = office;
    await server.invite('Ann@Example.com');
    const { elicitationId, reviewUrl } = await agent.propose(change());
    const review = await open({ javaScriptEnabled });
    const { page } = review;
    await between(review, office);
    await page.goto(reviewUrl);
    await expect(page.getByRole('heading', { name: 'Sign in to see this' })).toBeVisible();
    await signIn(review, issuer, 'ann@example.com');
    await page.waitForURL(reviewUrl);
    await review.ready();
    await expect(review.heading).toHaveText('Sync one');
    await review.submit();
    await review.closed('submitted');
    await expect(page.locator('main')).toContainText('Ann@Example.com');
    expect(await agent.call('elicit_result', { elicitationId })).toMatchObject({ decision: 'submitted', values: { name: 'Ann' } });

    await page.goto(`${server.origin}/`);
    await expect(page.getByText('Signed in as Ann@Example.com')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
    // the provider remembers them, and asks no more than whether it may tell us
    await page.getByRole('button', { name: `Sign in with ${host(issuer)}` }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`${server.origin}/`);
    await expect(page.getByText('Signed in as Ann@Example.com')).toBeVisible();
  });
}

for (const [colorScheme, width] of [['light', 1280], ['dark', 390]] as const) {
  test(`who is no reviewer here is told so, ${colorScheme}, ${width} px`, async ({ office, open }) => {
    const { issuer, server } = office;
    const review = await open({ colorScheme, viewport: { width, height: 844 } });
    const { page } = review;
    await between(review, office);
    const look = async (name: string) => {
      await picture(review, `${name}-${colorScheme}-${width}`);
      expect(serious(await new AxeBuilder({ page }).analyze()), name).toEqual([]);
    };
    await page.goto(`${server.origin}/`);
    await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
    await look('oidc-signed-out');
    await signIn(review, issuer, 'eve@example.com');
    await expect(page.getByRole('heading', { name: "You can't review here yet" })).toBeVisible();
    await look('oidc-unknown');
    await page.goto(`${server.origin}/`);
    await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  });
}
