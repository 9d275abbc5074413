import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { truncateLog } from '../../db/scrub.ts';
import { errorFields } from '../../lib/error-fields.ts';
import { deleteMailFilesAbout } from '../mail/mail-files.service.ts';

type Log = { warn: (fields: object, message: string) => void; error: (fields: object, message: string) => void };
type Services = { db: Db; config: Pick<Config, 'dataDir'>; log: Log };

/**
 * Removes what an erased person leaves outside the tables. Errors are only logged: the account is already gone, and the
 * daily run and the expiry of mail files do the same later.
 */
export async function removeTraces({ db, config, log }: Services, email: string): Promise<void> {
  try {
    await deleteMailFilesAbout(config.dataDir, email);
    if (!(await truncateLog(db))) log.warn({}, 'the write-ahead log is in use and could not be emptied');
  } catch (error) {
    log.error({ err: errorFields(error) }, 'traces of an erased person could not be removed');
  }
}
