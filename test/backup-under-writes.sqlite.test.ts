import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import { emptyDatabase } from './support/database.ts';

test('a backup finishes while other transactions write continuously', async () => {
  await using place = await emptyDatabase();
  await using app = await startTestApp({ place, env: { BACKUP_EVERY: '1h' } });
  await app.db.transaction(async (trx) => {
    const at = app.clock.now().toISOString();
    for (let i = 0; i < 20; i += 1) {
      const rows = Array.from({ length: 100 }, (_, j) => ({
        id: `a${i}-${j}`,
        at,
        kind: 'test',
        subject: 'x'.repeat(900),
        detail: '{}',
      }));
      await trx.insertInto('audit').values(rows).execute();
    }
  });
  const writing = new AbortController();
  let writes = 0;
  const write = async () => {
    for (; !writing.signal.aborted; writes += 1) {
      await app.db.transaction((trx) =>
        trx
          .updateTable('audit')
          .set({ detail: `{"n":${writes}}` })
          .where('id', '=', 'a1-1')
          .execute(),
      );
      await new Promise((resolve) => void setImmediate(resolve));
    }
  };
  const loop = write();
  await app.services.scheduler.check();
  writing.abort();
  await loop;
  expect(writes).toBeGreaterThan(0);
  expect(readdirSync(join(place.folder, 'backups'))).toHaveLength(1);
});
