import type { Task } from '../../../../client/client.ts';

/** The same as `toldWithin` on the server. */
const toldWithinHours = 48;

/** Whether those who plan the task are notified if the person leaves it, or offers their place, at this time. */
export const isTold = ({ starts_at: from, rights }: Task, nowMs: number): boolean =>
  !rights.edit && Date.parse(from) - nowMs <= toldWithinHours * 3_600_000;

/** For texts that name those who are notified: a task of the whole project has no chiefs. */
export const toldContext = ({ tid }: Pick<Task, 'tid'>): 'owners' | '' => (tid === null ? 'owners' : '');
