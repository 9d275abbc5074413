import { Badge, EmptyState, Group, List, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me, OwnProject } from '../../../client/client.ts';
import { PeopleIcon } from '../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { PageHeading } from '../../ui/page.tsx';
import { EmptyList } from '../../ui/page-state.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { MissingForms } from '../answers/missing-forms.tsx';
import { ListingQuestions, useListingQuestions } from '../members/listing-questions.tsx';
import { ownApplicationsQuery } from '../teams/applications/queries.ts';
import { ownInvitationsQuery } from '../teams/invitations/queries.ts';
import { WaitingApplications } from '../teams/applications/waiting-applications.tsx';
import { NextTasks } from '../tasks/next-tasks.tsx';
import { formatList } from '../../../locales/format/lists.ts';

/** Only administrators load it. */
const FirstSteps = lazy(async () => ({ default: (await import('../projects/set-up/first-steps.tsx')).FirstSteps }));
/** Loaded only by people who have an invitation or application. */
const InvitationList = lazy(async () => ({
  default: (await import('../teams/invitations/own-invitations.tsx')).InvitationList,
}));
const ApplicationList = lazy(async () => ({
  default: (await import('../teams/applications/own-applications.tsx')).ApplicationList,
}));

export function Dashboard({ me }: { me: Me }) {
  const { t } = useTranslation();
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
        {me.roles.includes('administrator') ? (
          <Suspense fallback={null}>
            <FirstSteps />
          </Suspense>
        ) : null}
        <Invitations />
        <ListingQuestions me={me} />
        <WaitingApplications me={me} />
        <Applications />
        <Missing me={me} />
        {me.projects.length > 0 ? <AllDone me={me} /> : null}
        <MissingForms me={me} />
        <NextTasks me={me} />
        <section aria-labelledby="teams">
          <Title order={2} size="h3" mb="md" id="teams">
            {t('dashboard.teamsTitle')}
          </Title>
          <Projects projects={me.projects} />
        </section>
        <TitledCard id="building" title={t('dashboard.apiTitle')} lead={t('dashboard.apiText')}>
          <PageLink to="/api-access">{t('dashboard.apiLink')}</PageLink>
        </TitledCard>
      </Stack>
    </>
  );
}

function Invitations() {
  const { t } = useTranslation();
  const found = useQuery(ownInvitationsQuery).data ?? [];
  if (found.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <section aria-labelledby="invitations">
        <Title order={2} size="h3" mb="md" id="invitations">
          {t('invite.own.title')}
        </Title>
        <InvitationList invitations={found} />
      </section>
    </Suspense>
  );
}

const nothingWaits = (me: Me): boolean =>
  me.needed.length + me.missing_forms.length + me.waiting_applications.length === 0 && me.name !== '';

/** The person's open applications. */
function Applications() {
  const { t } = useTranslation();
  const found = useQuery(ownApplicationsQuery).data ?? [];
  if (found.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <section aria-labelledby="applications">
        <Title order={2} size="h3" mb="md" id="applications">
          {t('apply.own.title')}
        </Title>
        <ApplicationList applications={found} />
      </section>
    </Suspense>
  );
}

function AllDone({ me }: { me: Me }) {
  const { t } = useTranslation();
  const questions = useListingQuestions(me);
  if (!nothingWaits(me) || questions?.length !== 0) return null;
  return (
    <output className="muster-notice">
      <strong>{t('project.waiting.allDone')}</strong>
      <br />
      {t('project.waiting.allDoneText')}
    </output>
  );
}

/** The page where each missing record is filled in. */
const pages = { real_profile: '/me/real-profile', address: '/me/address', bank: '/me/bank' } as const;

/** The name, and what a form needs; people are not asked for anything else. */
function Missing({ me }: { me: Me }) {
  const { t, i18n } = useTranslation();
  if (me.name !== '' && me.needed.length === 0) return null;
  return (
    <TitledCard id="missing" title={t('dashboard.missingTitle')} lead={t('dashboard.missingLead')}>
      <List>
        {me.name === '' ? (
          <List.Item>
            <PageLink to="/me/profile">{t('dashboard.missing.name')}</PageLink>
          </List.Item>
        ) : null}
        {me.needed.map(({ record, forms }) => (
          <List.Item key={record}>
            <PageLink to={pages[record]}>{t(`dashboard.missing.${record}`)}</PageLink>{' '}
            <Text span c="dimmed" size="sm">
              {t('dashboard.missingFor', {
                forms: formatList(
                  forms.map(({ title }) => title),
                  i18n.language,
                ),
              })}
            </Text>
          </List.Item>
        ))}
      </List>
    </TitledCard>
  );
}

function Projects({ projects }: Pick<Me, 'projects'>) {
  const { t } = useTranslation();
  if (projects.length === 0) {
    return (
      <EmptyList
        icon={<PeopleIcon size={28} />}
        title={t('dashboard.emptyTitle')}
        description={t('dashboard.emptyText')}
      >
        <EmptyState.Actions>
          <ButtonLink to="/projects" variant="default">
            {t('person.history.browse')}
          </ButtonLink>
        </EmptyState.Actions>
      </EmptyList>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" component="ul" className="muster-plain-list">
      {projects.map((project) => (
        <ProjectCard key={project.pid} project={project} />
      ))}
    </SimpleGrid>
  );
}

function ProjectCard({ project }: { project: OwnProject }) {
  const { t } = useTranslation();
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
        <Title order={3} size="h4">
          <PageLink to="/projects/$pid" params={{ pid: project.pid }} inherit>
            {project.name}
          </PageLink>
        </Title>
        {project.owner ? (
          <Badge variant="filled" flex="none">
            {t('dashboard.owner')}
          </Badge>
        ) : null}
      </Group>
      {project.teams.length === 0 ? (
        <Text c="dimmed">{t('dashboard.ownerWithoutTeam')}</Text>
      ) : (
        <Stack gap="xs" component="ul" className="muster-plain-list">
          {project.teams.map(({ tid, name, role }) => (
            <Group key={tid} component="li" justify="space-between" wrap="nowrap">
              <PageLink to="/projects/$pid/teams/$tid" params={{ pid: project.pid, tid }}>
                {name}
              </PageLink>
              <Badge variant={role === 'chief' ? 'light' : 'default'} flex="none">
                {t(`dashboard.${role}`)}
              </Badge>
            </Group>
          ))}
        </Stack>
      )}
    </Paper>
  );
}
