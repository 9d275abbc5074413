import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/links.tsx';

/** Leads to the form among the work without a shift. */
export const addHoursHash = 'add-hours';

/** For planners: to the form that adds hours outside of shifts; for a team if one is named. */
export function AddHoursLink({ pid, tid }: { pid: string; tid?: string }) {
  const { t } = useTranslation();
  return (
    <ButtonLink to="/projects/$pid/manage/work" params={{ pid }} search={{ tid }} hash={addHoursHash} variant="default">
      {t('eventDay.work.enter')}
    </ButtonLink>
  );
}
