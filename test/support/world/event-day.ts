import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import type { Trx } from '../../../src/server/db/db.ts';
import { seal } from '../../../src/server/lib/seal.ts';
import type { Keyring } from '../../../src/server/lib/seal.ts';
import { newScreenToken } from '../../../src/server/auth/token-format.ts';
import { newId, randomText, sha256 } from '../../../src/server/lib/secrets.ts';

/** Signed with the key that worlds have. */
export function placeCode(pid: string, place: string): string {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return sign(null, Buffer.from(`muster-place:${pid}:${place}`), key).toString('base64url');
}

export type EventDayIds = {
  place: string;
  work: string;
  handOut: string;
  given: string;
  device: string;
  screen: string;
  number: string;
  loan: string;
  thing: string;
  codeList: string;
  listed: string;
};
export const newEventDayIds = (now: Date): EventDayIds => ({
  place: newId(now),
  work: newId(now),
  handOut: newId(now),
  given: randomUUID(),
  device: newId(now),
  screen: newScreenToken(),
  number: randomText(15),
  loan: newId(now),
  thing: newId(now),
  codeList: newId(now),
  listed: newId(now),
});

function assigned(keys: Keyring, list: string, now: Date) {
  const id = newId(now);
  return { id, code: seal(keys, `code:${list}:${id}`, 'TAKEN') };
}

type Day = EventDayIds & { pid: string; tid: string; uid: string; task: string };

/**
 * A key, a place, a device, work that waits for a decision, and something that was handed out. `created_by` is an owner,
 * who added the device.
 */
export async function insertEventDay(trx: Trx, keys: Keyring, day: Day, created_by: string, at: string): Promise<void> {
  const { pid, tid, uid } = day;
  const context = `project:${pid}:key`;
  const seed = Buffer.alloc(32, 7).toString('base64url');
  await trx
    .insertInto('project_keys')
    .values({
      pid,
      public_key: '6kpsY-KcUgq-9VB7Ey7F-ZVHdq6-vnuSQh7qaRRG0iw',
      private_key: seal(keys, context, seed),
      key_id: keys.current.id,
      created_at: at,
    })
    .execute();
  await trx.insertInto('places').values({ id: day.place, pid, name: 'Hall' }).execute();
  await trx
    .insertInto('devices')
    .values({
      id: day.device,
      pid,
      name: 'Entrance',
      token_hash: day.device,
      created_by,
      created_at: at,
      expires_at: at,
    })
    .execute();
  const screen = {
    id: newId(new Date(at)),
    pid,
    name: 'Lobby',
    purpose: 'screen' as const,
    created_by,
    created_at: at,
  };
  await trx
    .insertInto('devices')
    .values({ ...screen, token_hash: sha256(day.screen), expires_at: '2999-01-01T00:00:00.000Z' })
    .execute();
  await trx
    .insertInto('work')
    .values({
      id: day.work,
      pid,
      uid,
      tid,
      title: 'Fetched the tables',
      starts_at: '2026-05-01T09:00:00.000Z',
      ends_at: '2026-05-01T10:00:00.000Z',
      state: 'claimed',
      created_at: at,
    })
    .execute();
  const printed = { name: 'Mia', language: 'en', minutes: 60, issued_at: at };
  await trx
    .insertInto('certificates')
    .values({ number: day.number, pid, uid, ...printed })
    .execute();
  await trx
    .insertInto('hand_outs')
    .values({ id: day.handOut, pid, name: 'Voucher', audience: '{"everyone":true}', created_at: at })
    .execute();
  const given = { hand_out_id: day.handOut, uid, given_at: at, device_id: day.device };
  await trx
    .insertInto('given_hand_outs')
    .values({ id: day.given, ...given })
    .execute();
  const { loan, thing, codeList, listed } = day;
  const everyone = { pid, audience: '{"everyone":true}', created_at: at };
  await trx
    .insertInto('hand_outs')
    .values([
      { ...everyone, id: loan, name: 'Radio', kind: 'loan' },
      { ...everyone, id: codeList, name: 'Ticket', kind: 'code' },
    ])
    .execute();
  const radio = { pid, hand_out_id: loan, label: 'Radio 1', sort_key: 'radio 1', barcode: 'radio-1', created_at: at };
  await trx
    .insertInto('things')
    .values({ ...radio, id: thing })
    .execute();
  // It came back once, and is out again.
  const hoursBefore = (hours: number): string => new Date(Date.parse(at) - hours * 3_600_000).toISOString();
  const lent = { thing_id: thing, step: 'lend' as const, uid, at, device_id: day.device };
  const returned = { ...lent, step: 'return' as const, uid: null, condition: 'ok' as const, at: hoursBefore(1) };
  for (const event of [{ ...lent, at: hoursBefore(2) }, returned, lent])
    await trx
      .insertInto('thing_events')
      .values({ id: newId(new Date(at)), ...event })
      .execute();
  const code = { hand_out_id: codeList, key_id: keys.current.id, created_at: at };
  await trx
    .insertInto('hand_out_codes')
    .values([
      { ...code, id: listed, code: seal(keys, `code:${codeList}:${listed}`, 'FREE') },
      { ...code, ...assigned(keys, codeList, new Date(at)), uid, assigned_at: at },
    ])
    .execute();
  const scan = { pid, id: randomUUID(), uid, task_id: day.task, step: 'arrive' as const, at, device_id: day.device };
  await trx
    .insertInto('scans')
    .values({ ...scan, result: 'accepted', received_at: at })
    .execute();
  await trx.insertInto('on_site').values({ pid, uid, since: at }).execute();
  await trx.insertInto('roll_calls').values({ pid, started_at: at, started_by: created_by }).execute();
  await trx.insertInto('roll_call_marks').values({ pid, uid, state: 'missing', at, marked_by: created_by }).execute();
}
