import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { JoinRequest } from '../../../../client/client.ts';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { PageLink } from '../../../ui/links.tsx';
import { ListCard } from '../../../ui/cards/list-card.tsx';
import { DecideRequest } from './decide-request.tsx';
import { allRequestsQuery } from './queries.ts';

type RequestsProps = { pid: string; timezone: string };

/** "Decisions waiting" links here. */
export const requestsId = (pid: string): string => `requests-${pid}`;

/** For owners and chiefs: who asks for a place on a task, to decide here. Nothing while nobody does. */
export function RequestsToDecide({ pid, timezone }: RequestsProps) {
  const { t } = useTranslation();
  const requests = useQuery(allRequestsQuery(pid)).data ?? [];
  if (requests.length === 0) return null;
  return (
    <ListCard id={requestsId(pid)} title={t('signup.requestsForPlaces')}>
      {requests.map((request) => (
        <Request key={`${request.task} ${request.uid}`} {...{ pid, timezone, request }} />
      ))}
    </ListCard>
  );
}

function Request({ pid, timezone, request }: RequestsProps & { request: JoinRequest }) {
  const { t, i18n } = useTranslation();
  const { task, title, note } = request;
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div>
        <Text>{shownName(t, request.name)}</Text>
        <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id: task }} size="sm">
          {title}
        </PageLink>
        <Text size="sm" c="dimmed">
          {formatSpanAt(request.starts_at, request.ends_at, i18n.language, timezone)}
        </Text>
        {note === '' ? null : <Text size="sm">{note}</Text>}
      </div>
      <DecideRequest {...{ pid, request }} />
    </Group>
  );
}
