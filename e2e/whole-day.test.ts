import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import type { AttendanceChanges, Client } from '../src/client/client.ts';
import { localTimeIn } from '../src/shared/local-time.ts';
import type { TestPerson } from '../test/support/factories.ts';
import { newVisitor } from './support/browser.ts';
import type { Visitor } from './support/browser.ts';
import { openScene } from './support/scene.ts';
import { seed, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf, makeFreshYear, makePeople } from './support/year.ts';
import type { Year } from './support/year.ts';

/** Tomorrow, so that nothing that was planted is in the future. Times are those of the event, in Taipei. */
const day = localTimeIn('Asia/Taipei')(new Date(Date.now() + 86_400_000)).day;
const at = (time: string): string => new Date(`${day}T${time}:00+08:00`).toISOString();

let now = new Date().toISOString();
let server: Server;
let browser: Browser;
let year: Year;
openScene((scene) => ({ server, browser, year } = scene), {}, { now: () => new Date(now) });

type Named = Record<'hanako' | 'ming' | 'lukasz' | 'nora' | 'ella' | 'pia', TestPerson>;
type Tasks = Record<'door' | 'stage' | 'cleaning', string>;

/** A morning, an afternoon, and an hour that counts half as much again. Pia is never scanned, Nora never comes. */
async function planDay(owner: Client): Promise<{ people: Named; tasks: Tasks }> {
  const names = ['山田 花子', '王小明', 'Łukasz Nguyễn', 'Nora Night', 'Ella Evening', 'Pia Plan'];
  const [hanako, ming, lukasz, nora, ella, pia] = await makePeople(server, names);
  if (!hanako || !ming || !lukasz || !nora || !ella || !pia) throw new Error('expected six people');
  const path = { pid: year.pid };
  await owner.call('create_team', { path, body: { tid: 'crew', name: 'Crew' } });
  await owner.call('add_chief', { path: { ...path, tid: 'crew', uid: year.chief.uid } });
  for (const { uid } of [hanako, ming, lukasz, nora, ella, pia])
    await owner.call('add_member', { path: { ...path, tid: 'crew', uid } });
  const kind = await owner.call('create_task_kind', { path, body: { name: 'Cleaning', weight: 1.5 } });
  const create = async (title: string, [from, to]: [string, string], on: TestPerson[], more = {}) => {
    const times = { starts_at: at(from), ends_at: at(to) };
    const body = { title, tid: 'crew', ...times, capacity: on.length, ...more };
    const { id } = await owner.call('create_task', { path, body });
    for (const { uid } of on) await owner.call('add_attendee', { path: { ...path, id, uid } });
    return id;
  };
  const tasks = {
    door: await create('Door', ['09:00', '12:00'], [hanako, ming, lukasz, nora]),
    stage: await create('Stage', ['13:00', '17:30'], [ming, ella, pia]),
    cleaning: await create('Cleaning', ['18:00', '19:00'], [ella], { kind: kind.id }),
  };
  return { people: { hanako, ming, lukasz, nora, ella, pia }, tasks };
}

/** The owner adds a device on the page, and its link is opened in a browser of its own. */
async function openDesk(owner: Visitor, name: string): Promise<Visitor> {
  await owner.page.getByLabel('Name of the device').fill(name);
  await owner.page.getByRole('button', { name: 'Add device' }).click();
  const link = new URL(await owner.page.getByRole('textbox', { name: 'Link' }).inputValue());
  await owner.page.getByRole('button', { name: 'Done' }).click();
  const desk = await newVisitor(browser, server.url, {
    serviceWorkers: 'allow',
    viewport: { width: 390, height: 844 },
  });
  await desk.page.clock.setFixedTime(now);
  await desk.page.goto(link.pathname + link.hash);
  await desk.page.getByText('Ready to scan').waitFor();
  return desk;
}

/** The time passes: for the server, and for the desk that is used next. With a connection it loads the day again. */
async function pass(time: string, { page }: Visitor, isOnline = true): Promise<void> {
  now = at(time);
  await page.clock.setFixedTime(now);
  if (!isOnline) return;
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText(new RegExp(`Data from .*${time}$`)).waitFor();
}

