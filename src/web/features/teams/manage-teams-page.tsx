import { Button, EmptyState, Group, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PeopleIcon } from '../../ui/icons.tsx';
import { Loaded, EmptyList } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { useManagedProject } from '../projects/managed-project.ts';
import { projectPeopleQuery } from '../roster/queries.ts';
import { projectApplicationsQuery } from './applications/queries.ts';
import { projectInvitationsQuery } from './invitations/queries.ts';
import { teamsQuery } from './queries.ts';
import { TeamCard } from './team-card.tsx';
import { TeamDialog } from './team-dialog.tsx';
import type { TeamSearch } from './team-dialog.tsx';

export function ManageTeamsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const navigate = useNavigate();
  const search: TeamSearch = useSearch({ from: '/signed-in/projects/$pid/manage/teams' });
  const teams = useQuery(teamsQuery(pid));
  const people = useQuery({ ...projectPeopleQuery(pid), enabled: project.rights.see_people });
  const waiting = useQuery({ ...projectApplicationsQuery(pid), enabled: project.rights.see_people }).data ?? [];
  const invited = useQuery({ ...projectInvitationsQuery(pid), enabled: project.rights.see_people }).data ?? [];
  usePageTitle(`${t('manage.parts.teams')} · ${project.name}`);
  if (!project.rights.create_teams) return <OwnersOnly project={project} />;
  const open = (next: TeamSearch) =>
    void navigate({ to: '/projects/$pid/manage/teams', params: { pid }, search: next, resetScroll: false });
  const chiefsOf = (tid: string) =>
    (people.data ?? []).filter((person) => person.teams.some((team) => team.tid === tid && team.role === 'chief'));
  const newTeam = <Button onClick={() => open({ create: true })}>{t('manage.teams.new')}</Button>;
  return (
    <>
      <PageHeading title={t('manage.parts.teams')} lead={t('manage.teams.lead')} />
      <Loaded query={teams} embedded>
        {(found) =>
          found.length === 0 ? (
            <EmptyList
              icon={<PeopleIcon size={28} />}
              title={t('manage.teams.none')}
              description={t('manage.teams.noneText')}
            >
              <EmptyState.Actions>{newTeam}</EmptyState.Actions>
            </EmptyList>
          ) : (
            <>
              <Group mb="lg">{newTeam}</Group>
              <SimpleGrid cols={{ base: 1, sm: 2 }} component="ul" className="muster-plain-list">
                {found.map((team) => (
                  <TeamCard
                    key={team.tid}
                    pid={pid}
                    team={team}
                    chiefs={chiefsOf(team.tid)}
                    invited={invited.filter(({ tid }) => tid === team.tid)}
                    waiting={waiting.filter(({ tid }) => tid === team.tid).length}
                    onDialog={open}
                  />
                ))}
              </SimpleGrid>
            </>
          )
        }
      </Loaded>
      <TeamDialog pid={pid} search={search} teams={teams.data ?? []} chiefsOf={chiefsOf} onClose={() => open({})} />
    </>
  );
}
