import type { Device } from '../../../auth/devices.ts';
import type { Trx } from '../../../db/db.ts';
import { ungive } from '../hand-outs/giving.service.ts';
import { undoLoan } from '../loans/loans.service.ts';
import { remark } from '../marking/marking.service.ts';
import { undoPassing } from '../on-site/gate.service.ts';
import { isUndoable } from './desk.policy.ts';
import type { ScanResult } from './desk.policy.ts';
import { findScan, markUndone } from './desk.queries.ts';

type Undo = { undoes: string; at: string };

/**
 * As if the scan had never been made. Only a device undoes its own scans, and only shortly after them, by their own times: so it
 * is the same whenever they arrive. Requires the lock of the desk.
 */
export async function undoScan(trx: Trx, now: Date, device: Device, { undoes, at }: Undo): Promise<ScanResult> {
  const { scope } = device;
  const scan = await findScan(trx, scope, device.id, undoes);
  if (scan === undefined || scan.step === 'undo' || scan.step === 'correct') return 'unknown';
  if (scan.result === 'undone') return 'repeated';
  if (!isUndoable(scan.at, at)) return 'overtaken';
  await markUndone(trx, scope, undoes);
  const { task_id, uid, thing_id } = scan;
  if (task_id !== null && uid !== null)
    await remark(trx, now, scope, { task_id, uid }, { actor: null, device: device.name });
  else if (scan.step === 'on_site' || scan.step === 'off_site') await undoPassing(trx, now, device, uid ?? '');
  else if (thing_id !== null) await undoLoan(trx, now, device, undoes);
  else await ungive(trx, now, device, undoes);
  return 'accepted';
}
