import type { ProjectRole } from '../../auth/project-role.ts';
import type { FormsTable } from '../../db/tables.ts';

type Times = Pick<FormsTable, 'enabled_at' | 'opens_at' | 'closes_at'>;

/** Whether the form is on and within its times. */
export const isOpen = ({ enabled_at, opens_at, closes_at }: Times, now: string): boolean =>
  enabled_at !== null && (opens_at ?? '') <= now && (closes_at === null || closes_at > now);

/** Whether the project and the form accept answers now. In an archived project nothing changes any more. */
export const acceptsAnswers = ({ state }: Pick<ProjectRole, 'state'>, form: Times, now: string): boolean =>
  state !== 'archived' && isOpen(form, now);

/** A disabled form is a draft, visible to owners only; people who answered it can still see their answer. */
export const mayKnowOf = (projectRole: ProjectRole, form: { enabled_at: string | null }, answered: boolean): boolean =>
  projectRole.owner || answered || form.enabled_at !== null;
