import { inProject } from '../../auth/project-role.ts';
import type { Roles } from '../../auth/project-role.ts';

/**
 * Whether somebody can take tasks of the project, and so may say when they can help and what they can do: its people, its
 * helpers, and everybody while tasks ahead are open to everybody.
 */
export const canHelp = (
  roles: Pick<Roles, 'owner' | 'teams'>,
  { helper, openToAll }: { helper: boolean; openToAll: boolean },
): boolean => inProject(roles) || helper || openToAll;
