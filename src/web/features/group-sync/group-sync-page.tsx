import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { GroupServer, SyncedGroup } from '../../../client/client.ts';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PeopleIcon } from '../../ui/icons.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { useRows } from '../../ui/paging.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { ConnectionButtons, ConnectionState, reasonText } from '../chat/connection.tsx';
import { useManagedProject, loadManaged } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { teamsQuery } from '../teams/queries.ts';
import { NewGroupForm } from './new-group-form.tsx';
import { NewServerForm } from './new-server-form.tsx';
import { changeServer, groupServersQuery, removeServer, syncedGroupsQuery, syncPollMs, syncServer } from './queries.ts';
import { SyncedGroupCard } from './synced-group-card.tsx';
import { OtherZone, useShownZone } from '../projects/event/event-zone.tsx';

export const loadGroupSyncPage = loadManaged('edit', ({ load, loadPages, params: { pid } }) =>
  Promise.all([load(groupServersQuery(pid)), loadPages(syncedGroupsQuery(pid)), load(teamsQuery(pid))]),
);

export function GroupSyncPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('manage.parts.groupSync')} · ${project.name}`);
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return <Servers pid={pid} />;
}

function Servers({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const servers = useQuery(groupServersQuery(pid));
  const groups = useInfiniteQuery({ ...syncedGroupsQuery(pid), refetchInterval: syncPollMs });
  const { rows, more } = useRows(groups);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<GroupServer>();
  const remove = useChange(removeServer(pid), {
    message: () => t('groupSync.serverRemoved'),
    onDone: () => setRemoving(undefined),
  });
  return (
    <>
      <PageHead title={t('manage.parts.groupSync')} help={t('groupSync.lead')}>
        <Button size="sm" onClick={() => setAdding(true)}>
          {t('groupSync.addServer')}
        </Button>
      </PageHead>
      <OtherZone />
      <Loaded query={servers} embedded>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyList
              icon={<PeopleIcon size={28} />}
              title={t('groupSync.none')}
              description={t('groupSync.noneText')}
            />
          ) : (
            <Stack component="ul" className="muster-plain-list" gap="lg">
              {data.map((server) => (
                <ServerCard
                  key={server.id}
                  pid={pid}
                  server={server}
                  groups={rows.filter((group) => group.server === server.id)}
                  onRemove={() => setRemoving(server)}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {more === undefined ? null : (
        <Group mt="md">
          <Button variant="default" loading={more.pending} onClick={more.onMore}>
            {t('groupSync.more')}
          </Button>
        </Group>
      )}
      <Dialog opened={adding} title={t('groupSync.addServer')} onClose={() => setAdding(false)}>
        <NewServerForm pid={pid} onDone={() => setAdding(false)} />
      </Dialog>
      <ConfirmDialog
        opened={removing !== undefined}
        title={t('groupSync.removeServerTitle')}
        text={t('groupSync.removeServerText')}
        confirm={t('connections.remove')}
        change={remove}
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => setRemoving(undefined)}
      />
    </>
  );
}

type ServerCardProps = { pid: string; server: GroupServer; groups: readonly SyncedGroup[]; onRemove: () => void };

function ServerCard({ pid, server, groups, onRemove }: ServerCardProps) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const { id, url, kind, active } = server;
  const name = new URL(url).host;
  const [adding, setAdding] = useState(false);
  const toggle = useChange(changeServer(pid));
  const sync = useChange(syncServer(pid), { message: () => t('groupSync.begun') });
  const error = toggle.error ?? sync.error;
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <ConnectionState connection={server} />
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[t(`groupSync.software.${kind}`), url].join(' · ')}
        </Text>
        <Text size="sm" c={server.failing_since === null ? 'dimmed' : 'var(--mantine-color-error)'}>
          {lastText(t, server, (at) => formatDateTimeAt(at, i18n.language, zone))}
        </Text>
        {error === null ? null : <OrganiserProblem error={error} />}
        <Group gap="xs" mt="xs">
          <Button size="xs" aria-label={t('groupSync.addGroupTo', { name })} onClick={() => setAdding(true)}>
            {t('groupSync.addGroup')}
          </Button>
          {active && groups.length > 0 ? (
            <Button
              size="xs"
              variant="default"
              loading={sync.isPending}
              aria-label={t('groupSync.syncWhat', { name })}
              onClick={() => sync.mutate(server)}
            >
              {t('groupSync.sync')}
            </Button>
          ) : null}
          <ConnectionButtons
            {...{ name, active, onRemove }}
            pending={toggle.isPending}
            onSwitch={(on) => toggle.mutate({ id, active: on })}
          />
        </Group>
        {groups.length === 0 ? null : (
          <Stack component="ul" className="muster-plain-list" gap={0} mt="sm">
            {groups.map((group) => (
              <SyncedGroupCard key={group.id} pid={pid} group={group} />
            ))}
          </Stack>
        )}
      </Stack>
      <Dialog opened={adding} title={t('groupSync.addGroup')} onClose={() => setAdding(false)}>
        <NewGroupForm pid={pid} server={server} onDone={() => setAdding(false)} />
      </Dialog>
    </Paper>
  );
}

function lastText(
  t: TFunction,
  { tried_at, outcome, failing_since }: GroupServer,
  timeOf: (at: string) => string,
): string {
  if (tried_at === null || outcome === null) return t('groupSync.never');
  const time = timeOf(tried_at);
  if (failing_since === null) return t('groupSync.lastDone', { time });
  return t('groupSync.lastFailed', { time, reason: reasonText(t, outcome) });
}
