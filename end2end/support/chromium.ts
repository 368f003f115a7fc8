// Where Chromium is: CHROMIUM_PATH, else one that the system has, else Playwright's own.
import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const launchOptions: LaunchOptions = {
  executablePath: process.env.CHROMIUM_PATH || KNOWN.find(existsSync),
  args: ['--no-sandbox', '--disable-gpu'],
};
