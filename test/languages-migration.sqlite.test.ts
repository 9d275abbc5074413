import { expect, test } from 'vitest';
import { migrationContext } from '../src/server/db/columns.ts';
import { languages } from '../src/server/db/migrations/0019_languages.ts';
import { useApp } from './support/app.ts';
import { createPerson } from './support/factories.ts';

const muster = useApp();

test('people keep their language when its constraint is removed', async () => {
  const people = await Promise.all([createPerson(muster), createPerson(muster), createPerson(muster)]);
  const chosen = ['zh-TW', 'de', null];
  const kept = await muster.db.transaction(async (trx) => {
    for (const [index, { uid }] of people.entries())
      await trx
        .updateTable('people')
        .set({ language: chosen[index] ?? null })
        .where('uid', '=', uid)
        .execute();
    await languages(migrationContext(trx, muster.db.engine));
    return trx.selectFrom('people').select(['uid', 'language']).execute();
  });
  const found = new Map(kept.map(({ uid, language }) => [uid, language]));
  expect(people.map(({ uid }) => found.get(uid))).toEqual(chosen);
});
