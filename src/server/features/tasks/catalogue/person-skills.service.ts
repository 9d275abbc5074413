import { confirmCaller } from '../../../auth/confirm.ts';
import { requireSomebodyElse } from '../../../auth/oneself.ts';
import { inProject, teamsLedBy } from '../../../auth/project-role.ts';
import type { Actor, ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { monthsLater, timestamp } from '../../../lib/clock.ts';
import { record } from '../../audit/audit.service.ts';
import { requireHelp } from '../../availability/availability.service.ts';
import { notify } from '../../notices/notify.service.ts';
import { listSkills } from '../rules/eligibility.queries.ts';
import { personRolesOf } from '../rules/eligibility.service.ts';
import { findSkill, listNames } from './catalogue.queries.ts';
import type { SkillRow } from './catalogue.queries.ts';
import { noSuchEntry } from './catalogue.service.ts';
import {
  deletePersonSkills,
  listEverySkill,
  listSkillsOf,
  listTrainings,
  putPersonSkill,
} from './person-skills.queries.ts';
import type { PersonSkill } from './person-skills.schema.ts';

export const exportSkills = async (read: Reader, uid: string) =>
  (await listEverySkill(read, uid)).map(({ granted_at, ...row }) => ({ ...row, granted: granted_at !== null }));

type SkillOfPerson = Awaited<ReturnType<typeof listSkillsOf>>[number];

const presentSkillOf = ({ id, name, granted_at, valid_until }: SkillOfPerson): PersonSkill => ({
  id,
  name,
  granted: granted_at !== null,
  valid_until,
});

/** Which of these skills the person has now, so that they count for tasks. */
export const heldSkills = async (read: Reader, uid: string, skills: readonly string[], now: Date): Promise<string[]> =>
  (await listSkills(read, [uid], skills, timestamp(now))).map(({ skill_id }) => skill_id);

export const skillsOf = async (read: Reader, scope: ProjectScope, uid: string): Promise<PersonSkill[]> =>
  (await listSkillsOf(read, scope, uid)).map(presentSkillOf);

/** Owners know everybody in the project, chiefs the people of their own teams. */
export async function requireKnown(read: Reader, scope: ProjectScope, roles: Roles, uid: string): Promise<void> {
  const personRoles = await personRolesOf(read, scope, uid);
  const known = roles.owner
    ? inProject(personRoles) || personRoles.helper
    : teamsLedBy(roles).some((tid) => personRoles.teams.has(tid));
  if (!known) fail('not_found', { detail: 'There is no such person in the project, or not in your team' });
}

type Grant = Actor & { person: string; skill: string };

/** Granting a skill that the person has declared makes it a granted one. */
export async function grantSkill(db: Db, grant: Grant): Promise<void> {
  await change(db, grant, async (trx, { current, skill, roles }) => {
    const { skill: skill_id, person, uid, caller, now, projectRole } = grant;
    const valid_until = skillValidUntil(now, skill);
    if (current?.granted_at != null && !isAfter(valid_until, current.valid_until)) return false;
    await requireSomebodyElse(trx, projectRole.scope, roles, { caller, person });
    const at = timestamp(now);
    await putPersonSkill(trx, {
      skill_id,
      uid: person,
      granted_by: uid,
      granted_at: at,
      created_at: at,
      valid_until,
      earned_on: null,
    });
    return true;
  });
}

type Earned = {
  skill: string;
  person: string;
  valid_until: string | null;
  /** Who says that they have done it: the person themselves, or the person who marked them; null for a device. */
  actor: string | null;
  /** The training; null for a document that they signed. */
  earned_on: string | null;
  /** They got it for the same before, so what is gone was withdrawn. */
  isRenewal?: boolean;
  now: Date;
};

/** For what somebody has done: signed a document, or taken part in a training. What they have does not end earlier for it. */
export async function earnSkill(trx: Trx, scope: ProjectScope, earned: Earned): Promise<void> {
  const { skill, person, valid_until, earned_on, actor, isRenewal = false, now } = earned;
  const { name } = (await findSkill(trx, scope, skill)) ?? noSuchEntry('skills');
  const current = (await listSkillsOf(trx, scope, person)).find(({ id }) => id === skill);
  if (current === undefined && isRenewal) return;
  const isConfirmed = current?.granted_at === null && (valid_until === null || earned_on !== null);
  if (current !== undefined && counts(current) && !isConfirmed && !isAfter(valid_until, current.valid_until)) return;
  const at = timestamp(now);
  const given = { granted_by: null, granted_at: at, created_at: at, valid_until, earned_on };
  await putPersonSkill(trx, { skill_id: skill, uid: person, ...given });
  const change = earned_on === null ? {} : { change: 'training' };
  await announceSkill(trx, scope, { kind: 'skill.granted', skill, name, person, actor, now }, change);
}

/** Until when a skill is valid that somebody got at this moment. */
export const skillValidUntil = (since: Date, { valid_months: months }: Pick<SkillRow, 'valid_months'>): string | null =>
  months === null ? null : monthsLater(since, months);

type Announced = Pick<Earned, 'skill' | 'person' | 'actor' | 'now'> & {
  kind: 'skill.granted' | 'skill.withdrawn';
  name: string;
};

async function announceSkill(
  trx: Trx,
  { pid }: ProjectScope,
  { kind, skill, name, person, actor, now }: Announced,
  values: { change?: string } = {},
): Promise<void> {
  await record(trx, now, { actor, kind, subject: person, pid, detail: { skill, title: name } });
  await notify(trx, { actor, now }, [{ kind, uid: person, pid, subject: skill, values: { ...values, what: name } }]);
}

type Training = { skill: string; task: string; person: string; actor: string | null; now: Date };

/**
 * The person was marked as done on a training, or no longer is. Without the mark, the skill is that of their other
 * trainings, if there are any.
 */
export async function settleTraining(trx: Trx, scope: ProjectScope, { skill, task, person, actor, now }: Training) {
  const row = await findSkill(trx, scope, skill);
  if (row === undefined) return;
  const [latest] = await listTrainings(trx, person, skill);
  const current = (await listSkillsOf(trx, scope, person)).find(({ id }) => id === skill);
  const isLost = current?.earned_on === task && latest?.id !== task;
  if (isLost) await deletePersonSkills(trx, person, [skill]);
  if (latest !== undefined) {
    const valid_until = skillValidUntil(new Date(latest.ends_at), row);
    await earnSkill(trx, scope, { skill, person, valid_until, earned_on: latest.id, actor, now });
  } else if (isLost) {
    await announceSkill(trx, scope, { kind: 'skill.withdrawn', skill, name: row.name, person, actor, now });
  }
}

/** What people say about themselves does not count for skills that are only granted. */
const counts = ({ granted, granted_at }: SkillOfPerson): boolean => granted === 0 || granted_at !== null;

/** Null means that the skill has no end. */
const isAfter = (until: string | null, other: string | null): boolean =>
  other !== null && (until === null || until > other);

/** People keep the places that they have. */
export async function withdrawSkill(db: Db, grant: Grant): Promise<void> {
  await change(
    db,
    grant,
    async (trx, { current }) => {
      if (current === undefined) return false;
      await deletePersonSkills(trx, grant.person, [grant.skill]);
      return true;
    },
    'skill.withdrawn',
  );
}

type Known = { skill: SkillRow; current: SkillOfPerson | undefined; roles: Roles };

async function change(
  db: Db,
  { caller, projectRole, person, skill, uid, now }: Grant,
  apply: (trx: Trx, known: Known) => Promise<boolean>,
  kind: 'skill.granted' | 'skill.withdrawn' = 'skill.granted',
): Promise<void> {
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller, [person]);
    await requireKnown(trx, scope, roles, person);
    const row = (await findSkill(trx, scope, skill)) ?? noSuchEntry('skills');
    const current = (await listSkillsOf(trx, scope, person)).find(({ id }) => id === skill);
    if (!(await apply(trx, { skill: row, current, roles }))) return;
    await announceSkill(trx, scope, { kind, skill, name: row.name, person, actor: uid, now });
  });
}

