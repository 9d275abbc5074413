import { confirmCaller } from '../../../auth/confirm.ts';
import { deciderBehind, mayDecideForOneself } from '../../../auth/oneself.ts';
import type { Actor, ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId, newIds } from '../../../lib/secrets.ts';
import { record } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { changedFields } from '../../audit/changed-fields.policy.ts';
import { deleteTranslations } from '../../translations/translations.service.ts';
import {
  deleteEntry,
  findKind,
  findPlace,
  findSkill,
  hasBegunTasks,
  insertCatalogue,
  insertGranted,
  insertPlace,
  insertSkill,
  listGranted,
  listNames,
  loadCatalogue,
  lockCatalogue,
  updatePlace,
  updateSkill,
} from './catalogue.queries.ts';
import type { CatalogueTable, PlaceRow, SkillRow } from './catalogue.queries.ts';
import type { NewPlace, NewSkill, Place, PlaceChanges, Skill, SkillChanges } from './catalogue.schema.ts';

/** A project can have so many of each kind. */
const maxEntries = 200;

const words = { places: 'place', skills: 'skill', task_kinds: 'kind of task' } as const;
const kinds = { places: 'place', skills: 'skill', task_kinds: 'kind' } as const;

export const noSuchEntry = (table: CatalogueTable): never =>
  fail('not_found', { detail: `There is no such ${words[table]} in this project` });

/** Locks the project. `id` is that of a changed entry. */
export async function requireFreeName(
  trx: Trx,
  scope: ProjectScope,
  table: CatalogueTable,
  name: string | undefined,
  id?: string,
): Promise<void> {
  await lockCatalogue(trx, scope);
  const entries = await listNames(trx, scope, table);
  if (entries.some((entry) => entry.name === name && entry.id !== id)) {
    const detail = `is the name of another ${words[table]}`;
    fail('already_exists', { detail: `/name ${detail}`, errors: [{ pointer: '/name', detail }] });
  }
  if (id === undefined && entries.length >= maxEntries) {
    fail('not_allowed', { detail: `A project has at most ${maxEntries} entries of this kind` });
  }
}

type Entry = { table: CatalogueTable; id: string; detail: AuditEntry['detail'] };

export const recordEntry = (
  trx: Trx,
  { uid, now, projectRole }: Actor,
  verb: 'created' | 'changed' | 'removed',
  { table, id, detail = {} }: Entry,
): Promise<void> =>
  record(trx, now, { actor: uid, kind: `${kinds[table]}.${verb}`, subject: id, pid: projectRole.scope.pid, detail });

export const presentPlace = ({ id, name, map_url }: PlaceRow): Place => ({ id, name, map_url });
export const presentSkill = ({ id, name, description, granted, valid_months }: SkillRow): Skill => ({
  id,
  name,
  description,
  granted: granted === 1,
  valid_months,
});

export async function createPlace(trx: Trx, actor: Actor, { name, map_url = '' }: NewPlace): Promise<Place> {
  const { scope } = actor.projectRole;
  await requireFreeName(trx, scope, 'places', name);
  const row = await insertPlace(trx, { id: newId(actor.now), pid: scope.pid, name, map_url });
  await recordEntry(trx, actor, 'created', { table: 'places', id: row.id, detail: { title: name } });
  return presentPlace(row);
}

type Change = Actor & { id: string; expected: number | undefined };

const requireRevision = (row: { revision: number }, { expected }: Change): void => {
  if (expected !== undefined && expected !== row.revision) fail('stale');
};

