import type { Locator, Page } from 'playwright-core';
import { follow, settle } from './looks.ts';

/** Controls of each role on a page and in its dialogs; more of a kind are repetitions of the same component. */
const mostOfARole = 12;

/** Options of a list that are chosen, from both of its ends. */
const mostOptions = 2;

const chosenOf = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => index).filter((index) => index < mostOptions - 1 || index === count - 1);

/** Buttons that end the session, or what the following pages need. They are operated last. */
const destructive =
  /^(sign out|end|erase|delete|revoke|remove|suspend|leave|close|disable|archive|withdraw|decline|take back|unlink|reset|cancel)\b/i;

/** A short time limit: a control that has just disappeared or is covered is not an error of the page. */
const patience = { timeout: 800 };

const quietly = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** A control that can be operated, and its place among those that were marked with it. */
type Control = { key: string; name: string; place: number };

/**
 * Runs in the page: marks what can be operated and returns it. The innermost place counts: an open dialog covers the page.
 * One call for all controls, and by selector: finding them one by one and by their role takes many times as long.
 */
function markControls(selector: string): Control[] {
  const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1);
  const title = dialog?.querySelector('h2')?.textContent ?? '';
  for (const marked of document.querySelectorAll('[data-control]')) marked.removeAttribute('data-control');
  const times = new Map<string, number>();
  const found: Control[] = [];
  for (const node of (dialog ?? document.querySelector('main'))?.querySelectorAll(selector) ?? []) {
    const { width, height } = node.getBoundingClientRect();
    const isVisible = width > 0 && height > 0 && node.checkVisibility({ visibilityProperty: true });
    if (!isVisible || node.matches(':disabled, [aria-disabled=true]')) continue;
    const labels = 'labels' in node && node.labels instanceof NodeList ? [...node.labels] : [];
    const name = node.getAttribute('aria-label') ?? labels[0]?.textContent ?? node.textContent;
    const nth = times.get(name) ?? 0;
    times.set(name, nth + 1);
    const place = found.length;
    node.setAttribute('data-control', String(place));
    found.push({
      key: `${location.pathname} ${title} ${node.tagName} ${node.getAttribute('type')} ${name} ${nth}`,
      name,
      place,
    });
  }
  return found;
}

const controlsOf = (page: Page, selector: string): Promise<Control[]> => page.evaluate(markControls, selector);
const locate = (page: Page, { place }: Control): Locator => page.locator(`[data-control="${place}"]`);

/** Sets values as typing does: the application renders each of them. */
const enter = (control: Locator, values: string[]): Promise<void> =>
  control.evaluate(
    async (node, texts) => {
      const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node), 'value');
      for (const text of texts) {
        value?.set?.call(node, text);
        node.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
    values,
    patience,
  );

async function typeInto(control: Locator): Promise<void> {
  const type = (await control.getAttribute('type', patience)) ?? 'text';
  const values: Record<string, string> = {
    date: '2031-02-03',
    'datetime-local': '2031-02-03T04:05',
    time: '04:05',
    number: '7',
    email: 'someone@example.org',
    color: '#123456',
  };
  if (type === 'date' || type === 'datetime-local' || type === 'time') {
    // Typed in part, in full, and cleared.
    await control.focus(patience);
    await control.page().keyboard.type('0');
    await control.fill(values[type] ?? '', patience);
    await control.fill('', patience);
    await control.focus(patience);
    await control.page().keyboard.type('11');
    return;
  }
  await control.fill(values[type] ?? 'x', patience);
  await enter(control, ['', values[type] ?? 'some-text']);
}

async function chooseEach(page: Page, control: Locator): Promise<void> {
  await control.click(patience);
  // Closed lists stay in the page.
  const options = page.locator('[role=option]:visible');
  await quietly(options.first().waitFor({ timeout: 200 }));
  const count = await options.count();
  await page.keyboard.press('Escape');
  for (const index of chosenOf(count)) {
    await control.click(patience);
    await options.nth(index).click(patience);
  }
}

async function chooseNative(control: Locator): Promise<void> {
  const count = await control.locator('option').count();
  for (const index of chosenOf(count)) await control.selectOption({ index }, patience);
}

