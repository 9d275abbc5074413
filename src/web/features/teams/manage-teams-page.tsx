import { Button, Group, SimpleGrid, Badge, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { Invitation, Team, TeamSummary } from '../../../client/client.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { PeopleIcon } from '../../ui/icons.tsx';
import { Loaded, EmptyList } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { RowActions } from '../../ui/table/row-actions.tsx';
import { useChange } from '../../ui/change.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { peopleOnlyInQuery } from '../roster/queries.ts';
import { ReleasedPlaces } from '../tasks/released-places.tsx';
import { invitedAsQuery } from './invitations/queries.ts';
import { disableTeam, enableTeam, teamsQuery, teamSummariesQuery } from './queries.ts';
import { TeamDialog } from './team-dialog.tsx';
import type { TeamSearch } from './team-dialog.tsx';
import { useInvitedChiefs } from './invitations/invited-chiefs.ts';
import { HeadcountBar } from './headcount-bar.tsx';

/** More cards than this make the page slow to draw. */
const teamsAtOnce = 60;

export const loadManageTeamsPage = loadManaged('create_teams', ({ load, params: { pid } }, { rights }) =>
  Promise.all([
    load(teamsQuery(pid)),
    rights.see_people && load(teamSummariesQuery(pid)),
    rights.see_people && load(invitedAsQuery(pid, 'chief')),
  ]),
);

export function ManageTeamsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const navigate = useNavigate();
  const search: TeamSearch = useSearch({ from: '/signed-in/projects/$pid/manage/teams' });
  const teams = useQuery(teamsQuery(pid));
  const [limit, setLimit] = useState(teamsAtOnce);
  const summaries = useQuery({ ...teamSummariesQuery(pid), enabled: project.rights.see_people }).data;
  const invited = useQuery({ ...invitedAsQuery(pid, 'chief'), enabled: project.rights.see_people }).data ?? [];
  usePageTitle(`${t('manage.parts.teams')} · ${project.name}`);
  if (!project.rights.create_teams) return <OwnersOnly project={project} />;
  const open = (next: TeamSearch) =>
    void navigate({ to: '/projects/$pid/manage/teams', params: { pid }, search: next, resetScroll: false });
  return (
    <>
      <PageHead title={t('manage.parts.teams')} help={t('manage.teams.lead')}>
        <Button size="sm" onClick={() => open({ create: true })}>
          {t('manage.teams.new')}
        </Button>
      </PageHead>
      <Loaded query={teams} embedded>
        {(found) =>
          found.length === 0 ? (
            <EmptyList
              icon={<PeopleIcon size={28} />}
              title={t('manage.teams.none')}
              description={t('manage.teams.noneText')}
            />
          ) : (
            <>
              <SimpleGrid cols={{ base: 1, sm: 2 }} component="ul" className="muster-plain-list">
                {found.slice(0, limit).map((team) => (
                  <TeamCard
                    key={team.tid}
                    pid={pid}
                    team={team}
                    summary={summaries?.get(team.tid)}
                    invitedChiefs={invited}
                    onDialog={open}
                  />
                ))}
              </SimpleGrid>
              <MoreButton
                more={
                  found.length > limit ? { pending: false, onMore: () => setLimit(limit + teamsAtOnce) } : undefined
                }
              />
            </>
          )
        }
      </Loaded>
      <TeamDialog pid={pid} search={search} teams={teams.data ?? []} onClose={() => open({})} />
    </>
  );
}

type TeamCardProps = {
  pid: string;
  team: Team;
  /** Undefined until it is loaded. */
  summary: TeamSummary | undefined;
  /** The open invitations to lead a team of the project. */
  invitedChiefs: readonly Invitation[];
  onDialog: (dialog: TeamSearch) => void;
};

const nothing = { chiefs: [], chief_count: 0, invitations: { sent: 0, held: 0 }, applications: 0 };

