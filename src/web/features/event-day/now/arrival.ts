import { useTranslation } from 'react-i18next';
import type { AttendanceMarks } from '../../../../client/client.ts';
import { formatTimeAt } from '../../../../locales/format/dates.ts';
import type { Place } from './now.ts';

/** What to say after somebody was marked as here late: the moment of pressing is their arrival. */
export function useArrivalText(task: Place['task'], timezone: string) {
  const { t, i18n } = useTranslation();
  return ({ state, arrived_at: at }: AttendanceMarks): string | undefined => {
    if (state !== 'arrived' || at === null || at <= task.starts_at) return undefined;
    const time = formatTimeAt(at, i18n.language, timezone);
    return t(at < task.ends_at ? 'eventDay.now.arrivedLate' : 'eventDay.now.arrivedAfter', { time });
  };
}
