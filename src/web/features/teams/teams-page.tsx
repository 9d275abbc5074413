import { Badge, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { projectQuery } from '../projects/queries.ts';
import { teamsQuery } from './queries.ts';
import { NoTeams, OpenPlaces } from './call-for-volunteers.tsx';
import { ApplyLink } from './applications/apply-link.tsx';
import type { Loading } from '../../loading.ts';
import { ownApplicationsQuery } from './applications/queries.ts';

export const loadTeamsPage = ({ me, load, params: { pid } }: Loading<'pid'>) =>
  Promise.all([load(teamsQuery(pid)), me && load(ownApplicationsQuery)]);

export function TeamsPage() {
  const { pid } = useParams({ from: '/projects/$pid' });
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  const name = project?.name ?? '';
  const archived = project?.state === 'archived';
  const teams = useQuery(teamsQuery(pid));
  usePageTitle(`${t('project.teams.title')} · ${name}`);
  return (
    <>
      <PageHeading title={t('project.teams.title')} />
      <Loaded query={teams} embedded>
        {(found) =>
          found.length === 0 ? (
            <NoTeams pid={pid} creates={project?.rights.create_teams === true && !archived} />
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="md" component="ul" className="muster-plain-list">
              {found.map((team) => (
                <Paper key={team.tid} className="muster-surface" p="md" component="li">
                  <Title order={2} size="h5" mb={4}>
                    <PageLink to="/projects/$pid/teams/$tid" params={{ pid, tid: team.tid }} inherit>
                      {team.name}
                    </PageLink>
                  </Title>
                  <Text size="sm" c="dimmed" mb="xs">
                    {t('project.call.people', { count: team.member_count })}
                  </Text>
                  <Group gap="xs">
                    <OpenPlaces team={team} archived={archived} />
                    {team.rights.leave ? <Badge>{t('project.teams.mine')}</Badge> : null}
                    {team.disabled ? <Badge color="gray">{t('project.teams.disabled')}</Badge> : null}
                    {project === undefined ? null : <ApplyLink project={project} team={team} archived={archived} />}
                  </Group>
                </Paper>
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
    </>
  );
}
