import { confirmCaller } from '../../../auth/confirm.ts';
import { inProject } from '../../../auth/project-role.ts';
import type { Actor, ProjectRole, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, requireNone } from '../../../errors.ts';
import { newId } from '../../../lib/secrets.ts';
import { changedFields } from '../../audit/changed-fields.policy.ts';
import { personRolesOf } from '../rules/eligibility.service.ts';
import { findKind, insertKind, listNames, listRequired, replaceRequired, updateKind } from './catalogue.queries.ts';
import type { KindRow } from './catalogue.queries.ts';
import type { NewTaskKind, TaskKind, TaskKindChanges } from './catalogue.schema.ts';
import { noSuchEntry, recordEntry, requireFreeName, requireOthersWeight } from './catalogue.service.ts';

type Change = Actor & { id: string; expected: number | undefined };

/** The briefing is for people of the project and for its helpers. */
export async function presentKinds(
  read: Reader,
  projectRole: ProjectRole,
  rows: readonly KindRow[],
  uid?: string,
): Promise<TaskKind[]> {
  const isBriefed =
    inProject(projectRole) || (uid !== undefined && (await personRolesOf(read, projectRole.scope, uid)).helper);
  const required = Map.groupBy(
    await listRequired(
      read,
      rows.map(({ id }) => id),
    ),
    ({ kind_id }) => kind_id,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    briefing: isBriefed ? row.briefing : '',
    requires: (required.get(row.id) ?? []).map(({ skill_id }) => skill_id),
    min_age: row.min_age,
    weight: row.weight_percent / 100,
    rest_minutes: row.rest_minutes,
    max_consecutive_minutes: row.max_consecutive_minutes,
    leave_until_hours: row.leave_until_hours,
  }));
}

async function requireSkills(trx: Trx, scope: ProjectScope, skills: readonly string[]): Promise<void> {
  const known = new Set((await listNames(trx, scope, 'skills')).map(({ id }) => id));
  const errors = skills.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/requires/${index}`, detail: 'is not a skill of this project' }],
  );
  requireNone(errors);
}

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  new Set(some).symmetricDifference(new Set(others)).size === 0;

const valuesOf = (changes: TaskKindChanges) => {
  const { requires: _requires, weight, ...input } = changes;
  return { ...input, ...(weight === undefined ? {} : { weight_percent: Math.round(weight * 100) }) };
};

export async function createKind(trx: Trx, actor: Actor, input: NewTaskKind): Promise<TaskKind> {
  const { scope } = actor.projectRole;
  await requireFreeName(trx, scope, 'task_kinds', input.name);
  await requireSkills(trx, scope, input.requires ?? []);
  const values = { ...valuesOf(input), name: input.name };
  const row = await insertKind(trx, { id: newId(actor.now), pid: scope.pid, ...values });
  await replaceRequired(trx, row.id, input.requires ?? []);
  await recordEntry(trx, actor, 'created', { table: 'task_kinds', id: row.id, detail: { title: row.name } });
  const [kind] = await presentKinds(trx, actor.projectRole, [row]);
  return kind ?? fail('internal');
}

/** New rules apply to those who join from now on: nobody who is on a task loses the place. */
export async function changeKind(db: Db, change: Change, input: TaskKindChanges): Promise<KindRow> {
  const { projectRole, id, expected, now, caller } = change;
  const { scope } = projectRole;
  return db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    await requireFreeName(trx, scope, 'task_kinds', input.name, id);
    const before = (await findKind(trx, scope, id)) ?? noSuchEntry('task_kinds');
    if (expected !== undefined && expected !== before.revision) fail('stale');
    const required = (await listRequired(trx, [id])).map(({ skill_id }) => skill_id);
    const { requires } = input;
    const needsOthers = requires !== undefined && !isSameSet(requires, required);
    if (needsOthers) {
      await requireSkills(trx, scope, requires);
      await replaceRequired(trx, id, requires);
    }
    const after = await updateKind(trx, scope, id, valuesOf(input));
    if (after.weight_percent !== before.weight_percent) await requireOthersWeight(trx, change, roles, id);
    const changed = changedFields(Object.keys(after), before, after).split(' ');
    const fields = changed.filter((field) => field !== 'revision' && field !== '');
    if (needsOthers) fields.push('requires');
    if (fields.length === 0) return after;
    const detail = { title: after.name, fields: fields.join(' ') };
    await recordEntry(trx, change, 'changed', { table: 'task_kinds', id, detail });
    return after;
  });
}
