import { Badge, Stack, Text, Title, Button, Checkbox, Group, NumberInput, Paper } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useForm } from '@mantine/form';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Allocation, Project, Team } from '../../../../client/client.ts';
import { formatDateTimeAt, formatWeekday } from '../../../../locales/format/dates.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { PageLink } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useRows } from '../../../ui/paging.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useChange } from '../../../ui/change.ts';
import { ChipChoice } from '../../../ui/editing/chip-choice.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { loadManaged, useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { useTeamName } from '../../teams/team-names.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { taskDaysQuery } from '../queries.ts';
import { draftsInterval, draftsQuery, startDraft } from './queries.ts';
import { OtherZone } from '../../projects/event/event-zone.tsx';

export const loadDraftsPage = loadManaged('plan_tasks', ({ load, loadPages, params: { pid } }) =>
  Promise.all([
    loadPages(draftsQuery(pid)),
    load(teamsQuery(pid)),
    load(taskDaysQuery(pid, { planned: true, upcoming: true })),
  ]),
);

/** Starts a draft plan, and lists earlier ones. */
export function DraftsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const enabled = project.rights.plan_tasks;
  const teams = useQuery({ ...teamsQuery(pid), enabled });
  const days = useQuery({ ...taskDaysQuery(pid, { planned: true, upcoming: true }), enabled });
  usePageTitle(`${t('drafts.title')} · ${project.name}`);
  if (!project.rights.plan_tasks) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('drafts.title')} help={t('drafts.lead')} />
      <OtherZone />
      <Loaded query={teams} embedded>
        {(known) => (
          <Loaded query={days} embedded>
            {(planned) => (
              <Stack gap="xl">
                <NewDraft
                  project={project}
                  teams={known.filter(({ rights, disabled }) => rights.edit && !disabled)}
                  days={planned.map(({ day }) => day)}
                />
                <Drafts project={project} />
              </Stack>
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

function Drafts({ project: { pid, timezone } }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const list = useInfiniteQuery({
    ...draftsQuery(pid),
    refetchInterval: ({ state: { data } }) => draftsInterval(data?.pages.flatMap((page) => page.data) ?? []),
  });
  const { rows: drafts, more } = useRows(list);
  const nameOf = useTeamName(pid);
  return (
    <section aria-labelledby="earlier-drafts">
      <Title order={2} size="h4" mb="sm" id="earlier-drafts">
        {t('drafts.earlier')}
      </Title>
      <Loaded query={list} embedded>
        {() =>
          drafts.length === 0 ? (
            <Text c="dimmed">{t('drafts.none')}</Text>
          ) : (
            <DataTable
              label={t('drafts.earlier')}
              columns={columnsOf(t, i18n.language, { pid, timezone, nameOf })}
              rows={drafts}
              keyOf={({ id }) => id}
              more={more}
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
  { pid, timezone, nameOf }: { pid: string; timezone: string; nameOf: (tid: string) => string },
): Column<Allocation>[] => [
  {
    key: 'created',
    label: t('drafts.created'),
    cell: ({ id, created_at: at }) => (
      <PageLink to="/projects/$pid/manage/tasks/drafts/$id" params={{ pid, id }} inherit>
        {formatDateTimeAt(at, language, timezone)}
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

type Values = { tids: string[]; days: string[]; keep: boolean; fillAll: boolean; hours: number | string };

/** What is planned: for which teams and days, how long anybody works, and whether people can be moved. */
function NewDraft({ project, teams, days }: { project: Project; teams: readonly Team[]; days: readonly string[] }) {
  const { t, i18n } = useTranslation();
  const { pid } = project;
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/tasks/drafts' });
  const form = useForm<Values>({
    initialValues: {
      tids: search.tid === undefined ? [] : [search.tid],
      days: [],
      keep: true,
      fillAll: false,
      hours: '',
    },
  });
  const start = useChange(startDraft(pid), {
    onDone: (_, { id }) => void navigate({ to: '/projects/$pid/manage/tasks/drafts/$id', params: { pid, id } }),
  });
  const submit = form.onSubmit(({ tids, days: chosen, keep, fillAll, hours }) => {
    const offered = tids.filter((tid) => teams.some((team) => team.tid === tid));
    start.mutate({
      keep,
      fill_all: fillAll,
      ...(teams.length > 1 && offered.length > 0 && { tids: offered }),
      ...(chosen.length > 0 && { days: chosen }),
      ...(hours !== '' && { max_hours_per_day: Number(hours) }),
    });
  });
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="new-draft">
      <Title order={2} size="h4" mb="sm" id="new-draft">
        {t('drafts.new')}
      </Title>
      <form noValidate onSubmit={submit}>
        <Stack maw="32rem">
          {teams[0] !== undefined && teams.length === 1 && !project.rights.edit ? (
            <Text>{t('drafts.onlyTeam', { team: teams[0].name })}</Text>
          ) : null}
          {teams.length < 2 ? null : (
            <ChipChoice
              label={t('drafts.teams')}
              description={t('drafts.teamsHint')}
              options={teams.map(({ tid, name }) => ({ value: tid, label: name }))}
              value={form.values.tids}
              onChange={(tids) => form.setFieldValue('tids', tids)}
            />
          )}
          {days.length < 2 ? null : (
            <ChipChoice
              label={t('drafts.days')}
              description={t('drafts.daysHint')}
              options={days.map((day) => ({ value: day, label: formatWeekday(day, i18n.language) }))}
              value={form.values.days}
              onChange={(chosen) => form.setFieldValue('days', chosen)}
            />
          )}
          <Checkbox
            {...form.getInputProps('keep', { type: 'checkbox' })}
            label={t('drafts.keep')}
            description={t('drafts.keepHint')}
          />
          <Checkbox
            {...form.getInputProps('fillAll', { type: 'checkbox' })}
            label={t('drafts.fillAll')}
            description={t('drafts.fillAllHint')}
          />
          <NumberInput
            {...form.getInputProps('hours')}
            label={t('drafts.maxPerDay')}
            description={t('drafts.maxPerDayHint')}
            min={1}
            max={24}
            allowDecimal={false}
          />
          <Text size="sm" c="dimmed">
            {t('drafts.rules')}
          </Text>
          {start.error === null ? null : (
            <OrganiserProblem
              error={start.error}
              texts={{ draft_running: t('drafts.wrong.running'), not_allowed: t('drafts.wrong.noTasks') }}
            />
          )}
          <Group>
            <Button type="submit" loading={start.isPending}>
              {t('drafts.start')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
