import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startReceiver } from '../test/support/servers/receiver.ts';
import type { Receiver } from '../test/support/servers/receiver.ts';
import { pushReceiver } from '../test/support/servers/push-receiver.ts';
import { newVisitor } from './support/browser.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;
let service: Receiver;

openScene((scene) => ({ server, browser, year } = scene), { PUSH_INTERNAL_HOSTS: '127.0.0.1' });
beforeAll(async () => {
  service = await startReceiver();
});
afterAll(() => service[Symbol.asyncDispose]());

const allowed: BrowserContextOptions = { serviceWorkers: 'allow', permissions: ['notifications'] };

/** The service worker starts after the page has loaded. */
const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated' && caches.has('muster-saved'));
const savedPaths = (page: Page) =>
  page.evaluate(async () => {
    const requests = (await caches.has('muster-saved')) ? await (await caches.open('muster-saved')).keys() : [];
    return requests.map(({ url }) => new URL(url).pathname).toSorted();
  });
/** The files of all pages are saved one after another; those of signing in are among the last. */
const savedFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('muster-files-'));
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
const offline = (context: BrowserContext, is: boolean) => context.setOffline(is);

test('the app can be installed', async () => {
  await using visitor = await newVisitor(browser, server.url, allowed);
  const { page } = visitor;
  await page.goto('/');
  // Pages for visitors load the application when they are touched.
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const session = await page.context().newCDPSession(page);
  const { data, errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Muster', display: 'standalone', start_url: '/' });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Each test has a private window, from which newer browsers install nothing.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  for (const path of ['icon-192.png', 'icon-512.png', 'maskable-512.png', 'badge.png', 'apple-180.png'])
    expect((await page.request.get(`/icons/${path}`)).headers()['content-type']).toBe('image/png');
  visitor.expectNoErrors();
});

test('without a connection, loaded pages stay readable and say how old they are; signing out removes them', async () => {
  await using visitor = await newVisitor(browser, server.url, allowed);
  const { page } = visitor;
  const context = page.context();
  await signInAs(server, page, year.member);
  await page.goto(`/projects/${year.pid}/tasks/${year.task}`);
  await page.getByRole('heading', { level: 1, name: 'Registration desk' }).waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Registration desk' }).waitFor();
  await controlled(page);
  expect(await page.getByText("You're offline.").count()).toBe(0);
  await offline(context, true);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Registration desk' }).waitFor();
  await page.getByText(/^You're offline\. This page was saved at \d\d:\d\d\.$/).waitFor();
  await offline(context, false);
  await page.getByText("You're offline.").waitFor({ state: 'detached' });

  // Private data is never saved.
  await page.goto('/me/bank');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect((await savedPaths(page)).filter((path) => /bank|profile|export|tokens/.test(path))).toEqual([]);
  expect(await savedPaths(page)).toContain(`/api/projects/${year.pid}/tasks/${year.task}`);
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expectNotification(page, 'Signed out');
  await expect.poll(async () => (await savedPaths(page)).filter((path) => path.includes(year.task))).toEqual([]);
  await expect
    .poll(() => savedFiles(page))
    .toContainEqual(expect.stringMatching(/^\/assets\/texts_en_routes-[\w-]{8}\.js$/));
  await offline(context, true);
  visitor.expectError(/Failed to load|ERR_INTERNET_DISCONNECTED/);
  await page.goto(`/projects/${year.pid}/tasks/${year.task}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByText('Registration desk').count()).toBe(0);
});

test('what one person has loaded is gone when another signs in, also without signing out', async () => {
  await using visitor = await newVisitor(browser, server.url, allowed);
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto('/me/notices');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.reload();
  await controlled(page);
  await expect.poll(() => savedPaths(page)).toContain('/api/me/notices');
  const draft = `muster-draft:${year.member.uid}:profile`;
  await page.evaluate((key) => localStorage.setItem(key, '{"values":{"intro":"Typed"}}'), draft);
  await signInAs(server, page, year.chief);
  await page.goto('/projects');
  await expect.poll(() => savedPaths(page)).not.toContain('/api/me/notices');
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), draft)).toBeNull();
  const me = await page.evaluate(async () => (await caches.match('/api/me'))?.json());
  expect(me.uid).toBe(year.chief.uid);
});

test('however many answers are saved, the one that says whose they are stays', async () => {
  await using visitor = await newVisitor(browser, server.url, allowed);
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await page.goto('/me/notices');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.reload();
  await controlled(page);
  await expect.poll(() => savedPaths(page)).toContain('/api/me/notices');
  await page.evaluate(async () => {
    const cache = await caches.open('muster-saved');
    for (let number = 0; number < 250; number += 1) await cache.put(`/api/projects?${number}`, new Response('{}'));
    await fetch('/api/me/notices');
  });
  await expect.poll(async () => (await savedPaths(page)).length).toBeLessThan(210);
  expect(await savedPaths(page)).toContain('/api/me');
});

test('people turn notifications on and off for a device; a notification opens its page', async () => {
  await using visitor = await newVisitor(browser, server.url, allowed);
  const { page } = visitor;
  const { keys } = pushReceiver();
  // This Chromium has no push service of its own.
  await page.addInitScript(
    ({ endpoint, keys: chosen }) => {
      const fake = { toJSON: () => ({ endpoint, keys: chosen }), unsubscribe: async () => true };
      PushManager.prototype.subscribe = async () => fake as unknown as PushSubscription;
    },
    { endpoint: `${service.url}/device`, keys },
  );
  await signInAs(server, page, year.member);
  await page.goto('/me/notice-settings');
  await page.getByText('This device gets no notifications').waitFor();
  expect(await page.getByText('Notify me on my devices about').count()).toBe(0);
  // This server sends no email, but what people choose counts once it can.
  await page.getByText("This server can't send email at the moment.").waitFor();
  const forms = page.getByRole('group', { name: 'Forms' });
  await forms.getByText('Choose one by one').click();
  const mails = forms.getByRole('group', { name: 'Email me about' });
  await mails.getByLabel('A new form opens').uncheck();
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await page.getByText('This device gets notifications').waitFor();
  const kinds = forms.getByRole('group', { name: 'Notify me on my devices about' });
  await kinds.getByLabel('A new form opens').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').first().waitFor();
  await page.reload();
  await forms.getByText('Choose one by one').click();
  expect(await kinds.getByLabel('A new form opens').isChecked()).toBe(true);
  expect(await mails.getByLabel('A new form opens').isChecked()).toBe(false);

  const session = await page.context().newCDPSession(page);
  let registrationId = '';
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId;
  });
  await session.send('ServiceWorker.enable');
  await expect.poll(() => registrationId).not.toBe('');
  const message = {
    title: 'Summer Camp',
    body: "You're on Desk",
    url: `/projects/${year.pid}/tasks`,
    tag: 'a'.repeat(32),
  };
  const data = JSON.stringify(message);
  // This Chromium has no place to show notifications.
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const list: unknown[] = [];
    Reflect.set(globalThis, 'shown', list);
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data } = {}) =>
      void list.push([title, { body, tag, data }]);
  });
  const shown = () => worker.evaluate((): unknown => Reflect.get(globalThis, 'shown'));
  await session.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
  await expect
    .poll(shown)
    .toEqual([['Summer Camp', { body: "You're on Desk", tag: message.tag, data: { url: message.url } }]]);

  // A click as the browser reports it.
  await worker.evaluate((url) => {
    const notification = { close: () => {}, data: { url } };
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }));
  }, message.url);
  await page.waitForURL(`/projects/${year.pid}/tasks`);

  await page.goto('/me/notice-settings');
  await page.getByRole('button', { name: 'Turn off on this device' }).click();
  await page.getByText('This device gets no notifications').waitFor();
  visitor.expectNoErrors();
});
