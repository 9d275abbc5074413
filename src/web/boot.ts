/**
 * Runs before the first paint; the build writes it into index.html. It sets the colour scheme, and on pages that the
 * server rendered it loads the application: for signed-in people after the first paint, for visitors when they touch
 * the page, as they can read it and follow its links without.
 */
const { main = '', styles = '', preload = '', when } = document.currentScript?.dataset ?? {};

let scheme: string | null = null;
try {
  scheme = localStorage.getItem('mantine-color-scheme-value');
} catch {
  // Storage is disabled.
}
const isDark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';

let isStarted = false;
let pressed: HTMLElement | null = null;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const filled = new Map<Field, string>();

function link(rel: string, href: string): HTMLLinkElement {
  const element = document.createElement('link');
  element.rel = rel;
  element.href = href;
  return document.head.appendChild(element);
}

function start(): void {
  if (isStarted) return;
  isStarted = true;
  for (const file of [main, ...preload.split(' ')]) if (file !== '') link('modulepreload', file);
  // After an upgrade the files of an older page no longer exist.
  const run = () => void import(/* @vite-ignore */ main).catch(() => navigator.onLine && location.reload());
  const sheet = link('stylesheet', styles);
  sheet.addEventListener('load', run);
  sheet.addEventListener('error', run);
}

const isChoice = (field: unknown): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /checkbox|radio/.test(field.type);

/**
 * A button that is pressed before the application is ready is pressed again when it is. Links load their page: the
 * application may know them already, but could not leave a page that it has not taken over.
 */
function keepPress(event: Event): void {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('a, button, input') : null;
  if (target === null) return;
  event.stopImmediatePropagation();
  if (target instanceof HTMLAnchorElement || isChoice(target)) return;
  event.preventDefault();
  pressed = target;
  start();
}

/** What is filled in before the application is ready is filled in again when it is, so that it knows of it. */
function keepInput({ target }: Event): void {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (isText || target instanceof HTMLSelectElement) filled.set(target, target.value);
}

const initialValue = (field: Field): string =>
  field instanceof HTMLSelectElement
    ? ([...field.options].find(({ defaultSelected }) => defaultSelected)?.value ?? '')
    : field.defaultValue;

/** React ignores events of a field whose value it knows already, so each field first gets another one. */
function fillAgain(): void {
  for (const [field, value] of filled) {
    if (isChoice(field)) {
      field.checked = !field.checked;
      field.click();
      continue;
    }
    field.value = value === '' ? initialValue(field) : '';
    // Uses the browser's own setter: React would notice the field's.
    Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

if (main !== '') {
  // With a warm cache the scripts are there at once, and would delay the first paint.
  if (when === 'now') addEventListener('load', () => requestAnimationFrame(() => setTimeout(start)));
  for (const type of ['pointerdown', 'keydown', 'focusin'])
    addEventListener(type, start, { once: true, passive: true });
  addEventListener('click', keepPress, true);
  addEventListener('input', keepInput, true);
  addEventListener(
    'muster:ready',
    () => {
      removeEventListener('click', keepPress, true);
      removeEventListener('input', keepInput, true);
      fillAgain();
      pressed?.click();
    },
    { once: true },
  );
}
