import { Badge, EmptyState, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../client/client.ts';
import { PeopleIcon } from '../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { EmptyList } from '../../ui/page-state.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { SentenceGap } from '../../ui/sentence-gap.tsx';
import { leftProjectsQuery, useMe } from '../people/queries.ts';
import { LeaveTeam } from '../teams/memberships/leave-team.tsx';
import { profileQuery } from './queries.ts';
import { Section } from './record-page.tsx';
import type { Loading } from '../../loading.ts';

export const loadHistoryPage = ({ load }: Loading) => Promise.all([load(leftProjectsQuery), load(profileQuery)]);

export function HistoryPage() {
  const { t } = useTranslation();
  const me = useMe();
  const projects = me?.projects ?? [];
  const disabled = me?.disabled_teams ?? [];
  const left = useQuery(leftProjectsQuery).data;
  const profile = useQuery(profileQuery);
  const seen = profile.data?.history_public === true ? t('person.history.shown') : t('person.history.hidden');
  return (
    <Section
      title={t('person.nav.history')}
      lead={t('person.history.lead')}
      seen={
        <>
          {seen}
          <SentenceGap />
          <PageLink to="/me/profile" inherit underline="always">
            {t('person.history.change')}
          </PageLink>
        </>
      }
    >
      {projects.length + disabled.length === 0 && left?.length === 0 ? <NoHistory /> : null}
      <Stack gap="md" component="ol" className="muster-plain-list">
        {projects.map((project) => (
          <Paper key={project.pid} className="muster-surface" p="lg" component="li">
            <Title order={2} size="h4" mb="xs">
              <PageLink to="/projects/$pid" params={{ pid: project.pid }} inherit>
                {project.name}
              </PageLink>
            </Title>
            {project.owner ? <Badge mb="xs">{t('dashboard.owner')}</Badge> : null}
            {project.teams.map(({ tid, name, role }) => (
              <Group key={tid} justify="space-between" wrap="nowrap">
                <Text>{name}</Text>
                <Badge variant={role === 'chief' ? 'light' : 'default'} flex="none">
                  {t(`dashboard.${role}`)}
                </Badge>
              </Group>
            ))}
            <PageLink
              to="/projects/$pid/my-hours"
              params={{ pid: project.pid }}
              size="sm"
              aria-label={t('hours.mineIn', { project: project.name })}
            >
              {t('hours.mine')}
            </PageLink>
          </Paper>
        ))}
      </Stack>
      <LeftProjects />
      {disabled.length === 0 ? null : <DisabledTeams teams={disabled} />}
    </Section>
  );
}

/** Disabled teams show on no other page, so this is where people can leave them. */
function DisabledTeams({ teams }: { teams: Me['disabled_teams'] }) {
  const { t } = useTranslation();
  return (
    <TitledCard id="disabled-teams" title={t('person.history.disabled')} lead={t('person.history.disabledText')}>
      <Stack gap={0} component="ul" className="muster-plain-list">
        {teams.map(({ pid, project, tid, team }) => (
          <Group key={`${pid}/${tid}`} component="li" className="muster-row" justify="space-between" gap="xs">
            <Text>{t('apply.own.team', { team, project })}</Text>
            <LeaveTeam pid={pid} team={{ tid, name: team }} text={t('person.history.leaveText')} />
          </Group>
        ))}
      </Stack>
    </TitledCard>
  );
}

function NoHistory() {
  const { t } = useTranslation();
  return (
    <EmptyList
      icon={<PeopleIcon size={28} />}
      title={t('person.history.none')}
      description={t('person.history.noneText')}
    >
      <EmptyState.Actions>
        <ButtonLink to="/projects" variant="default">
          {t('person.history.browse')}
        </ButtonLink>
      </EmptyState.Actions>
    </EmptyList>
  );
}

/** Events in which the person has no team any more, or never had one: their answers and hours are still there. */
function LeftProjects() {
  const { t } = useTranslation();
  const projects = useQuery(leftProjectsQuery).data ?? [];
  if (projects.length === 0) return null;
  return (
    <TitledCard id="left-projects" title={t('person.history.left')} lead={t('person.history.leftText')}>
      <Stack gap="md" component="ul" className="muster-plain-list">
        {projects.map(({ pid, name, helped, worked, forms }) => (
          <li key={pid}>
            <Title order={3} size="h5">
              <PageLink to="/projects/$pid" params={{ pid }} inherit>
                {name}
              </PageLink>
            </Title>
            <Group gap="md">
              {helped ? (
                <PageLink
                  to="/projects/$pid/my-hours"
                  params={{ pid }}
                  size="sm"
                  aria-label={t('hours.mineIn', { project: name })}
                >
                  {t('hours.mine')}
                </PageLink>
              ) : null}
              {worked ? (
                <PageLink
                  to="/projects/$pid/work"
                  params={{ pid }}
                  size="sm"
                  aria-label={t('person.history.workIn', { project: name })}
                >
                  {t('eventDay.work.title')}
                </PageLink>
              ) : null}
              {forms.map(({ form, title }) => (
                <Text key={form} size="sm">
                  <PageLink to="/projects/$pid/forms/$form" params={{ pid, form }} inherit>
                    {t('person.history.answer', { form: title })}
                  </PageLink>
                </Text>
              ))}
            </Group>
          </li>
        ))}
      </Stack>
    </TitledCard>
  );
}
