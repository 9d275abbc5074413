import { setImmediate as turn } from 'node:timers/promises';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, requireNone } from '../../../errors.ts';
import type { FieldError } from '../../../errors.ts';
import { pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { seal, unseal } from '../../../lib/seal.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { newId, newIds } from '../../../lib/secrets.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import { notify } from '../../notices/notify.service.ts';
import { entitlementsOf } from '../hand-outs/entitlement.service.ts';
import type { Entitlements } from '../hand-outs/entitlement.service.ts';
import { lockHandOut, requireHandOut } from '../hand-outs/hand-outs.service.ts';
import {
  assignCode,
  countCodes,
  deleteFree,
  findCode,
  insertCodes,
  listCodes,
  listCodesForExport,
  listCodesOf,
  listCodesWithPeople,
  listFree,
  listHolders,
} from './code-lists.queries.ts';
import { maxCodes } from './code-lists.schema.ts';
import type { ListedCode } from './code-lists.schema.ts';

export type CodeServices = { db: Db; clock: Clock; keys: Keyring };

const contextOf = (handOut: string, id: string): string => `code:${handOut}:${id}`;

const shownErrors = 100;

/** All or none. Names each code that is there twice, by the line that has it. */
export async function addCodes(
  trx: Trx,
  keys: Keyring,
  actor: Actor,
  handOut: string,
  codes: readonly string[],
): Promise<number> {
  const { projectRole, now, uid } = actor;
  const { pid } = projectRole.scope;
  const { name } = await lockHandOut(trx, projectRole.scope, handOut, 'code');
  const stored = await listCodes(trx, handOut);
  if (stored.length + codes.length > maxCodes) fail('not_allowed', { detail: `A list has at most ${maxCodes} codes` });
  // Opening thousands takes long enough for others to notice.
  const known = await inTurns(stored, ({ id, code }) => unseal(keys, contextOf(handOut, id), code));
  const added = codes.map((code) => code.trim());
  requireNone(repeated(added, new Set(known)).slice(0, shownErrors));
  const [ids, at] = [newIds(now, added.length), timestamp(now)];
  const rows = await inTurns(added, (code, index) => {
    const id = ids[index] ?? newId(now);
    const sealed = seal(keys, contextOf(handOut, id), code);
    return { id, hand_out_id: handOut, code: sealed, key_id: keys.current.id, created_at: at };
  });
  await insertCodes(trx, rows);
  const detail = { title: name, count: added.length };
  await record(trx, now, { actor: uid, kind: 'codes.added', subject: handOut, pid, detail });
  return added.length;
}

async function inTurns<T, R>(list: readonly T[], work: (one: T, index: number) => R): Promise<R[]> {
  const done: R[] = [];
  for (const [index, one] of list.entries()) {
    if (index % 500 === 499) await turn();
    done.push(work(one, index));
  }
  return done;
}

function repeated(codes: readonly string[], known: ReadonlySet<string>): FieldError[] {
  const firstAt = new Map<string, number>();
  return codes.flatMap((code, index): FieldError[] => {
    const pointer = `/codes/${index}`;
    const first = firstAt.get(code);
    if (first !== undefined) return [{ pointer, detail: `is the same as code ${first + 1} of the list` }];
    firstAt.set(code, index);
    return known.has(code) ? [{ pointer, detail: 'was added before' }] : [];
  });
}

const batchSize = 200;

/** Who may have one and has none. */
const waitingFor = ({ people }: Entitlements, handOut: string, holders: ReadonlySet<string>): string[] =>
  [...people]
    .filter(([uid, { of }]) => (of.get(handOut)?.entitled ?? 0) > 0 && !holders.has(uid))
    .map(([uid]) => uid)
    .toSorted();

export type AssignedCodes = { assigned: number; without: number };

/** Gives everybody who is entitled a code, once. Rights are read again with the hand-out locked. */
export async function assignCodes(
  { db, clock }: Pick<CodeServices, 'db' | 'clock'>,
  scope: ProjectScope,
  handOut: string,
  signal?: AbortSignal,
): Promise<AssignedCodes> {
  const holders = new Set(await listHolders(db.read, handOut));
  const waiting = waitingFor(await entitlementsOf(db.read, scope), handOut, holders);
  let assigned = 0;
  for (const uids of chunksOf(waiting, batchSize)) {
    signal?.throwIfAborted();
    const count = await db.transaction((trx) => assignSome(trx, clock.now(), scope, handOut, uids));
    assigned += count;
    if (count === 0) break;
  }
  return { assigned, without: waiting.length - assigned };
}

async function assignSome(
  trx: Trx,
  now: Date,
  scope: ProjectScope,
  handOut: string,
  uids: readonly string[],
): Promise<number> {
  const { name } = await lockHandOut(trx, scope, handOut, 'code');
  const holders = new Set(await listHolders(trx, handOut));
  const waiting = waitingFor(await entitlementsOf(trx, scope, uids), handOut, holders);
  const free = await listFree(trx, handOut, waiting.length);
  const given: string[] = [];
  for (const [index, { id }] of free.entries()) {
    const uid = waiting[index];
    if (uid !== undefined && (await assignCode(trx, id, uid, timestamp(now)))) given.push(uid);
  }
  const { pid } = scope;
  await recordAll(
    trx,
    now,
    given.map((subject) => ({
      actor: null,
      kind: 'code.assigned' as const,
      subject,
      pid,
      detail: { hand_out: handOut, title: name },
    })),
  );
  const notice = {
    kind: 'handout.earned',
    pid,
    subject: handOut,
    values: { what: name, change: 'code' },
    occasion: 'code',
  } as const;
  await notify(
    trx,
    { actor: null, now },
    given.map((uid) => ({ ...notice, uid })),
  );
  return given.length;
}

/** Every look at codes is recorded: everybody who has a code can use it. */
export async function readCodes(
  { db, keys }: CodeServices,
  actor: Actor,
  handOut: string,
  query: PageQuery,
): Promise<{ data: ListedCode[]; next: string | null; total?: number }> {
  const { projectRole, uid, now } = actor;
  const { scope } = projectRole;
  const { name } = await requireHandOut(db.read, scope, handOut, 'code');
  const { limit, after, page } = pageRequest(query, { id: 'text' });
  const rows = await listCodesWithPeople(db.read, handOut, after?.id, limit + 1);
  const detail = { title: name, count: Math.min(rows.length, limit) };
  await db.transaction((trx) =>
    record(trx, now, { actor: uid, kind: 'codes.read', subject: handOut, pid: scope.pid, detail }),
  );
  const shown = page(rows, ({ id, code, uid: holder, name: holderName, assigned_at }) => ({
    id,
    code: unseal(keys, contextOf(handOut, id), code),
    person: holder === null ? null : { uid: holder, name: holderName ?? '' },
    assigned_at,
  }));
  return after === undefined ? { ...shown, total: await countCodes(db.read, handOut) } : shown;
}

/** Only one that nobody has. Does nothing if it was deleted before. */
export async function removeCode(db: Db, actor: Actor, handOut: string, id: string): Promise<void> {
  const { projectRole, caller, now, uid } = actor;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const { name } = await lockHandOut(trx, scope, handOut, 'code');
    if ((await findCode(trx, handOut, id)) === undefined) return;
    if (!(await deleteFree(trx, handOut, id))) fail('conflict', { detail: 'Somebody has this code' });
    const detail = { title: name, count: 1 };
    await record(trx, now, { actor: uid, kind: 'codes.removed', subject: handOut, pid: scope.pid, detail });
  });
}

export type OwnCode = { handOut: string; name: string; code: string };

/** The codes of some people, to show to themselves only. */
export async function codesOf(
  read: Reader,
  keys: Keyring,
  scope: ProjectScope,
  uids: readonly string[],
): Promise<(uid: string) => OwnCode[]> {
  const rows = uids.length === 0 ? [] : await listCodesOf(read, scope, uids);
  const byPerson = Map.groupBy(rows, ({ uid }) => uid);
  return (uid) =>
    (byPerson.get(uid) ?? []).map(({ id, hand_out_id: handOut, name, code }) => ({
      handOut,
      name,
      code: unseal(keys, contextOf(handOut, id), code),
    }));
}

/** What the export of a person's data has about codes. */
export async function exportCodes(read: Reader, keys: Keyring, uid: string) {
  const rows = await listCodesForExport(read, uid);
  return rows.map(({ id, hand_out_id, code, ...row }) => ({
    ...row,
    code: unseal(keys, contextOf(hand_out_id, id), code),
  }));
}
