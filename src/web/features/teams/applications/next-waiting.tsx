import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Team } from '../../../../client/client.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { useChange } from '../../../ui/change.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { decideApplications, projectApplicationsQuery } from './queries.ts';

/** When a team has room again: the person who has waited longest, to be accepted with one click. */
export function NextWaiting({ pid, team }: { pid: string; team: Team }) {
  const { t } = useTranslation();
  const { tid } = team;
  const hasRoom = !team.disabled && team.open_places !== 0;
  const waiting = useInfiniteQuery({
    ...projectApplicationsQuery(pid, { state: 'waiting', tid, q: undefined }),
    enabled: hasRoom,
  });
  // Not somebody who does not know yet that they wait.
  const next = waiting.data?.pages[0]?.data.find(({ state }) => state === 'waiting');
  const name = shownName(t, next?.name ?? '');
  const accept = useChange(decideApplications(pid), {
    onDone: (_, { results }) => {
      // Otherwise somebody else was faster, and the list shows it.
      if (results[0]?.result === 'decided')
        notifications.show({ message: t('apply.manage.accepted', { name, team: team.name }) });
    },
  });
  if (!hasRoom || next === undefined) return null;
  return (
    <Group className="muster-notice" justify="space-between" gap="md">
      <Text>{t('apply.table.next', { team: team.name, name })}</Text>
      <Button
        loading={accept.isPending}
        onClick={() => accept.mutate([{ uid: next.uid, tid, decision: 'accept', seen: 'waiting' }])}
      >
        {t('apply.manage.acceptWhom', { name })}
      </Button>
      {accept.isError ? <OrganiserProblem error={accept.error} /> : null}
    </Group>
  );
}
