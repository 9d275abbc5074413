import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { DecideRequest } from './decide-request.tsx';
import { requestsQuery } from './queries.ts';

/** Who asks for a place, for those who decide. Nothing if nobody does. */
export function JoinRequests({ pid, task }: { pid: string; task: Task }) {
  const { t } = useTranslation();
  const requests = useQuery(requestsQuery(pid, task.id)).data ?? [];
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="requests">
      <Title order={2} size="h4" mb="xs" id="requests">
        {t('signup.requests')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('signup.requestsHint')}
      </Text>
      <Stack gap={0} component="ul" className="muster-plain-list">
        {requests.map((request) => (
          <Group key={request.uid} component="li" className="muster-row" justify="space-between">
            <div>
              <Text>{shownName(t, request.name)}</Text>
              {request.note === '' ? null : <Text c="dimmed">{request.note}</Text>}
            </div>
            <DecideRequest {...{ pid, request }} />
          </Group>
        ))}
      </Stack>
    </section>
  );
}
