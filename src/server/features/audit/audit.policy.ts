import type { Person } from '../../auth/caller.ts';
import type { ProjectRole } from '../../auth/project-role.ts';

/** Administrators see all entries, owners those of their own project. */
export const maySeeAudit = (caller: Person, projectRole: ProjectRole | null): boolean =>
  caller.administrator || (projectRole?.owner ?? false);
