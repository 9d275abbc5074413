import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createDevice, taskNow } from '../../../../../test/support/world/desk.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Crew } from '../../../../../test/support/world.ts';
import type { Screen } from './screens.schema.ts';

const muster = useApp();

async function createScreen(crew: Crew, fields: { tids?: string[] } = {}) {
  const created = await crew.inBrowser(crew.owner, 'POST', 'devices', { name: 'Lobby', purpose: 'screen', ...fields });
  const { id, token, link } = created.json<{ id: string; token: string; link: string }>();
  return { id, token, link };
}
const show = (token: string) => muster.call({ method: 'GET', url: `/api/screens/${token}` });

test('shows what runs now and next, with places and gaps, and no names', async () => {
  const crew = await createCrew(muster);
  const { owner, chief, member } = crew;
  const running = await taskNow(muster, crew, [owner, chief, member]);
  await taskNow(muster, crew, [], { from: 60, to: 120, tid: 'press' });
  await taskNow(muster, crew, [], { from: 300, to: 400 });
  await taskNow(muster, crew, [], { from: -90, to: -1 });
  await muster.db.transaction((trx) =>
    trx.updateTable('tasks').set({ min_people: 4 }).where('id', '=', running.id).execute(),
  );
  for (const [who, state] of [
    [owner, 'arrived'],
    [chief, 'no_show'],
  ] as const)
    await crew.as(owner, 'PATCH', `tasks/${running.id}/attendees/${who.uid}`, { state });
  const { token, link } = await createScreen(crew);
  expect(new URL(link).pathname).toBe(`/show/${token}`);
  const answer = await show(token);
  const { tasks, project } = answer.json<Screen>();
  expect(project.name).toMatch(/^Project/);
  const shown = (list: Screen['tasks']) =>
    list.map(({ team, expected, arrived, missing, open }) => [team, expected, arrived, missing, open]);
  expect(shown(tasks)).toEqual([
    ['Team 1', 2, 1, 1, 2],
    ['Team 2', 0, 0, 0, 0],
  ]);
  // Somebody who got the place a moment ago is not missing yet, as in "Who is here".
  const created_at = muster.clock.now().toISOString();
  await muster.db.transaction((trx) =>
    trx.updateTable('attendances').set({ created_at }).where('uid', '=', member.uid).execute(),
  );
  expect(shown((await show(token)).json<Screen>().tasks)[0]).toEqual(['Team 1', 2, 1, 0, 2]);
  for (const { uid, name, email } of [owner, chief, member])
    for (const secret of [uid, name, email]) expect(answer.body).not.toContain(secret);
  const before = muster.db.queryCount();
  await show(token);
  expect(muster.db.queryCount() - before).toBe(4);
  const press = await createScreen(crew, { tids: ['press'] });
  expect((await show(press.token)).json<Screen>().tasks.map(({ team }) => team)).toEqual(['Team 2']);
});

test('a screen that was revoked, has expired, was guessed or is a device shows nothing', async () => {
  const crew = await createCrew(muster);
  const { id, token } = await createScreen(crew);
  const desk = await createDevice(muster, crew);
  const last = token.at(-1) === '0' ? '1' : '0';
  const guesses = [`${token.slice(0, -1)}${last}`, token.replace('mss_', 'msd_'), desk.token, 'x', 'mss_', '%00'];
  for (const guess of guesses) expect((await show(guess)).statusCode).toBe(guess === '%00' ? 400 : 404);
  // The token of a screen opens nothing else, and shows its own project only.
  const headers = { authorization: `Bearer ${token}` };
  for (const url of [`/api/projects/${crew.pid}/desk`, '/api/me'])
    expect((await muster.call({ method: 'GET', url, headers })).statusCode).toBe(401);
  const other = await createCrew(muster);
  await taskNow(muster, other, []);
  expect((await show(token)).json<Screen>().tasks).toEqual([]);
  expect((await other.as(other.owner, 'DELETE', `devices/${id}`)).statusCode).toBe(204);
  expect((await show(token)).statusCode).toBe(200);
  for (const who of [crew.chief, crew.member])
    expect((await crew.inBrowser(who, 'POST', 'devices', { name: 'Lobby', purpose: 'screen' })).statusCode).toBe(403);
  expect((await crew.as(crew.owner, 'DELETE', `devices/${id}`)).statusCode).toBe(204);
  expect((await show(token)).statusCode).toBe(404);
  const late = await createScreen(crew);
  muster.clock.advance(400 * 86_400);
  expect((await show(late.token)).statusCode).toBe(404);
});