/** Switched three times, so that both states are rendered again; after the first time it may be gone. */
async function toggle(control: Locator): Promise<void> {
  await control.click({ ...patience, force: true });
  const twiceMore = control.evaluate(
    async (node: HTMLElement) => {
      for (const _time of [2, 3]) {
        node.click();
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
    undefined,
    patience,
  );
  await quietly(twiceMore);
}

const isNative = (control: Locator): Promise<boolean> => control.evaluate((node) => node.tagName === 'SELECT');

async function operateInput(page: Page, role: string, control: Locator): Promise<void> {
  if (['textbox', 'searchbox', 'spinbutton', 'dates'].includes(role)) return typeInto(control);
  if (role === 'combobox') return (await isNative(control)) ? chooseNative(control) : chooseEach(page, control);
  if (role === 'slider') return control.press('ArrowRight', patience);
  return toggle(control);
}

const inputs = {
  switch: 'input[role=switch]',
  checkbox: 'input[type=checkbox]:not([role])',
  radio: 'input[type=radio]',
  combobox: 'select, [role=combobox], input[list], input[aria-haspopup=listbox]',
  textbox:
    'textarea, input:is(:not([type]), [type=text], [type=email], [type=tel], [type=url], [type=password]):not([role], [list], [aria-haspopup])',
  searchbox: 'input[type=search]',
  spinbutton: 'input[type=number]',
  slider: 'input[type=range], [role=slider]',
  dates: 'input[type=date], input[type=datetime-local], input[type=time]',
};

/** What was operated: controls by page, dialog and label. */
export type Operated = Set<string>;

/** Operates every input and returns their number. Finds them again for each step: operating one may show others. */
export async function operateInputs(
  page: Page,
  operated: Operated,
  onStep: (name: string) => Promise<void>,
): Promise<number> {
  const here = new Set<string>();
  const isNew = ({ key }: Control) => !here.has(key) && !operated.has(key);
  for (const [role, selector] of Object.entries(inputs)) {
    for (let count = 0; count < mostOfARole; count += 1) {
      const control = (await controlsOf(page, selector)).find(isNew);
      if (control === undefined) break;
      here.add(control.key);
      await quietly(operateInput(page, role, locate(page, control)));
      await onStep(`${role} "${control.name}"`);
    }
  }
  for (const key of here) operated.add(key);
  return here.size;
}

export type ButtonKind = 'harmless' | 'destructive';

const buttons = 'button:not([role]), [role=button], input:is([type=submit], [type=button])';

const isOf = (kind: ButtonKind, name: string): boolean => destructive.test(name) === (kind === 'destructive');

/** Clicks every button of one kind, and goes back to the page if that led to another. */
export async function operateButtons(
  page: Page,
  kind: ButtonKind,
  operated: Operated,
  onStep: (name: string) => Promise<void>,
): Promise<void> {
  const address = page.url();
  const found = (await controlsOf(page, buttons)).filter(({ key, name }) => isOf(kind, name) && !operated.has(key));
  const names = [...new Set(found.map(({ name }) => name))].slice(0, mostOfARole);
  for (const { key } of found) operated.add(key);
  for (const name of names) {
    // Another button may have removed it.
    const control = (await controlsOf(page, buttons)).find((one) => one.name === name);
    if (control !== undefined && (await quietly(locate(page, control).click(patience)))) await settleOrNot(page);
    await onStep(`button "${name}"`);
    const dialog = page.locator('[role=dialog]');
    if ((await dialog.count()) > 0) {
      await operateInputs(page, operated, (input) => onStep(`button "${name}", ${input}`));
      if (kind === 'destructive') await confirm(page, dialog);
      await onStep(`dialog of "${name}"`);
    }
    await goBack(page, address);
  }
}

async function goBack(page: Page, address: string): Promise<void> {
  // A dialog that is part of the address, such as `?create=true`, stays open.
  if (page.url() === address && (await page.locator('[role=dialog]').count()) > 0) await page.keyboard.press('Escape');
  if (page.url() !== address) await follow(page, address.slice(new URL(address).origin.length));
}

/** The last button of a dialog is the one that does what the dialog asks. */
async function confirm(page: Page, dialog: Locator): Promise<void> {
  await quietly(dialog.last().locator('button').last().click(patience));
  await settleOrNot(page);
}

/** Whether the page has a button that removes something. */
export const hasDestructive = async (page: Page): Promise<boolean> =>
  (await controlsOf(page, buttons)).some(({ name }) => destructive.test(name));

/** Waits for the page, if it is still one: the step that follows reports a page that no longer renders. */
export const settleOrNot = (page: Page): Promise<boolean> =>
  Promise.race([
    quietly(settle(page)),
    new Promise<boolean>((resolve) => {
      setTimeout(resolve, 5000, false);
    }),
  ]);
