import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createDevice } from '../../../../../test/support/world/desk.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';

const muster = useApp();

test('ten desks hand out the last one, or lend the same radio, at once: one succeeds', async () => {
  const crew = await createCrew(muster);
  const people = await createMembers(muster, crew.pid, 'venue', 10);
  const devices: Awaited<ReturnType<typeof createDevice>>[] = [];
  for (const _ of people) devices.push(await createDevice(muster, crew));
  const create = async (input: object) =>
    (await crew.as(crew.owner, 'POST', 'hand-outs', { audience: { everyone: true }, ...input })).json().id;
  const shirt = await create({ name: 'Shirt', stock: [{ count: 1 }] });
  const radio = await create({ name: 'Radio', kind: 'loan' });
  await crew.as(crew.owner, 'POST', `hand-outs/${radio}/things`, { label: 'Radio 17' });
  const race = async (scan: object) =>
    (
      await Promise.all(
        devices.map(({ results }, index) => results([{ step: 'hand_out', uid: people[index]?.uid, ...scan }])),
      )
    )
      .flat()
      .toSorted();
  const others = (result: string) => ['accepted', ...Array.from({ length: 9 }, () => result)].toSorted();
  expect(await race({ hand_out: shirt })).toEqual(others('none_left'));
  expect(await race({ hand_out: radio, barcode: 'Radio 17' })).toEqual(others('on_loan'));
});

test('the same codes are pasted twice at once: each person gets one', async () => {
  const crew = await createCrew(muster);
  await createMembers(muster, crew.pid, 'venue', 20);
  const list = { name: 'Ticket', kind: 'code', audience: { tids: ['venue'] } };
  const { id } = (await crew.as(crew.owner, 'POST', 'hand-outs', list)).json();
  const codes = Array.from({ length: 30 }, (_, index) => `CODE-${index}`);
  const answers = await Promise.all(
    [codes, codes, codes.map((code) => `${code}-2`)].map((some) =>
      crew.as(crew.owner, 'POST', `hand-outs/${id}/codes`, { codes: some }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201).length).toBe(2);
  const rows = await muster.db.read.selectFrom('hand_out_codes').select('uid').where('hand_out_id', '=', id).execute();
  const holders = rows.flatMap(({ uid }) => uid ?? []);
  expect([rows.length, holders.length, new Set(holders).size]).toEqual([60, 22, 22]);
});
