/**
 * Starts the application in the browser. A page that the server rendered is on screen already: boot.ts loads this file, and
 * server-page.tsx lets React take the page over. Any other page is empty until then. `muster:ready` (ui/page.tsx) ends the
 * start. Offline, the service worker answers with the empty page and with what it saved.
 */
// First, so that a sign-in token does not stay in the address bar while the rest loads.
import { watchForLinkToken } from './features/sign-in/link-token.ts';
import '@mantine/core/styles.css';
import './ui/theme-variables.css';
import '@mantine/notifications/styles.css';
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { rememberTimeZone } from './cookies.ts';
import { App } from './app.tsx';
import { removeOldToasts } from './features/web/old-toasts.ts';
import { createQueryClient } from './query-client.ts';
import { makeRouter } from './routes.tsx';
import { readPageState, takeOverPage } from './server-page.tsx';
import { watchSession } from './session-end.ts';
import { localTimeZone, setReader } from '../locales/format/dates.ts';
import { readClock } from './clock.ts';
import { startWorker } from './service-worker.ts';
import { startI18n } from './ui/i18n.ts';
import './ui/styles.css';
import './ui/editing/fields.css';
import './languages.css';

const queryClient = createQueryClient();
const router = makeRouter({ queryClient, i18n: i18next });

watchForLinkToken();
watchSession(queryClient, router);
removeOldToasts(router);

// After an upgrade the files that an open page would load next no longer exist, so it is loaded again.
// Loading again does not help a page that was loaded a moment ago, or one without a connection.
window.addEventListener('vite:preloadError', (event) => {
  if (performance.now() < 10_000 || !navigator.onLine) return;
  event.preventDefault();
  window.location.reload();
});

/** Loads what shows errors as soon as somebody uses the page, because without a connection it could not be loaded. */
function loadDialogs(): void {
  void Promise.allSettled([import('./ui/confirm-modal.tsx'), import('./features/web/toast-list.tsx')]);
}
for (const use of ['input', 'keydown', 'pointerdown']) window.addEventListener(use, loadDialogs, { once: true });

/** Not at the top level: the files of areas import this one, and would wait for it while it waits for them. */
async function start(element: Element): Promise<void> {
  const page = readPageState();
  const clock = readClock();
  setReader(() => ({ locales: navigator.languages, clock }));
  const path = window.location.pathname;
  await startI18n(page?.language);
  rememberTimeZone(localTimeZone());
  const app = <App i18n={i18next} queryClient={queryClient} router={router} />;
  if (page === undefined) createRoot(element).render(app);
  else await takeOverPage({ page, path, element, app, queryClient, router });
}

const element = document.querySelector('#root');
if (element !== null) void start(element);

const workerDelayMs = 1000;

/** Not before the page has loaded, so that nothing of it delays the page. */
function startWorkerLater(): void {
  setTimeout(() => startWorker(readPageState()?.asked ?? []), workerDelayMs);
}
if (document.readyState === 'complete') startWorkerLater();
else window.addEventListener('load', startWorkerLater, { once: true });
