import { inProject } from '../../auth/project-role.ts';
import type { ProjectRole } from '../../auth/project-role.ts';
import type { Audience } from './forms.schema.ts';
import type { FormsTable } from '../../db/tables.ts';

type Times = Pick<FormsTable, 'enabled_at' | 'opens_at' | 'closes_at'>;

/** Whether the form accepts answers now. */
export const isOpen = ({ enabled_at, opens_at, closes_at }: Times, now: string): boolean =>
  enabled_at !== null && (opens_at ?? '') <= now && (closes_at === null || closes_at > now);

type PersonRoles = Pick<ProjectRole, 'owner' | 'teams'>;

export function audiencesOf(projectRole: PersonRoles): Audience[] {
  const audiences: Audience[] = ['signed_in'];
  if (inProject(projectRole)) audiences.push('people');
  if ([...projectRole.teams.values()].includes('chief')) audiences.push('chiefs');
  return audiences;
}

export const isInAudience = (projectRole: PersonRoles, { audience }: { audience: Audience }): boolean =>
  audiencesOf(projectRole).includes(audience);

/** A disabled form is a draft, visible to owners only; people who answered it can still see their answer. */
export const mayKnowOf = (projectRole: ProjectRole, form: { enabled_at: string | null }, answered: boolean): boolean =>
  projectRole.owner || answered || form.enabled_at !== null;
