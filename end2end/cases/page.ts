// What a case expects of the page as a whole.
import { type Exact, keys, member, stringOf } from '../support/exact.ts';
import type { Run } from './run.ts';

const words = (value: Exact): string[] => (value.kind === 'array' ? value.items.map((item) => stringOf(item) ?? '') : []);

/** What of `wanted` does not hold for the run's page. */
export async function onPage(wanted: Exact, run: Run): Promise<string[]> {
  const { page: review } = run;
  if (!review) return ['no page was opened'];
  const verdict: string[] = [];
  for (const key of keys(wanted)) {
    const value = member(wanted, key)!;
    switch (key) {
      case 'noScriptRan': {
        const ran = await review.page.evaluate(() => String((window as unknown as { __x?: unknown }).__x));
        if (ran !== 'undefined') verdict.push(`a script ran: window.__x is ${ran}`);
        break;
      }
      case 'textContains':
        verdict.push(...words(value).filter((text) => !run.text.includes(text)).map((text) => `the page does not show ${JSON.stringify(text)}`));
        break;
      case 'textExcludes':
        verdict.push(...words(value).filter((text) => run.text.includes(text)).map((text) => `the page shows ${JSON.stringify(text)}`));
        break;
      case 'noLinkTo':
        verdict.push(...words(value).flatMap((scheme) => run.links.filter((link) => link.trim().toLowerCase().startsWith(scheme)).map((link) => `a link to ${link}`)));
        break;
      case 'noRemoteRequest':
        verdict.push(...review.guard.foreign().map((url) => `a request to ${url}`));
        break;
      case 'hydrated':
        if (!run.hydrated) verdict.push('the page did not hydrate');
        break;
      case 'noConsoleError':
        verdict.push(...review.guard.unexpected());
        break;
      case 'noPrototypePollution': {
        const extra = await review.page.evaluate(() => Object.keys(Object.prototype).concat(Object.keys(Array.prototype)));
        if (extra.length > 0) verdict.push(`prototypes have ${extra.join(', ')}`);
        break;
      }
      case 'bidiIsolated':
        verdict.push(...run.bare.map((text) => `outside bdi: ${JSON.stringify(text)}`));
        break;
      default:
        verdict.push(`no such expectation: page.${key}`);
    }
  }
  return verdict;
}
