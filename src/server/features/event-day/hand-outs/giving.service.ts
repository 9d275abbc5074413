import type { Device } from '../../../auth/devices.ts';
import type { Trx } from '../../../db/db.ts';
import { recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { isMemberOf } from '../desk/desk.policy.ts';
import type { ScanResult } from '../desk/desk.policy.ts';
import { dueOf, entitlementsOf, stockLeft } from './entitlement.service.ts';
import type { Definition, EntitledPerson } from './entitlement.service.ts';
import { deleteGivenBy, insertGiven, moveGivenEarlier } from './giving.queries.ts';
import { isVariant, variantFrom, variantKey } from './variants.policy.ts';

export type GivingScan = {
  id: string;
  uid: string;
  at: string;
  handOut: string;
  variant: readonly string[] | undefined;
  /** Empty if they get it by their entitlement. */
  reason: string;
};
export type GivingOutcome = { id: string; result: ScanResult; task_id: null; hand_out_id: string | null };

type Given = Parameters<typeof insertGiven>[1][number];

/** What is known before a scan: changes with each that counts. */
type State = { person: EntitledPerson | undefined; given: Given[]; left: Map<string, number> | undefined };

/** Identifies what a scan handed out. */
const givenId = (pid: string, scan: string): string => `${pid} ${scan}`;

/**
 * As many as the person is entitled to. With a reason, one more, but never to people outside the project, whose names the
 * list of who got it would show, nor to people of other teams than the device's. Requires the lock of the desk, which decides who
 * gets the last one.
 */
export async function giveHandOuts(
  trx: Trx,
  now: Date,
  device: Device,
  scans: readonly GivingScan[],
): Promise<GivingOutcome[]> {
  if (scans.length === 0) return [];
  const { scope, id: device_id, name } = device;
  const { handOuts, people } = await entitlementsOf(trx, scope, [...new Set(scans.map(({ uid }) => uid))]);
  const items = new Map(handOuts.filter(({ kind }) => kind === 'item').map((handOut) => [handOut.id, handOut]));
  const used = new Set(scans.map(({ handOut }) => handOut));
  const left = await stockLeft(
    trx,
    handOuts.filter(({ id }) => used.has(id)),
  );
  const given: Given[] = [];
  const outcomes: GivingOutcome[] = [];
  for (const scan of scans) {
    const handOut = items.get(scan.handOut);
    if (handOut === undefined) {
      outcomes.push({ id: scan.id, result: 'unknown', task_id: null, hand_out_id: null });
      continue;
    }
    const state = { person: people.get(scan.uid), given, left: left.get(handOut.id) };
    const found = decide(handOut, scan, state, scope.tids);
    if (typeof found !== 'string') {
      const { number, variant } = found;
      const { id, uid, at, reason } = scan;
      const row = { id: givenId(scope.pid, id), hand_out_id: handOut.id, uid, given_at: at, device_id, reason };
      given.push({ ...row, number, variant });
      state.left?.set(variant, (state.left.get(variant) ?? 0) - 1);
    } else if (found === 'repeated') await countEarlier(trx, given, scan);
    outcomes.push({
      id: scan.id,
      result: typeof found === 'string' ? found : 'accepted',
      task_id: null,
      hand_out_id: handOut.id,
    });
  }
  await insertGiven(trx, given);
  const entries = given.map((row): AuditEntry => ({
    actor: null,
    kind: 'handout.given',
    subject: row.uid,
    pid: scope.pid,
    detail: {
      hand_out: row.hand_out_id,
      title: items.get(row.hand_out_id)?.name ?? '',
      device: name,
      ...(row.variant === '[]' ? {} : { variant: variantFrom(row.variant).join(', ') }),
      ...(row.reason === '' ? {} : { reason: row.reason }),
    },
  }));
  await recordAll(trx, now, entries);
  return outcomes;
}

/** Which one the person gets, or why none. */
function decide(
  handOut: Definition,
  { uid, variant: wanted, reason }: GivingScan,
  { person, given, left }: State,
  tids: readonly string[] | null,
): { number: number; variant: string } | ScanResult {
  if (person === undefined || !isMemberOf(person.tids, tids)) return 'not_here';
  const known = person.of.get(handOut.id);
  if (known === undefined) return 'not_here';
  const before = given.filter((one) => one.hand_out_id === handOut.id && one.uid === uid && one.reason === '').length;
  const entitlement = { ...known, regular: known.regular + before };
  if (reason === '' && dueOf(entitlement) === 0)
    return known.givenAt === null && before === 0 ? 'not_here' : 'repeated';
  const variant = wanted === undefined || handOut.questions.length === 0 ? known.variant : wanted;
  if (variant === undefined || !isVariant(handOut.questions, variant)) return 'choose';
  const key = variantKey(variant);
  if ((left?.get(key) ?? 1) <= 0) return 'none_left';
  return { number: known.lastNumber + before + 1, variant: key };
}

/** A device that was offline had given it before: the earlier time counts. */
async function countEarlier(trx: Trx, given: Given[], { handOut, uid, at }: GivingScan): Promise<void> {
  const own = given.filter((one) => one.hand_out_id === handOut && one.uid === uid && one.reason === '');
  const last = own.toSorted((a, b) => (a.given_at < b.given_at ? -1 : 1)).at(-1);
  if (last !== undefined && last.given_at > at) last.given_at = at;
  await moveGivenEarlier(trx, handOut, uid, at);
}

/** A scan was undone at the desk. */
export async function ungive(trx: Trx, now: Date, { scope, name: device }: Device, scan: string): Promise<void> {
  const found = await deleteGivenBy(trx, scope, givenId(scope.pid, scan));
  if (found === undefined) return;
  const { uid, hand_out_id, name: title } = found;
  await recordAll(trx, now, [
    {
      actor: null,
      kind: 'handout.taken_back',
      subject: uid,
      pid: scope.pid,
      detail: { hand_out: hand_out_id, title, device },
    },
  ]);
}
