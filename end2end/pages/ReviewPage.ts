// The review page as people and assistive technology find it: by role, name and the markup the product promises.
import { expect, type Locator, type Page, type Response } from '@playwright/test';
import { Guard } from '../support/guard.ts';

/** What an editor shows. */
export type Shown =
  | { kind: 'text'; text: string; multiline: boolean }
  | { kind: 'checkbox'; on: boolean }
  | { kind: 'select'; value: string; text: string; chosen: boolean; options: [string, string][] }
  | { kind: 'choices'; ticked: string[]; options: [string, string][] };

/** One read-only cell. */
export interface Cell {
  text: string;
  blank: boolean;
  boxed: boolean;
}

/** A string as CSS writes it, for attribute selectors over any property name. */
export function cssString(text: string): string {
  const escaped = Array.from(text, (c) => (/[\u0020-\u007e]/.test(c) && !/["\\]/.test(c) ? c : `\\${c.codePointAt(0)?.toString(16)} `));
  return `"${escaped.join('')}"`;
}

export class ReviewPage {
  readonly counter: Locator;
  readonly acceptAll: Locator;
  readonly rejectAll: Locator;
  readonly restoreProposed: Locator;
  readonly heading: Locator;
  readonly banner: Locator;
  readonly rows: Locator;

  constructor(
    readonly page: Page,
    readonly guard: Guard,
    /** Whether the page's scripts run. */
    readonly scripted: boolean,
  ) {
    this.counter = page.getByRole('status').first();
    this.acceptAll = page.getByRole('button', { name: 'Accept All', exact: true });
    this.rejectAll = page.getByRole('button', { name: 'Reject All', exact: true });
    this.restoreProposed = page.getByRole('button', { name: 'Restore Proposed', exact: true });
    this.heading = page.getByRole('heading', { level: 1 });
    this.banner = page.locator('[data-banner]');
    this.rows = page.locator('tr[data-field]');
  }

  /** Opens a review link and waits until the page is ready for work. */
  async goto(url: string): Promise<Response | null> {
    this.guard.homes.add(new URL(url).origin);
    const response = await this.page.goto(url);
    await this.ready();
    return response;
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /** Waits for hydration, where scripts run and the page has any: a closed one is drawn to be read. */
  async ready(): Promise<void> {
    if (this.scripted && (await this.page.locator('script[type="module"]').count()) > 0) await this.page.locator('html[data-ready]').waitFor({ state: 'attached', timeout: 30_000 });
  }

  /** The row of property `name`, whose label is `label` (the title, else the name). */
  row(name: string, label: string = name): Row {
    return new Row(this.page.locator(`tr[data-field=${cssString(name)}]`), label);
  }

  /** The row of an approval's form: its editor is named by the label alone. */
  field(name: string, label: string = name): Row {
    return new Row(this.page.locator(`tr[data-field=${cssString(name)}]`), label, '');
  }

  /** An option of a selection, whole. */
  option(id: string): Locator {
    return this.page.locator(`[data-option=${cssString(id)}]`);
  }

  /** The radio button or the checkbox of an option. */
  pick(id: string): Locator {
    return this.option(id).locator('input');
  }

  /** What says that a selection can't be submitted as it is. */
  get choiceFault(): Locator {
    return this.page.getByRole('group', { name: 'Options' }).locator('xpath=preceding-sibling::*[@id=following-sibling::fieldset/@aria-describedby]');
  }

  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search the options' });
  }

  /** How the draft stands. */
  get draft(): Locator {
    return this.page.locator('.kept');
  }

  /** Shows what was kept elsewhere. */
  get newer(): Locator {
    return this.page.getByRole('status').getByRole('button', { name: 'Show it' });
  }

  /** Another tab of the same browser. */
  async another(): Promise<ReviewPage> {
    const page = await this.page.context().newPage();
    return new ReviewPage(page, new Guard(page, this.scripted), this.scripted);
  }

  /** From now on the page hears nothing of what happens elsewhere, as behind a proxy that holds streams back. */
  async deafen(): Promise<void> {
    await this.page.route('**/events', (route) => route.fulfill({ status: 204 }));
  }

  /** The property names of the rows, top to bottom. */
  order(): Promise<string[]> {
    return this.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-field') ?? ''));
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** The footer's submit button; `name` where `labels.ok` renames it. */
  submitButton(name = 'Submit Changes'): Locator {
    return this.button(name);
  }

  cancelButton(name = 'Cancel'): Locator {
    return this.button(name);
  }

  /** Presses Submit once it is enabled. */
  async submit(name?: string): Promise<void> {
    await this.submitButton(name).click();
  }

  async cancel(name?: string): Promise<void> {
    await this.cancelButton(name).click();
  }

  /** Waits until the page says that the request was closed in this way. */
  async closed(status: 'submitted' | 'declined' | 'canceled' | 'expired'): Promise<void> {
    // a closed page calls a submitted approval "Approved"
    const outcome = this.page.locator(`[data-status=${status}] h2`);
    await expect(outcome.or(this.page.getByText(new RegExp(`\\b${status}\\b`, 'i'))).filter({ visible: true }).first()).toBeVisible();
    await expect(this.page.locator('button[name=action]:enabled')).toHaveCount(0);
  }

  /** All text a reader sees, editors' contents included. */
  visibleText(): Promise<string> {
    return this.page.evaluate(() => {
      const typed = [...document.querySelectorAll('input:not([type=hidden]):not([type=checkbox]):not([type=radio]), textarea')];
      const chosen = [...document.querySelectorAll('select')].map((select) => select.selectedOptions[0]?.text ?? '');
      const values = typed.map((editor) => (editor as HTMLInputElement).value);
      return [document.body.innerText, ...values, ...chosen].join('\n');
    });
  }
}

export class Row {
  constructor(
    readonly root: Locator,
    readonly label: string,
    /** What the editor's name begins with. */
    private readonly prefix = 'Proposed ',
  ) {}

  get include(): Locator {
    return this.root.getByRole('checkbox', { name: `Include ${this.label}`, exact: true });
  }

  /** The editor, whichever control it is. */
  get editor(): Locator {
    const named = { name: `${this.prefix}${this.label}`, exact: true } as const;
    return this.root
      .getByRole('textbox', named)
      .or(this.root.getByRole('combobox', named))
      .or(this.root.getByRole('checkbox', named))
      .or(this.root.getByRole('group', named));
  }

  source(key: string): Locator {
    return this.root.locator(`[data-source=${cssString(key)}]`);
  }

  get current(): Locator {
    return this.root.locator('[data-current]');
  }

  /** What a person double-clicks: the shown value, not the cell's edge. */
  static text(cell: Locator): Locator {
    return cell.locator('bdi').first();
  }

  /** A tick of a multi select, by the option's title. */
  choice(title: string): Locator {
    return this.editor.getByRole('checkbox', { name: title, exact: true });
  }

  /** The element that says what is wrong with Proposed. */
  async fault(): Promise<Locator> {
    const id = await this.root.locator('[aria-errormessage]').first().getAttribute('aria-errormessage');
    return this.root.page().locator(`[id=${cssString(id ?? '')}]`);
  }

  async included(): Promise<boolean> {
    return this.include.isChecked();
  }

  async has(attribute: 'data-included' | 'data-locked' | 'data-fault'): Promise<boolean> {
    return (await this.root.getAttribute(attribute)) !== null;
  }

  /** A read-only cell as drawn. */
  cell(cell: Locator): Promise<Cell> {
    return cell.evaluate((element) => {
      const values = [...element.querySelectorAll('bdi')];
      const boxed = element.closest('[data-differs]') !== null || element.querySelector('[data-differs]') !== null;
      return { text: values.map((bdi) => bdi.textContent ?? '').join('\n'), blank: values.length === 0, boxed };
    });
  }

  /** What the editor shows now. */
  shown(): Promise<Shown> {
    return this.editor.evaluate((element): Shown => {
      if (element instanceof HTMLSelectElement) {
        const options = [...element.options].map((option): [string, string] => [option.value, option.text]);
        const chosen = element.selectedOptions[0];
        // the neutral "choose…" is told from an option whose value is "" by its text
        const neutral = !chosen || /^choose/i.test(chosen.text);
        return { kind: 'select', value: element.value, text: chosen?.text ?? '', chosen: !neutral, options };
      }
      if (element instanceof HTMLTextAreaElement) return { kind: 'text', text: element.value, multiline: true };
      if (element instanceof HTMLInputElement && element.type === 'checkbox') return { kind: 'checkbox', on: element.checked };
      if (element instanceof HTMLInputElement) return { kind: 'text', text: element.value, multiline: false };
      const boxes = [...element.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
      return {
        kind: 'choices',
        ticked: boxes.filter((box) => box.checked).map((box) => box.value),
        options: boxes.map((box): [string, string] => [box.value, box.labels?.[0]?.textContent?.trim() ?? box.getAttribute('aria-label') ?? '']),
      };
    });
  }

  /** Replaces the editor's text by typing, key by key. */
  async type(text: string): Promise<void> {
    await this.editor.click();
    await this.editor.press('ControlOrMeta+a');
    await this.editor.press('Delete');
    if (text !== '') await this.editor.pressSequentially(text);
  }

  /** Sets Include by clicking it, unless it is as wanted. */
  async setInclude(on: boolean): Promise<void> {
    await this.include.setChecked(on);
  }
}
