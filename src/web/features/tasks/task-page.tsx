import { leaveUntilMs } from '../../../shared/rules.ts';
import { Group, Paper, Stack, Text, Title, Anchor } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../client/client.ts';
import { currentMs, formatSpanAt, dayAt, formatDateTimeAt } from '../../../locales/format/dates.ts';
import { shownName } from '../../../locales/format/names.ts';
import { DownloadButton } from '../../ui/download.tsx';
import { Initials } from '../people/initials.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { lazyPart, loadParts } from '../../lazy-part.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { useRows } from '../../ui/paging.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { downloadEvent } from '../calendar/queries.ts';
import { ContactLinks } from '../contacts/contact-links.tsx';
import { projectQuery } from '../projects/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import { useTeamName, useTeamOrProject } from '../teams/team-names.ts';
import { ChiefContacts } from '../contacts/chief-contacts.tsx';
import { hasContact } from '../contacts/has-contact.ts';
import { skillsQuery } from './catalogue/queries.ts';
import { HelpQuestion, isAskedToHelp } from './exchange/help.tsx';
import { MadeOffer, OfferPlace } from './exchange/offer-place.tsx';
import { OffersBesideJoin, TaskOffers } from './exchange/open-offers.tsx';
import { WaitingButton, WaitingHint, WaitingState } from './exchange/waiting-button.tsx';
import { AttendanceButton, TaskState } from './attendance-button.tsx';
import { Places } from './task-card.tsx';
import styles from './task.module.css';
import { attendeesQuery, ownTasksQuery, taskQuery } from './queries.ts';
import type { Loading, Loads } from '../../loading.ts';
import { availabilityQuery } from '../availability/queries.ts';
import { myDayQuery, substitutesQuery } from '../event-day/queries.ts';
import { helpRequestsQuery, madeOfferQuery, taskOffersQuery, waitingQuery } from './exchange/queries.ts';
import { kindsQuery, placesQuery, requestsQuery } from './signup/queries.ts';
import { arePlannersNotified, plannersContext } from './signup/planners-notified.ts';
import { DecideRequest } from './signup/decide-request.tsx';
import { useNames } from '../roster/namesakes.ts';
import { openableQuery, PersonLink, useOpenable } from '../roster/person-link.tsx';

/** Only planners load it. */
const AttendeeList = lazyPart(
  'attendee-list',
  async () => (await import('./planning/manage-attendees.tsx')).AttendeeList,
);

const Planning = lazyPart('planning', async () => (await import('./exchange/planning.tsx')).Planning);

export async function loadTaskPage({ me, load, loadPages, whenOpened, params: { pid, id } }: Loading<'pid' | 'id'>) {
  const loadTask = async () => {
    const task = await load(taskQuery(pid, id));
    const { rights, joined } = task;
    const isAhead = Date.parse(task.ends_at) > currentMs();
    await Promise.all([
      task.place !== null && load(placesQuery(pid)),
      task.kind !== null && load(kindsQuery(pid)),
      task.grants_skill !== null && load(skillsQuery(pid)),
      me && !joined && loadPages(taskOffersQuery(pid, id)),
      me && !joined && load(ownTasksQuery),
      (rights.join || rights.wait) && load(availabilityQuery(pid)),
      rights.offer && task.offering && load(madeOfferQuery(pid, id)),
      joined && !rights.edit && isAhead && whenOpened(() => load(myDayQuery(pid))),
      (rights.see_attendees || rights.add_attendees) && whenOpened(() => loadAttendees(load, task)),
      rights.add_attendees && loadPlanning({ load, loadPages }, task),
      // Otherwise the page grows when they have arrived.
      rights.add_attendees && loadParts(['attendee-list', 'planning']),
    ]);
  };
  await Promise.all([load(projectQuery(pid)), load(teamsQuery(pid)), loadTask()]);
}

async function loadAttendees(load: Loads['load'], { pid, id, rights }: Task) {
  const [attendees, project] = await Promise.all([load(attendeesQuery(pid, id)), load(projectQuery(pid))]);
  if (rights.add_attendees && project.rights.list_people && attendees.length > 0)
    await load(openableQuery(pid, attendees));
}

