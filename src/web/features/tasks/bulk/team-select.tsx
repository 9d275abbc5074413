import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { wholeProject } from '../planning/task-values.ts';

function usePlannedTeams(pid: string) {
  const teams = useQuery(teamsQuery(pid)).data;
  return teams?.filter(({ rights, disabled }) => rights.edit && !disabled);
}

/** The team in the address, or else what owners and chiefs usually plan; undefined while the teams load. */
export function useStartingTeam({ pid, rights }: Project, wanted: string | undefined): string | undefined {
  const teams = usePlannedTeams(pid);
  if (teams === undefined) return undefined;
  const chosen = teams.find(({ tid }) => tid === wanted)?.tid;
  return chosen ?? (rights.edit ? '' : (teams[0]?.tid ?? ''));
}

/** Back to the list that the person came from, of a team or of the project, if it shows all new tasks. */
export function useReturnToTasks(pid: string, team: string | undefined) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  return (tasks: readonly { tid: string | null }[]): void => {
    const isShown = team !== undefined && tasks.every(({ tid }) => tid === team);
    if (isShown && canGoBack) history.back();
    else void navigate({ to: '/projects/$pid/manage/tasks', params: { pid }, search: isShown ? { tid: team } : {} });
  };
}

type TeamSelectProps = { project: Project; label: string; value: string; onChange: (tid: string) => void };

/** Teams that the person plans for; the whole project for owners. */
export function TeamSelect({ project, label, value, onChange }: TeamSelectProps) {
  const { t } = useTranslation();
  const teams = usePlannedTeams(project.pid) ?? [];
  return (
    <Select
      label={label}
      data={[
        ...(project.rights.edit ? [{ value: wholeProject, label: t('manage.tasks.wholeProject') }] : []),
        ...teams.map(({ tid, name }) => ({ value: tid, label: name })),
      ]}
      value={value === '' ? wholeProject : value}
      onChange={(tid) => onChange(tid === null || tid === wholeProject ? '' : tid)}
      allowDeselect={false}
    />
  );
}
