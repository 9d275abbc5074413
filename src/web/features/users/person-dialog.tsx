import { Alert, Badge, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../client/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatDate } from '../../../locales/format/dates.ts';
import { shownName } from '../../../locales/format/names.ts';
import { useTextDraft } from '../../ui/editing/drafts.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { ReleasedPlaces } from '../tasks/released-places.tsx';
import { useMe } from '../people/queries.ts';
import { useChange } from '../../ui/change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { ContactLinks } from '../contacts/contact-links.tsx';
import {
  reinstateUser,
  resetPasskeys,
  suspendUser,
  userQuery,
  appointAdministrator,
  dismissAdministrator,
} from './queries.ts';

type PersonDialogProps = { uid: string | undefined; onClose: () => void };

export function PersonDialog({ uid, onClose }: PersonDialogProps) {
  const { t } = useTranslation();
  const user = useQuery({ ...userQuery(uid ?? ''), enabled: uid !== undefined });
  const name = user.data?.name ?? '';
  return (
    <Dialog opened={uid !== undefined} title={shownName(t, name)} onClose={onClose}>
      <Loaded query={user} embedded>
        {(found) => <Details user={found} />}
      </Loaded>
    </Dialog>
  );
}

function Details({ user }: { user: User }) {
  const { t } = useTranslation();
  const me = useMe();
  const { projects = [] } = user;
  return (
    <Stack gap="lg">
      <ContactLinks {...(user.email !== undefined && { email: user.email })} />
      {projects.length === 0 ? (
        <Text c="dimmed">{t('admin.people.noTeams')}</Text>
      ) : (
        <Stack gap="xs" component="ul" className="muster-plain-list" aria-label={t('admin.people.projects')}>
          {projects.map((project) => (
            <OwnProject key={project.pid} project={project} />
          ))}
        </Stack>
      )}
      <PageLink size="sm" to="/admin/audit" search={{ actor: user.uid }}>
        {t('admin.people.did')}
      </PageLink>
      {user.rights.appoint ? <AdministratorRights user={user} /> : null}
      {user.rights.suspend ? <LostPasskeys user={user} /> : null}
      <Suspension user={user} self={me?.uid === user.uid} />
    </Stack>
  );
}

function OwnProject({ project }: { project: NonNullable<User['projects']>[number] }) {
  const { t } = useTranslation();
  const { pid, name, owner, teams } = project;
  return (
    <Group component="li" gap="xs">
      <PageLink size="sm" to="/projects/$pid" params={{ pid }}>
        {name}
      </PageLink>
      {owner ? <Badge variant="light">{t('people.roles.owner')}</Badge> : null}
      {teams.map(({ tid, name: team, role }) => (
        <Badge key={tid} variant="default" tt="none">
          {role === 'chief' ? t('people.chiefOf', { team }) : team}
        </Badge>
      ))}
    </Group>
  );
}

function LostPasskeys({ user: { uid, name } }: { user: User }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const reset = useChange(resetPasskeys(uid), {
    message: () => t('admin.people.passkeysGone', { name }),
    onDone: () => setConfirming(false),
  });
  return (
    <Group>
      <Button variant="default" size="xs" onClick={() => setConfirming(true)}>
        {t('admin.people.resetPasskeys')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('admin.people.resetPasskeys')}
        text={t('admin.people.resetPasskeysText', { name })}
        confirm={t('admin.people.resetPasskeysNow')}
        change={reset}
        onConfirm={() => reset.mutate()}
        onClose={() => setConfirming(false)}
      />
    </Group>
  );
}

/** Suspends the account, or reinstates it. */
function Suspension({ user, self }: { user: User; self: boolean }) {
  const { t, i18n } = useTranslation();
  const { uid, name } = user;
  const [reason, setReason] = useTextDraft(`suspend:${uid}`, 'tab');
  const [confirming, setConfirming] = useState(false);
  const since = user.suspended_at ?? null;
  const suspend = useChange(suspendUser(uid), {
    message: () => t('admin.people.suspended', { name }),
    onDone: () => setReason(''),
  });
  const reinstate = useChange(reinstateUser(uid), { message: () => t('admin.people.reinstated', { name }) });
  const error = suspend.error ?? reinstate.error;
  if (self) return <Text c="dimmed">{t('admin.people.self')}</Text>;
  if (!user.rights.suspend) return null;
  return (
    <Stack gap="md">
      {since === null ? (
        <>
          <Textarea
            label={t('admin.people.reason')}
            description={t('admin.people.reasonHint')}
            value={reason}
            maxLength={500}
            autosize
            minRows={2}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Text size="sm">{t('admin.people.suspendText')}</Text>
          <ReleasedPlaces departure={{ of: 'suspended', uid }} />
          <Group justify="flex-end">
            <Button color="red" loading={suspend.isPending} onClick={() => setConfirming(true)}>
              {t('admin.people.suspend')}
            </Button>
          </Group>
          <ConfirmDialog
            opened={confirming}
            title={t('admin.people.suspendTitle')}
            text={t('admin.people.suspendQuestion', {
              name: user.email === undefined ? name : `${name} (${user.email})`,
            })}
            confirm={t('admin.people.suspendNow')}
            onConfirm={() => {
              setConfirming(false);
              suspend.mutate(reason.trim());
            }}
            onClose={() => setConfirming(false)}
          />
        </>
      ) : (
        <Alert color="yellow" variant="outline" icon={<AlertIcon />}>
          <Stack gap="sm" align="flex-start">
            <Text size="sm">{t('admin.people.isSuspended', { date: formatDate(since, i18n.language) })}</Text>
            <PageLink size="sm" to="/admin/audit" search={{ kind: 'person.suspended' }}>
              {t('admin.people.whySuspended')}
            </PageLink>
            <Button size="xs" loading={reinstate.isPending} onClick={() => reinstate.mutate()}>
              {t('admin.people.reinstate')}
            </Button>
          </Stack>
        </Alert>
      )}
      {error === null ? null : <OrganiserProblem error={error} />}
    </Stack>
  );
}

/** Makes the person an administrator, or dismisses them. */
function AdministratorRights({ user }: { user: User }) {
  const { t } = useTranslation();
  const { uid } = user;
  const name = shownName(t, user.name);
  const who = user.email === undefined ? name : `${name} (${user.email})`;
  const [confirming, setConfirming] = useState(false);
  const done = () => setConfirming(false);
  const appoint = useChange(appointAdministrator(uid), {
    message: () => t('admin.people.appointed', { name }),
    onDone: done,
  });
  const dismiss = useChange(dismissAdministrator(uid), {
    message: () => t('admin.people.dismissed', { name }),
    onDone: done,
  });
  const dismisses = user.administrator === true;
  const change = dismisses ? dismiss : appoint;
  const action = dismisses ? t('admin.people.dismiss') : t('admin.people.appoint');
  return (
    <Group>
      <Button variant="default" size="xs" onClick={() => setConfirming(true)}>
        {action}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={action}
        text={t(dismisses ? 'admin.people.dismissText' : 'admin.people.appointText', { name: who })}
        confirm={action}
        color={dismisses ? 'red' : 'spruce'}
        pending={change.isPending}
        onConfirm={() => change.mutate()}
        onClose={() => {
          setConfirming(false);
          change.reset();
        }}
      >
        {change.isError ? <OrganiserProblem error={change.error} /> : null}
      </ConfirmDialog>
    </Group>
  );
}
