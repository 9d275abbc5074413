import { confirmCaller } from '../../auth/confirm.ts';
import { requireFreshProof } from '../../auth/gate.ts';
import { inProject } from '../../auth/project-role.ts';
import type { Actor, ProjectRole, ProjectScope } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail, refuseField, requireNone } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import { newId, newIds, sha256 } from '../../lib/secrets.ts';
import { record } from '../audit/audit.service.ts';
import { changedFields } from '../audit/changed-fields.policy.ts';
import { notify, withdrawNotices } from '../notices/notify.service.ts';
import type { ProjectCopy } from '../projects/copy-project.service.ts';
import { heldSkills } from '../tasks/catalogue/person-skills.service.ts';
import { deleteTranslations } from '../translations/translations.service.ts';
import {
  countDocuments,
  deleteDocument,
  findDocument,
  insertDocument,
  insertVersion,
  listDocuments,
  listForCopy,
  listNames,
  listToAsk,
  lockDocument,
  updateDocument,
} from './documents.queries.ts';
import type { DocumentRow } from './documents.queries.ts';
import type {
  Document,
  DocumentChanges,
  DocumentSummary,
  NewDocument,
  NewVersion,
  Signature,
} from './documents.schema.ts';
import { countSignatures, keepForOtherYears, listGiven, listValid } from './signatures.queries.ts';

const maxDocuments = 50;
const maxVersions = 200;

const noSuchDocument = (): never => fail('not_found', { detail: 'There is no such document in this project' });

export const kindsOf = ({ kind_ids }: { kind_ids: string }): string[] => JSON.parse(kind_ids) as string[];

/** Who reads documents. `uid` is null for visitors. */
export type Reading = { projectRole: ProjectRole; uid: string | null; now: Date };

const isOfProject = (projectRole: ProjectRole): boolean => inProject(projectRole) || projectRole.helper;

/** Those that nobody has to sign may be about the inside of the event. The query of the list has the same rule. */
const canSeeDocument = ({ required_for }: Pick<DocumentRow, 'required_for'>, projectRole: ProjectRole): boolean =>
  required_for !== 'nothing' || isOfProject(projectRole);

export async function readDocuments(read: Reader, reading: Reading): Promise<DocumentSummary[]> {
  const { projectRole } = reading;
  const rows = await listDocuments(read, projectRole.scope, { inProject: isOfProject(projectRole) });
  return presentAll(read, reading, rows);
}

/** People who may not see a document do not learn that there is one. */
export async function findVisible(read: Reader, { projectRole }: Pick<Reading, 'projectRole'>, id: string) {
  const row = await findDocument(read, projectRole.scope, id);
  return row === undefined || !canSeeDocument(row, projectRole) ? noSuchDocument() : row;
}

export async function readDocument(read: Reader, reading: Reading, id: string) {
  const row = await findVisible(read, reading, id);
  const [summary] = await presentAll(read, reading, [row]);
  if (summary === undefined) return noSuchDocument();
  const document: Document = { ...summary, body: row.body, changes: row.changes };
  return { revision: row.revision, document };
}

/** Something happens when it is signed: nobody has to confirm a handbook. */
export const isSignable = ({
  required_for,
  grants_skill,
}: Pick<DocumentRow, 'required_for' | 'grants_skill'>): boolean => required_for !== 'nothing' || grants_skill !== null;

type Earning = { uid: string; skills: readonly string[]; now: Date };

/** The skills that the person can still get by signing: they do not have them, and signing has not given them before. */
export async function listEarnable(read: Reader, { uid, skills, now }: Earning): Promise<string[]> {
  if (skills.length === 0) return [];
  const had = new Set([...(await heldSkills(read, uid, skills, now)), ...(await listGiven(read, uid, skills))]);
  return skills.filter((id) => !had.has(id));
}

