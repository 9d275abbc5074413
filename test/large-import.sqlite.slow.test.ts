import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { browserOf } from './support/factories.ts';
import { createCrew } from './support/world.ts';
import type { ImportedPeople } from '../src/server/features/imports/imports.schema.ts';

const muster = useApp();

test('8,000 people are checked and invited, and the largest table is read', async () => {
  const crew = await createCrew(muster);
  const headers = await browserOf(muster, crew.owner);
  const post = (path: string, payload: object) =>
    muster.call({ method: 'POST', url: `/api/projects/${crew.pid}/${path}`, headers, payload });
  const table = (count: number) =>
    `Name\tE-Mail\tTelefon\tTeam\tRolle\tSprache\n${Array.from(
      { length: count },
      (_, index) =>
        `Person ${index}\tp${index}@example.org\t+49 30 ${index}\tTeam ${(index % 2) + 1}\tMitglied\tDeutsch`,
    ).join('\n')}`;
  const started = Date.now();
  const checked = await post('people/import?dry_run=true', { text: table(8000) });
  const previewed = Date.now();
  expect(checked.json<ImportedPeople>()).toMatchObject({ people: 8000, error_count: 0 });
  const answer = await post('people/import', { text: table(8000) });
  expect(answer.statusCode).toBe(201);
  const begun = Date.now();
  await muster.services.outbox.drain();
  const done = Date.now();
  const { data } = (await muster.call({ url: `/api/projects/${crew.pid}/imports`, headers })).json();
  expect(data).toMatchObject([{ state: 'done', done: 8000, imported: 8000 }]);
  const full = Date.now();
  expect((await post('people/import?dry_run=true', { text: table(20_000) })).json()).toMatchObject({ people: 12_000 });
  console.info(
    `checked in ${previewed - started} ms, begun in ${begun - previewed} ms, invited and sent in ${done - begun} ms, ` +
      `20,000 lines checked in ${Date.now() - full} ms`,
  );
});
