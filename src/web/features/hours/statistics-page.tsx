import { Button, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HoursStatistics } from '../../../client/client.ts';
import { formatNumber, toHours } from '../../../locales/format/numbers.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { statisticsQuery } from './queries.ts';

type Projects = HoursStatistics['projects'];

const counted = { width: '12%', number: true, phone: 'label' } as const;

/** The owner's projects beside each other, and the teams of each. */
export function StatisticsPage() {
  const { t, i18n } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('hours.statistics.title')} · ${project.name}`);
  const projects = useQuery({ ...statisticsQuery(pid), enabled: project.rights.edit });
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('hours.statistics.title')} lead={t('hours.statistics.lead')} />
      <Loaded query={projects} embedded>
        {(found) => (
          <Stack gap="lg">
            <Years projects={found} />
            {found
              .filter(({ teams }) => teams.length > 0)
              .map((one) => (
                <Teams key={one.pid} project={one} />
              ))}
            <Group>
              <Button
                component="a"
                variant="default"
                href={`/api/projects/${pid}/statistics.csv?language=${i18n.language}`}
                download
              >
                {t('hours.downloadCsv')}
              </Button>
            </Group>
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Years({ projects }: { projects: Projects }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatNumber(value, i18n.language);
  const columns: Column<Projects[number]>[] = [
    { key: 'project', label: t('hours.statistics.project'), cell: ({ name }) => name },
    { ...counted, key: 'year', label: t('hours.statistics.year'), cell: ({ year }) => year },
    { ...counted, key: 'people', label: t('hours.statistics.people'), cell: ({ people }) => number(people) },
    { ...counted, key: 'new', label: t('hours.statistics.new'), cell: (row) => number(row.new_people) },
    {
      ...counted,
      key: 'returning',
      label: t('hours.statistics.returning'),
      cell: (row) => number(row.returning_people),
    },
    { ...counted, key: 'hours', label: t('hours.hours'), cell: ({ minutes }) => number(toHours(minutes)) },
    { ...counted, key: 'no_shows', label: t('hours.manage.noShows'), cell: (row) => number(row.no_shows) },
  ];
  return <DataTable label={t('hours.statistics.title')} columns={columns} rows={projects} keyOf={({ pid }) => pid} />;
}

function Teams({ project }: { project: Projects[number] }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatNumber(value, i18n.language);
  const columns: Column<Projects[number]['teams'][number]>[] = [
    { key: 'team', label: t('hours.statistics.team'), cell: ({ name }) => name ?? t('hours.statistics.noTeam') },
    { ...counted, key: 'people', label: t('hours.statistics.people'), cell: ({ people }) => number(people) },
    { ...counted, key: 'hours', label: t('hours.hours'), cell: ({ minutes }) => number(toHours(minutes)) },
    { ...counted, key: 'no_shows', label: t('hours.manage.noShows'), cell: (row) => number(row.no_shows) },
  ];
  return (
    <section aria-labelledby={`teams-${project.pid}`}>
      <Title order={2} size="h4" mb="xs" id={`teams-${project.pid}`}>
        {t('hours.statistics.byTeam', { project: project.name })}
      </Title>
      <DataTable label={project.name} columns={columns} rows={project.teams} keyOf={({ tid }) => tid ?? ''} />
    </section>
  );
}
