import { confirmCaller } from '../../auth/confirm.ts';
import { madeWith, makersRole } from '../../auth/makers.ts';
import type { MailboxLimits } from '../../auth/mailbox-limits.ts';
import type { Actor, ProjectScope, Roles } from '../../auth/project-role.ts';
import { scopeOfRow } from '../../auth/project-role.ts';
import type { Config } from '../../config.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { seal, unseal } from '../../lib/seal.ts';
import type { Keyring } from '../../lib/seal.ts';
import { newId } from '../../lib/secrets.ts';
import { record } from '../audit/audit.service.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import type { JobHandlers, Outbox } from '../outbox/outbox.service.ts';
import { lockProjects } from '../projects/owners.service.ts';
import { saveImported, removeImported } from '../forms/answers/imported.service.ts';
import type { ToSave } from '../forms/answers/imported.service.ts';
import { inviteImported, revokeImported } from '../teams/invitations/imported.service.ts';
import type { ToInvite } from '../teams/invitations/imported.service.ts';
import { disableEmptyTeams } from '../teams/teams.service.ts';
import * as queries from './imports.queries.ts';
import {
  findImport,
  findMaker,
  insertImport,
  listImports,
  lockImport,
  lockRunning,
  updateImport,
} from './imports.queries.ts';
import type { ImportRow, ShownImport } from './imports.queries.ts';
import type { Import } from './imports.schema.ts';

const jobKind = 'import';
/** Other requests wait no longer than this many lines take. */
const batchSize = 200;
const keptSeconds = days(7);
const maxListed = 20;

const linesContext = (id: string): string => `import:${id}`;
const undoUntil = (created_at: string): string => timestamp(addSeconds(new Date(created_at), keptSeconds));

/** Deletes imports that can no longer be undone. */
export const deleteExpiredImports = (trx: Trx, now: string): Promise<void> =>
  queries.deleteOldImports(trx, timestamp(addSeconds(new Date(now), -keptSeconds)));

const present = ({ maker, ...row }: ShownImport): Import => ({
  id: row.id,
  kind: row.kind,
  form: row.form,
  state: row.state,
  total: row.total,
  done: row.done,
  imported: row.imported,
  created_by: maker,
  created_at: row.created_at,
  undo_until: undoUntil(row.created_at),
});

const noSuchImport = (): never => fail('not_found', { detail: 'There is no such import, or it is older than 7 days' });

export const readImports = async (read: Reader, scope: ProjectScope): Promise<Import[]> =>
  (await listImports(read, scope, maxListed)).map(present);

export const readImport = async (read: Reader, scope: ProjectScope, id: string): Promise<Import> =>
  present((await findImport(read, scope, id)) ?? noSuchImport());

export type Lines = { kind: 'people'; lines: readonly ToInvite[] } | { kind: 'answers'; lines: readonly ToSave[] };
type Begun = { form: string | null; teams: readonly string[]; work: Lines };

/**
 * Stores the checked lines; the job works through them after the commit, a batch at a time. So nobody waits for thousands of
 * mails, and a process that dies is replaced by another one, which continues.
 */
export async function beginImport(
  trx: Trx,
  { keys, outbox }: { keys: Keyring; outbox: Pick<Outbox, 'add'> },
  { projectRole: { scope }, caller, uid, now }: Actor,
  roles: Roles,
  { form, teams, work }: Begun,
): Promise<string> {
  const id = newId(now);
  await insertImport(trx, {
    id,
    pid: scope.pid,
    kind: work.kind,
    form,
    total: work.lines.length,
    state: work.lines.length === 0 ? 'done' : 'running',
    lines: work.lines.length === 0 ? null : seal(keys, linesContext(id), JSON.stringify(work.lines)),
    teams: JSON.stringify(teams),
    created_by: uid,
    made_with: madeWith(caller, roles, now),
    created_at: timestamp(now),
  });
  const detail = { lines: work.lines.length, ...(form === null ? {} : { form }) };
  await record(trx, now, { actor: uid, kind: `${work.kind}.imported`, subject: id, pid: scope.pid, detail });
  if (work.lines.length > 0) await outbox.add(trx, [{ key: `import:${id}`, kind: jobKind, payload: { import: id } }]);
  return id;
}

