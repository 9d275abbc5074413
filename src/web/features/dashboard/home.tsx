import { Badge, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../client/client.ts';
import { needsPasskey } from '../../../shared/deputies.ts';
import { lazyPart } from '../../lazy-part.tsx';
import { PageHeading } from '../../ui/page.tsx';
import { OwnAnnouncements } from '../announcements/own-announcements.tsx';
import { ConfirmQuestions } from '../tasks/exchange/confirmation.tsx';
import { OpenOffers } from '../tasks/exchange/open-offers.tsx';
import { isReminderPaused, SecondFactorNotice } from '../passkeys/second-factor-notice.tsx';
import { currentProjectQuery } from '../projects/queries.ts';
import { AwaitedTasks } from '../tasks/open/awaited-tasks.tsx';
import { NextTasks, useOwnTasks } from '../tasks/next-tasks.tsx';
import { WaitingApplications } from '../teams/applications/waiting-applications.tsx';
import { Asked } from './asked.tsx';
import { loadChecklist } from './checklist-card.tsx';
import { OwnApplications, OwnTeams } from './own-teams.tsx';
import type { Loading } from '../../loading.ts';
import { ownAnnouncementsQuery } from '../announcements/queries.ts';
import { mayAskAboutListing } from '../members/listing-questions.tsx';
import { ownListingsQuery } from '../members/queries.ts';
import { passkeysQuery } from '../passkeys/queries.ts';
import { leftProjectsQuery } from '../people/queries.ts';
import { offersQuery, questionsQuery } from '../tasks/exchange/queries.ts';
import { awaitedTasksQuery } from '../tasks/open/queries.ts';
import { ownTasksQuery } from '../tasks/queries.ts';
import { ownApplicationsQuery } from '../teams/applications/queries.ts';
import { ownInvitationsQuery } from '../teams/invitations/queries.ts';

/** Each is loaded only by the people it is for. */
const FirstSteps = lazyPart('first-steps', async () => (await import('../projects/set-up/first-steps.tsx')).FirstSteps);
const EventDay = lazyPart('event-day', async () => (await import('./event-day.tsx')).EventDay);
const OwnerDashboard = lazyPart('owner-dashboard', async () => (await import('./owner-dashboard.tsx')).OwnerDashboard);
const LedTeams = lazyPart('led-teams', async () => (await import('./led-teams.tsx')).LedTeams);

const hasFarReachingRights = ({ roles, projects, rights_withheld: withheld }: Me): boolean =>
  !withheld &&
  (roles.includes('administrator') ||
    projects.some(({ owner, grants }) => owner || grants.some(({ role }) => needsPasskey(role))));

export async function loadHome(me: Me, { load, loadPages }: Pick<Loading, 'load' | 'loadPages'>) {
  const loadOwned = async () => {
    const owned = ownedProject(me, await load(currentProjectQuery));
    if (owned === undefined) return;
    const [{ loadEventDay }, { loadOwnerDashboard }] = await Promise.all([
      import('./event-day.tsx'),
      import('./owner-dashboard.tsx'),
    ]);
    await Promise.all([loadEventDay(load, owned.pid), loadOwnerDashboard({ load, loadPages }, owned.pid)]);
  };
  const loadLed = async () => (await import('./led-teams.tsx')).loadLedTeams({ load, loadPages }, me);
  const loadSteps = async () =>
    (await import('../projects/set-up/first-steps.tsx')).loadFirstSteps({ load, loadPages });
  await Promise.all([
    loadOwned(),
    leadsTeam(me) && loadLed(),
    me.roles.includes('administrator') && loadSteps(),
    hasFarReachingRights(me) && !isReminderPaused() && load(passkeysQuery),
    load(questionsQuery),
    load(ownTasksQuery),
    loadPages(offersQuery),
    load(awaitedTasksQuery),
    loadChecklist(load),
    load(ownInvitationsQuery),
    mayAskAboutListing(me) && load(ownListingsQuery),
    load(ownAnnouncementsQuery),
    load(ownApplicationsQuery),
    me.projects.length === 0 && load(leftProjectsQuery),
  ]);
}

const leadsTeam = ({ projects }: Me): boolean =>
  projects.some(({ teams }) => teams.some(({ role }) => role === 'chief'));

/** The sections that apply to the person, the most urgent first. */
export function Home({ me }: { me: Me }) {
  const { t } = useTranslation();
  const current = useQuery(currentProjectQuery).data;
  const owned = ownedProject(me, current);
  const leadsNow = me.projects.some(
    ({ pid, teams }) => pid === current?.pid && teams.some(({ role }) => role === 'chief'),
  );
  // The event that is on or comes next before the year after.
  const byNearness = {
    ...me,
    projects: me.projects.toSorted(
      (one, other) => Number(other.pid === current?.pid) - Number(one.pid === current?.pid),
    ),
  };
  const organises = owned !== undefined || leadsNow;
  const tasks = useOwnTasks();
  // For organisers the event comes first, unless their own task is about to begin.
  const tasksFirst = organises ? tasks === 'soon' : tasks !== 'none';
  const checklist = me.roles.includes('administrator') ? <FirstSteps /> : null;
  const decides = me.waiting_applications.length > 0;
  return (
    <>
      <PageHeading
        title={me.name === '' ? t('dashboard.greetingNameless') : t('dashboard.greeting', { name: me.name })}
        lead={me.email}
        aside={
          me.roles.includes('administrator') ? <Badge variant="light">{t('dashboard.administrator')}</Badge> : null
        }
      />
      <Stack gap="xl">
        {owned === undefined ? null : <EventDay pid={owned.pid} />}
        {hasFarReachingRights(me) ? <SecondFactorNotice /> : null}
        {decides ? null : checklist}
        <ConfirmQuestions />
        {tasksFirst ? <NextTasks me={me} /> : null}
        <OpenOffers organiser={{ me: byNearness, owned }} />
        <AwaitedTasks />
        <WaitingApplications waiting={me.waiting_applications.filter(({ pid }) => pid !== owned?.pid)} />
        {owned === undefined ? null : <OwnerDashboard project={owned} />}
        {decides ? checklist : null}
        {leadsTeam(me) ? <LedTeams me={byNearness} /> : null}
        {tasksFirst || tasks === 'none' ? null : <NextTasks me={me} />}
        <Asked me={me} />
        <OwnAnnouncements />
        {tasks === 'none' ? <NextTasks me={me} /> : null}
        <OwnApplications />
        <OwnTeams me={byNearness} />
      </Stack>
    </>
  );
}

/** The next project that the person owns, or the newest. */
function ownedProject({ projects, rights_withheld: withheld }: Me, current: { pid: string } | null | undefined) {
  const owned = withheld ? [] : projects.filter(({ owner }) => owner);
  // Otherwise another dashboard would be loaded first.
  if (current === undefined) return undefined;
  return owned.find(({ pid }) => pid === current?.pid) ?? owned[0];
}
