import type { TFunction } from 'i18next';
import type { Task } from '../../../../client/client.ts';

type Staffed = Pick<Task, 'min_people' | 'attendee_count' | 'capacity'>;

/** How many people a task lacks; with enough of them, how many places are free. */
export const gapOf = (t: TFunction, { min_people: least, attendee_count: joined, capacity }: Staffed): string =>
  least > joined ? t('helping.missing', { count: least - joined }) : t('helping.free', { count: capacity - joined });
