import type { Locator, Page } from 'playwright-core';
import { repeats } from '../../test/support/effort.ts';
import { follow, settle } from './looks.ts';

/** Controls of each role on a page and in its dialogs; more of a kind are repetitions of the same component. */
const mostOfARole = 12;

/** Options of a list that are chosen, from both of its ends; `npm run test:long` chooses more. */
const mostOptions = repeats(3, 12);

const chosenOf = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => index).filter((index) => index < mostOptions - 1 || index === count - 1);

/** Buttons that end the session, or what the following pages need. They are operated last. */
const destructive =
  /^(sign out|end|erase|delete|revoke|remove|suspend|leave|close|disable|archive|withdraw|decline|take back|unlink|reset|cancel)\b/i;

type Step = { name: string; run: () => Promise<void> };

/** A short time limit: a control that has just disappeared or is covered is not an error of the page. */
const patience = { timeout: 800 };

const quietly = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** The innermost place to operate controls in: an open dialog covers the page. */
const scopeOf = async (page: Page): Promise<Locator> => {
  const dialog = page.getByRole('dialog');
  return (await dialog.count()) > 0 ? dialog.last() : page.locator('main');
};

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
  await control.fill('', patience);
  await control.fill(values[type] ?? 'some-text', patience);
}

async function chooseEach(page: Page, control: Locator): Promise<void> {
  await control.click(patience);
  const options = page.getByRole('option');
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

/** Switched twice, so that both states are rendered; the second time it may be gone. */
async function toggle(control: Locator): Promise<void> {
  await control.click({ ...patience, force: true });
  await quietly(control.click({ ...patience, force: true }));
  await quietly(control.click({ ...patience, force: true }));
}

const isNative = (control: Locator): Promise<boolean> => control.evaluate((node) => node.tagName === 'SELECT');

async function operateInput(page: Page, role: string, control: Locator): Promise<void> {
  if (role === 'textbox' || role === 'searchbox' || role === 'spinbutton') return typeInto(control);
  if (role === 'combobox') return (await isNative(control)) ? chooseNative(control) : chooseEach(page, control);
  if (role === 'slider') return control.press('ArrowRight', patience);
  return toggle(control);
}

/** By selector: finding elements by their role computes it for the whole page, which for all roles takes a second. */
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

const enabled = (control: Locator): Promise<boolean> =>
  quietly(control.isEnabled(patience).then((yes) => yes || Promise.reject()));

/** Operates every input and returns their number. Finds them anew for each step: operating one may show others. */
export async function operateInputs(page: Page, onStep: (name: string) => Promise<void>): Promise<number> {
  let operated = 0;
  for (const [role, selector] of Object.entries(inputs)) {
    const found = async () => (await scopeOf(page)).locator(selector).filter({ visible: true });
    for (let index = 0; index < Math.min(await (await found()).count(), mostOfARole); index += 1) {
      const control = (await found()).nth(index);
      if (!(await enabled(control))) continue;
      await quietly(role === 'dates' ? typeInto(control) : operateInput(page, role, control));
      await onStep(`${role} ${index + 1}`);
      operated += 1;
    }
  }
  return operated;
}

export type ButtonKind = 'harmless' | 'destructive';

/** Clicks every button of one kind, and goes back to the page if that led to another. */
export async function operateButtons(
  page: Page,
  kind: ButtonKind,
  onStep: (name: string) => Promise<void>,
): Promise<void> {
  const address = page.url();
  const steps = await buttonSteps(page, kind);
  for (const { name, run } of steps) {
    await run();
    await onStep(`button "${name}"`);
    const dialog = page.getByRole('dialog');
    if ((await dialog.count()) > 0) {
      await operateInputs(page, (input) => onStep(`button "${name}", ${input}`));
      if (kind === 'destructive') await confirm(page, dialog);
      await onStep(`dialog of "${name}"`);
    }
    await goBack(page, address);
  }
}

async function goBack(page: Page, address: string): Promise<void> {
  // A dialog that is part of the address, such as `?create=true`, stays open.
  if (page.url() === address && (await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
  if (page.url() !== address) await follow(page, address.slice(new URL(address).origin.length));
}

/** The last button of a dialog is the one that does what the dialog asks. */
async function confirm(page: Page, dialog: Locator): Promise<void> {
  await quietly(dialog.last().getByRole('button').last().click(patience));
  await settleOrNot(page);
}

const buttonNames = async (page: Page): Promise<string[]> =>
  (await scopeOf(page))
    .getByRole('button')
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('aria-label') ?? node.textContent ?? ''));

/** Whether the page has a button that removes something. */
export const hasDestructive = async (page: Page): Promise<boolean> =>
  (await buttonNames(page)).some((name) => destructive.test(name));

async function buttonSteps(page: Page, kind: ButtonKind): Promise<Step[]> {
  const names = await buttonNames(page);
  const steps: Step[] = [];
  const seen = new Map<string, number>();
  for (const name of names) {
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    if (destructive.test(name) !== (kind === 'destructive') || nth > 0) continue;
    const run = async () => {
      const button = (await scopeOf(page)).getByRole('button', { name, exact: true }).first();
      if ((await button.count()) === 0 || !(await enabled(button))) return;
      await quietly(button.click(patience));
      await settleOrNot(page);
    };
    steps.push({ name, run });
  }
  return steps.slice(0, mostOfARole);
}

/** Waits for the page, if it is still one: the step that follows reports a page that no longer renders. */
export const settleOrNot = (page: Page): Promise<boolean> =>
  Promise.race([
    quietly(settle(page)),
    new Promise<boolean>((resolve) => {
      setTimeout(resolve, 5000, false);
    }),
  ]);