/** What planners see below a task. */
const loadPlanning = ({ load, loadPages }: Loads, { pid, id, joining, waiting_count: waiting, ...task }: Task) =>
  Promise.all([
    joining === 'approval' && loadPages(requestsQuery(pid, id)),
    waiting > 0 && loadPages(waitingQuery(pid, id)),
    loadPages(helpRequestsQuery(pid, id)),
    Date.parse(task.ends_at) > currentMs() && task.open_places > 0 && load(substitutesQuery(pid, id)),
  ]);

export const TaskPage = () => <TaskOf {...useParams({ from: '/projects/$pid/tasks/$id' })} />;

export const loadManagedTaskPage = loadTaskPage;

/** Shows the same among the pages for organisers. */
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
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const { rights } = task;
  return (
    <Stack gap="lg" maw={managed && rights.add_attendees ? '64rem' : '48rem'}>
      <div>
        {managed ? <ManagedBackLink {...{ project, task }} /> : <BackLink project={project} />}
        <Title order={1} size="h2" mt="xs" tabIndex={-1}>
          {task.title}
        </Title>
        <TaskFacts task={task} project={project} />
      </div>
      <HelpQuestion task={task} />
      <TaskOffers task={task} />
      <Paper className="muster-surface" p="lg">
        <Places task={task} />
        <TaskState task={task} timezone={timezone} />
        <WaitingState task={task} timezone={timezone} />
        <WaitingHint task={task} />
        <LeavingHint task={task} timezone={timezone} />
        <CannotCome task={task} />
        <MadeOffer task={task} timezone={timezone} />
        <Group gap="xs" mt="md">
          {isAskedToHelp(task) ? null : <AttendanceButton task={task} />}
          <WaitingButton task={task} timezone={timezone} />
          <OfferPlace task={task} timezone={timezone} />
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
          <DownloadButton
            variant="default"
            name={`task-${task.id}.ics`}
            text={t('calendar.download')}
            load={downloadEvent(pid, task.id)}
          />
        </Group>
        <OffersBesideJoin task={task} />
      </Paper>
      {rights.add_attendees ? <AboutForPlanners task={task} /> : <About task={task} />}
      {task.rights.add_attendees && task.joining === 'approval' ? <JoinRequests pid={pid} task={task} /> : null}
      <section aria-labelledby="attendees">
        <Title order={2} size="h4" mb="sm" id="attendees">
          {t('project.tasks.attendees')}
        </Title>
        {task.rights.add_attendees ? (
          <>
            <AttendeeList pid={pid} task={task} />
            <Planning task={task} timezone={timezone} />
          </>
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

/** The link from the page of a task to the tasks that the person may see. */
function BackLink({ project: { pid, rights } }: { project: Project }) {
  const { t } = useTranslation();
  return rights.see_tasks ? (
    <PageLink to="/projects/$pid/tasks" params={{ pid }} size="sm">
      {`‹ ${t('project.tasks.back')}`}
    </PageLink>
  ) : (
    <PageLink to="/projects/$pid/open-tasks" params={{ pid }} size="sm">
      {`‹ ${t('helping.title')}`}
    </PageLink>
  );
}

/** Leads organisers back to where they opened the task. */
function ManagedBackLink({ project: { pid, timezone }, task }: { project: Project; task: Task }) {
  const { t } = useTranslation();
  const { from } = useSearch({ from: '/signed-in/projects/$pid/manage/tasks/$id' });
  const teamName = useTeamOrProject(pid);
  const params = { pid };
  if (from === 'planner') {
    const search = { day: dayAt(task.starts_at, timezone), task: task.id };
    return (
      <PageLink to="/projects/$pid/manage/tasks/planner" {...{ params, search }} size="sm">
        {`‹ ${t('planner.title')}`}
      </PageLink>
    );
  }
  if (from === 'now')
    return (
      <PageLink to="/projects/$pid/now" params={params} size="sm">
        {`‹ ${t('manage.parts.now')}`}
      </PageLink>
    );
  if (from === 'team' && task.tid !== null)
    return (
      <PageLink
        to="/projects/$pid/teams/$tid/manage"
        params={{ pid, tid: task.tid }}
        search={{ tab: 'tasks' }}
        size="sm"
      >
        {`‹ ${t('project.tasks.backTo', { team: teamName(task.tid) })}`}
      </PageLink>
    );
  return (
    <PageLink to="/projects/$pid/manage/tasks" params={params} size="sm">
      {`‹ ${t('project.tasks.back')}`}
    </PageLink>
  );
}

/** Depends on what the person can still do, and whether those who plan the task hear of it. */
function adviceFor({ rights, offering }: Task, notified: boolean): 'leaveNow' | 'leave' | 'offerNow' | 'tell' {
  if (rights.leave) return notified ? 'leaveNow' : 'leave';
  return rights.offer && notified && !offering ? 'offerNow' : 'tell';
}

/** For people on the task: what to do if they can't come, and how to reach the chiefs. The buttons for it are below. */
function CannotCome({ task }: { task: Task }) {
  const { t } = useTranslation();
  const [nowMs] = useState(currentMs);
  const isShown = task.joined && !task.rights.edit && Date.parse(task.ends_at) > nowMs;
  const day = useQuery({ ...myDayQuery(task.pid), enabled: isShown }).data;
  if (!isShown) return null;
  const context = plannersContext(task);
  const own = day?.tasks.find(({ id }) => id === task.id);
  const advice = adviceFor(task, arePlannersNotified(task, nowMs));
  const isReachable = own !== undefined && (own.mailing_list !== '' || own.chiefs.some(hasContact));
  return (
    <section aria-labelledby="cannot-come">
      <Title order={2} size="h4" mt="md" mb="xs" id="cannot-come">
        {t('signup.cannotCome.title')}
      </Title>
      <Stack gap="xs">
        <Text>{t(`signup.cannotCome.${advice}`, { context })}</Text>
        {own === undefined ? null : (
          <ChiefContacts task={own} none={(names) => t('signup.cannotCome.noContact', { names })} />
        )}
        {advice === 'tell' && own !== undefined && !isReachable ? (
          <Text>{t('signup.cannotCome.otherwise')}</Text>
        ) : null}
      </Stack>
    </section>
  );
}

/** Who asks for a place, for those who decide. Nothing if nobody does. */
function JoinRequests({ pid, task }: { pid: string; task: Task }) {
  const { t } = useTranslation();
  const { rows: requests, more } = useRows(useInfiniteQuery(requestsQuery(pid, task.id)));
  const nameOf = useNames(pid, requests);
  const openable = useOpenable(pid, requests);
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="requests">
      <Title order={2} size="h4" mb="xs" id="requests">
        {t('signup.requests')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('signup.requestsHint')}
      </Text>
      <Stack gap={0} component="ul" className="muster-plain-list">
        {requests.map((request) => (
          <Group key={request.uid} component="li" className="muster-row" justify="space-between">
            <div>
              <Text>
                <PersonLink {...{ pid, openable }} uid={request.uid}>
                  {nameOf(request)}
                </PersonLink>
              </Text>
              {request.note === '' ? null : <Text c="dimmed">{request.note}</Text>}
            </div>
            <DecideRequest pid={pid} request={{ ...request, name: nameOf(request) }} />
          </Group>
        ))}
      </Stack>
      <MoreButton more={more} />
    </section>
  );
}

/** For people on the task: until when they can leave by themselves, and what becomes of their place. */
function LeavingHint({ task, timezone }: { task: Task; timezone: string }) {
  const { t, i18n } = useTranslation();
  const [nowMs] = useState(currentMs);
  const kinds = useQuery({ ...kindsQuery(task.pid), enabled: task.joined && task.kind !== null });
  const isKnown = task.kind === null || kinds.isSuccess;
  if (!task.joined || !isKnown || Date.parse(task.ends_at) <= nowMs) return null;
  const hours = kinds.data?.find(({ id }) => id === task.kind)?.leave_until_hours ?? 0;
  // Without a rule, people can leave as long as the task lasts.
  const untilMs = leaveUntilMs(task, hours);
  if (!task.rights.leave && untilMs >= nowMs) return null;
  return (
    <Text size="sm" c="dimmed">
      {task.rights.leave && hours > 0 && untilMs >= nowMs
        ? t('signup.leaveUntil', {
            when: formatDateTimeAt(new Date(untilMs).toISOString(), i18n.language, timezone),
          })
        : task.rights.leave
          ? t('signup.leaveFrees')
          : t('ui.codes.too_late_to_leave')}
    </Text>
  );
}

/** When and where the task is, whose, of which kind, and since when people can join. */
function TaskFacts({ task, project: { timezone, place: venue } }: { task: Task; project: Project }) {
  const { t, i18n } = useTranslation();
  const [nowMs] = useState(currentMs);
  const { pid, tid } = task;
  const teamName = useTeamName(pid);
  const places = useQuery({ ...placesQuery(pid), enabled: task.place !== null }).data ?? [];
  const kinds = useQuery({ ...kindsQuery(pid), enabled: task.kind !== null }).data ?? [];
  const place = places.find(({ id }) => id === task.place);
  const kind = kinds.find(({ id }) => id === task.kind);
  const skills = useQuery({ ...skillsQuery(pid), enabled: task.grants_skill !== null }).data ?? [];
  const skill = skills.find(({ id }) => id === task.grants_skill);
  // Others read it with the reason why they cannot join.
  const opensLater = task.refusal !== 'not_open_yet' && task.opens_at !== null && Date.parse(task.opens_at) > nowMs;
  return (
    <dl className={`muster-facts ${styles.facts}`}>
      <Fact label={t('homes.tasks.when')}>
        <strong>{formatSpanAt(task.starts_at, task.ends_at, i18n.language, timezone)}</strong>
        <Text size="xs" c="dimmed">
          {t('project.tasks.zone', { zone: timezone })}
        </Text>
        {opensLater ? (
          <Text size="sm">
            {t('signup.opens', { when: formatDateTimeAt(task.opens_at ?? '', i18n.language, timezone) })}
          </Text>
        ) : null}
      </Fact>
      {place === undefined && venue === '' ? null : (
        <Fact label={t('helping.filter.place')}>
          {place?.name ?? venue}
          {place === undefined || place.map_url === '' ? null : (
            <>
              {' '}
              <Anchor href={place.map_url} target="_blank" rel="noreferrer" underline="always" inherit>
                {t('signup.map')}
              </Anchor>
            </>
          )}
        </Fact>
      )}
      <Fact label={t('homes.tasks.team')}>
        {tid === null ? (
          t('project.tasks.wholeProject')
        ) : (
          <PageLink to="/projects/$pid/teams/$tid" params={{ pid, tid }} inherit underline="always">
            {teamName(tid)}
          </PageLink>
        )}
      </Fact>
      {kind === undefined ? null : <Fact label={t('helping.filter.kind')}>{kind.name}</Fact>}
      {skill === undefined ? null : (
        <Fact label={t('signup.teaches')}>{t('signup.teachesSkill', { skill: skill.name })}</Fact>
      )}
      {task.category === '' || !task.rights.edit ? null : (
        <Fact label={t('homes.tasks.category')}>{task.category}</Fact>
      )}
      {task.min_people === 0 ? null : (
        <Fact label={t('homes.tasks.people')}>{t('signup.minimum', { count: task.min_people })}</Fact>
      )}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const About = ({ task }: { task: Task }) => (
  <>
    <Markdown text={task.description} />
    <Briefing task={task} />
  </>
);

/** Planners come for the people, who are below; on a task of their own they read it like everybody else. */
function AboutForPlanners({ task }: { task: Task }) {
  const { t } = useTranslation();
  const general = useGeneralBriefing(task);
  if (task.description === '' && task.briefing === '' && general === '') return null;
  return (
    <details className={styles.about} open={task.joined}>
      <summary>{t('manage.tasks.about')}</summary>
      <Stack gap="lg" mt="sm">
        <About task={task} />
      </Stack>
    </details>
  );
}

function useGeneralBriefing({ pid, kind }: Task): string {
  const kinds = useQuery({ ...kindsQuery(pid), enabled: kind !== null }).data ?? [];
  return kinds.find(({ id }) => id === kind)?.briefing ?? '';
}

/** Shows the briefing of the task, then that of its kind. */
function Briefing({ task }: { task: Task }) {
  const { t } = useTranslation();
  const general = useGeneralBriefing(task);
  if (task.briefing === '' && general === '') return null;
  return (
    <section aria-labelledby="briefing">
      <Title order={2} size="h4" mb="sm" id="briefing">
        {t('signup.briefing')}
      </Title>
      <Markdown text={task.briefing} />
      <Markdown text={general} />
    </section>
  );
}
