import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, failField, refuseField } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId, newIds } from '../../../lib/secrets.ts';
import { record } from '../../audit/audit.service.ts';
import type { ProjectCopy } from '../../projects/copy.service.ts';
import { listTeams } from '../devices/devices.queries.ts';
import { audienceOf } from './entitlement.policy.ts';
import type { Audience } from './entitlement.policy.ts';
import {
  countGiven,
  deleteGiven,
  deleteHandOut,
  findForm,
  findHandOut,
  insertHandOut,
  listForCopy,
  listHandOuts,
  lockHandOuts,
  updateHandOut,
} from './hand-outs.queries.ts';
import type { HandOut, HandOutAudience, HandOutChanges, NewHandOut } from './hand-outs.schema.ts';

const maxHandOuts = 50;

type Services = { db: Db };
const noSuchHandOut = (): never => fail('not_found', { detail: 'There is no such hand-out in this project' });

const presentAudience = (audience: Audience): HandOutAudience => {
  if ('everyone' in audience) return { everyone: true };
  if ('tids' in audience) return { tids: [...audience.tids] };
  const { form, field, values } = audience;
  return {
    form,
    ...(field === undefined ? {} : { field }),
    ...(values === undefined ? {} : { values: [...values] }),
  };
};

export async function readHandOuts(read: Reader, scope: ProjectScope): Promise<HandOut[]> {
  return (await listHandOuts(read, scope)).map(({ id, name, audience, given }) => ({
    id,
    name,
    audience: presentAudience(audienceOf(audience)),
    given: Number(given),
  }));
}

/** Exactly one way to say who is entitled, and only teams, forms and questions that exist. */
async function checkedAudience(trx: Trx, scope: ProjectScope, input: HandOutAudience): Promise<Audience> {
  const { everyone, tids, form, field, values } = input;
  const ways = [everyone, tids, form].filter((way) => way !== undefined).length;
  if (ways !== 1) return failField('/audience', 'must have exactly one of everyone, tids and form');
  if (form === undefined && field !== undefined) failField('/audience/field', 'needs form');
  if (field === undefined && values !== undefined) failField('/audience/values', 'needs field');
  if (tids !== undefined) {
    const known = await listTeams(trx, scope, tids);
    const index = tids.findIndex((tid) => !known.has(tid));
    return index === -1 ? { tids } : refuseField(`/audience/tids/${index}`, 'is not a team of this project');
  }
  if (form === undefined) return { everyone: true };
  const found = (await findForm(trx, scope, form)) ?? refuseField('/audience/form', 'is not a form of this project');
  if (field !== undefined) requireField(found.fields, field);
  return { form, ...(field === undefined ? {} : { field }), ...(values === undefined ? {} : { values }) };
}

function requireField(fields: string, key: string): void {
  const field = (JSON.parse(fields) as { key: string; private?: boolean }[]).find((one) => one.key === key);
  if (field === undefined) refuseField('/audience/field', 'is not a question of this form');
  // What a device shows must not tell private answers.
  if (field?.private === true) refuseField('/audience/field', 'is a private question');
}

export async function createHandOut(trx: Trx, actor: Actor, input: NewHandOut): Promise<HandOut> {
  const { scope } = actor.projectRole;
  const { now } = actor;
  const existing = await lockHandOuts(trx, scope);
  if (existing.length >= maxHandOuts) fail('not_allowed', { detail: `A project has at most ${maxHandOuts} hand-outs` });
  if (existing.some(({ name }) => name === input.name)) fail('already_exists');
  const audience = await checkedAudience(trx, scope, input.audience);
  const row = { id: newId(now), pid: scope.pid, name: input.name, audience: JSON.stringify(audience) };
  await insertHandOut(trx, { ...row, created_at: timestamp(now) });
  await recordChange(trx, 'handout.added', actor, row);
  return { id: row.id, name: row.name, audience: presentAudience(audience), given: 0 };
}

type Kind = 'handout.added' | 'handout.changed' | 'handout.removed';

const recordChange = (
  trx: Trx,
  kind: Kind,
  { projectRole: { scope }, uid, now }: Actor,
  { id, name }: { id: string; name: string },
): Promise<void> => record(trx, now, { actor: uid, kind, subject: id, pid: scope.pid, detail: { title: name } });

export async function changeHandOut(
  { db }: Services,
  actor: Actor,
  id: string,
  input: HandOutChanges,
): Promise<HandOut> {
  const { projectRole, caller, now } = actor;
  const { scope } = projectRole;
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const existing = await lockHandOuts(trx, scope);
    const before = existing.find((one) => one.id === id) ?? noSuchHandOut();
    if (existing.some((one) => one.id !== id && one.name === input.name)) fail('already_exists');
    const audience =
      input.audience === undefined ? audienceOf(before.audience) : await checkedAudience(trx, scope, input.audience);
    const after = { name: input.name ?? before.name, audience: JSON.stringify(audience) };
    if (after.name !== before.name || after.audience !== before.audience) {
      await updateHandOut(trx, id, after);
      await recordChange(trx, 'handout.changed', actor, { id, name: after.name });
    }
    return { id, name: after.name, audience: presentAudience(audience), given: await countGiven(trx, id) };
  });
}

/** With everything that was handed out. */
export async function removeHandOut({ db }: Services, actor: Actor, id: string): Promise<void> {
  const { projectRole, caller, now } = actor;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const found = (await lockHandOuts(trx, scope)).find((one) => one.id === id);
    if (found === undefined || !(await deleteHandOut(trx, scope, id))) return;
    await recordChange(trx, 'handout.removed', actor, found);
  });
}

/** After a wrong scan: the person is entitled to it again. Does nothing if it was taken back before. */
export async function takeBack({ db }: Services, actor: Actor, id: string, given: string): Promise<void> {
  const { projectRole, caller, uid, now } = actor;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const { name } = (await findHandOut(trx, scope, id)) ?? noSuchHandOut();
    const found = await deleteGiven(trx, scope, id, given);
    if (found === undefined) return;
    const detail = { hand_out: id, title: name };
    await record(trx, now, { actor: uid, kind: 'handout.taken_back', subject: found.uid, pid: scope.pid, detail });
  });
}

/** To the next year, with the same teams and forms. */
export async function copyHandOuts(trx: Trx, { from, to, at }: ProjectCopy): Promise<never[]> {
  const rows = await listForCopy(trx, from);
  const ids = newIds(new Date(at), rows.length);
  for (const [index, { name, audience }] of rows.entries())
    await insertHandOut(trx, { id: ids[index] ?? newId(new Date(at)), pid: to, name, audience, created_at: at });
  return [];
}
