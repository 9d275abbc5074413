import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { applying } from '../../../../../test/support/world/applications.ts';
import { createCaller } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';

const muster = useApp();
const team = applying(muster);

type Result = { result: string; current: string | null };

const decide = async (crew: Crew, who: Caller, decisions: object[]): Promise<Result[]> =>
  (await crew.as(who, 'POST', 'applications/decisions', { decisions })).json().results;

const noteOf = async (crew: Crew, who: Caller) =>
  (await crew.as(crew.owner, 'GET', 'applications?state=all'))
    .json()
    .data.find(({ uid }: { uid: string }) => uid === who.uid).note;

test('deciders write notes without deciding, and none overwrites the note of another', async () => {
  const crew = await team.openCrew();
  const ada = await createCaller(muster, 'Ada');
  await team.apply(crew, ada);
  const about = { uid: ada.uid, tid: 'venue' };
  expect(await decide(crew, crew.chief, [{ ...about, note: 'Owns a ladder', seen_note: '' }])).toMatchObject([
    { result: 'noted', current: null },
  ]);
  expect((await team.own(ada)).length).toBe(1);
  // The owner has not read it, and their decision is not made either.
  const blind = { ...about, decision: 'accept', note: 'Tall', seen_note: '' };
  expect(await decide(crew, crew.owner, [blind])).toMatchObject([{ result: 'note_changed', current: null }]);
  expect(await noteOf(crew, ada)).toBe('Owns a ladder');
  const seen = { ...about, decision: 'wait', note: 'Tall, owns a ladder', seen_note: 'Owns a ladder' };
  expect(await decide(crew, crew.owner, [seen])).toMatchObject([{ result: 'decided', current: 'waiting' }]);
  // A decision without a note keeps it.
  await decide(crew, crew.chief, [{ ...about, decision: 'accept', seen: 'waiting' }]);
  expect(await noteOf(crew, ada)).toBe('Tall, owns a ladder');
  expect((await team.kindsIn(crew)).filter((kind) => kind === 'applications.noted')).toHaveLength(2);
  await decide(crew, crew.chief, [{ ...about, note: 'Tall, owns a ladder' }]);
  expect((await team.kindsIn(crew)).filter((kind) => kind === 'applications.noted')).toHaveLength(2);
});

test('a decision needs a decision or a note, and notes are for the chiefs of the team', async () => {
  const crew = await team.openCrew();
  const ada = await createCaller(muster, 'Ada');
  await team.apply(crew, ada);
  const send = (who: Caller, decision: object) =>
    crew.as(who, 'POST', 'applications/decisions', { decisions: [{ uid: ada.uid, tid: 'venue', ...decision }] });
  expect((await send(crew.chief, {})).json()).toMatchObject({
    status: 400,
    errors: [{ pointer: '/decisions/0', detail: 'needs a decision or a note' }],
  });
  expect((await send(crew.otherChief, { note: 'Mine' })).statusCode).toBe(403);
  expect(await noteOf(crew, ada)).toBe('');
});

/** Two years of one event. Chen leads the same team in both, the owner of the second did not own the first. */
async function twoYears() {
  const first = await team.openCrew();
  const second = await team.openCrew();
  await muster.db.transaction(async (trx) => {
    await trx.updateTable('projects').set({ follows: first.pid }).where('pid', '=', second.pid).execute();
    await trx
      .insertInto('memberships')
      .values({ pid: second.pid, tid: 'venue', uid: first.chief.uid, role: 'chief', created_at: '2026-01-01' })
      .execute();
  });
  return { first, second };
}

test('who decides sees the applications of the year before where they decided, too', async () => {
  const { first, second } = await twoYears();
  const [ada, lin] = [await createCaller(muster, 'Ada'), await createCaller(muster, 'Lin')];
  for (const [crew, who] of [
    [first, ada],
    [first, lin],
    [second, ada],
  ] as const)
    await team.apply(crew, who);
  await decide(first, first.chief, [{ uid: ada.uid, tid: 'venue', decision: 'decline', note: 'Ask next year' }]);
  const earlier = (who: Caller, { uid } = ada) => second.as(who, 'GET', `applications/${uid}/earlier`);
  const [row, ...more] = (await earlier(first.chief)).json().data;
  expect([row, more]).toMatchObject([
    { pid: first.pid, tid: 'venue', state: 'declined', note: 'Ask next year', project: expect.any(String) },
    [],
  ]);
  // A year that is a draft again is left out, and what is known of the others stays.
  const setState = (state: 'draft' | 'public') =>
    muster.db.transaction((trx) => trx.updateTable('projects').set({ state }).where('pid', '=', first.pid).execute());
  await setState('draft');
  expect((await earlier(first.chief)).json()).toEqual({ data: [] });
  await setState('public');
  expect((await earlier(second.owner)).json()).toEqual({ data: [] });
  expect((await earlier(second.chief)).json()).toEqual({ data: [] });
  // Lin has not applied this year, and Ada not to the team of this chief.
  expect((await earlier(first.chief, lin)).statusCode).toBe(404);
  expect((await earlier(second.otherChief)).statusCode).toBe(404);
  expect((await earlier(ada)).statusCode).toBe(403);
  await team.withdraw(second, ada);
  expect((await earlier(first.chief)).statusCode).toBe(404);
});

test('long after the decision, or after a withdrawal, the note of an earlier year is gone', async () => {
  const { first, second } = await twoYears();
  const ada = await createCaller(muster, 'Ada');
  await team.apply(first, ada);
  await decide(first, first.chief, [{ uid: ada.uid, tid: 'venue', decision: 'decline', note: 'Rude' }]);
  await team.apply(second, ada);
  const decided_at = new Date(muster.clock.now().getTime() - 91 * 86_400_000).toISOString();
  await muster.db.transaction((trx) =>
    trx.updateTable('applications').set({ decided_at }).where('pid', '=', first.pid).execute(),
  );
  const { data } = (await second.as(first.chief, 'GET', `applications/${ada.uid}/earlier`)).json();
  expect(data).toMatchObject([{ state: 'declined', note: '' }]);
});
