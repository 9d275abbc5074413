import { expect, test } from 'vitest';
import { useApp } from '../../../test/support/app.ts';
import { browserOf, createRows } from '../../../test/support/factories.ts';
import { createCrew } from '../../../test/support/world.ts';
import { deputyRoles } from '../../shared/deputies.ts';
import type { GrantRole } from '../../shared/deputies.ts';
import type { Crew, Caller } from '../../../test/support/world.ts';

const muster = useApp();

/** The roles of a person are those of this moment, so the clock decides. */
const inSeconds = (seconds: number) => new Date(muster.clock.now().getTime() + seconds * 1000).toISOString();

const grant = ({ pid }: Crew, { uid }: Caller, role: GrantRole, times: { starts_at?: string; ends_at?: string } = {}) =>
  createRows(muster, { grants: [{ pid, uid, role, ...(role === 'chief' ? { tid: 'venue' } : {}), ...times }] });

const projectFor = ({ pid }: Crew, headers: Record<string, string>) =>
  muster.call({ url: `/api/projects/${pid}`, headers });

const routes = {
  finance: 'traffic-subsidies.csv',
  desk: 'hand-outs',
  chief: 'teams/venue/applications',
} as const;

test.each(Object.entries(routes))('a grant of %s counts from its beginning until its end', async (role, path) => {
  const crew = await createCrew(muster);
  const { stranger, as } = crew;
  const status = async () => (await as(stranger, 'GET', path)).statusCode;
  expect(await status()).toBe(403);
  await grant(crew, stranger, role as GrantRole, { starts_at: inSeconds(60), ends_at: inSeconds(3600) });
  expect(await status()).toBe(403);
  muster.clock.advance(61);
  expect(await status()).toBe(200);
  muster.clock.advance(3540);
  expect(await status()).toBe(403);
});

const rightsOf: Record<GrantRole, string> = {
  finance: 'edit_subsidies manage_money see_owners see_subsidies',
  recruiting: 'list_people recruit recruit_all see_owners',
  desk: 'run_desk see_now see_owners',
  writer: 'announce see_owners send_messages',
  safety: 'list_people see_now see_owners see_safety',
  viewer:
    'list_people see_grants see_hours see_overview see_owners see_plan see_statistics see_subsidies see_tasks see_totals',
  chief: 'list_people plan_tasks recruit see_now see_owners see_plan see_subsidies see_tasks see_totals send_messages',
};

test.each(Object.entries(rightsOf))('a deputy for %s has the rights of their part and no others', async (role, own) => {
  const crew = await createCrew(muster);
  await grant(crew, crew.stranger, role as GrantRole);
  const rights = async (who: Caller) => (await projectFor(crew, who.headers)).json().rights;
  const given = Object.entries(await rights(crew.stranger)).flatMap(([right, may]) => (may === true ? [right] : []));
  expect(given.toSorted().join(' ')).toBe(own);
  const listed = (await muster.call({ url: '/api/projects', headers: crew.stranger.headers })).json().data;
  expect(listed.find((project: { pid: string }) => project.pid === crew.pid).rights).toEqual(
    await rights(crew.stranger),
  );
  // Owners can do every part.
  expect(Object.values({ ...(await rights(crew.owner)), remove: true })).not.toContain(false);
});

test('deputies see the draft that they work on, and nobody else does', async () => {
  const crew = await createCrew(muster);
  await grant(crew, crew.stranger, 'writer');
  await grant(crew, crew.otherChief, 'chief');
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ state: 'draft' }).where('pid', '=', crew.pid).execute(),
  );
  const listed = async (who: Caller) =>
    (await muster.call({ url: '/api/projects', headers: who.headers }))
      .json()
      .data.map((one: { pid: string }) => one.pid);
  expect((await projectFor(crew, crew.stranger.headers)).statusCode).toBe(200);
  expect(await listed(crew.stranger)).toContain(crew.pid);
  for (const who of [crew.chief, crew.otherChief, crew.member]) {
    expect((await projectFor(crew, who.headers)).statusCode).toBe(404);
    expect(await listed(who)).not.toContain(crew.pid);
  }
});

test('money and safety need a passkey where the installation requires one', async () => {
  const crew = await createCrew(muster);
  const { stranger, as } = crew;
  for (const role of deputyRoles) await grant(crew, stranger, role);
  const browser = await browserOf(muster, stranger);
  await muster.db.transaction((trx) =>
    trx
      .updateTable('installation')
      .set({ passkeys_required_at: inSeconds(0) })
      .execute(),
  );
  const refused = await as(undefined, 'PUT', 'traffic-subsidies', { currency: 'TWD', data: [] }, browser);
  const allowed = await as(undefined, 'GET', 'hand-outs', undefined, browser);
  const { rights } = (await projectFor(crew, browser)).json();
  await muster.db.transaction((trx) => trx.updateTable('installation').set({ passkeys_required_at: null }).execute());
  expect(refused.json()).toMatchObject({ status: 403, code: 'passkey_required' });
  expect(allowed.statusCode).toBe(200);
  expect(rights).toMatchObject({ manage_money: false, see_safety: false, run_desk: true, announce: true });
});

test('who leads a disabled team for a while leads nothing', async () => {
  const crew = await createCrew(muster);
  await grant(crew, crew.stranger, 'chief');
  expect((await crew.as(crew.stranger, 'GET', 'teams/venue/applications')).statusCode).toBe(200);
  expect((await crew.as(crew.stranger, 'GET', 'teams/press/applications')).statusCode).toBe(403);
  await crew.as(crew.owner, 'PUT', 'teams/venue/disabled');
  expect((await crew.as(crew.stranger, 'GET', 'applications')).statusCode).toBe(403);
});

test('a device of a deputy works while they are one', async () => {
  const crew = await createCrew(muster);
  const ends_at = inSeconds(7200);
  await grant(crew, crew.stranger, 'desk', { ends_at });
  const created = (await crew.inBrowser(crew.stranger, 'POST', 'devices', { name: 'Entrance' })).json();
  const desk = async () =>
    (await crew.as(undefined, 'GET', 'desk', undefined, { authorization: `Bearer ${created.token}` })).statusCode;
  expect(await desk()).toBe(200);
  muster.clock.advance(7201);
  expect(await desk()).toBe(401);
  // Somebody who is given the part again starts with nothing.
  await grant(crew, crew.stranger, 'desk');
  expect(await desk()).toBe(401);
  const { data } = (await crew.as(crew.owner, 'GET', 'devices')).json();
  expect(data).toMatchObject([{ name: 'Entrance', active: false }]);
});
