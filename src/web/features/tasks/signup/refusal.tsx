import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { PageLink } from '../../../ui/links.tsx';
import { namedProblem } from '../../../ui/problems/problem.tsx';

type Refused = Pick<Task, 'pid' | 'refusal' | 'missing_skills' | 'time_rule' | 'conflicts' | 'opens_at'>;

/** Why the person cannot take a place, and what they can do about it. That a task is full is shown with its places. */
export function RefusalText({ task, timezone }: { task: Refused; timezone: string }) {
  const { t, i18n } = useTranslation();
  const { pid, refusal, missing_skills: skills, opens_at: opens } = task;
  if (refusal === null || refusal === 'task_full') return null;
  if (refusal === 'not_open_yet') {
    return <Text size="sm">{t('signup.opens', { when: formatDateTimeAt(opens ?? '', i18n.language, timezone) })}</Text>;
  }
  if (refusal === 'declined') return <Text size="sm">{t('helping.declined')}</Text>;
  const titles = task.time_rule?.tasks ?? [...new Set(task.conflicts.map(({ title }) => title))];
  const names = refusal === 'not_qualified' ? skills : titles;
  const { minutes, kind } = task.time_rule ?? {};
  return (
    <>
      <Text size="sm">{namedProblem(t, refusal, { names, minutes, kind: kind ?? undefined })}</Text>
      {refusal === 'not_qualified' ? (
        <PageLink to="/projects/$pid/my-skills" params={{ pid }} size="sm">
          {t('catalogue.mySkills')}
        </PageLink>
      ) : null}
      {refusal === 'birthday_unknown' ? (
        <PageLink to="/me/real-profile" size="sm">
          {t('person.nav.realProfile')}
        </PageLink>
      ) : null}
    </>
  );
}
