import type { Reader } from '../../db/db.ts';
import type { Keyring } from '../../lib/seal.ts';
import { exportCodes } from './code-lists/code-lists.service.ts';
import { listGivenTo } from './hand-outs/hand-outs.queries.ts';
import { variantFrom } from './hand-outs/variants.policy.ts';
import { exportLoans } from './loans/loans.service.ts';
import { listScansOf } from './marking/marking.queries.ts';
import { listMarksOf, listOnSiteOf } from './on-site/on-site.queries.ts';
import { listWorkOf } from './work/work.queries.ts';

/** The export of a person's data uses it. */
export const exportEventDay = async (read: Reader, keys: Keyring, uid: string) => ({
  work: await listWorkOf(read, uid),
  scans: await listScansOf(read, uid),
  on_site: await listOnSiteOf(read, uid),
  roll_calls: await listMarksOf(read, uid),
  hand_outs: (await listGivenTo(read, uid)).map(({ variant, ...row }) => ({ ...row, variant: variantFrom(variant) })),
  hand_out_codes: await exportCodes(read, keys, uid),
  loans: await exportLoans(read, uid),
});