async function presentAll(read: Reader, reading: Reading, rows: readonly DocumentRow[]): Promise<DocumentSummary[]> {
  const { projectRole, uid, now } = reading;
  const valid = uid === null ? [] : await listValid(read, uid, rows, timestamp(now));
  // Owners who sign get no skill for it, unless nobody else could give it; then they can give it to themselves.
  const skills = projectRole.owner ? [] : rows.flatMap(({ grants_skill }) => grants_skill ?? []);
  const earnable = uid === null ? [] : await listEarnable(read, { uid, skills, now });
  return rows.map((row) => {
    const found = valid.find(({ lineage, hash }) => lineage === row.lineage && hash === row.hash);
    const signature: Signature | null = found
      ? { version: found.version, signed_at: found.signed_at, valid_until: found.valid_until }
      : null;
    const canSign = uid !== null && projectRole.state !== 'archived' && isSignable(row);
    return {
      id: row.id,
      pid: row.pid,
      title: row.title,
      required_for: row.required_for,
      kind_ids: kindsOf(row),
      grants_skill: row.grants_skill,
      valid_months: row.valid_months,
      version: row.version,
      published_at: row.published_at,
      created_at: row.created_at,
      signature,
      can_sign:
        canSign && (signature === null || signature.valid_until !== null || earnable.includes(row.grants_skill ?? '')),
      to_sign: canSign && signature === null && row.required_for !== 'nothing',
    };
  });
}

type Values = Pick<DocumentChanges, 'kind_ids' | 'grants_skill'>;

/** Only kinds and skills of the project, of which there are few. `kept`: kinds that it had, and that may be deleted by now. */
async function requireKnown(
  trx: Trx,
  scope: ProjectScope,
  { kind_ids = [], grants_skill }: Values,
  kept: readonly string[] = [],
): Promise<void> {
  const known = kind_ids.length === 0 ? [] : (await listNames(trx, scope, 'task_kinds')).map(({ id }) => id);
  const kinds = new Set([...known, ...kept]);
  const skills = grants_skill == null ? [] : (await listNames(trx, scope, 'skills')).map(({ id }) => id);
  requireNone([
    ...kind_ids.flatMap((id, index) =>
      kinds.has(id) ? [] : [{ pointer: `/kind_ids/${index}`, detail: 'is not a kind of task of this project' }],
    ),
    ...(grants_skill == null || skills.includes(grants_skill)
      ? []
      : [{ pointer: '/grants_skill', detail: 'is not a skill of this project' }]),
  ]);
}

export async function createDocument(trx: Trx, actor: Actor, input: NewDocument): Promise<string> {
  const { uid, now, projectRole } = actor;
  const { scope } = projectRole;
  await requireKnown(trx, scope, input);
  if ((await countDocuments(trx, scope)) >= maxDocuments)
    fail('not_allowed', { detail: `A project has at most ${maxDocuments} documents` });
  const { title, body, required_for, kind_ids = [], grants_skill = null, valid_months = null } = input;
  const [id, at] = [newId(now), timestamp(now)];
  const settings = { title, required_for, kind_ids: JSON.stringify(kind_ids), grants_skill, valid_months };
  await insertDocument(
    trx,
    { id, pid: scope.pid, lineage: id, ...settings, hash: sha256(body), created_at: at },
    { version: 1, body, changes: '', created_by: uid, created_at: at },
  );
  await record(trx, now, { actor: uid, kind: 'document.created', subject: id, pid: scope.pid, detail: { title } });
  if (required_for !== 'nothing')
    await ask(trx, actor, 'document.asked', { id, lineage: id, title, kindIds: kind_ids, created_at: at });
  return id;
}

type Change = Actor & { id: string; expected: number | undefined };

async function lockOwn(trx: Trx, { projectRole, id, expected, caller, now }: Change) {
  await confirmCaller(trx, now, caller);
  const row = (await lockDocument(trx, projectRole.scope, id)) ?? noSuchDocument();
  return expected === undefined || expected === row.revision ? row : fail('stale');
}

export async function changeDocument(db: Db, change: Change, input: DocumentChanges): Promise<void> {
  const { projectRole, id, uid, now } = change;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const before = await lockOwn(trx, change);
    await requireKnown(trx, scope, input, kindsOf(before));
    const { kind_ids, ...others } = input;
    const values = { ...others, ...(kind_ids === undefined ? {} : { kind_ids: JSON.stringify(kind_ids) }) };
    const after = { ...before, ...values };
    const fields = changedFields(Object.keys(input), before, after);
    if (fields === '') return;
    await updateDocument(trx, scope, id, values);
    const detail = { title: after.title, fields };
    await record(trx, now, { actor: uid, kind: 'document.changed', subject: id, pid: scope.pid, detail });
    if (before.required_for === 'nothing' && after.required_for !== 'nothing')
      await ask(trx, change, 'document.asked', { ...after, kindIds: kindsOf(after) });
  });
}