type Mode = 'Check in' | 'Check out' | 'Shirt';

/** As a USB scanner does it, which types the code and Enter; or by the name. */
async function scan({ page }: Visitor, mode: Mode, who: TestPerson, answer: string, code?: string): Promise<void> {
  await page.getByText(mode, { exact: true }).click();
  const box = page.getByLabel('Name or code');
  await box.fill(code ?? who.name.slice(0, 3));
  if (code === undefined) await page.getByRole('button', { name: who.name }).click();
  else await box.press('Enter');
  const panel = page.locator('output').filter({ hasText: who.name });
  await panel.getByText(answer, { exact: true }).waitFor();
}

const noScanWaiting = ({ page }: Visitor): Promise<void> => page.getByText('0 scans waiting').waitFor();

test('after a day with three devices, hours and certificates are those of what was scanned', async () => {
  now = new Date().toISOString();
  year = await makeFreshYear(server);
  const { pid } = year;
  now = at('08:00');
  const own = await clientOf(server, year.owner);
  const { people, tasks } = await planDay(own);
  const { hanako, ming, lukasz, nora, ella, pia } = people;
  const codeOf = async (who: TestPerson) =>
    (await (await clientOf(server, who)).call('get_own_code', { path: { pid } })).code;

  await using owner = await newVisitor(browser, server.url);
  await owner.page.clock.setFixedTime(now);
  await signInAs(server, owner.page, year.owner);
  // By the clock of the day: devices are added soon after signing in.
  await seed(server, ({ db }) =>
    db.transaction((trx) =>
      trx.updateTable('sessions').set({ proved_at: now }).where('uid', '=', year.owner.uid).execute(),
    ),
  );
  await owner.page.goto(`/projects/${pid}/manage/hand-outs`);
  await owner.page.getByLabel('What is handed out').fill('Shirt');
  await owner.page.getByRole('button', { name: 'Add hand-out' }).click();
  await owner.page.getByText('0 handed out').waitFor();
  await owner.page.goto(`/projects/${pid}/manage/desk`);
  await using gate = await openDesk(owner, 'Gate');
  await using stage = await openDesk(owner, 'Stage door');
  await using crew = await openDesk(owner, 'Crew room');
  const boss = await clientOf(server, year.chief);
  const correct = (task: string, { uid }: TestPerson, body: AttendanceChanges) =>
    boss.call('mark_attendee', { path: { pid, id: task, uid }, body });

  await pass('08:50', gate);
  await scan(gate, 'Check in', hanako, 'Welcome', await codeOf(hanako));
  await pass('08:55', gate);
  await scan(gate, 'Check in', ming, 'Welcome');
  await noScanWaiting(gate);
  await pass('09:00', stage);
  await stage.page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

  // The device at the stage door has no connection until 14:00.
  await stage.page.context().setOffline(true);
  await pass('09:12', stage, false);
  await scan(stage, 'Check in', lukasz, 'Welcome', await codeOf(lukasz));
  await pass('09:14', crew);
  await scan(crew, 'Shirt', hanako, 'Hand it out');
  await scan(crew, 'Shirt', hanako, 'Already done');
  await pass('09:20', gate);
  await scan(gate, 'Check in', lukasz, 'Welcome');
  await scan(gate, 'Check in', lukasz, 'Already done');
  await pass('09:25', stage, false);
  await scan(stage, 'Shirt', hanako, 'Hand it out', await codeOf(hanako));
  await stage.page.reload();
  await stage.page.getByText('2 scans waiting').waitFor();
  await correct(tasks.door, nora, { state: 'no_show' });

  await pass('11:20', gate);
  await scan(gate, 'Check out', hanako, 'Thank you', await codeOf(hanako));
  await pass('12:02', crew);
  await scan(crew, 'Check out', lukasz, 'Thank you');
  await pass('12:05', stage, false);
  await scan(stage, 'Check out', ming, 'Thank you', await codeOf(ming));
  await pass('12:50', gate);
  await scan(gate, 'Check in', ming, 'Welcome', await codeOf(ming));
  await pass('13:40', stage, false);
  await scan(stage, 'Check in', ella, 'Welcome');
  await stage.page.reload();
  await stage.page.getByText('4 scans waiting').waitFor();
  await stage.page.context().setOffline(false);
  await noScanWaiting(stage);

  await pass('17:45', stage);
  await scan(stage, 'Check out', ming, 'Thank you', await codeOf(ming));
  await noScanWaiting(stage);
  // Ella came on time, and the desk was informed late. Nobody checked her out.
  await correct(tasks.stage, ella, { state: 'done', arrived_at: at('13:00'), left_at: at('17:30') });
  await pass('17:55', gate);
  await scan(gate, 'Check in', ella, 'Welcome', await codeOf(ella));
  await noScanWaiting(gate);
  await pass('19:02', crew);
  await scan(crew, 'Check out', ella, 'Thank you');
  await noScanWaiting(crew);
  // The stage door handed out a shirt that somebody else had handed out before, without knowing it.
  await stage.page.getByText(`${hanako.name}: Already done`).waitFor();
  for (const desk of [gate, crew]) expect(await desk.page.getByText('Not counted').count()).toBe(0);

  now = at('20:00');
  const statement = (who: TestPerson) => own.call('get_hours', { path: { pid, uid: who.uid } });
  await expect.poll(async () => (await statement(pia)).entries.length).toBe(1);
  const entry = (title: string, state: string, arrived: string | null, left: string | null, minutes: number) => ({
    title,
    state,
    arrived_at: arrived === null ? null : at(arrived),
    left_at: left === null ? null : at(left),
    minutes,
  });
  const expected: [TestPerson, number, object[]][] = [
    [hanako, 135, [entry('Door', 'left_early', '08:50', '11:20', 135)]],
    [ming, 465, [entry('Door', 'done', '08:55', '12:05', 180), entry('Stage', 'done', '12:50', '17:45', 285)]],
    [lukasz, 165, [entry('Door', 'done', '09:12', '12:02', 165)]],
    [nora, 0, [entry('Door', 'no_show', null, null, 0)]],
    [ella, 360, [entry('Stage', 'done', '13:00', '17:30', 270), entry('Cleaning', 'done', '17:55', '19:02', 90)]],
    [pia, 270, [{ ...entry('Stage', 'done', null, null, 270), presumed: true }]],
  ];
  for (const [who, minutes, entries] of expected)
    expect(await statement(who)).toMatchObject({ name: who.name, minutes, entries, certificate: null });
  expect((await own.call('list_hand_outs', { path: { pid } })).data).toMatchObject([{ name: 'Shirt', given: 1 }]);

  await owner.page.clock.setFixedTime(now);
  await owner.page.goto(`/projects/${pid}/manage/hours`);
  await owner.page.getByRole('button', { name: 'Issue missing certificates' }).click();
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Issue missing certificates' }).click();
  await owner.page.getByText('5 certificates issued.', { exact: true }).waitFor();
  for (const [who, minutes] of expected.filter((one) => one[0] !== nora)) {
    const { certificate } = await statement(who);
    expect(certificate).toMatchObject({ name: who.name, minutes });
    const { number = '' } = certificate ?? {};
    const pdf = await owner.page.request.get(`/api/projects/${pid}/certificates/${number}/pdf`);
    const { text } = await extractText(new Uint8Array(await pdf.body()), { mergePages: true });
    expect(text).toContain(who.name);
    expect(text).toContain(`for ${minutes / 60} hours.`);
    expect(text.replaceAll(/\W/g, '')).toContain(number);
    const verified = await own.call('verify_certificate', { path: { number } });
    expect(verified).toMatchObject({ state: 'valid', name: who.name, minutes });
  }
  expect((await statement(nora)).certificate).toBeNull();

  // Where Pia reads it, the event is a day ahead.
  await using reader = await newVisitor(browser, server.url, { timezoneId: 'Pacific/Honolulu' });
  await reader.page.clock.setFixedTime(now);
  await signInAs(server, reader.page, pia);
  await reader.page.goto(`/projects/${pid}/my-hours`);
  const row = reader.page.getByRole('row', { name: 'Stage' });
  await row.getByText('Planned time, not checked in', { exact: true }).waitFor();
  await row.getByText(new RegExp(`^${Number(day.slice(-2))} `)).waitFor();
  reader.expectNoErrors();
});
