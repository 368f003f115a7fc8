import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/chromium.ts';

export default defineConfig({
  testDir: './tests',
  fullyParallel: true,
  workers: 2,
  forbidOnly: !!process.env.CI,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  // a shared machine may stall for longer than any wait; a test that needs another try is listed as flaky
  retries: process.env.CI ? 2 : 0,
  reporter: [['list']],
  use: { browserName: 'chromium', launchOptions, locale: 'en-GB', timezoneId: 'UTC', screenshot: 'only-on-failure' },
});
