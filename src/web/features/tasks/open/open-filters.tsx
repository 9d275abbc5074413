import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { formatWeekday } from '../../../../locales/format/dates.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { projectDays } from '../bulk/project-days.ts';
import { kindsQuery, placesQuery } from '../signup/queries.ts';
import type { OpenSearch } from './search.ts';

type Option = { value: string; label: string };

export function OpenFilters({ project, search }: { project: Project; search: OpenSearch }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { pid } = project;
  const named = (rows: readonly { id: string; name: string }[] = []): Option[] =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  const teams = (useQuery(teamsQuery(pid)).data ?? []).filter(({ disabled }) => !disabled);
  const choices = {
    day: projectDays(project).map((day) => ({ value: day, label: formatWeekday(day, i18n.language) })),
    tid: teams.map(({ tid, name }) => ({ value: tid, label: name })),
    place: named(useQuery(placesQuery(pid)).data),
    kind: named(useQuery(kindsQuery(pid)).data),
  };
  const go = (next: OpenSearch) =>
    void navigate({ to: '/projects/$pid/open-tasks', params: { pid }, search: next, resetScroll: false });
  const filters = ['day', 'tid', 'place', 'kind'] as const;
  return (
    <Group
      component="section"
      className="muster-filters"
      gap="md"
      mb="md"
      align="flex-end"
      aria-label={t('project.tasks.filters')}
    >
      {filters.map((filter) =>
        choices[filter].length === 0 && search[filter] === undefined ? null : (
          <NativeSelect
            key={filter}
            label={t(`helping.filter.${filter}`)}
            value={search[filter] ?? ''}
            onChange={(event) => go({ ...search, [filter]: event.currentTarget.value || undefined })}
            data={[{ value: '', label: t(`helping.any.${filter}`) }, ...withChosen(choices[filter], search[filter])]}
          />
        ),
      )}
      {filters.some((filter) => search[filter] !== undefined) ? (
        <Button variant="subtle" onClick={() => go({ all: search.all })}>
          {t('project.tasks.clear')}
        </Button>
      ) : null}
    </Group>
  );
}

/** A choice from an old address stays visible, so that it can be cleared. */
const withChosen = (options: Option[], chosen: string | undefined): Option[] =>
  chosen === undefined || options.some(({ value }) => value === chosen)
    ? options
    : [{ value: chosen, label: chosen }, ...options];
