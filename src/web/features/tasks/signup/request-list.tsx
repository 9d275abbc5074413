import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { JoinRequest } from '../../../../client/client.ts';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { ListCard } from '../../../ui/cards/list-card.tsx';
import { PageLink } from '../../../ui/links.tsx';
import type { More } from '../../../ui/paging.ts';
import { DecideRequest } from './decide-request.tsx';
import { useNames } from '../../roster/namesakes.ts';
import { PersonLink, useOpenable } from '../../roster/person-link.tsx';

type EventProps = { pid: string; timezone: string };
type RequestListProps = EventProps & { id: string; requests: readonly JoinRequest[]; more: More | undefined };

export function RequestList({ id, requests, more, ...event }: RequestListProps) {
  const { t } = useTranslation();
  const nameOf = useNames(event.pid, requests);
  const openable = useOpenable(event.pid, requests);
  return (
    <ListCard id={id} title={t('signup.requestsForPlaces')} more={more}>
      {requests.map((request) => (
        <Request
          key={`${request.task} ${request.uid}`}
          request={{ ...request, name: nameOf(request) }}
          {...{ ...event, openable }}
        />
      ))}
    </ListCard>
  );
}

type RequestProps = EventProps & { request: JoinRequest; openable: ReadonlySet<string> };

function Request({ pid, timezone, request, openable }: RequestProps) {
  const { t, i18n } = useTranslation();
  const { task, title, note, attendee_count: joined, capacity } = request;
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div>
        <Text>
          <PersonLink {...{ pid, openable }} uid={request.uid}>
            {request.name}
          </PersonLink>
        </Text>
        <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id: task }} size="sm">
          {title}
        </PageLink>
        <Text size="sm" c="dimmed">
          {formatSpanAt(request.starts_at, request.ends_at, i18n.language, timezone)} ·{' '}
          {t('signup.taken', { joined, capacity })}
        </Text>
        {note === '' ? null : <Text size="sm">{note}</Text>}
      </div>
      <DecideRequest {...{ pid, request }} />
    </Group>
  );
}
