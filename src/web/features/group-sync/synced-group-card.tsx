import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { GroupDifference, SyncedGroup } from '../../../client/client.ts';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { shownName } from '../../../locales/format/names.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { useRows } from '../../ui/paging.ts';
import { PageLink } from '../../ui/links.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { useTeamName } from '../teams/team-names.ts';
import { changeMode, differencesQuery, removeGroup } from './queries.ts';
import { groupText, kindText, outcomeText } from './texts.ts';
import { useShownZone } from '../projects/event/event-zone.tsx';

type SyncedGroupCardProps = { pid: string; group: SyncedGroup };

/** A list or channel, with the group that it follows and its log. */
export function SyncedGroupCard({ pid, group }: SyncedGroupCardProps) {
  const { t } = useTranslation();
  const teamName = useTeamName(pid);
  const { target, mode, outcome, people, agreed } = group;
  const [dialog, setDialog] = useState<'activate' | 'remove'>();
  const [showsLog, setShowsLog] = useState(false);
  const close = () => setDialog(undefined);
  const change = useChange(changeMode(pid), { onDone: close });
  const remove = useChange(removeGroup(pid), { message: () => t('groupSync.groupRemoved', { target }), onDone: close });
  const failed = outcome !== null && outcome !== 'ok';
  return (
    <Stack component="li" className="muster-row" gap={4}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {target}
        </Text>
        <Badge variant="light" color={mode === 'active' ? 'spruce' : 'yellow'} tt="none">
          {t(`groupSync.modes.${mode}`)}
        </Badge>
      </Group>
      <Text size="sm">
        {[
          kindText(t, group.target_kind),
          t('groupSync.follows', { group: groupText(t, group.group, teamName) }),
          ...(people === null || agreed === null ? [] : [t('groupSync.agreed', { count: people, agreed })]),
        ].join(' · ')}
      </Text>
      {people === null || agreed === null || agreed >= people ? null : (
        <Text size="sm" c="dimmed">
          {t('groupSync.others')}{' '}
          <PageLink to="/projects/$pid/my-groups" params={{ pid }} inherit>
            {t('groupSync.mine.title')}
          </PageLink>
        </Text>
      )}
      {failed ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {outcomeText(t, outcome)}
        </Text>
      ) : null}
      {change.isError && dialog === undefined ? <OrganiserProblem error={change.error} /> : null}
      <Group gap="xs" mt={4}>
        <Button
          size="xs"
          variant="default"
          aria-expanded={showsLog}
          aria-label={t('groupSync.logOf', { target })}
          onClick={() => setShowsLog(!showsLog)}
        >
          {t('groupSync.log')}
        </Button>
        {mode === 'active' ? (
          <Button
            size="xs"
            variant="default"
            loading={change.isPending}
            aria-label={t('groupSync.toDryRunWhat', { target })}
            onClick={() => change.mutate({ id: group.id, mode: 'dry_run' })}
          >
            {t('groupSync.toDryRun')}
          </Button>
        ) : (
          <Button
            size="xs"
            disabled={outcome !== 'ok' && outcome !== 'incomplete'}
            aria-label={t('groupSync.activateWhat', { target })}
            onClick={() => setDialog('activate')}
          >
            {t('groupSync.activate')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          aria-label={t('connections.removeWhat', { name: target })}
          onClick={() => {
            setShowsLog(false);
            setDialog('remove');
          }}
        >
          {t('connections.remove')}
        </Button>
      </Group>
      {showsLog ? <DifferenceLog pid={pid} group={group} /> : null}
      <ConfirmDialog
        opened={dialog === 'activate'}
        title={t('groupSync.activateTitle', { target })}
        text={t('groupSync.activateText')}
        confirm={t('groupSync.activate')}
        color="spruce"
        change={change}
        onConfirm={() => change.mutate({ id: group.id, mode: 'active' })}
        onClose={close}
      />
      <ConfirmDialog
        opened={dialog === 'remove'}
        title={t('groupSync.removeGroupTitle', { target })}
        text={t('groupSync.removeGroupText')}
        confirm={t('connections.remove')}
        change={remove}
        onConfirm={() => remove.mutate(group)}
        onClose={close}
      />
    </Stack>
  );
}

/** The differences of the last 90 days, newest first. */
function DifferenceLog({ pid, group }: SyncedGroupCardProps) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const list = useInfiniteQuery(differencesQuery(pid, group.id));
  const { rows, total, more } = useRows(list);
  return (
    <Stack gap="xs" component="section" aria-label={t('groupSync.logOf', { target: group.target })} mt="xs">
      <Loaded query={list} embedded>
        {() => (
          <>
            <Text size="sm" c="dimmed">
              {t('groupSync.differences', { count: total ?? rows.length })}
            </Text>
            <Stack component="ul" className="muster-plain-list" gap={0}>
              {rows.map((row) => (
                <Group key={row.id} component="li" className="muster-row" justify="space-between" gap="xs">
                  <Text size="sm">{differenceText(t, row)}</Text>
                  <Text size="xs" c="dimmed">
                    {formatDateTimeAt(row.at, i18n.language, zone)}
                  </Text>
                </Group>
              ))}
            </Stack>
          </>
        )}
      </Loaded>
      {more === undefined ? null : (
        <Group>
          <Button size="xs" variant="default" loading={more.pending} onClick={more.onMore}>
            {t('groupSync.olderDifferences')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function differenceText(t: TFunction, { name, action, outcome }: GroupDifference): string {
  const values = { name: name === null ? t('groupSync.erased') : shownName(t, name) };
  if (outcome === 'done') return t(`groupSync.done.${action}`, values);
  if (outcome === 'planned') return t(`groupSync.planned.${action}`, values);
  if (outcome.endsWith('no_account')) return t('groupSync.noAccount', values);
  const status = outcome.replace('http_', '');
  return t(action === 'remove' ? 'groupSync.notRemoved' : 'groupSync.notAdded', { ...values, status });
}