export async function changePlace(db: Db, change: Change, input: PlaceChanges): Promise<PlaceRow> {
  const { scope } = change.projectRole;
  return db.transaction(async (trx) => {
    await confirmCaller(trx, change.now, change.caller);
    await requireFreeName(trx, scope, 'places', input.name, change.id);
    const before = (await findPlace(trx, scope, change.id)) ?? noSuchEntry('places');
    requireRevision(before, change);
    const fields = changedFields(Object.keys(input), before, { ...before, ...input });
    if (fields === '') return before;
    const after = await updatePlace(trx, scope, change.id, input);
    await recordEntry(trx, change, 'changed', { table: 'places', id: after.id, detail: { title: after.name, fields } });
    return after;
  });
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

const skillValues = ({ granted, ...input }: SkillChanges) => ({
  ...input,
  ...(granted === undefined ? {} : { granted: flag(granted) }),
});

export async function createSkill(trx: Trx, actor: Actor, input: NewSkill): Promise<Skill> {
  const { scope } = actor.projectRole;
  await requireFreeName(trx, scope, 'skills', input.name);
  const values = { ...skillValues(input), name: input.name };
  const row = await insertSkill(trx, { id: newId(actor.now), pid: scope.pid, ...values });
  await recordEntry(trx, actor, 'created', { table: 'skills', id: row.id, detail: { title: row.name } });
  return presentSkill(row);
}

export async function changeSkill(db: Db, change: Change, input: SkillChanges): Promise<SkillRow> {
  const { scope } = change.projectRole;
  return db.transaction(async (trx) => {
    await confirmCaller(trx, change.now, change.caller);
    await requireFreeName(trx, scope, 'skills', input.name, change.id);
    const before = (await findSkill(trx, scope, change.id)) ?? noSuchEntry('skills');
    requireRevision(before, change);
    const values = skillValues(input);
    const fields = changedFields(Object.keys(input), before, { ...before, ...values });
    if (fields === '') return before;
    const after = await updateSkill(trx, scope, change.id, values);
    await recordEntry(trx, change, 'changed', { table: 'skills', id: after.id, detail: { title: after.name, fields } });
    return after;
  });
}

/** The weight of a kind decides how many hours count, so somebody else changes it for tasks that have begun. */
export async function requireOthersWeight(
  trx: Trx,
  { projectRole: { scope }, caller, now }: Actor,
  roles: Roles,
  id: string,
): Promise<void> {
  if (!(await hasBegunTasks(trx, scope, { id, uid: deciderBehind(caller), now: timestamp(now) }))) return;
  if (await mayDecideForOneself(trx, scope, roles, caller)) return;
  fail('forbidden', { detail: 'Your own hours depend on the weight of this kind. Ask another owner to change it' });
}

/** Tasks without a kind count once. */
async function requireOthersToRemove(trx: Trx, actor: Actor, roles: Roles, id: string): Promise<void> {
  const kind = await findKind(trx, actor.projectRole.scope, id);
  if (kind !== undefined && kind.weight_percent !== 100) await requireOthersWeight(trx, actor, roles, id);
}

/** Tasks keep everything else. Without its kind, a task has no rules; without a skill, a kind no longer requires it. */
export async function removeEntry(db: Db, actor: Actor, table: CatalogueTable, id: string): Promise<void> {
  const { projectRole, now, caller } = actor;
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    await lockCatalogue(trx, projectRole.scope);
    if (table === 'task_kinds') await requireOthersToRemove(trx, actor, roles, id);
    const entry = (await listNames(trx, projectRole.scope, table)).find((one) => one.id === id) ?? noSuchEntry(table);
    await deleteEntry(trx, projectRole.scope, table, id);
    if (table === 'task_kinds') await deleteTranslations(trx, projectRole.scope.pid, 'task_kind', id);
    await recordEntry(trx, actor, 'removed', { table, id, detail: { title: entry.name } });
  });
}

/** All features copy to a new project from the one before. */
type YearCopy = { from: string; to: string; at: string };

export const skilledPeople = async (trx: Trx, { from, at }: YearCopy): Promise<string[]> => [
  ...new Set((await listGranted(trx, from, at)).map(({ uid }) => uid)),
];

/**
 * Places, skills and kinds of tasks, with the same names. Skills that organisers gave stay valid for the people; what people
 * say about themselves, they say again each year.
 */
export async function copyCatalogue(
  trx: Trx,
  { from, to, at }: YearCopy,
  active: ReadonlySet<string>,
): Promise<never[]> {
  const { places, skills, kinds, required } = await loadCatalogue(trx, from);
  const old = [...places, ...skills, ...kinds].map(({ id }) => id);
  const fresh = newIds(new Date(at), old.length);
  const ids = new Map(old.map((id, index) => [id, fresh[index] ?? id]));
  const idOf = (id: string): string => ids.get(id) ?? id;
  const copied = <Row extends { id: string }>(row: Row) => ({ ...row, id: idOf(row.id), pid: to, revision: 1 });
  await insertCatalogue(trx, {
    places: places.map(copied),
    skills: skills.map(copied),
    kinds: kinds.map(copied),
    required: required.map(({ kind_id, skill_id }) => ({ kind_id: idOf(kind_id), skill_id: idOf(skill_id) })),
  });
  const granted = (await listGranted(trx, from, at)).filter(({ uid }) => active.has(uid));
  await insertGranted(
    trx,
    granted.map(({ skill_id, ...row }) => ({ ...row, skill_id: idOf(skill_id) })),
  );
  return [];
}
