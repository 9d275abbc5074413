import type { Person } from '../../auth/caller.ts';
import type { ProjectRole } from '../../auth/project-role.ts';

/** Administrators see everything; owners what was done in their own project. */
export const maySeeAudit = (caller: Person, projectRole: ProjectRole | null): boolean =>
  caller.administrator || (projectRole?.owner ?? false);
