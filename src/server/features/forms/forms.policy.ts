import { inProject } from '../../auth/project-role.ts';
import type { ProjectRole } from '../../auth/project-role.ts';
import type { Audience } from './forms.schema.ts';
import type { FormsTable } from '../../db/tables.ts';

type Times = Pick<FormsTable, 'enabled_at' | 'opens_at' | 'closes_at'>;

/** Whether a form takes answers at this moment. */
export const isOpen = ({ enabled_at, opens_at, closes_at }: Times, now: string): boolean =>
  enabled_at !== null && (opens_at ?? '') <= now && (closes_at === null || closes_at > now);

/** The audiences that the caller belongs to. */
export function audiencesOf(projectRole: ProjectRole): Audience[] {
  const audiences: Audience[] = ['signed_in'];
  if (inProject(projectRole)) audiences.push('people');
  if ([...projectRole.teams.values()].includes('chief')) audiences.push('chiefs');
  return audiences;
}

export const isInAudience = (projectRole: ProjectRole, { audience }: { audience: Audience }): boolean =>
  audiencesOf(projectRole).includes(audience);

/** A form that is switched off is the owners' draft; whoever has answered it may still see what they said. */
export const mayKnowOf = (projectRole: ProjectRole, form: { enabled_at: string | null }, answered: boolean): boolean =>
  projectRole.owner || answered || form.enabled_at !== null;
