import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { applying } from '../../../../../test/support/world/applications.ts';
import { createCaller } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { expectCountsToHold } from '../../../../../test/support/races/races.ts';

const muster = useApp();
const team = applying(muster);

async function applicants(crew: Crew, count: number): Promise<Caller[]> {
  const people = await Promise.all(Array.from({ length: count }, () => createCaller(muster)));
  for (const person of people) await team.apply(crew, person);
  return people;
}

const decide = async (crew: Crew, who: Caller, decision: string, people: readonly Caller[]) => {
  const decisions = people.map(({ uid }) => ({ uid, tid: 'venue', decision }));
  const { results } = (await crew.as(who, 'POST', 'applications/decisions', { decisions })).json();
  return results.map(({ result }: { result: string }) => result);
};

test('of two who decide oppositely at the same time, the second sees the decision of the first', async () => {
  const crew = await team.openCrew();
  const people = await applicants(crew, 4);
  const [yes, no] = await Promise.all([
    decide(crew, crew.chief, 'accept', people),
    decide(crew, crew.owner, 'decline', people.toReversed()),
  ]);
  // One request decides about all of them, because both lock the people.
  const won = people.map(() => 'decided');
  const lost = people.map(() => 'changed');
  expect([yes, no]).toEqual(yes[0] === 'decided' ? [won, lost] : [lost, won]);
  await expectCountsToHold(muster);
});

test('publishing several times at once notifies everybody once', async () => {
  const crew = await team.openCrew();
  const url = `/api/projects/${crew.pid}`;
  await muster.call({ method: 'PATCH', url, headers: crew.owner.headers, payload: { decisions: 'together' } });
  const people = await applicants(crew, 9);
  await decide(crew, crew.chief, 'accept', people.slice(0, 3));
  await decide(crew, crew.chief, 'wait', people.slice(3, 6));
  await decide(crew, crew.chief, 'decline', people.slice(6));
  const publications = await Promise.all(
    [1, 2, 3].map(() => crew.as(crew.owner, 'POST', 'applications/publication', { texts: { declined: 'Sorry' } })),
  );
  const sums = { accepted: 0, waiting: 0, declined: 0 };
  for (const publication of publications) {
    const { accepted, waiting, declined } = publication.json();
    sums.accepted += accepted;
    sums.waiting += waiting;
    sums.declined += declined;
  }
  expect(sums).toEqual({ accepted: 3, waiting: 3, declined: 3 });
  const kinds = await Promise.all(people.map(async (person) => (await team.noticesTo(person)).map(({ kind }) => kind)));
  const expected = ['accepted', 'waiting', 'declined'].flatMap((outcome) =>
    [1, 2, 3].map(() => [`application.${outcome}`]),
  );
  expect(kinds).toEqual(expected);
  await expectCountsToHold(muster);
});
