// Counts the cases by family; whatever did not run and pass is a failure.
import type { FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { families } from './load.ts';

const COLOURS = /\u001b\[[0-9;]*m/g;

export default class Count implements Reporter {
  private readonly passed = new Set<string>();
  private chosen = new Set<string>();

  onBegin(_config: unknown, suite: Suite): void {
    this.chosen = new Set(suite.allTests().map(idOf));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'passed') {
      this.passed.add(idOf(test));
      return;
    }
    const why = result.errors.map(({ message }) => (message ?? '').replace(COLOURS, '')).join('\n');
    console.log(`FAILED ${test.title} (${result.status})\n${why.replace(/^/gm, '    ')}`);
  }

  onError(error: { message?: string }): void {
    console.log(error.message);
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    let [passed, failed] = [0, 0];
    const wholly = !process.argv.some((argument) => /^(-g|--grep)/.test(argument));
    const sorted = families().sort((a, b) => (a.family < b.family ? -1 : 1));
    for (const { family, cases } of sorted) {
      // a chosen few may be run by hand; without a choice every case counts
      const counted = cases.filter(({ id }) => wholly || this.chosen.has(id));
      const good = counted.filter(({ id }) => this.passed.has(id)).length;
      if (counted.length > 0) console.log(`${family}: ${good} / ${counted.length}`);
      passed += good;
      failed += counted.length - good;
    }
    console.log(`${passed} passed, ${failed} failed`);
    return { status: failed > 0 || passed === 0 ? 'failed' : result.status };
  }
}

const idOf = (test: TestCase) => test.title.split(' ')[0];
