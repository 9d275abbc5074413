import { isShortNotice } from '../../../../shared/rules.ts';
import type { Task } from '../../../../client/client.ts';

/** Whether those who plan the task are notified if the person leaves it, or offers their place, at this time. */
export const arePlannersNotified = (task: Task, nowMs: number): boolean =>
  !task.rights.edit && isShortNotice(task, nowMs);

/** For texts that name those who are notified: a task of the whole project has no chiefs. */
export const plannersContext = ({ tid }: Pick<Task, 'tid'>): 'owners' | '' => (tid === null ? 'owners' : '');