function TeamCard({ pid, team, summary, invitedChiefs: invited, onDialog }: TeamCardProps) {
  const { t, i18n } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const { tid, name, disabled, rights } = team;
  const disable = useChange(disableTeam(pid, tid), {
    message: () => t('manage.teams.disabled', { name }),
    onDone: () => setConfirming(false),
  });
  const enable = useChange(enableTeam(pid, tid), { message: () => t('manage.teams.enabled', { name }) });
  const { chiefs, chief_count: chiefCount, invitations, applications: waiting } = summary ?? nothing;
  const others = chiefCount - chiefs.length;
  const names = [
    ...chiefs.map((chief) => chief.name),
    ...(others > 0 ? [t('homes.day.others', { count: others })] : []),
  ];
  const invitedChiefs = useInvitedChiefs()(invited, [tid]);
  const action = (key: string, text: string, onClick: () => void) => ({
    key,
    text,
    label: t('ui.actionOn', { action: text, name }),
    onClick,
  });
  const actions = [
    ...(rights.manage ? [action('edit', t('manage.edit'), () => onDialog({ edit: tid }))] : []),
    ...(rights.appoint_chiefs
      ? [action('chiefs', t('manage.teams.chiefsAction'), () => onDialog({ chiefs: tid }))]
      : []),
    ...(rights.manage && !disabled ? [action('disable', t('manage.teams.disable'), () => setConfirming(true))] : []),
    ...(rights.manage && disabled ? [action('enable', t('manage.teams.enable'), () => enable.mutate())] : []),
  ];
  return (
    <Paper className="muster-surface" p="md" component="li">
      <Stack gap="xs" h="100%">
        <Title order={2} size="h4">
          {name}
        </Title>
        {disabled ? <Badge variant="default">{t('manage.teams.isDisabled')}</Badge> : null}
        {waiting === 0 ? null : (
          <PageLink
            to="/projects/$pid/teams/$tid/manage"
            params={{ pid, tid }}
            search={{ tab: 'applications' }}
            size="sm"
            fw={550}
          >
            {t('apply.manage.count', { count: waiting })}
          </PageLink>
        )}
        <HeadcountBar team={team} />
        <Text size="sm" c="dimmed">
          {summary === undefined
            ? ''
            : names.length === 0
              ? t('manage.teams.noChief')
              : t('manage.teams.chiefs', { names: formatList(names, i18n.language) })}
          {invitedChiefs === undefined ? null : (
            <>
              <br />
              {invitedChiefs}
            </>
          )}
          {summary?.chief_count === 0 && invitedChiefs === undefined && rights.appoint_chiefs && !disabled ? (
            <>
              {' · '}
              <PageLink
                to="/projects/$pid/teams/$tid/manage"
                params={{ pid, tid }}
                search={{ add: 'invite', role: 'chief' }}
                aria-label={t('manage.teams.inviteChiefTo', { name })}
                inherit
                underline="always"
              >
                {t('manage.teams.inviteChief')}
              </PageLink>
            </>
          ) : null}
        </Text>
        {(['invitations', 'held'] as const).map((key) => {
          const count = key === 'held' ? invitations.held : invitations.sent;
          return count === 0 ? null : (
            <PageLink key={key} to="/projects/$pid/teams/$tid/manage" params={{ pid, tid }} size="sm">
              {t(`homes.owner.${key}`, { count })}
            </PageLink>
          );
        })}
        <Group gap="xs" mt="auto" justify="flex-end">
          <RowActions name={name} actions={actions} />
          <ButtonLink
            to="/projects/$pid/teams/$tid/manage"
            params={{ pid, tid }}
            size="xs"
            variant="default"
            aria-label={t('manage.teams.openWhat', { name })}
          >
            {t('manage.teams.open')}
          </ButtonLink>
        </Group>
        {enable.isError ? <OrganiserProblem error={enable.error} /> : null}
      </Stack>
      <ConfirmDialog
        opened={confirming}
        title={t('manage.teams.disableTitle', { name })}
        text={t('manage.teams.disableText')}
        confirm={t('manage.teams.disable')}
        change={disable}
        onConfirm={() => disable.mutate()}
        onClose={() => setConfirming(false)}
      >
        {confirming ? (
          <>
            <PeopleWhoLeave pid={pid} tid={tid} />
            <ReleasedPlaces departure={{ of: 'team', pid, tid }} />
          </>
        ) : null}
      </ConfirmDialog>
    </Paper>
  );
}

/** How many people have no other team: they are out of the project while the team is disabled. */
function PeopleWhoLeave({ pid, tid }: { pid: string; tid: string }) {
  const { t } = useTranslation();
  const count = useQuery(peopleOnlyInQuery(pid, tid)).data ?? 0;
  return count === 0 ? null : <Text fw={550}>{t('manage.teams.disableLeaves', { count })}</Text>;
}
