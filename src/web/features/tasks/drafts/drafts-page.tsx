import { Badge, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Allocation, Project } from '../../../../client/client.ts';
import { formatDateTime, formatWeekday } from '../../../../locales/format/dates.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { PageLink } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { useTeamName } from '../../teams/team-names.ts';
import { NewDraft } from './new-draft.tsx';
import { draftsQuery } from './queries.ts';

/** Starts a draft plan, and lists earlier ones. */
export function DraftsPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  usePageTitle(`${t('drafts.title')} · ${project.name}`);
  if (!project.rights.plan_tasks) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('drafts.title')} lead={t('drafts.lead')} />
      <Stack gap="xl">
        <NewDraft project={project} />
        <Drafts project={project} />
      </Stack>
    </>
  );
}

function Drafts({ project: { pid } }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const list = useQuery(draftsQuery(pid));
  const nameOf = useTeamName(pid);
  return (
    <section aria-labelledby="earlier-drafts">
      <Title order={2} size="h4" mb="sm" id="earlier-drafts">
        {t('drafts.earlier')}
      </Title>
      <Loaded query={list} embedded>
        {(drafts) =>
          drafts.length === 0 ? (
            <Text c="dimmed">{t('drafts.none')}</Text>
          ) : (
            <DataTable
              label={t('drafts.earlier')}
              columns={columnsOf(t, i18n.language, pid, nameOf)}
              rows={drafts}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </section>
  );
}

const columnsOf = (
  t: TFunction,
  language: string,
  pid: string,
  nameOf: (tid: string) => string,
): Column<Allocation>[] => [
  {
    key: 'created',
    label: t('drafts.created'),
    cell: ({ id, created_at: at }) => (
      <PageLink to="/projects/$pid/manage/tasks/drafts/$id" params={{ pid, id }} inherit>
        {formatDateTime(at, language)}
      </PageLink>
    ),
  },
  {
    key: 'teams',
    label: t('drafts.teams'),
    cell: ({ tids }) => (tids === null ? t('project.tasks.allTeams') : formatList(tids.map(nameOf), language)),
  },
  {
    key: 'days',
    label: t('drafts.days'),
    cell: ({ days }) =>
      days === null
        ? t('drafts.allDays')
        : formatList(
            days.map((day) => formatWeekday(day, language)),
            language,
          ),
  },
  {
    key: 'missing',
    label: t('drafts.missing'),
    width: '6rem',
    phone: 'label',
    cell: ({ summary }) => summary?.missing ?? '',
  },
  {
    key: 'state',
    label: t('drafts.state'),
    width: '9rem',
    phone: 'corner',
    cell: ({ state }) => <DraftState state={state} />,
  },
];

const colors = { running: 'blue', ready: 'spruce', applied: 'gray', discarded: 'gray', failed: 'red' } as const;

function DraftState({ state }: Pick<Allocation, 'state'>) {
  const { t } = useTranslation();
  return (
    <Badge variant="light" color={colors[state]} tt="none">
      {t(`drafts.states.${state}`)}
    </Badge>
  );
}
