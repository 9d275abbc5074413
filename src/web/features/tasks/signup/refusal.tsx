import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { PageLink } from '../../../ui/links.tsx';
import { ToSign } from '../../documents/to-sign.tsx';
import { namedProblem } from '../../../ui/problems/problem.tsx';

type Refused = Pick<
  Task,
  | 'pid'
  | 'tid'
  | 'refusals'
  | 'missing_skills'
  | 'granted_skills'
  | 'missing_documents'
  | 'time_rule'
  | 'conflicts'
  | 'opens_at'
>;

/** All reasons why the person can't take a place, and what they can do about it. A full task says so beside its places. */
export function RefusalText({ task, timezone }: { task: Refused; timezone: string }) {
  return task.refusals
    .filter((refusal) => refusal !== 'task_full')
    .map((refusal) => <Reason key={refusal} {...{ refusal, task, timezone }} />);
}

type ReasonProps = { refusal: Exclude<Refused['refusals'][number], 'task_full'>; task: Refused; timezone: string };

function Reason({ refusal, task, timezone }: ReasonProps) {
  const { t, i18n } = useTranslation();
  if (refusal === 'not_qualified') return <LackingSkills task={task} />;
  if (refusal === 'document_missing')
    return <ToSign pid={task.pid} documents={task.missing_documents} text={t('documents.firstForTask')} />;
  if (refusal === 'not_open_yet') {
    const when = formatDateTimeAt(task.opens_at ?? '', i18n.language, timezone);
    return <Text size="sm">{t('signup.opens', { when })}</Text>;
  }
  if (refusal === 'declined') return <Text size="sm">{t('helping.declined')}</Text>;
  const names = task.time_rule?.tasks ?? [...new Set(task.conflicts.map(({ title }) => title))];
  const { minutes, kind } = task.time_rule ?? {};
  return (
    <>
      <Text size="sm">{namedProblem(t, refusal, { names, minutes, kind: kind ?? undefined })}</Text>
      {refusal === 'guardian_missing' ? (
        <PageLink to="/projects/$pid/guardian" params={{ pid: task.pid }} size="sm">
          {t('guardians.title')}
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

/** People add some skills themselves; others are given by organisers. */
function LackingSkills({ task }: { task: Refused }) {
  const { t } = useTranslation();
  const { pid, tid, missing_skills: missing, granted_skills: given } = task;
  const own = missing.filter((name) => !given.includes(name));
  return (
    <>
      {own.length === 0 ? null : (
        <>
          <Text size="sm">{t('signup.lacks', { count: own.length, names: own })}</Text>
          <PageLink to="/projects/$pid/my-skills" params={{ pid }} size="sm">
            {t('catalogue.mySkills')}
          </PageLink>
        </>
      )}
      {given.length === 0 ? null : (
        <>
          <Text size="sm">{t('signup.lacksGranted', { count: given.length, names: given })}</Text>
          {tid === null ? null : (
            <PageLink to="/projects/$pid/teams/$tid" params={{ pid, tid }} size="sm">
              {t('signup.seeChiefs')}
            </PageLink>
          )}
        </>
      )}
    </>
  );
}
