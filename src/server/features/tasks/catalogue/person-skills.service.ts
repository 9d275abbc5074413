import { confirmCaller } from '../../../auth/confirm.ts';
import { inProject, teamsLedBy } from '../../../auth/project-role.ts';
import type { Actor, ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { record } from '../../audit/audit.service.ts';
import { requireHelp } from '../../availability/availability.service.ts';
import { notify } from '../../notices/notify.service.ts';
import { personRolesOf } from '../attendance/person-roles.service.ts';
import { findSkill, listNames } from './catalogue.queries.ts';
import { noSuchEntry } from './catalogue.service.ts';
import { deletePersonSkills, listEverySkill, listSkillsOf, putPersonSkill } from './person-skills.queries.ts';
import type { PersonSkill } from './person-skills.schema.ts';

export const exportSkills = async (read: Reader, uid: string) =>
  (await listEverySkill(read, uid)).map(({ granted_at, ...row }) => ({ ...row, granted: granted_at !== null }));

type SkillOfPerson = Awaited<ReturnType<typeof listSkillsOf>>[number];

const presentSkillOf = ({ id, name, granted_at }: SkillOfPerson): PersonSkill => ({
  id,
  name,
  granted: granted_at !== null,
});

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
  await change(db, grant, async (trx, current) => {
    if (current?.granted_at != null) return false;
    const { skill: skill_id, person, uid, now } = grant;
    const at = timestamp(now);
    await putPersonSkill(trx, { skill_id, uid: person, granted_by: uid, granted_at: at, created_at: at });
    return true;
  });
}

/** People keep the places that they have. */
export async function withdrawSkill(db: Db, grant: Grant): Promise<void> {
  await change(
    db,
    grant,
    async (trx, current) => {
      if (current === undefined) return false;
      await deletePersonSkills(trx, grant.person, [grant.skill]);
      return true;
    },
    'skill.withdrawn',
  );
}

async function change(
  db: Db,
  { caller, projectRole, person, skill, uid, now }: Grant,
  apply: (trx: Trx, current: SkillOfPerson | undefined) => Promise<boolean>,
  kind: 'skill.granted' | 'skill.withdrawn' = 'skill.granted',
): Promise<void> {
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller, [person]);
    await requireKnown(trx, scope, roles, person);
    const { name } = (await findSkill(trx, scope, skill)) ?? noSuchEntry('skills');
    const current = (await listSkillsOf(trx, scope, person)).find(({ id }) => id === skill);
    if (!(await apply(trx, current))) return;
    await record(trx, now, { actor: uid, kind, subject: person, pid: scope.pid, detail: { skill, title: name } });
    await notify(trx, { actor: uid, now }, [
      { kind, uid: person, pid: scope.pid, subject: skill, values: { what: name } },
    ]);
  });
}

/** What the person says about themselves. Skills that are only granted are refused; granted ones stay as they are. */
export async function declareSkills(db: Db, actor: Actor, skills: readonly string[]): Promise<PersonSkill[]> {
  const { projectRole, uid, now } = actor;
  const { scope } = projectRole;
  return db.transaction(async (trx) => {
    await requireHelp(trx, actor);
    const before = await listSkillsOf(trx, scope, uid);
    await requireDeclarable(trx, scope, skills, new Set(before.map(({ id }) => id)));
    const declared = before.filter(({ granted_at }) => granted_at === null).map(({ id }) => id);
    const current = new Set(before.map(({ id }) => id));
    const added = skills.filter((id) => !current.has(id));
    const dropped = declared.filter((id) => !skills.includes(id));
    for (const skill_id of added)
      await putPersonSkill(trx, { skill_id, uid, granted_by: null, granted_at: null, created_at: timestamp(now) });
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
