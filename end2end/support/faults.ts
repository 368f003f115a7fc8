// A row at fault, as the product promises it.
import { expect } from '@playwright/test';
import type { ReviewPage, Row } from '../pages/ReviewPage.ts';

/** The row shows its fault, tied to the editor the way assistive technology reads it. */
export async function faulty(row: Row): Promise<string> {
  await expect(row.root).toHaveAttribute('data-fault');
  const fault = await row.fault();
  await expect(fault).toBeVisible();
  const text = (await fault.innerText()).trim();
  expect(text).not.toBe('');
  expect(await row.root.locator('[aria-invalid="true"]').count(), 'the editor is marked invalid').toBeGreaterThan(0);
  return text;
}

/** The focus is somewhere in this row. */
export async function focusIsIn(review: ReviewPage, row: Row): Promise<void> {
  await expect
    .poll(() => review.page.evaluate(() => document.activeElement?.closest('tr[data-field]')?.getAttribute('data-field') ?? null))
    .toBe(await row.root.getAttribute('data-field'));
}
