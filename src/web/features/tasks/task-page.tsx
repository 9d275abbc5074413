import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../client/client.ts';
import { formatSpanAt } from '../../../locales/format/dates.ts';
import { shownName } from '../../../locales/format/names.ts';
import { DownloadButton } from '../../ui/download.tsx';
import { Initials } from '../people/initials.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { downloadEvent } from '../calendar/queries.ts';
import { ContactLinks } from '../contacts/contact-links.tsx';
import { projectQuery } from '../projects/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import { HelpQuestion, isAskedToHelp } from './exchange/help.tsx';
import { OfferPlace } from './exchange/offer-place.tsx';
import { OffersBesideJoin, TaskOffers } from './exchange/open-offers.tsx';
import { WaitingButton, WaitingHint, WaitingState } from './exchange/waiting-button.tsx';
import { AttendanceButton, TaskState } from './attendance-button.tsx';
import { BackLink, ManagedBackLink } from './table/back-link.tsx';
import { Places } from './task-card.tsx';
import { CannotCome } from './signup/cannot-come.tsx';
import { JoinRequests } from './signup/join-requests.tsx';
import { LeavingHint } from './signup/leaving-hint.tsx';
import { Briefing, TaskFacts } from './signup/task-facts.tsx';
import { attendeesQuery, taskQuery } from './queries.ts';

/** Only planners load it. */
const AttendeeList = lazy(async () => ({ default: (await import('./planning/manage-attendees.tsx')).AttendeeList }));

const Planning = lazy(async () => ({ default: (await import('./exchange/planning.tsx')).Planning }));

export const TaskPage = () => <TaskOf {...useParams({ from: '/projects/$pid/tasks/$id' })} />;

/** The same among the pages for organisers. */
export const ManagedTaskPage = () => (
  <TaskOf {...useParams({ from: '/signed-in/projects/$pid/manage/tasks/$id' })} managed />
);

type TaskOfProps = { pid: string; id: string; managed?: boolean };

function TaskOf({ pid, id, managed = false }: TaskOfProps) {
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  const task = useQuery(taskQuery(pid, id));
  usePageTitle(task.data?.title ?? t('project.tasks.title'));
  if (project === undefined) return null;
  return <Loaded query={task}>{(found) => <OneTask {...{ project, managed }} task={found} />}</Loaded>;
}

function OneTask({ project, task, managed }: { project: Project; task: Task; managed: boolean }) {
  const { t, i18n } = useTranslation();
  const { pid, timezone } = project;
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  return (
    <Stack gap="lg" maw="44rem">
      <div>
        {managed ? <ManagedBackLink {...{ project, task }} /> : <BackLink project={project} />}
        <Title order={1} size="h2" mt="xs" tabIndex={-1}>
          {task.title}
        </Title>
        <Text size="lg">{formatSpanAt(task.starts_at, task.ends_at, i18n.language, timezone)}</Text>
        <TaskFacts task={task} timezone={timezone} />
        <Text c="dimmed">
          {task.tid === null ? (
            t('project.tasks.wholeProject')
          ) : (
            <PageLink to="/projects/$pid/teams/$tid" params={{ pid, tid: task.tid }} inherit underline="always">
              {teams.find(({ tid }) => tid === task.tid)?.name ?? task.tid}
            </PageLink>
          )}
          {task.category === '' ? null : ` · ${t('project.tasks.labelled', { label: task.category })}`}
        </Text>
        <Text size="sm" c="dimmed">
          {t('project.tasks.zone', { zone: timezone })}
        </Text>
      </div>
      <HelpQuestion task={task} />
      <TaskOffers task={task} />
      <Paper className="muster-surface" p="lg">
        <Places task={task} />
        <TaskState task={task} timezone={timezone} />
        <WaitingState task={task} timezone={timezone} />
        <WaitingHint task={task} />
        <LeavingHint task={task} timezone={timezone} />
        <Group gap="xs" mt="md">
          {isAskedToHelp(task) ? null : <AttendanceButton task={task} />}
          <WaitingButton task={task} timezone={timezone} />
          <OfferPlace task={task} timezone={timezone} />
          <DownloadButton
            name={`task-${task.id}.ics`}
            text={t('calendar.download')}
            load={downloadEvent(pid, task.id)}
          />
          {task.rights.edit ? (
            <>
              <ButtonLink to="/projects/$pid/tasks/$id/edit" params={{ pid, id: task.id }} variant="default">
                {t('manage.edit')}
              </ButtonLink>
              <ButtonLink to="/projects/$pid/tasks/new" params={{ pid }} search={{ from: task.id }} variant="default">
                {t('manage.tasks.duplicate')}
              </ButtonLink>
            </>
          ) : null}
        </Group>
        <OffersBesideJoin task={task} />
      </Paper>
      <Markdown text={task.description} />
      <Briefing task={task} />
      <CannotCome task={task} />
      {task.rights.add_attendees && task.joining === 'approval' ? <JoinRequests pid={pid} task={task} /> : null}
      <section aria-labelledby="attendees">
        <Title order={2} size="h4" mb="sm" id="attendees">
          {t('project.tasks.attendees')}
        </Title>
        {task.rights.add_attendees ? (
          <Suspense fallback={null}>
            <AttendeeList pid={pid} task={task} />
            <Planning task={task} timezone={timezone} />
          </Suspense>
        ) : task.rights.see_attendees ? (
          <Attendees pid={pid} id={task.id} />
        ) : (
          <Text c="dimmed">
            {t(task.attendee_count === 0 ? 'project.tasks.attendeesNone' : 'project.tasks.attendeesHidden')}
          </Text>
        )}
      </section>
    </Stack>
  );
}

function Attendees({ pid, id }: { pid: string; id: string }) {
  const { t } = useTranslation();
  const attendees = useQuery(attendeesQuery(pid, id));
  if (attendees.isError) return <ProblemAlert error={attendees.error} onRetry={() => void attendees.refetch()} />;
  if (attendees.data?.length === 0) return <Text c="dimmed">{t('project.tasks.attendeesNone')}</Text>;
  return (
    <Stack gap="xs" component="ul" className="muster-plain-list">
      {attendees.data?.map(({ uid, name, ...person }) => (
        <Group key={uid} component="li" gap="sm" wrap="nowrap" align="flex-start">
          <Initials name={name} size="sm" />
          <div>
            <PageLink to="/people/$uid" params={{ uid }}>
              {shownName(t, name)}
            </PageLink>
            <ContactLinks {...person} />
          </div>
        </Group>
      ))}
    </Stack>
  );
}
