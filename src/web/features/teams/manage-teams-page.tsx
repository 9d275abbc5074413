import { Button, EmptyState, Group, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PeopleIcon } from '../../ui/icons.tsx';
import { Loaded, Nothing } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { OwnersOnly } from '../projects/no-access.tsx';
import { NewTeamForm } from './new-team-form.tsx';
import { useManaged } from '../projects/managed-project.ts';
import { projectApplicationsQuery, rosterQuery, teamsQuery } from '../projects/manage-queries.ts';
import { TeamCard } from './team-card.tsx';

export function TeamsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManaged();
  const navigate = useNavigate();
  const { create = false, edit, chiefs } = useSearch({ from: '/signed-in/projects/$pid/manage/teams' });
  const teams = useQuery(teamsQuery(pid));
  const roster = useQuery({ ...rosterQuery(pid), enabled: project.rights.see_people });
  const waiting = useQuery({ ...projectApplicationsQuery(pid), enabled: project.rights.see_people }).data ?? [];
  usePageTitle(`${t('manage.parts.teams')} · ${project.name}`);
  if (!project.rights.create_teams) return <OwnersOnly project={project} />;
  const open = (search: { create?: true; edit?: string; chiefs?: string }) =>
    void navigate({ to: '/projects/$pid/manage/teams', params: { pid }, search, resetScroll: false });
  const dialogOf = (tid: string) => (tid === edit ? 'edit' : tid === chiefs ? 'chiefs' : undefined);
  const chiefsOf = (tid: string) =>
    (roster.data ?? []).filter((person) => person.teams.some((team) => team.tid === tid && team.role === 'chief'));
  const newTeam = <Button onClick={() => open({ create: true })}>{t('manage.teams.new')}</Button>;
  return (
    <>
      <PageHeading title={t('manage.parts.teams')} lead={t('manage.teams.lead')} />
      <Loaded query={teams} alone={false}>
        {(found) =>
          found.length === 0 ? (
            <Nothing
              icon={<PeopleIcon size={28} />}
              title={t('manage.teams.none')}
              description={t('manage.teams.noneText')}
            >
              <EmptyState.Actions>{newTeam}</EmptyState.Actions>
            </Nothing>
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
                    waiting={waiting.filter(({ tid }) => tid === team.tid).length}
                    dialog={dialogOf(team.tid)}
                    onDialog={(dialog) => open(dialog === undefined ? {} : { [dialog]: team.tid })}
                  />
                ))}
              </SimpleGrid>
            </>
          )
        }
      </Loaded>
      <Dialog opened={create} title={t('manage.teams.new')} onClose={() => open({})}>
        <NewTeamForm pid={pid} onDone={() => open({})} />
      </Dialog>
    </>
  );
}
