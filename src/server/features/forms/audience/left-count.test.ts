import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';

const muster = useApp();

type Entry = { form: string; response_count: number | null; left_count: number | null };

test('the list of forms counts the same answers as the totals', async () => {
  const crew = await createCrew(muster);
  const people = await createMembers(muster, crew.pid, 'press', 3);
  const [leaver, suspended, turned] = people;
  if (leaver === undefined || suspended === undefined || turned === undefined) throw new Error('expected three people');
  const asked = [
    { form: 'everyone', audience: 'signed_in' },
    { form: 'members', audience: 'members' },
    { form: 'owners', audience: 'owners' },
    { form: 'people', audience: 'people' },
    { form: 'press', audience: 'people', tids: ['press'] },
  ];
  for (const form of asked) {
    const payload = { kind: 'appreciation', title: form.form, enabled: true, ...form };
    expect((await crew.as(crew.owner, 'POST', 'forms', payload)).statusCode).toBe(201);
    for (const who of [crew.owner, crew.chief, crew.member, ...people])
      await crew.as(who, 'PUT', `forms/${form.form}/response`, { answers: { wanted: false } });
  }
  await muster.db.transaction(async (trx) => {
    await trx.deleteFrom('memberships').where('uid', '=', leaver.uid).execute();
    await trx.updateTable('memberships').set({ role: 'chief' }).where('uid', '=', turned.uid).execute();
    const at = '2026-06-01T00:00:00.000Z';
    await trx.updateTable('people').set({ suspended_at: at }).where('uid', '=', suspended.uid).execute();
  });
  const entries = async (who: Caller): Promise<Entry[]> => (await crew.as(who, 'GET', 'forms')).json().data;
  const lefts: Record<string, number | null> = {};
  for (const { form, response_count, left_count } of await entries(crew.owner)) {
    const { answered, left } = (await crew.as(crew.owner, 'GET', `forms/${form}/totals`)).json();
    expect([form, (response_count ?? 0) - (left_count ?? 0), left_count]).toEqual([form, answered, left]);
    expect((await crew.as(crew.owner, 'GET', `forms/${form}`)).json()).toMatchObject({ response_count, left_count });
    lefts[form] = left_count;
  }
  expect(lefts).toEqual({ everyone: 1, members: 3, owners: 0, people: 2, press: 2 });
  const [seen] = await entries(crew.member);
  expect(seen).toMatchObject({ response_count: null, left_count: null });
});
