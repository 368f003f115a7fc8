import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

export default defineConfig(base, { testDir: './cases', reporter: [['./cases/reporter.ts']] });
