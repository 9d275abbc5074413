import type { Person } from '../../auth/caller.ts';
import type { Standing } from '../../auth/standing.ts';

/** Administrators see everything; owners what was done in their own project. */
export const maySeeAudit = (caller: Person, standing: Standing | null): boolean =>
  caller.administrator || (standing?.owner ?? false);
