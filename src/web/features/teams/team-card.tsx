import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invitation, RosterEntry, Team } from '../../../client/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { useChange } from '../../ui/change.ts';
import { ReleasedPlaces } from '../tasks/released-places.tsx';
import { projectPeopleQuery } from '../roster/queries.ts';
import { useInvitedChiefs } from './invitations/invited-chiefs.ts';
import { HeadcountBar } from './headcount-bar.tsx';
import { disableTeam, enableTeam } from './queries.ts';
import type { TeamSearch } from './team-dialog.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { formatList } from '../../../locales/format/lists.ts';

type TeamCardProps = {
  pid: string;
  team: Team;
  chiefs: readonly RosterEntry[];
  /** The open invitations to the team. */
  invited: readonly Invitation[];
  /** The number of open applications. */
  waiting: number;
  onDialog: (dialog: TeamSearch) => void;
};

export function TeamCard({ pid, team, chiefs, invited, waiting, onDialog }: TeamCardProps) {
  const { t, i18n } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const { tid, name, disabled, rights } = team;
  const disable = useChange(disableTeam(pid, tid), {
    message: () => t('manage.teams.disabled', { name }),
    onDone: () => setConfirming(false),
  });
  const enable = useChange(enableTeam(pid, tid), { message: () => t('manage.teams.enabled', { name }) });
  const names = chiefs.map((chief) => chief.name);
  const invitedChiefs = useInvitedChiefs()(invited, [tid]);
  const held = invited.filter((invitation) => invitation.held).length;
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Stack gap="sm" h="100%">
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
          {names.length === 0
            ? t('manage.teams.noChief')
            : t('manage.teams.chiefs', { names: formatList(names, i18n.language) })}
          {invitedChiefs === undefined ? null : (
            <>
              <br />
              {invitedChiefs}
            </>
          )}
          {names.length === 0 && invitedChiefs === undefined && rights.appoint_chiefs && !disabled ? (
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
          const count = key === 'held' ? held : invited.length - held;
          return count === 0 ? null : (
            <PageLink key={key} to="/projects/$pid/teams/$tid/manage" params={{ pid, tid }} size="sm">
              {t(`homes.owner.${key}`, { count })}
            </PageLink>
          );
        })}
        <Group gap="xs" mt="auto" pt="xs">
          <ButtonLink
            to="/projects/$pid/teams/$tid/manage"
            params={{ pid, tid }}
            size="xs"
            aria-label={t('manage.teams.openWhat', { name })}
          >
            {t('manage.teams.open')}
          </ButtonLink>
          {rights.manage ? (
            <Action text={t('manage.edit')} name={name} onClick={() => onDialog({ edit: tid })} />
          ) : null}
          {rights.appoint_chiefs ? (
            <Action text={t('manage.teams.chiefsAction')} name={name} onClick={() => onDialog({ chiefs: tid })} />
          ) : null}
          {rights.manage && !disabled ? (
            <Action text={t('manage.teams.disable')} name={name} onClick={() => setConfirming(true)} />
          ) : null}
          {rights.manage && disabled ? (
            <Action text={t('manage.teams.enable')} name={name} onClick={() => enable.mutate()} />
          ) : null}
        </Group>
        {enable.isError ? <OrganiserProblem error={enable.error} /> : null}
      </Stack>
      <ConfirmDialog
        opened={confirming}
        title={t('manage.teams.disableTitle', { name })}
        text={t('manage.teams.disableText')}
        confirm={t('manage.teams.disable')}
        pending={disable.isPending}
        error={disable.error}
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
  const people = useQuery(projectPeopleQuery(pid)).data ?? [];
  const count = people.filter(({ teams }) => teams.length > 0 && teams.every((team) => team.tid === tid)).length;
  return count === 0 ? null : <Text fw={550}>{t('manage.teams.disableLeaves', { count })}</Text>;
}

function Action({ text, name, onClick }: { text: string; name: string; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button size="xs" variant="default" onClick={onClick} aria-label={t('ui.actionOn', { action: text, name })}>
      {text}
    </Button>
  );
}
