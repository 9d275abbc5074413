import type { Reader } from '../../db/db.ts';
import { listGivenTo } from './hand-outs/hand-outs.queries.ts';
import { listScansOf } from './marking/marking.queries.ts';
import { listWorkOf } from './work/work.queries.ts';

/** For the export of a person's data. */
export const exportEventDay = async (read: Reader, uid: string) => ({
  work: await listWorkOf(read, uid),
  scans: await listScansOf(read, uid),
  hand_outs: await listGivenTo(read, uid),
});