/** Everybody is asked again. People keep the places that they have. */
export async function publishVersion(db: Db, change: Change, { body, changes }: NewVersion): Promise<void> {
  const { projectRole, id, uid, now } = change;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const before = await lockOwn(trx, change);
    const hash = sha256(body);
    if (hash === before.hash) refuseField('/body', 'is the text of the current version');
    if (before.version >= maxVersions)
      fail('not_allowed', { detail: `A document has at most ${maxVersions} versions` });
    const version = before.version + 1;
    await insertVersion(trx, {
      document_id: id,
      version,
      body,
      changes,
      hash,
      created_by: uid,
      created_at: timestamp(now),
    });
    await updateDocument(trx, scope, id, { version, hash });
    const detail = { title: before.title, version };
    await record(trx, now, { actor: uid, kind: 'document.published', subject: id, pid: scope.pid, detail });
    if (before.required_for !== 'nothing')
      await ask(trx, change, 'document.renewed', { ...before, kindIds: kindsOf(before) });
  });
}

type Asked = { id: string; lineage: string; title: string; kindIds: readonly string[]; created_at: string };

/** Asking again replaces what nobody has read. */
async function withdrawAsking(
  trx: Trx,
  { pid }: ProjectScope,
  { id, created_at }: Pick<Asked, 'id' | 'created_at'>,
  which: 'all' | 'unread',
): Promise<void> {
  const about = { pid, subject: id, since: new Date(created_at), unread: which === 'unread' };
  for (const kind of ['document.asked', 'document.renewed'] as const) await withdrawNotices(trx, { kind, ...about });
}

async function ask(
  trx: Trx,
  { uid, now, projectRole }: Actor,
  kind: 'document.asked' | 'document.renewed',
  asked: Asked,
) {
  const { scope } = projectRole;
  await withdrawAsking(trx, scope, asked, 'unread');
  const people = await listToAsk(trx, scope, { ...asked, now: timestamp(now) });
  const notice = { kind, pid: scope.pid, subject: asked.id, values: { what: asked.title } };
  await notify(
    trx,
    { actor: uid, now },
    people.map((person) => ({ ...notice, uid: person })),
  );
}

export async function removeDocument(db: Db, change: Change): Promise<void> {
  const { projectRole, id, uid, now } = change;
  const { pid } = projectRole.scope;
  await db.transaction(async (trx) => {
    const document = await lockOwn(trx, change);
    const { title } = document;
    // The signatures are proofs, and go with the document.
    if ((await countSignatures(trx, id)) > 0) requireFreshProof(change.caller, now);
    await keepForOtherYears(trx, document);
    await deleteDocument(trx, projectRole.scope, id);
    await deleteTranslations(trx, pid, 'document', id);
    await withdrawAsking(trx, projectRole.scope, document, 'all');
    await record(trx, now, { actor: uid, kind: 'document.removed', subject: id, pid, detail: { title } });
  });
}

/**
 * The current versions, for the kinds of tasks and skills with the same names, which are copied before. Signatures hold for
 * the copy as long as they are valid and the text is the same.
 */
export async function copyDocuments(trx: Trx, { from, to, at, actor }: ProjectCopy): Promise<never[]> {
  const rows = await listForCopy(trx, from);
  if (rows.length === 0) return [];
  const renamed = async (table: 'task_kinds' | 'skills') => {
    const [before, after] = [await listNames(trx, { pid: from }, table), await listNames(trx, { pid: to }, table)];
    const ids = new Map(after.map(({ id, name }) => [name, id]));
    return new Map(before.map(({ id, name }) => [id, ids.get(name)]));
  };
  const [kinds, skills] = [await renamed('task_kinds'), await renamed('skills')];
  const ids = newIds(new Date(at), rows.length);
  for (const [index, { body, kind_ids, grants_skill, ...row }] of rows.entries()) {
    const settings = {
      kind_ids: JSON.stringify(kindsOf({ kind_ids }).map((id) => kinds.get(id) ?? id)),
      grants_skill: grants_skill === null ? null : (skills.get(grants_skill) ?? null),
    };
    await insertDocument(
      trx,
      { ...row, ...settings, id: ids[index] ?? newId(new Date(at)), pid: to, created_at: at, revision: 1 },
      { version: row.version, body, changes: '', created_by: actor, created_at: at },
    );
  }
  return [];
}
