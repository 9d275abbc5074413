import type { ProjectScope } from '../../auth/project-role.ts';
import type { Trx } from '../../db/db.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import { newId } from '../../lib/secrets.ts';
import { recordAll } from '../audit/audit.service.ts';
import type { AuditEntry } from '../audit/audit.service.ts';
import { notify } from '../notices/notify.service.ts';
import type { NewNotice } from '../notices/notify.service.ts';
import type { Loaded } from './board.service.ts';
import { deleteStepsBefore, insertStep, replacePlaces } from './rooms.queries.ts';

/** A night of a person in a room, or in none. */
export type Move = { uid: string; night: string; to: string | null };
type By = { scope: ProjectScope; actor: string; now: Date };

/** How long steps can be undone. */
export const stepSeconds = days(7);

export const deleteOldSteps = (trx: Trx, now: string): Promise<void> =>
  deleteStepsBefore(trx, timestamp(addSeconds(new Date(now), -stepSeconds)));

/**
 * Stores moves that are possible, as one step that can be undone, and notifies the people. Requires the lock of the rooms.
 * `isStep`: false for undoing one. Returns the step, null if nothing changed.
 */
export async function storeMoves(
  trx: Trx,
  { scope, actor, now }: By,
  { rooms, places }: Loaded,
  wanted: readonly Move[],
  isStep = true,
): Promise<string | null> {
  const { pid } = scope;
  const byPerson = Map.groupBy(places, ({ uid }) => uid);
  const before = (uid: string) => new Map((byPerson.get(uid) ?? []).map((one) => [one.night, one.room_id]));
  const changed = wanted.filter(({ uid, night, to }) => (before(uid).get(night) ?? null) !== to);
  if (changed.length === 0) return null;
  const names = new Map(rooms.map(({ id, name }) => [id, name]));
  const [rows, entries, notices]: [Parameters<typeof replacePlaces>[3][number][], AuditEntry[], NewNotice[]] = [
    [],
    [],
    [],
  ];
  const moves = [];
  for (const [uid, own] of Map.groupBy(changed, (move) => move.uid)) {
    const [was, is] = [before(uid), before(uid)];
    for (const { night, to } of own) {
      moves.push({ uid, night, from_room: was.get(night) ?? null, to_room: to });
      if (to === null) is.delete(night);
      else is.set(night, to);
    }
    rows.push(...[...is].map(([night, room_id]) => ({ pid, uid, night, room_id })));
    const what = [...new Set(is.values())].map((id) => names.get(id) ?? '').join(', ');
    const kind = is.size === 0 ? 'room.left' : 'room.assigned';
    entries.push({ actor, kind, subject: uid, pid, detail: { title: what } });
    const values = { what, change: is.size === 0 ? 'none' : 'room' };
    notices.push({ kind: 'room.assigned', uid, pid, subject: '', values });
  }
  await replacePlaces(trx, scope, [...new Set(changed.map(({ uid }) => uid))], rows);
  const id = newId(now);
  if (isStep) await insertStep(trx, { id, pid, created_by: actor, created_at: timestamp(now) }, moves);
  await recordAll(trx, now, entries);
  await notify(trx, { actor, now }, notices);
  return id;
}
