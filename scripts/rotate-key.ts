/**
 * Seals everything private again with the first key of MUSTER_KEY. The service may run meanwhile; an interrupted
 * run goes on where it stopped. When it says so, the older keys can go.
 */
import { join } from 'node:path';
import { ConfigError, readConfig } from '../src/server/config.ts';
import { openDb } from '../src/server/db/db.ts';
import { isMigrated } from '../src/server/db/migrate.ts';
import { rotateKeys } from '../src/server/features/profile/rotation.service.ts';
import { keyring } from '../src/server/lib/seal.ts';

process.exitCode = await rotate();

async function rotate(): Promise<number> {
  const config = readConfigOrSay();
  if (config === undefined) return 1;
  const db = openDb({
    sqlitePath: join(config.dataDir, 'muster.db'),
    databaseUrl: config.databaseUrl,
    onError: (error) => console.error(error.message),
  });
  try {
    if (!(await isMigrated(db).catch(() => false))) {
      console.error('This database is not there, or not of this version. Start the service once, then try again.');
      return 1;
    }
    const keys = keyring(config.secrets);
    const { resealed, unopened } = await rotateKeys(db, keys, (table, totals) =>
      console.log(`${table}: ${totals.resealed} sealed again so far`),
    );
    console.log(`${resealed} rows are sealed with key ${keys.current.id} now.`);
    if (unopened === 0) {
      console.log('Keep the older keys for 24 hours more: mail and answers that wait may still be sealed with them.');
      return 0;
    }
    console.error(`${unopened} rows could not be opened and were left alone. Is an older key missing in MUSTER_KEY?`);
    return 1;
  } finally {
    await db.close();
  }
}

function readConfigOrSay() {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return undefined;
  }
}
