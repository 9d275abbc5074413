import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { truncateLog } from '../../db/scrub.ts';
import { errorFields } from '../../lib/error-fields.ts';
import type { Keyring } from '../../lib/seal.ts';
import { deleteMailFilesAbout } from '../mail/mail-files.service.ts';
import { addToErasedList } from './erased-list.service.ts';

type Log = { warn: (fields: object, message: string) => void; error: (fields: object, message: string) => void };
type Services = { db: Db; config: Pick<Config, 'dataDir' | 'backup'>; keys: Keyring; log: Log };

type Erased = { uid: string; addresses: readonly string[] };

/** Errors are only logged: the account is already gone, and each step is done again later by other means. */
export async function removeTraces({ db, config, keys, log }: Services, { uid, addresses }: Erased): Promise<void> {
  const attempt = (work: () => Promise<unknown>) =>
    work().catch((error: unknown) =>
      log.error({ err: errorFields(error) }, 'traces of an erased person could not be removed'),
    );
  await attempt(() => addToErasedList(config.backup.folder, keys, uid));
  for (const address of addresses) await attempt(() => deleteMailFilesAbout(config.dataDir, address));
  await attempt(async () => {
    if (!(await truncateLog(db))) log.warn({}, 'the write-ahead log is in use and could not be emptied');
  });
}
