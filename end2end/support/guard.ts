// Watches a page for what must never happen: a console error, an uncaught error, a failed or a foreign request, a script of the agent's.
import type { Page } from '@playwright/test';

export class Guard {
  readonly problems: string[] = [];
  /** Every address the page asked for. */
  readonly requests: string[] = [];
  /** Where the test itself went. */
  readonly homes = new Set<string>();
  private readonly allowed: RegExp[] = [];

  constructor(page: Page, scripted: boolean) {
    // who leaves at once takes the note that the page was seen along, the question about a pattern, and the draft, which is sent all the same
    this.allow(/^request failed: POST \S+\/api\/(viewed|patterns|draft) net::ERR_ABORTED$/);
    this.allow(/^request failed: GET \S+\/(events|inbox\/shelves\S*) net::ERR_ABORTED$/);
    // the browser fetches the icon by itself, after all else
    this.allow(/^request failed: GET \S+\/favicon\.svg net::ERR_ABORTED$/);
    // Chromium preloads nothing that it will not run, and calls that a policy of the page's
    if (!scripted) {
      this.allow(/^request failed: GET \S+\.(js|wasm) csp$/);
      this.allow(/^console warning: The resource \S+\.wasm was preloaded using link preload but not used/);
    }
    page.on('console', (message) => {
      if (message.type() === 'error' || (message.type() === 'warning' && /hydrat|panic|wasm/i.test(message.text()))) {
        this.note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    page.on('pageerror', (error) => this.note(`uncaught: ${error.message}`));
    page.on('request', (request) => this.requests.push(request.url()));
    page.on('requestfailed', (request) => this.note(`request failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`));
    page.on('response', (response) => {
      if (response.status() >= 400) this.note(`status ${response.status()}: ${response.request().method()} ${response.url()}`);
    });
  }

  /** Says that a problem matching `pattern` is what this test is about. */
  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }

  /** An answer with this status is what this test is about (Chromium reports it on the console too). */
  allowStatus(status: number): void {
    this.allow(new RegExp(`^status ${status}: |^console error: Failed to load resource: .*status of ${status}\\b`));
  }

  /** What happened and was not allowed. */
  unexpected(): string[] {
    return this.problems.filter((problem) => !this.allowed.some((pattern) => pattern.test(problem)));
  }

  /** Requests to anywhere but the servers that the test opened. */
  foreign(): string[] {
    return this.requests.filter((url) => !/^(data|blob|about):/.test(url) && !this.homes.has(new URL(url).origin));
  }

  private note(problem: string): void {
    this.problems.push(problem);
  }
}
