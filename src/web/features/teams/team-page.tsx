import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import type { Project, Team } from '../../../client/client.ts';
import { PeopleIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { morePages } from '../../ui/paging.ts';
import { PrintButton } from '../../ui/print-button.tsx';
import { LatestAnnouncements } from '../announcements/latest-announcements.tsx';
import { hasContact } from '../contacts/has-contact.ts';
import { MailingList } from '../contacts/mailing-list.tsx';
import { CalendarCard } from '../calendar/calendar-card.tsx';
import { projectQuery } from '../projects/queries.ts';
import { OpenPlaces } from './call-for-volunteers.tsx';
import { ApplyCard } from './applications/apply-card.tsx';
import { LeaveTeam } from './memberships/leave-team.tsx';
import { ContactSheet } from './memberships/contact-sheet.tsx';
import { teamMemberPagesQuery } from './memberships/queries.ts';
import { teamQuery } from './queries.ts';
import type { Loading } from '../../loading.ts';
import { latestAnnouncementsQuery } from '../announcements/queries.ts';
import { calendarQuery } from '../calendar/queries.ts';
import { ownListingQuery } from '../members/queries.ts';
import { contactRecord, recordQuery } from '../profile/queries.ts';
import { documentsQuery } from '../documents/queries.ts';
import { callQuery, ownApplicationQuery, ownApplicationsQuery } from './applications/queries.ts';

export async function loadTeamPage({ me, load, loadPages, params: { pid, tid } }: Loading<'pid' | 'tid'>) {
  const loadApplication = async ({ rights }: Team) => {
    const sent = await load(ownApplicationQuery(pid, tid));
    if (sent !== null || rights.apply) await load(ownListingQuery(pid));
  };
  const loadTeam = async () => {
    const team = await load(teamQuery(pid, tid));
    await Promise.all([
      me && !team.rights.leave && Promise.all([loadApplication(team), load(ownApplicationsQuery)]),
      team.rights.see_contacts && !team.disabled && load(calendarQuery({ of: 'team', pid, tid })),
    ]);
  };
  const loadPeople = async () => {
    const { pages } = await loadPages(teamMemberPagesQuery(pid, tid));
    const isOwn = pages.some(({ data }) => data.some((person) => person.uid === me?.uid && hasContact(person)));
    if (me && isOwn) await load(recordQuery(contactRecord));
  };
  await Promise.all([
    loadTeam(),
    loadPeople(),
    load(callQuery(pid)),
    load(documentsQuery(pid)),
    load(latestAnnouncementsQuery(pid, tid)),
  ]);
}

export function TeamPage() {
  const { pid, tid } = useParams({ from: '/projects/$pid/teams/$tid' });
  const { t } = useTranslation();
  const team = useQuery(teamQuery(pid, tid));
  const project = useQuery(projectQuery(pid)).data;
  usePageTitle(team.data?.name ?? t('project.teams.title'));
  return <Loaded query={team}>{(found) => <OneTeam pid={pid} team={found} project={project} />}</Loaded>;
}

type OneTeamProps = { pid: string; team: Team; project: Project | undefined };

function OneTeam({ pid, team, project }: OneTeamProps) {
  const { t } = useTranslation();
  const archived = project?.state === 'archived';
  const { description = '', mailing_list: mailingList = '', rights } = team;
  return (
    <Stack gap="xl">
      <div>
        <PageHeading
          title={team.name}
          aside={
            <Group gap="xs" className="muster-no-print">
              <OpenPlaces team={team} archived={archived} />
              {rights.leave ? <Badge>{t('project.teams.mine')}</Badge> : null}
              {team.disabled ? <Badge color="gray">{t('project.teams.disabled')}</Badge> : null}
              {rights.edit ? (
                <ButtonLink
                  to="/projects/$pid/teams/$tid/manage"
                  params={{ pid, tid: team.tid }}
                  size="xs"
                  variant="default"
                >
                  {t('homes.team.manage')}
                </ButtonLink>
              ) : null}
            </Group>
          }
        />
        <Stack gap="lg" maw="44rem" className="muster-no-print">
          {team.public_description === '' ? null : (
            <section>
              <Title order={2} size="h4" mb="xs">
                {t('project.teams.lookFor')}
              </Title>
              <Markdown text={team.public_description} />
            </section>
          )}
          {description === '' ? null : (
            <Paper className="muster-surface" p="lg" component="section">
              <Title order={2} size="h4" mb="xs">
                {t('project.teams.forPeople')}
              </Title>
              <Markdown text={description} />
            </Paper>
          )}
          {mailingList === '' ? null : (
            <Text>
              <Trans i18nKey="project.teams.mailingList" components={{ list: <MailingList address={mailingList} /> }} />
            </Text>
          )}
        </Stack>
      </div>
      <LatestAnnouncements pid={pid} tid={team.tid} canWrite={rights.edit && !team.disabled && !archived} />
      {project === undefined ? null : <ApplyCard pid={pid} team={team} project={project} />}
      <People pid={pid} team={team} />
      {rights.see_contacts && !team.disabled ? (
        <div className="muster-no-print">
          <CalendarCard
            id="calendar"
            subject={{ of: 'team', pid, tid: team.tid }}
            title={t('calendar.add')}
            text={t('calendar.teamText')}
          />
        </div>
      ) : null}
      {rights.leave ? <LeaveTeam pid={pid} team={team} /> : null}
    </Stack>
  );
}

function People({ pid, team }: { pid: string; team: Team }) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(teamMemberPagesQuery(pid, team.tid));
  const people = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const chiefs = people.filter(({ role }) => role === 'chief');
  const full = team.rights.see_contacts;
  return (
    <section aria-labelledby="people">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3" id="people">
          {full ? t('project.teams.contactSheet') : t('project.teams.people')}
        </Title>
        {full && people.length > 0 ? <PrintButton /> : null}
      </Group>
      <Stack gap={4} c="dimmed" mb="md" className="muster-no-print">
        <Text>{full ? t('project.teams.contactLead') : t('project.teams.listedOnly')}</Text>
        {full && list.isSuccess && !list.hasNextPage && !people.some(hasContact) ? (
          <Text>{t('project.teams.noContacts')}</Text>
        ) : null}
        {full && !team.rights.edit && list.isSuccess && !chiefs.some(hasContact) ? (
          <Text>{t('project.teams.cannotCome', { context: chiefs.length === 0 ? 'owners' : '' })}</Text>
        ) : null}
      </Stack>
      <Loaded query={list} embedded>
        {() =>
          people.length === 0 ? <NoPeople /> : <ContactSheet people={people} full={full} more={morePages(list)} />
        }
      </Loaded>
    </section>
  );
}

function NoPeople() {
  const { t } = useTranslation();
  return (
    <EmptyList
      icon={<PeopleIcon size={28} />}
      title={t('project.teams.noPeople')}
      description={t('project.teams.noPeopleText')}
    />
  );
}
