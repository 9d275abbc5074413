import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserWindow } from './support/engines/browser-window.ts';
import type { BrowserWindow } from './support/engines/browser-window.ts';
import { openConnection } from './support/engines/connection.ts';
import { hasFirefox, startFirefox } from './support/engines/firefox.ts';
import { hasWebKit, startWebKit } from './support/engines/webkit.ts';
import { startServer } from './support/server.ts';
import type { Server } from './support/server.ts';
import { browserClientOf, clientOf, makeFreshYear } from './support/year.ts';
import type { Year } from './support/year.ts';

/** As on a phone; but WebKit's window is never narrower than 447 px. */
const size = { width: 390, height: 844 };
const account = '0012345678';

const engines = [
  { name: 'Firefox', packages: 'firefox-esr', isInstalled: hasFirefox(), start: () => startFirefox(size) },
  { name: 'WebKit', packages: 'webkit2gtk-driver and xvfb', isInstalled: hasWebKit(), start: () => startWebKit(size) },
];

for (const { name, packages, isInstalled } of engines)
  if (!isInstalled) console.log(`Nothing is tested in ${name}, because ${packages} could not be installed.`);

let server: Server;
let connection: Awaited<ReturnType<typeof openConnection>>;

beforeAll(async () => {
  let port = 0;
  connection = await openConnection(() => port);
  server = await startServer({ BASE_URL: connection.url });
  port = Number(new URL(server.url).port);
});
afterAll(async () => {
  await connection.cut();
  await server[Symbol.asyncDispose]();
});

describe.for(engines)('$name', ({ isInstalled, start }) => {
  test.runIf(isInstalled)(
    'a volunteer signs in, joins a task, says when they can help, reads My day offline and signs out',
    async () => {
      const year = await makeFreshYear(server);
      await prepareDay(year);
      await using engine = await start();
      const window = browserWindow(engine);
      await signIn(window, year.member.email);
      await window.see('Hello, Mia Member');
      await joinTask(window, year);
      await fillAvailability(window, year);
      await readMyDayOffline(window, year);
      await signOutAndGoBack(window);
    },
  );

  test.runIf(isInstalled)('the page for a new message fits a phone', async () => {
    const { pid, owner } = await makeFreshYear(server);
    await using engine = await start();
    const window = browserWindow(engine);
    await signIn(window, owner.email);
    await window.see('Hello, Olga Owner');
    await window.open(`${connection.url}/projects/${pid}/manage/messages/new`);
    await window.see('In one of these teams');
    const { scrollWidth, clientWidth } = (await window.run(
      'const { scrollWidth, clientWidth } = document.documentElement; return { scrollWidth, clientWidth };',
    )) as { scrollWidth: number; clientWidth: number };
    expect(scrollWidth).toBe(clientWidth);
  });

  test.runIf(isInstalled)('the desk works offline, also after a reload', async () => {
    const year = await makeFreshYear(server);
    await prepareDay(year);
    const owner = await browserClientOf(server, year.owner);
    const { token } = await owner.call('create_device', { path: { pid: year.pid }, body: { name: 'Door' } });
    await using engine = await start();
    const window = browserWindow(engine);
    await window.open(`${connection.url}/desk#${year.pid}.${token}`);
    await window.see('Ready to scan');
    await allFilesSaved(window);
    await offline(async () => {
      await window.reload();
      await window.see('Ready to scan');
      await window.fill('Name or code', 'Mia');
      await window.press('Mia Member');
      await window.see('1 scan waiting');
      await window.reload();
      await window.see('1 scan waiting');
    });
    await window.press('Sync now');
    await window.see('0 scans waiting');
  });
});

const hour = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * hour).toISOString();

/** A task of the member today, and one that is free. */
async function prepareDay({ pid, owner, member }: Year): Promise<void> {
  const own = await clientOf(server, owner);
  const path = { pid };
  const body = { tid: 'venue', capacity: 2 };
  const today = { ...body, title: 'Stage', starts_at: inHours(1), ends_at: inHours(2) };
  const { id } = await own.call('create_task', { path, body: today });
  await own.call('add_attendee', { path: { pid, id, uid: member.uid } });
  const free = { title: 'Clean up', starts_at: `${pid}-08-09T10:00:00Z`, ends_at: `${pid}-08-09T12:00:00Z` };
  await own.call('create_task', { path, body: { ...body, ...free } });
}

async function signIn(window: BrowserWindow, email: string): Promise<void> {
  await window.open(`${connection.url}/sign-in`);
  await window.fill('Email address', email);
  await window.press('Create sign-in link');
  await window.see('Your link is ready');
  await window.open(await server.mailedLink(email));
}

async function joinTask(window: BrowserWindow, { pid }: Year): Promise<void> {
  await window.open(`${connection.url}/projects/${pid}/open-tasks`);
  await window.press('Join: Clean up');
  await window.see('You joined Clean up');
}

async function fillAvailability(window: BrowserWindow, { pid }: Year): Promise<void> {
  await window.open(`${connection.url}/projects/${pid}/availability`);
  await window.see('Overnight to');
  const days = 'return [...document.querySelectorAll("main section h2")].map((node) => node.textContent)';
  const shown = (await window.run(days)) as string[];
  // Today, and four days around the event.
  expect(shown.map((day) => day.includes('August'))).toEqual([false, true, true, true, true]);
  await window.press(`Not this day: ${shown.at(-1)}`);
  await window.press('Save');
  await window.see('Saved. Thank you.');
}

async function readMyDayOffline(window: BrowserWindow, { pid }: Year): Promise<void> {
  await window.open(`${connection.url}/projects/${pid}/my-day`);
  await window.see('Stage');
  await allFilesSaved(window);
  await window.reload();
  await window.see('Stage');
  await window.until(
    'saved day',
    `return (await caches.match('/api/projects/${pid}/my-day')) !== undefined && (await caches.match('/api/me')) !== undefined;`,
  );
  await offline(async () => {
    await window.open(`${connection.url}/projects/${pid}/my-day`);
    await window.see('Stage');
    await window.see("You're offline.");
  });
}

/** The browser may keep the page with the bank account for Back. */
async function signOutAndGoBack(window: BrowserWindow): Promise<void> {
  await window.open(`${connection.url}/me/bank`);
  await window.until('bank account', `return ${fieldValues}.includes('${account}');`);
  await window.open(connection.url);
  await window.press('Your account: Mia Member');
  await window.press('Sign out');
  await window.see('Sign in with your email');
  await window.back();
  await window.see('Email address');
  expect(await window.run(`return ${fieldValues}`)).not.toContain(account);
}

const fieldValues = "[...document.querySelectorAll('input')].map(({ value }) => value)";

/** The service worker is in charge, and has the files of all pages. */
const allFilesSaved = (window: BrowserWindow): Promise<void> =>
  window.until(
    'saved files',
    `const worker = await navigator.serviceWorker.ready;
     if (worker.active?.state !== 'activated' || navigator.serviceWorker.controller === null) return false;
     const names = await caches.keys();
     const files = await caches.open(names.find((name) => name.startsWith('muster-files')));
     const saved = (await files.keys()).length;
     await new Promise((resolve) => setTimeout(resolve, 300));
     return saved > 50 && (await files.keys()).length === saved;`,
  );

async function offline(work: () => Promise<void>): Promise<void> {
  await connection.cut();
  try {
    await work();
  } finally {
    await connection.restore();
  }
}
