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

/**
 * A button that is pressed before the application is ready is pressed again when it is. Links load their page: the
 * application may know them already, but could not leave a page that it has not taken over.
 */
function keepPress(event: Event): void {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('a, button, input, label') : null;
  if (target === null) return;
  event.stopImmediatePropagation();
  if (target instanceof HTMLAnchorElement) return;
  event.preventDefault();
  pressed = target;
  start();
}

if (main !== '') {
  // With a warm cache the scripts are there at once, and would delay the first paint.
  if (when === 'now') addEventListener('load', () => requestAnimationFrame(() => setTimeout(start)));
  for (const type of ['pointerdown', 'keydown', 'focusin'])
    addEventListener(type, start, { once: true, passive: true });
  addEventListener('click', keepPress, true);
  addEventListener(
    'muster:ready',
    () => {
      removeEventListener('click', keepPress, true);
      pressed?.click();
    },
    { once: true },
  );
}
