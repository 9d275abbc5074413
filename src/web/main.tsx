// First, so that a sign-in token does not stay in the address bar while the rest loads.
import { watchForLinkToken } from './features/sign-in/link-token.ts';
import '@mantine/core/styles.css';
import 'virtual:theme.css';
import '@mantine/notifications/styles.css';
import i18next from 'i18next';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { rememberTimeZone } from './cookies.ts';
import { loadParts } from './lazy-part.tsx';
import { onRightsWithheld, onSessionEnded } from './api.ts';
import { App } from './app.tsx';
import { clearPersonCache, meQuery } from './features/people/queries.ts';
import { removeOldToasts } from './features/web/old-toasts.ts';
import { createQueryClient } from './query-client.ts';
import { makeRouter } from './routes.tsx';
import { readPageState, takeOverQueries } from './server-page.ts';
import { localTimeZone, setReader } from '../locales/format/dates.ts';
import { startWorker } from './service-worker.ts';
import { startI18n } from './ui/i18n.ts';
import './ui/styles.css';
import './ui/editing/fields.css';
import './languages.css';

const queryClient = createQueryClient();
const router = makeRouter(queryClient);

watchForLinkToken();
removeOldToasts(router);

onSessionEnded((end) => {
  if ((queryClient.getQueryData(meQuery.queryKey) ?? null) === null) return;
  const next = router.state.location.href;
  clearPersonCache(queryClient);
  void router.navigate({
    to: '/sign-in',
    search: end === 'suspended' ? { suspended: true } : { next, ended: true },
    replace: true,
  });
});

// Passkeys may have become required while the page was open; the person's own data says whether they are affected.
onRightsWithheld(() => {
  if (queryClient.getQueryData(meQuery.queryKey)?.rights_withheld === false)
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
});

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
  await startI18n(page?.language);
  const app = <App i18n={i18next} queryClient={queryClient} router={router} />;
  const timeZone = localTimeZone();
  rememberTimeZone(timeZone);
  if (page !== undefined) takeOverQueries(queryClient, page);
  // The time zone has changed since the last visit: the dates that the server rendered are wrong, so nothing is hydrated.
  if (page === undefined || (page.timeZone ?? timeZone) !== timeZone) {
    createRoot(element).render(app);
    return;
  }
  const locales = [page.locale, ...navigator.languages];
  setReader(() => ({ locales, now: page.now }));
  window.addEventListener('muster:ready', () => setReader(() => ({ locales })), { once: true });
  // The router renders fewer Suspense boundaries on the server, and in a browser that takes over such a page.
  router.ssr = { manifest: undefined };
  keepScrollPosition();
  await router.load();
  await loadParts(page.parts);
  hydrateRoot(element, app);
}

/** Readers may have scrolled a page that the server rendered: the router would move it to its top. */
function keepScrollPosition(): void {
  router.update({ ...router.options, scrollRestoration: () => false });
  const unsubscribe = router.subscribe('onRendered', () => {
    unsubscribe();
    router.update({ ...router.options, scrollRestoration: true });
  });
}

const element = document.querySelector('#root');
if (element !== null) void start(element);

const workerDelayMs = 1000;

/** Not before the page has loaded, so that nothing of it delays the page. */
function startWorkerLater(): void {
  setTimeout(startWorker, workerDelayMs);
}
if (document.readyState === 'complete') startWorkerLater();
else window.addEventListener('load', startWorkerLater, { once: true });
