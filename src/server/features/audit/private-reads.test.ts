import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createDisclosureWorld } from '../../../../test/support/world/disclosure.ts';
import type { DisclosureWorld } from '../../../../test/support/world/disclosure.ts';
import type { Caller } from '../../../../test/support/world.ts';
import { planOf } from '../../../../test/support/query-plan.ts';
import { insertRows } from '../../db/transfer.ts';
import { recordPrivateReads } from './audit.service.ts';
import { selectPrivateReads } from './private-reads.queries.ts';

const muster = useApp();
let world: DisclosureWorld;
beforeAll(async () => {
  world = await createDisclosureWorld(muster);
});

const readsFor = ({ headers }: Pick<Caller, 'headers'>, query = '') =>
  muster.call({ url: `/api/me/private-reads${query}`, headers });

test('people see who read which of their private data, when and through which form, and nothing about others', async () => {
  using _still = muster.clock.freeze();
  const { pid, owner, member } = world;
  const other = await world.newMember();
  const travel = await world.createForm();
  await world.put(member, travel);
  await world.keep(member);
  const parking = { form: 'parking', kind: 'parking', title: 'Parking', enabled: true, days: ['2026-08-08'] };
  await world.as(owner, 'POST', 'forms', parking);
  const answers = { needed: true, plate: 'ABC-1234', days: ['2026-08-08'] };
  await world.as(member, 'PUT', 'forms/parking/response', { answers });
  await world.look(travel);
  const first = muster.clock.now().toISOString();
  muster.clock.advance(60);
  await world.see('parking/responses');
  const { name: project_name } = (await muster.call(`/api/projects/${pid}`)).json();
  const by = { id: expect.any(String), actor: owner.uid, actor_name: 'Olga', project: pid, project_name };
  const seen = (await readsFor(member)).json();
  expect(seen).toEqual({
    data: [
      { ...by, at: muster.clock.now().toISOString(), seen: 'answers', form: 'parking', form_title: 'Parking' },
      { ...by, at: first, seen: 'bank', form: travel.form, form_title: travel.title },
    ],
    next: null,
  });
  expect(JSON.stringify(seen)).not.toMatch(/ABC-1234|0012345678/);
  expect((await readsFor(other)).json()).toEqual({ data: [], next: null });
  expect((await readsFor(owner)).json()).toEqual({ data: [], next: null });
  await world.as(owner, 'DELETE', 'forms/parking?force=true');
  expect((await readsFor(member)).json().data[0]).toMatchObject({ form: 'parking', form_title: null });
});

test('people see who looked at their receipts', async () => {
  const who = await world.newMember();
  await muster.db.transaction((trx) =>
    recordPrivateReads(trx, muster.clock.now(), {
      actor: world.owner.uid,
      subjects: [who.uid],
      pid: world.pid,
      what: 'receipt, claim 7',
    }),
  );
  expect((await readsFor(who)).json().data).toMatchObject([{ seen: 'receipt', form: null, project: world.pid }]);
});

test('private reads are listed in pages, with as many queries for many as for one', async () => {
  const who = await world.newMember();
  const travel = await world.createForm();
  await world.put(who, travel);
  await world.keep(who);
  const cost = async () => {
    const before = muster.db.queryCount();
    const { data } = (await readsFor(who)).json();
    return { rows: data.length, queries: muster.db.queryCount() - before };
  };
  await world.look(travel);
  expect(await cost()).toEqual({ rows: 1, queries: 3 });
  for (let i = 0; i < 4; i += 1) await world.look(travel);
  expect(await cost()).toEqual({ rows: 5, queries: 3 });
  const page = (await readsFor(who, '?limit=3')).json();
  const rest = (await readsFor(who, `?limit=3&cursor=${page.next}`)).json();
  expect([page.data.length, rest.data.length, rest.next]).toEqual([3, 2, null]);
  const ids = [...page.data, ...rest.data].map(({ id }: { id: string }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
});

test('private reads are found by their own index, however many other entries the person has', async () => {
  const { db } = muster;
  const { uid } = await world.newMember();
  const row = { at: muster.clock.now().toISOString(), actor: uid, subject: uid, detail: '{}' };
  const entries = Array.from({ length: 6000 }, (_, i) => ({ ...row, id: `b${i}`, kind: 'session.created' }));
  const seen = Array.from({ length: 2000 }, (_, i) => ({
    ...row,
    id: `c${i}`,
    kind: 'private.read',
    subject: `u${i}`,
  }));
  await db.transaction(async (trx) => {
    await insertRows(trx, 'audit', [...entries, ...seen]);
    await sql`analyze`.execute(trx);
  });
  for (const before of [undefined, 'c1']) {
    const plan = await planOf(db, selectPrivateReads(db.read, uid, before, 51));
    expect(plan).toMatch(/(SEARCH audit USING INDEX|Index Scan Backward using) audit_private_reads/);
  }
});

test('visitors get 401; an invalid cursor and an excessive limit are rejected by field', async () => {
  expect((await muster.call('/api/me/private-reads')).statusCode).toBe(401);
  for (const [query, pointer] of [
    ['?cursor=x', '/querystring/cursor'],
    ['?limit=201', '/querystring/limit'],
    ['?uid=x', '/querystring/uid'],
  ] as const) {
    const { status, code, errors } = (await readsFor(world.member, query)).json();
    expect([status, code, errors[0].pointer]).toEqual([400, 'invalid_input', pointer]);
  }
});
