import { pagePath } from '../../../shared/pages.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { ownsProject } from '../../auth/auth.queries.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import { mayDecideForOneself } from '../../auth/oneself.ts';
import { holds, teamsLedBy } from '../../auth/project-role.ts';
import type { Actor, ProjectScope, Roles } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { listUnsignedForApplying } from '../../db/documents.ts';
import { fail } from '../../errors.ts';
import { days, timestamp } from '../../lib/clock.ts';
import { record } from '../audit/audit.service.ts';
import { withdrawNoticesTo } from '../notices/notify.service.ts';
import { earnSkill, skillValidUntil } from '../tasks/catalogue/person-skills.service.ts';
import type { Signature } from './documents.schema.ts';
import { listKindsAhead, listUnsignedOf } from './own-documents.queries.ts';
import { lockDocument } from './documents.queries.ts';
import { findVisible, isSignable, kindsOf, listEarnable } from './documents.service.ts';
import * as queries from './signatures.queries.ts';
import { listGiven, listValid, putSignature } from './signatures.queries.ts';
import type { Sight } from './signatures.queries.ts';

export const listSignaturesOf = (read: Reader, uid: string) => queries.listSignaturesOf(read, uid);
export const listVersionsBy = (read: Reader, uid: string) => queries.listVersionsBy(read, uid);

/** Owners and deputies who read what they read see everybody, chiefs the people of their own teams. */
export const sightOf = (roles: Roles): Sight => ({ tids: holds(roles, 'viewer') ? null : teamsLedBy(roles) });

/** A renewal adds at least a day, so that signing again and again changes nothing. */
function isLonger(until: string | null, known: string | null): boolean {
  if (known === null || until === null) return known !== null;
  return Date.parse(until) - Date.parse(known) >= days(1) * 1000;
}

type Signer = { scope: ProjectScope; roles: Roles; caller: Actor['caller'] };

/** Owners write what they sign, so it gives them a skill only if nobody else could give it. */
const mayEarn = async (trx: Trx, { scope, roles, caller }: Signer): Promise<boolean> =>
  !(await ownsProject(trx, scope.pid, caller.uid)) || mayDecideForOneself(trx, scope, roles, caller);

/**
 * With the same version again, it stays as it is, or is renewed if it ends. A skill that organisers withdrew since does not
 * come back.
 */
export async function sign(db: Db, actor: Actor & { id: string }, version: number): Promise<Signature> {
  const { projectRole, caller, uid, now, id } = actor;
  const { scope } = projectRole;
  // What a leaked token signs, nobody has read.
  if (caller.credential.kind !== 'session') fail('browser_only');
  return db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    // A version that is published meanwhile waits, so that its notice is not withdrawn.
    await lockDocument(trx, scope, id);
    const row = await findVisible(trx, actor, id);
    if (!isSignable(row)) fail('not_allowed', { detail: 'Nobody has to sign this document' });
    if (row.version !== version) fail('document_changed');
    const valid = await listValid(trx, uid, [row], timestamp(now));
    const known = valid.find(({ hash }) => hash === row.hash);
    const until = skillValidUntil(now, row);
    const skill = (await mayEarn(trx, { scope, roles, caller })) ? row.grants_skill : null;
    const skills = skill === null ? [] : [skill];
    const isRenewal = (await listGiven(trx, uid, skills)).length > 0;
    const isUnchanged = known !== undefined && !isLonger(until, known.valid_until);
    if (isUnchanged && (await listEarnable(trx, { uid, skills, now })).length === 0)
      return { version: known.version, signed_at: known.signed_at, valid_until: known.valid_until };
    const valid_until = isUnchanged ? known.valid_until : until;
    const signature = await putSignature(trx, {
      document_id: id,
      version,
      uid,
      lineage: row.lineage,
      hash: row.hash,
      signed_at: timestamp(now),
      valid_until,
      gave_skill: skill,
    });
    const detail = { document: id, title: row.title, version };
    await record(trx, now, { actor: uid, kind: 'document.signed', subject: uid, pid: scope.pid, detail });
    if (skill !== null)
      await earnSkill(trx, scope, { skill, person: uid, actor: uid, valid_until, earned_on: null, isRenewal, now });
    for (const kind of ['document.asked', 'document.renewed'] as const) await withdrawNoticesTo(trx, kind, id, [uid]);
    return signature;
  });
}

/** Refuses to go on until the person has signed what people sign before they apply. Names the documents and where they are. */
export async function requireSignedForApplying(
  trx: Trx,
  { pid }: ProjectScope,
  uid: string,
  now: string,
): Promise<void> {
  const documents = await listUnsignedForApplying(trx, pid, uid, now);
  if (documents.length === 0) return;
  const names = documents.map(({ title }) => title);
  fail('document_missing', {
    detail: `People sign before they apply: ${formatList(names, 'en')}`,
    names,
    documents: documents.map(({ id, title }) => ({
      id,
      title,
      page: pagePath('/projects/$pid/documents/$id', { pid, id }),
    })),
  });
}

/**
 * What the person still has to sign, with the start of their next task that asks for it. Documents for some kinds of tasks are
 * among them only if the person is on such a task, and those of events that are over if they have any task there.
 */
export async function documentsToSign(read: Reader, uid: string, now: string) {
  const documents = await listUnsignedOf(read, uid, now);
  const ahead = documents.length === 0 ? [] : await listKindsAhead(read, uid, now);
  return documents.flatMap((document) => {
    const { id, pid, title, required_for, ends_on: end } = document;
    const kinds = kindsOf(document);
    const isLimited = required_for === 'tasks' && kinds.length > 0;
    const starts = ahead
      .filter((task) => task.pid === pid && (!isLimited || kinds.includes(task.kind_id ?? '')))
      .map(({ starts_at }) => starts_at)
      .toSorted();
    const isOver = end !== null && end < now.slice(0, 10);
    if ((isLimited || isOver) && starts.length === 0) return [];
    return [{ id, pid, title, due_at: required_for === 'tasks' ? (starts[0] ?? null) : null }];
  });
}
