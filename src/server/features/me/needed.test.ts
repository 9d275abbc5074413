import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { consent, createDisclosureWorld } from '../../../../test/support/world/disclosure.ts';
import type { Caller } from '../../../../test/support/world.ts';

const muster = useApp();

const me = async ({ headers }: Caller) => (await muster.call({ url: '/api/me', headers })).json();
const neededOf = async (who: Caller) =>
  (await me(who)).needed.map(({ record, forms }: { record: string; forms: { title: string }[] }) => [
    record,
    ...forms.map(({ title }) => title),
  ]);

test('people are asked for private data only after they have agreed to share it in a form, which is named', async () => {
  const world = await createDisclosureWorld(muster);
  const { member, stranger } = world;
  expect(await me(member)).toMatchObject({
    missing: ['real_profile', 'address', 'bank', 'dietary_habits'],
    needed: [],
  });
  const travel = await world.createForm();
  const parcels = await world.createForm({ title: 'Parcels', passes_on: ['bank', 'address'] });
  await world.createForm({ title: 'Not open yet', opens_at: '2026-07-01T00:00:00Z' });
  await world.createForm({ title: 'Off', enabled: false });
  await world.createForm({ title: 'For chiefs', audience: 'chiefs' });
  expect(await neededOf(member)).toEqual([]);
  await world.put(member, travel, consent);
  expect(await neededOf(member)).toEqual([['bank', 'Travel']]);
  await world.put(member, parcels, { passes_on: ['bank', 'address'], passes_until: consent.passes_until });
  expect(await neededOf(member)).toEqual([
    ['bank', 'Travel', 'Parcels'],
    ['address', 'Parcels'],
  ]);
  expect(await neededOf(stranger)).toEqual([]);
  const need = (await me(member)).needed[0].forms[0];
  expect(need).toEqual({ pid: world.pid, form: travel.form, title: 'Travel' });
});

test('who declines is not asked; who agreed is asked until the data is given, also after the form has closed', async () => {
  const world = await createDisclosureWorld(muster);
  const { member, chief } = world;
  const travel = await world.createForm();
  await world.put(member, travel, {}, { apply: false });
  await world.put(chief, travel, consent);
  await world.change(travel, { closes_at: '2026-06-02T00:00:00Z' });
  muster.clock.advance(2 * 86_400);
  expect(await neededOf(member)).toEqual([]);
  expect(await neededOf(chief)).toEqual([['bank', 'Travel']]);
  expect((await me(chief)).missing_forms).toEqual([]);
  await world.keep(chief);
  expect(await neededOf(chief)).toEqual([]);
});
