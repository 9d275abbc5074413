import type { ProjectRole } from '../../../auth/project-role.ts';
import { failField } from '../../../errors.ts';
import type { Audience } from './audience.schema.ts';

/** Whom a form asks. No `tids`: all teams, and for `people` also the owners. */
export type FormAudience = { audience: Audience; tids: readonly string[] };

/** Only this feature writes the column. */
export const audienceOf = (row: { audience: Audience; audience_tids: string }): FormAudience => ({
  audience: row.audience,
  tids: JSON.parse(row.audience_tids) as string[],
});

export const audienceColumns = ({ audience, tids }: FormAudience) => ({
  audience,
  audience_tids: JSON.stringify(tids.toSorted()),
});

/** The audit log contains it. */
export const audienceDetail = ({ audience, tids }: FormAudience) => ({
  audience,
  ...(tids.length === 0 ? {} : { tids: tids.join(' ') }),
});

/** The role that people must have in a team to be asked; undefined: any. */
export function roleAsked(audience: Audience): 'chief' | 'member' | undefined {
  if (audience === 'chiefs') return 'chief';
  return audience === 'members' ? 'member' : undefined;
}

/** Whether it asks people because they are in one of these teams. */
export function isAddressedTo(tids: readonly string[], asked: FormAudience): boolean {
  const byTeam = asked.audience === 'people' || roleAsked(asked.audience) !== undefined;
  return byTeam && tids.length > 0 && (asked.tids.length === 0 || tids.some((tid) => asked.tids.includes(tid)));
}

type PersonRoles = Pick<ProjectRole, 'owner' | 'teams'> & Partial<Pick<ProjectRole, 'helper'>>;

export function isInAudience({ owner, teams, helper }: PersonRoles, { audience, tids }: FormAudience): boolean {
  if (audience === 'signed_in') return true;
  if (audience === 'helpers') return helper === true;
  // They answer within their application, nowhere else.
  if (audience === 'applicants') return false;
  if (audience === 'owners') return owner;
  if (audience === 'people' && owner && tids.length === 0) return true;
  const role = roleAsked(audience);
  return [...teams].some(
    ([tid, own]) => (tids.length === 0 || tids.includes(tid)) && (role === undefined || own === role),
  );
}

/** Owners and people outside the project are not in a team, or not because of their role. */
export function requireTeamsFit({ audience, tids }: FormAudience): void {
  if (tids.length > 0 && (audience === 'owners' || audience === 'helpers' || audience === 'signed_in'))
    failField('/tids', `must be empty for the audience ${audience}`);
}
