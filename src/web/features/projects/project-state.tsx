import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { OpenPayments } from '../forms/payments/open-payments.tsx';
import { dashboardQuery } from '../dashboard/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import { NotOver } from './event/not-over.tsx';
import { changeState, deleteProject } from './queries.ts';

/** Shows that a project is a draft or archived; nothing for a public one. */
export function StateBadge({ state }: Pick<Project, 'state'>) {
  const { t } = useTranslation();
  if (state === 'public') return null;
  return (
    <Badge variant="outline" color={state === 'draft' ? 'yellow' : 'gray'} c="var(--mantine-color-text)" flex="none">
      {t(`manage.states.${state}`)}
    </Badge>
  );
}

const others = { draft: ['public'], public: ['draft', 'archived'], archived: ['public'] } as const;

/** Who can see the project, and how to change that or delete it. */
export function ProjectStateCard({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { pid, state, rights } = project;
  const [archiving, setArchiving] = useState(false);
  const [publishing, setPublishing] = useState(false);
  const change = useChange(changeState(pid), {
    message: (to) => (publishing ? t('manage.states.published') : t(`manage.states.changed.${to}`)),
    onDone: () => {
      setArchiving(false);
      setPublishing(false);
    },
  });
  return (
    <TitledCard id="state" title={t('manage.states.title')} lead={t(`manage.states.texts.${state}`)}>
      <Stack gap="md">
        {change.isError && !archiving && !publishing ? <OrganiserProblem error={change.error} /> : null}
        <Group gap="sm">
          {others[state].map((to) => (
            <Button
              key={to}
              variant={to === 'public' ? 'filled' : 'default'}
              loading={change.isPending && change.variables === to}
              onClick={() => {
                if (to === 'archived') setArchiving(true);
                else if (state === 'draft') setPublishing(true);
                else change.mutate(to);
              }}
            >
              {state === 'archived' ? t('manage.states.reopen') : t(`manage.states.to.${to}`)}
            </Button>
          ))}
          {rights.remove ? <DeleteProject project={project} /> : null}
        </Group>
        {state === 'archived' ? null : (
          <Text size="sm" c="dimmed">
            {t(`manage.states.hints.${state}`)}
          </Text>
        )}
        <ConfirmDialog
          opened={publishing}
          title={t('manage.states.publishTitle', { name: project.name })}
          text={t('manage.states.publishText')}
          confirm={t('manage.states.to.public')}
          color="spruce"
          change={change}
          onConfirm={() => change.mutate('public')}
          onClose={() => setPublishing(false)}
        >
          {publishing ? <Publication pid={pid} seesPeople={rights.see_people} /> : null}
        </ConfirmDialog>
        <ConfirmDialog
          opened={archiving}
          title={t('manage.states.archiveTitle', { name: project.name })}
          text={t('manage.states.archiveText')}
          confirm={t('manage.states.to.archived')}
          change={change}
          onConfirm={() => change.mutate('archived')}
          onClose={() => setArchiving(false)}
        >
          {archiving ? <NotOver project={project} /> : null}
          {archiving && rights.create_forms ? <OpenPayments pid={pid} /> : null}
        </ConfirmDialog>
      </Stack>
    </TitledCard>
  );
}

/** How many invitations are sent when the project becomes public, and whether people can apply then. */
function Publication({ pid, seesPeople }: { pid: string; seesPeople: boolean }) {
  const { t } = useTranslation();
  const held = useQuery({ ...dashboardQuery(pid), enabled: seesPeople }).data?.invitations.held ?? 0;
  const teams = useQuery(teamsQuery(pid)).data?.filter(({ disabled }) => !disabled) ?? [];
  return (
    <>
      {held === 0 ? null : <Text>{t('manage.states.publishInvitations', { count: held })}</Text>}
      {teams.length > 0 && !teams.some((team) => team.takes_applications) ? (
        <Text>{t('manage.states.noApplications')}</Text>
      ) : null}
    </>
  );
}

export function DeleteProject({ project }: { project: Project }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  const { name } = project;
  const remove = useChange(deleteProject(project), {
    message: () => t('manage.states.deleted', { name }),
    onDone: () => void navigate({ to: '/projects' }),
  });
  // The first attempt finds out whether people have entered something.
  const hasData = problemCode(remove.error) === 'project_has_data';
  return (
    <>
      <Button variant="subtle" color="red" c="var(--mantine-color-error)" onClick={() => setConfirming(true)}>
        {t('manage.states.delete')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('manage.states.deleteTitle', { name })}
        text={hasData ? t('manage.states.deleteWithData') : t('manage.states.deleteText')}
        confirm={hasData ? t('manage.states.deleteAll') : t('manage.states.delete')}
        change={hasData ? { ...remove, error: null } : remove}
        onConfirm={() => remove.mutate({ force: hasData })}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
