import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { visit } from './support/looks.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { seed, signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const phone = { viewport: { width: 390, height: 800 } };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function taskAt(title: string, hours: number, capacity = 1): Promise<string> {
  const owner = await clientOf(server, year.owner);
  const body = { title, tid: 'venue', capacity, starts_at: inHours(hours), ends_at: inHours(hours + 2) };
  return (await owner.call('create_task', { path: { pid: year.pid }, body })).id;
}

test('somebody who is too late for a place on offer sees so, and the offer goes', async () => {
  const { pid } = year;
  const chief = await clientOf(server, year.chief);
  const id = await taskAt('Cloakroom', 100);
  await chief.call('join_task', { path: { pid, id } });
  for (const path of ['/', `/projects/${pid}/tasks`, `/projects/${pid}/tasks/${id}`]) {
    await chief.call('offer_place', { path: { pid, id }, body: {} });
    await using visitor = await newVisitor(browser, server.url, phone);
    const { page } = visitor;
    await signInAs(server, page, year.member);
    await visit(page, path);
    const take = page.getByRole('button', { name: 'Take over from Chen Chief: Cloakroom' });
    await take.waitFor();
    await chief.call('withdraw_offer', { path: { pid, id } });
    visitor.expectError(/404.*\/taken/);
    await take.click();
    await expectNotification(page, 'This place is no longer on offer.');
    await take.waitFor({ state: 'detached' });
    expect(await page.getByText('This no longer exists.').count()).toBe(0);
    visitor.expectNoErrors();
  }
});

test('a place on offer that clashes with a task stays, with the reason', async () => {
  const { pid } = year;
  const chief = await clientOf(server, year.chief);
  const [offered, other] = [await taskAt('Lights', 200), await taskAt('Sound', 201)];
  await chief.call('join_task', { path: { pid, id: offered } });
  await chief.call('offer_place', { path: { pid, id: offered }, body: {} });
  await using visitor = await newVisitor(browser, server.url, phone);
  const { page } = visitor;
  await signInAs(server, page, year.member);
  await visit(page, `/projects/${pid}/tasks`);
  const offers = page.getByRole('region', { name: 'Places on offer' });
  await offers.getByRole('button', { name: 'Take over from Chen Chief: Lights' }).waitFor();
  await page.getByRole('button', { name: 'Join Sound' }).click();
  await offers.getByText('1 place on offer clashes with your shifts.').waitFor();
  const reason = 'You have another shift at that time: Sound. Leave it first to join this one.';
  for (const path of [`/projects/${pid}/tasks`, '/']) {
    await visit(page, path);
    await offers.getByRole('button', { name: 'Show it and why' }).click();
    await offers.getByText(reason).waitFor();
    expect(await offers.getByRole('button', { name: /Take over/ }).count()).toBe(0);
  }
  await visit(page, `/projects/${pid}/tasks/${offered}`);
  await offers.getByText(reason).waitFor();
  await (await clientOf(server, year.member)).call('leave_task', { path: { pid, id: other } });
  await visit(page, '/');
  await offers.getByRole('button', { name: 'Take over from Chen Chief: Lights' }).waitFor();
  visitor.expectNoErrors();
});

test('somebody whose held place ran out sees that they wait again', async () => {
  const { pid } = year;
  const [chief, member] = [await clientOf(server, year.chief), await clientOf(server, year.member)];
  for (const [path, title] of [
    ['tasks/', 'Early shift'],
    ['open-tasks', 'Late shift'],
  ] as const) {
    const id = await taskAt(title, title === 'Early shift' ? 4 : 7);
    await chief.call('join_task', { path: { pid, id } });
    await member.call('join_task', { path: { pid, id }, body: { wait: true } });
    await chief.call('leave_task', { path: { pid, id } });
    await using visitor = await newVisitor(browser, server.url, phone);
    const { page } = visitor;
    await signInAs(server, page, year.member);
    await visit(page, `/projects/${pid}/${path}${path === 'tasks/' ? id : ''}`);
    const take = page.getByRole('button', { name: `Take the place: ${title}` });
    await take.waitFor();
    const past = { offered_until: '2026-01-01T00:00:00.000Z' };
    await seed(server, ({ db }) =>
      db.transaction((trx) => trx.updateTable('waiting_people').set(past).where('task_id', '=', id).execute()),
    );
    await take.click();
    await expectNotification(page, `no longer held for you. You're on the waiting list for ${title} again.`);
    await page.getByText("You're number 1 on the waiting list").last().waitFor();
    visitor.expectNoErrors();
  }
});
