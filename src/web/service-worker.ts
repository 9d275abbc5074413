import { savedCache } from './service-worker/names.ts';

const script = '/service-worker.js';

/** Undefined where the browser has none, such as in private windows of some. */
const container = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

/** The service worker once it can be used. It is installed if it is not there yet. */
export async function workerReady(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(script);
  return navigator.serviceWorker.ready;
}

/**
 * After the page has loaded, so that nothing of this delays it. Without a service worker the app works as before. The
 * answers are those that the server wrote into the page.
 */
export function startWorker(answers: readonly string[]): void {
  if (container() === undefined) return;
  void workerReady().then(
    (registration) => nameLoaded(registration, answers),
    () => {},
  );
}

/**
 * What was loaded before the service worker was there would be missing offline, and so would what the server wrote into
 * the page.
 */
function nameLoaded(registration: ServiceWorkerRegistration, answers: readonly string[]): void {
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
  registration.active?.postMessage({ files: [...new Set(files)], answers });
}

/** For the end of a session: removes what was saved for the person and stops notifications to this browser. */
export async function clearBrowserData(): Promise<void> {
  try {
    await caches.delete(savedCache);
    const registration = await container()?.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // The browser has no such storage, so there is nothing to remove.
  }
}