export type RunServices = {
  db: Db;
  clock: Clock;
  config: Config;
  keys: Keyring;
  mailQueue: MailQueue;
  mailboxes: MailboxLimits;
};

const isPayload = (value: unknown): value is { import: string } =>
  typeof value === 'object' && value !== null && 'import' in value && typeof value.import === 'string';

export const importHandlers = (services: RunServices): JobHandlers => ({
  [jobKind]: {
    laneOf: (payload) => (isPayload(payload) ? `import:${payload.import}` : ''),
    run: async (_, payload) => {
      if (!isPayload(payload)) throw new Error('the payload is not an import');
      while (await runBatch(services, payload.import));
    },
  },
});

/** False if nothing is left to do. */
async function runBatch(services: RunServices, id: string): Promise<boolean> {
  const now = services.clock.now();
  return services.db.transaction(async (trx) => {
    const row = await lockRunning(trx, id);
    if (row === undefined) return false;
    const scope = scopeOfRow(row);
    const role = await makersRole(trx, now, row.pid, { uid: row.created_by, made_with: row.made_with });
    if (row.created_by === null || role?.owner !== true || role.state === 'archived') {
      await updateImport(trx, id, { state: 'stopped', lines: null });
      await record(trx, now, {
        actor: null,
        kind: 'import.stopped',
        subject: id,
        pid: row.pid,
        detail: { done: row.done },
      });
      return false;
    }
    const work = openLines(services.keys, row);
    const imported = await carryOut(trx, services, { scope, now, row, actor: row.created_by }, work);
    const done = Math.min(row.done + batchSize, row.total);
    const isLast = done === row.total;
    const end = isLast ? { state: 'done' as const, lines: null } : {};
    await updateImport(trx, id, { done, imported: row.imported + imported, ...end });
    return !isLast;
  });
}

/** Only this file writes the column. */
function openLines(keys: Keyring, { id, kind, lines }: ImportRow): Lines {
  const stored = JSON.parse(unseal(keys, linesContext(id), lines ?? '')) as unknown;
  return { kind, lines: stored } as Lines;
}

type Batch = { scope: ProjectScope; now: Date; row: ImportRow; actor: string };

async function carryOut(
  trx: Trx,
  services: RunServices,
  { scope, now, row, actor }: Batch,
  work: Lines,
): Promise<number> {
  const slice = <T>(lines: readonly T[]): T[] => lines.slice(row.done, row.done + batchSize);
  if (work.kind === 'answers') {
    const saving = { actor, now, scope, form: row.form ?? '', import_id: row.id };
    return saveImported(trx, services.keys, saving, slice(work.lines));
  }
  await lockProjects(trx, [scope.pid]);
  const sender = (await findMaker(trx, actor))?.name ?? '';
  const inviting = { actor, now, scope, sender, made_with: row.made_with, import_id: row.id };
  return inviteImported(trx, services, inviting, slice(work.lines));
}

type Undoing = Actor & { id: string };

/** Also ends one that is running. What people have answered or changed since stays. */
export async function undoImport(db: Db, { projectRole: { scope }, caller, uid, now, id }: Undoing): Promise<void> {
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const row = (await lockImport(trx, scope, id)) ?? noSuchImport();
    if (undoUntil(row.created_at) <= timestamp(now)) return noSuchImport();
    if (row.state === 'undone') return fail('step_undone');
    await updateImport(trx, id, { state: 'undone', lines: null });
    const undone =
      row.kind === 'people'
        ? await undoPeople(trx, { actor: uid, now }, scope, row)
        : await removeImported(trx, { actor: uid, now }, scope, {
            form: row.form ?? '',
            import_id: id,
            since: new Date(row.created_at),
          });
    await record(trx, now, {
      actor: uid,
      kind: 'import.undone',
      subject: id,
      pid: scope.pid,
      detail: { lines: undone },
    });
  });
}

async function undoPeople(trx: Trx, cause: { actor: string; now: Date }, scope: ProjectScope, row: ImportRow) {
  await lockProjects(trx, [scope.pid]);
  const revoked = await revokeImported(trx, cause, scope, row.id);
  // Only this file writes the column.
  await disableEmptyTeams(trx, cause, scope, JSON.parse(row.teams) as string[]);
  return revoked;
}
