import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { dayAt } from '../../../locales/format/dates.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links.tsx';
import { settingsOf } from '../forms/kinds.ts';
import { formKindsQuery, formsQuery } from '../forms/queries.ts';
import { plannedTasksQuery } from '../tasks/queries.ts';

/** After the dates of the event have changed: what is still on other days. */
export function MovedDates({ project }: { project: Project }) {
  const { pid, starts_on: first, ends_on: last, timezone, rights } = project;
  const tasks = useQuery(plannedTasksQuery(pid, undefined, true)).data ?? [];
  const forms = useQuery({ ...formsQuery(pid), enabled: rights.create_forms }).data ?? [];
  const kinds = useQuery({ ...formKindsQuery, enabled: forms.length > 0 }).data ?? [];
  const isOutside = (day: string) => (first !== null && day < first) || (last !== null && day > last);
  const count = tasks.filter(({ starts_at: start }) => isOutside(dayAt(start, timezone))).length;
  const hasDays = forms.some(({ kind }) => settingsOf(kinds, kind).days);
  if (count === 0 && !hasDays) return null;
  return (
    <Alert color="orange" variant="outline" icon={<AlertIcon />}>
      {count === 0 ? null : (
        <Text size="sm">
          <Trans
            i18nKey="manage.movedDates.tasks"
            count={count}
            components={{
              tasks: <PageLink to="/projects/$pid/manage/tasks" params={{ pid }} inherit underline="always" />,
            }}
          />
        </Text>
      )}
      {hasDays ? (
        <Text size="sm">
          <Trans
            i18nKey="manage.movedDates.forms"
            components={{
              forms: <PageLink to="/projects/$pid/manage/forms" params={{ pid }} inherit underline="always" />,
            }}
          />
        </Text>
      ) : null}
    </Alert>
  );
}
