/** The page of a check-in desk on a slow phone without a connection: the script from a scan to its answer. */
import type { DatabaseSync } from 'node:sqlite';
import { chromium } from 'playwright-core';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { sha256 } from '../../src/server/lib/secrets.ts';
import { chromiumFlags, chromiumPath } from '../../test/support/browser.ts';
import { median } from '../compare.ts';
import { personId, projectId, small, tokenOf } from '../data.ts';
import type { Size } from '../data.ts';
import type { Server } from '../processes.ts';
import type { Row, Rows } from '../stage.ts';
import { withCopy } from './series.ts';

const manyPeople: Size = { ...small, name: 'manyPeople', people: 5000 };
const [taskCount, handOutCount, thingCount, scanCount, cpuSlowdown, limitMs] = [50, 20, 200, 20, 4, 150];
const pid = projectId(0);
const secret = 'bench-desk';
const minuteMs = 60_000;

/** Everybody is on one of 50 tasks that have begun. */
function addTasks(database: DatabaseSync): void {
  const time = (minutes: number): string => new Date(Date.now() + minutes * minuteMs).toISOString();
  const [at, starts, ends] = [time(0), time(-30), time(120)];
  const task = database.prepare(
    `insert into tasks (id, pid, tid, title, starts_at, ends_at, capacity, attendee_count, created_at)
     values (?, ?, 'team-0', 'Door', ?, ?, 100, ?, ?)`,
  );
  const attendance = database.prepare('insert into attendances (task_id, uid, created_at) values (?, ?, ?)');
  database.exec('begin');
  for (let index = 0; index < taskCount; index += 1)
    task.run(`door${index}`, pid, starts, ends, manyPeople.people / taskCount, at);
  for (let index = 0; index < manyPeople.people; index += 1)
    attendance.run(`door${index % taskCount}`, personId(index), at);
  addHandOuts(database, at);
  database
    .prepare(
      `insert into sessions (id, token_hash, uid, device, created_at, last_seen_at, expires_at)
       values ('desk', ?, ?, 'Bench', ?, ?, '2099-01-01T00:00:00.000Z')`,
    )
    .run(sha256(secret), personId(0), at, at);
  database.exec('commit');
}

/** Everybody gets 20 things, half of them in the size that they answered; one is lent, and 200 of it are there. */
function addHandOuts(database: DatabaseSync, at: string): void {
  const helper = database.prepare('insert or ignore into helpers (pid, uid, created_at) values (?, ?, ?)');
  const answer = database.prepare(
    `insert into form_responses (pid, form, uid, answers, key_id, revision, created_at, updated_at)
     values (?, 'sizes', ?, ?, '', 1, ?, ?)`,
  );
  const options = ['XS', 'S', 'M', 'L', 'XL', '2XL'].map((value) => ({ value, label: value }));
  const field = { key: 'size', label: 'Size', type: 'choice', private: false, computed: false, options };
  database
    .prepare(
      `insert into forms (pid, form, kind, title, fields, enabled_at, created_at)
       values (?, 'sizes', 'custom', 'Sizes', ?, ?, ?)`,
    )
    .run(pid, JSON.stringify([field]), at, at);
  for (let index = 0; index < manyPeople.people; index += 1) {
    helper.run(pid, personId(index), at);
    answer.run(pid, personId(index), JSON.stringify({ size: options[index % options.length]?.value }), at, at);
  }
  const handOut = database.prepare(
    `insert into hand_outs (id, pid, name, kind, audience, variant_field, stock, created_at)
     values (?, ?, ?, ?, '{"everyone":true}', ?, ?, ?)`,
  );
  const stock = JSON.stringify(options.map(({ value }) => ({ variant: [value], count: 1000 })));
  for (let index = 0; index < handOutCount; index += 1) {
    const [kind, hasSizes] = [index === 0 ? 'loan' : 'item', index % 2 === 1];
    const sizes = hasSizes ? ['{"form":"sizes"}', stock] : [null, null];
    handOut.run(`item${index}`, pid, `Item ${index}`, kind, ...sizes, at);
  }
  const thing = database.prepare(
    'insert into things (id, pid, hand_out_id, label, sort_key, barcode, created_at) values (?, ?, ?, ?, ?, ?, ?)',
  );
  for (let index = 0; index < thingCount; index += 1)
    thing.run(`thing${index}`, pid, 'item0', `Radio ${index}`, `radio ${index}`, `barcode${index}`, at);
}

/** The address with which a phone becomes a device of the desk. */
async function deviceLink(base: string): Promise<string> {
  const response = await fetch(`${base}/api/projects/${pid}/devices`, {
    method: 'POST',
    headers: {
      cookie: `muster_session=${secret}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'Entrance' }),
  });
  if (!response.ok) throw new Error(`the device was refused: ${await response.text()}`);
  const { hash, pathname } = new URL(((await response.json()) as { link: string }).link);
  return `${base}${pathname}${hash}`;
}

async function codeOf(base: string, person: number): Promise<string> {
  const headers = { authorization: `Bearer ${tokenOf(person)}` };
  const response = await fetch(`${base}/api/projects/${pid}/me/code`, { headers });
  return ((await response.json()) as { code: string }).code;
}

async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
}

async function openDesk(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(link);
  await page.getByText('Ready to scan').waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await context.setOffline(true);
  return page;
}

/** As a USB scanner does: the whole code, then Enter. The field is emptied together with the answer. */
async function timesOf(page: Page, codes: readonly string[], before: number): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  // The processor time of the thread, which other programs hardly affect.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  const field = page.getByLabel('Name or code');
  const times: number[] = [];
  for (const code of codes) {
    const started = await scriptMs(session);
    await field.fill(code);
    await field.press('Enter');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('main form input')?.value === '');
    times.push((await scriptMs(session)) - started);
  }
  const waiting = await page.getByText(`${before + codes.length} scans waiting`).count();
  if (waiting !== 1) throw new Error('not all scans were taken');
  // The first ones compile the code.
  return times.slice(2);
}

type Times = { arriving: number[]; handing: number[] };

async function measure(server: Server): Promise<Times> {
  const base = `http://localhost:${server.port}`;
  const codes: string[] = [];
  for (let index = 0; index < scanCount; index += 1) codes.push(await codeOf(base, index * 90));
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumFlags });
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 800 }, locale: 'en-GB' });
    const page = await openDesk(context, await deviceLink(base));
    const arriving = await timesOf(page, codes, 0);
    await page.getByRole('combobox').first().selectOption('Item 1');
    return { arriving, handing: await timesOf(page, codes, codes.length) };
  } finally {
    await browser.close();
  }
}

async function deskPage(): Promise<Row[]> {
  const { arriving, handing } = await withCopy(measure, addTasks, manyPeople);
  const rowOf = (what: string, times: readonly number[]): Row => ({
    what: `desk with ${manyPeople.people} people and ${handOutCount} hand-outs, ${cpuSlowdown}x slower, offline: script from a scan to its answer, ${what}, ms`,
    goal: `< ${limitMs}`,
    measured: median(times).toFixed(0),
    spread: `${Math.min(...times).toFixed(0)}-${Math.max(...times).toFixed(0)}`,
    ok: median(times) < limitMs,
    notes: `${times.length} scans`,
  });
  return [rowOf('checking in', arriving), rowOf('handing out a shirt', handing)];
}

/** Optional: it needs Chromium. */
export const deskPageRows: Rows = { 'desk-page': { optional: true, run: deskPage } };
