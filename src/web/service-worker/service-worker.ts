/**
 * Makes the app installable and readable offline, and shows notifications. With a connection, pages and
 * answers always come from the server, so an old version of this file cannot keep anybody on an old version of the app.
 */
import { openPage, renewSubscription, showNotification } from './notifications.ts';
import { savedCache } from './names.ts';
import { handlingOf } from './requests.ts';
import { freshOrSaved, withChange } from './saved-answers.ts';

declare const self: ServiceWorkerGlobalScope;
/** Set by the build: changes with every build, so that browsers notice it. */
declare const buildVersion: string;
/** Set by the build: the files of all pages, so that a page that was not opened before works offline. */
declare const appFiles: readonly string[];

/** The page without content, and files whose names change with their content. */
const filesCache = `muster-files-${buildVersion}`;
const shellPath = '/app-shell';
/** A page of its own: only its headers allow the camera. */
const deskPath = '/desk';
const pageTimeoutMs = 10_000;

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([saveShell(), self.skipWaiting()]));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldFiles(), setPreload(), self.clients.claim()]));
});

/**
 * The server is asked for a page while the service worker starts. In Firefox a request that fails so ends the navigation,
 * whatever the service worker answers, so that nothing would open offline.
 */
async function setPreload(): Promise<void> {
  const { navigationPreload } = self.registration;
  await (/\bFirefox\//.test(navigator.userAgent) ? navigationPreload.disable() : navigationPreload.enable());
}

async function saveShell(): Promise<void> {
  const cache = await caches.open(filesCache);
  const response = await fetch(shellPath, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`no page for offline use: ${response.status}`);
  const html = await response.clone().text();
  await cache.put(shellPath, response);
  await cache.put(deskPath, await fetch(deskPath, { cache: 'no-cache', headers: { accept: 'text/html' } }));
  await cache.addAll([...new Set(html.match(/\/assets\/[\w.-]+/g))]);
}

/** Browsers may delete the files while the service worker stays. */
async function restoreShell(): Promise<void> {
  if ((await caches.match(shellPath, { cacheName: filesCache })) === undefined) await saveShell().catch(() => {});
}

async function deleteOldFiles(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('muster-') && name !== filesCache && name !== savedCache);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname: path } = new URL(request.url);
  if (origin !== self.location.origin) return;
  const waitUntil = (work: Promise<unknown>) => event.waitUntil(work);
  switch (handlingOf({ method: request.method, mode: request.mode, path })) {
    case 'page':
      event.respondWith(pageOrShell(event));
      break;
    case 'file':
      event.respondWith(savedFile(request));
      break;
    case 'answer':
      event.respondWith(freshOrSaved(request, waitUntil));
      break;
    case 'session':
      event.respondWith(withChange(async () => (await preloaded(event)) ?? fetch(request)));
      break;
    default:
  }
});

const preloaded = async (event: FetchEvent): Promise<Response | undefined> => {
  const response: unknown = await event.preloadResponse;
  return response instanceof Response ? response : undefined;
};

/** The app itself, which shows what was saved, if the server does not answer. */
async function pageOrShell(event: FetchEvent): Promise<Response> {
  const load = async () => (await preloaded(event)) ?? fetch(event.request);
  try {
    return await Promise.race([load(), failAfter(pageTimeoutMs)]);
  } catch (error) {
    const isDesk = new URL(event.request.url).pathname === deskPath;
    const shell = await caches.match(isDesk ? deskPath : shellPath, { cacheName: filesCache });
    if (shell === undefined) throw error;
    return shell;
  }
}

const failAfter = (ms: number): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error('the server does not answer')), ms));

async function savedFile(request: Request): Promise<Response> {
  const cache = await caches.open(filesCache);
  const saved = await cache.match(request.url);
  if (saved !== undefined) return saved;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

/** Pages name the files that they loaded before there was a service worker, and what the server wrote into them. */
self.addEventListener('message', (event) => {
  const { files, answers } = event.data as { files?: unknown; answers?: unknown };
  const own = texts(files).filter((file) => /^\/assets\/[\w.-]+$/.test(file));
  const languages = new Set([undefined, ...own.map(languageOf)]);
  const all = [...own, ...appFiles.filter((file) => languages.has(languageOf(file)))];
  event.waitUntil(
    saveAnswers(texts(answers), (work) => event.waitUntil(work))
      .then(restoreShell)
      .then(() => saveFiles(all)),
  );
});

const texts = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((text): text is string => typeof text === 'string') : [];

/** The language of a file with texts; undefined for all others. */
const languageOf = (file: string): string | undefined => /^\/assets\/texts_([A-Za-z-]+)_/.exec(file)?.[1];

/** One after another, so that they do not compete with what the page loads. */
async function saveFiles(files: readonly string[]): Promise<void> {
  for (const file of files) await savedFile(new Request(file)).catch(() => {});
}

/** The server answers again, and only to the person who is signed in now. */
async function saveAnswers(urls: readonly string[], waitUntil: (work: Promise<unknown>) => void): Promise<void> {
  for (const url of urls) {
    const request = new Request(url);
    const { origin, pathname: path } = new URL(request.url);
    if (origin === self.location.origin && handlingOf({ method: 'GET', mode: request.mode, path }) === 'answer')
      await freshOrSaved(request, waitUntil).catch(() => {});
  }
}

self.addEventListener('push', (event) => event.waitUntil(showNotification(event.data)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openPage(event.notification)));
self.addEventListener('pushsubscriptionchange', (event) => {
  if (event instanceof ExtendableEvent) event.waitUntil(renewSubscription());
});
