import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { newId } from '../../../lib/secrets.ts';
import { record } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { changedFields } from '../../audit/changed-fields.policy.ts';
import {
  deleteEntry,
  findPlace,
  findSkill,
  insertPlace,
  insertSkill,
  listNames,
  lockCatalogue,
  updatePlace,
  updateSkill,
} from './catalogue.queries.ts';
import type { CatalogueTable, PlaceRow, SkillRow } from './catalogue.queries.ts';
import type { NewPlace, NewSkill, Place, PlaceChanges, Skill, SkillChanges } from './catalogue.schema.ts';

/** Of each kind, in one project. */
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
export const presentSkill = ({ id, name, description, granted }: SkillRow): Skill => ({
  id,
  name,
  description,
  granted: granted === 1,
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

/** Tasks keep everything else. Without its kind, a task has no rules; without a skill, a kind no longer requires it. */
export async function removeEntry(db: Db, actor: Actor, table: CatalogueTable, id: string): Promise<void> {
  const { projectRole, now, caller } = actor;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await lockCatalogue(trx, projectRole.scope);
    const entry = (await listNames(trx, projectRole.scope, table)).find((one) => one.id === id) ?? noSuchEntry(table);
    await deleteEntry(trx, projectRole.scope, table, id);
    await recordEntry(trx, actor, 'removed', { table, id, detail: { title: entry.name } });
  });
}
