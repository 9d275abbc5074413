import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { applyRetention } from '../../retention/retention.service.ts';

const muster = useApp();

const mother = { name: 'Grace', relation: 'Mother', phone: '+886912345678' };
const keep = ({ headers }: Caller, payload: object) =>
  muster.call({ method: 'PUT', url: '/api/me/emergency', headers, payload });
const kept = async (who: Caller) =>
  (await muster.call({ url: '/api/me/emergency', headers: await browserOf(muster, who) })).json();
const look = ({ inBrowser }: Crew, reader: Caller, who: Caller) =>
  inBrowser(reader, 'GET', `people/${who.uid}/emergency`);
const free = { unavailable: [], max_hours: 4 };
const readsOf = async ({ headers }: Caller) =>
  (await muster.call({ url: '/api/me/private-reads', headers })).json().data;
const endOn = ({ pid }: Crew, ends_on: string) =>
  muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ starts_on: ends_on, ends_on }).where('pid', '=', pid).execute(),
  );
const day = (days: number) => new Date(muster.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

test('owners look up whom to call, one person at a time, and the person sees each look', async () => {
  const crew = await createCrew(muster);
  const { owner, member } = crew;
  expect(await kept(member)).toEqual({ contacts: [], note: '' });
  expect((await look(crew, owner, member)).json()).toMatchObject({ name: 'Mia', updated_at: null });
  expect(await readsOf(member)).toEqual([]);
  expect((await keep(member, { contacts: [{ ...mother, phone: '0912 345 678' }], note: '' })).statusCode).toBe(400);
  expect((await keep(member, { contacts: [mother], note: 'Penicillin' })).statusCode).toBe(200);
  const seen = await look(crew, owner, member);
  expect(seen.json()).toMatchObject({ uid: member.uid, emergency: { contacts: [mother], note: 'Penicillin' } });
  await look(crew, owner, member);
  const read = { actor: owner.uid, seen: 'emergency', project: crew.pid, form: null };
  expect(await readsOf(member)).toMatchObject([read, read]);
  expect(JSON.stringify(muster.logs)).not.toMatch(/Grace|Penicillin/);
});

test('nobody else sees them, and a token never does', async () => {
  const [crew, other] = [await createCrew(muster), await createCrew(muster)];
  const { owner, member, chief, stranger } = crew;
  await keep(member, { contacts: [mother], note: '' });
  for (const reader of [chief, member, stranger, other.owner])
    expect((await look(crew, reader, member)).json().code).toBe('forbidden');
  expect((await look(other, other.owner, member)).statusCode).toBe(404);
  expect((await look(crew, owner, stranger)).statusCode).toBe(404);
  const path = `people/${member.uid}/emergency`;
  expect((await crew.as(owner, 'GET', path)).json().code).toBe('browser_only');
  const headers = await browserOf(muster, owner);
  muster.clock.advance(15 * 60 + 1);
  expect((await crew.as(undefined, 'GET', path, undefined, headers)).json().code).toBe('sign_in_again');
  expect(await readsOf(member)).toEqual([]);
});

test('nobody opens them by adding a person to a project of which the person knows nothing', async () => {
  const { member, pid } = await createCrew(muster);
  const other = await createCrew(muster);
  await keep(member, { contacts: [mother], note: 'Penicillin' });
  expect((await other.as(other.owner, 'PUT', `teams/venue/members/${member.uid}`)).statusCode).toBe(204);
  const empty = { emergency: { contacts: [], note: '' }, updated_at: null };
  expect((await look(other, other.owner, member)).json()).toMatchObject(empty);
  expect(await readsOf(member)).toEqual([]);
  // What they do elsewhere does not matter.
  await muster.call({
    method: 'PUT',
    url: `/api/projects/${pid}/availability`,
    headers: member.headers,
    payload: free,
  });
  expect((await look(other, other.owner, member)).json()).toMatchObject(empty);
  expect((await other.as(member, 'PUT', 'availability', free)).statusCode).toBe(200);
  expect((await look(other, other.owner, member)).json()).toMatchObject({ emergency: { contacts: [mother] } });
  // Nor by adding somebody again who has left, or who has declined an invitation.
  expect((await other.as(member, 'DELETE', `teams/venue/members/${member.uid}`)).statusCode).toBe(204);
  await other.as(other.owner, 'PUT', `teams/press/members/${member.uid}`);
  expect((await look(other, other.owner, member)).json()).toMatchObject(empty);
});

test('rejects contacts that nobody can call', async () => {
  const { member } = await createCrew(muster);
  for (const [contacts, pointer] of [
    [[mother, { ...mother, phone: '' }], '/contacts/1/phone'],
    [[{ ...mother, name: ' ' }], '/contacts/0/name'],
    [Array.from({ length: 4 }, () => mother), '/contacts'],
  ] as const) {
    const refused = await keep(member, { contacts, note: '' });
    expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, pointer]);
  }
  expect(await kept(member)).toEqual({ contacts: [], note: '' });
});

test('they are erased 30 days after the last event, and not shown to owners of an earlier one', async () => {
  const [crew, next] = [await createCrew(muster), await createCrew(muster)];
  const { owner, member } = crew;
  const headers = await browserOf(muster, next.owner);
  await keep(member, { contacts: [mother], note: '' });
  const added = await next.as(undefined, 'PUT', `teams/venue/members/${member.uid}`, undefined, headers);
  expect(added.statusCode).toBeLessThan(300);
  await endOn(crew, day(-31));
  await endOn(next, day(5));
  expect((await look(crew, owner, member)).json().code).toBe('not_allowed');
  expect((await look(next, next.owner, member)).statusCode).toBe(200);
  muster.clock.advance(34 * 86_400);
  await applyRetention(muster, { dryRun: false });
  expect(await kept(member)).toMatchObject({ contacts: [mother] });
  muster.clock.advance(2 * 86_400);
  await applyRetention(muster, { dryRun: false });
  expect(await kept(member)).toEqual({ contacts: [], note: '' });
});