/** What the person says about themselves. Skills that are only granted are refused; granted ones stay as they are. */
export async function declareSkills(db: Db, actor: Actor, skills: readonly string[]): Promise<PersonSkill[]> {
  const { projectRole, uid, now } = actor;
  const { scope } = projectRole;
  return db.transaction(async (trx) => {
    await requireHelp(trx, actor);
    const every = await listSkillsOf(trx, scope, uid);
    const before = every.filter(({ valid_until }) => isAfter(valid_until, timestamp(now)));
    await requireDeclarable(trx, scope, skills, new Set(before.map(({ id }) => id)));
    const declared = before.filter(({ granted_at }) => granted_at === null).map(({ id }) => id);
    const current = new Set(before.map(({ id }) => id));
    const added = skills.filter((id) => !current.has(id));
    const dropped = declared.filter((id) => !skills.includes(id));
    for (const skill_id of added)
      await putPersonSkill(trx, {
        skill_id,
        uid,
        granted_by: null,
        granted_at: null,
        valid_until: null,
        earned_on: null,
        created_at: timestamp(now),
      });
    await deletePersonSkills(trx, uid, dropped);
    if (added.length + dropped.length > 0) {
      const detail = { added: added.join(' '), dropped: dropped.join(' ') };
      await record(trx, now, { actor: uid, kind: 'skills.declared', subject: uid, pid: scope.pid, detail });
    }
    return skillsOf(trx, scope, uid);
  });
}

async function requireDeclarable(
  trx: Trx,
  scope: ProjectScope,
  skills: readonly string[],
  current: ReadonlySet<string>,
): Promise<void> {
  const known = new Set((await listNames(trx, scope, 'skills')).map(({ id }) => id));
  for (const [index, id] of skills.entries()) {
    const pointer = `/skills/${index}`;
    const problem = (detail: string) => ({ detail: `${pointer} ${detail}`, errors: [{ pointer, detail }] });
    if (!known.has(id)) fail('invalid_input', problem('is not a skill of this project'));
    if (!current.has(id) && (await findSkill(trx, scope, id))?.granted === 1)
      fail('not_allowed', problem('can only be given by owners and chiefs'));
  }
}
