import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { decideRequest, requestsQuery } from './queries.ts';

/** Who asks for a place, for those who decide. Nothing if nobody does. */
export function JoinRequests({ pid, task }: { pid: string; task: Task }) {
  const { t } = useTranslation();
  const requests = useQuery(requestsQuery(pid, task.id)).data ?? [];
  const decide = useChange(decideRequest(pid, task.id), {
    message: ({ name, approved }) => t(approved ? 'signup.approved' : 'signup.declined', { name }),
  });
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
        {requests.map(({ uid, name, note }) => (
          <Group key={uid} component="li" className="muster-row" justify="space-between">
            <div>
              <Text>{name}</Text>
              {note === '' ? null : <Text c="dimmed">{note}</Text>}
            </div>
            <Group gap="xs">
              <Button size="xs" loading={decide.isPending} onClick={() => decide.mutate({ uid, name, approved: true })}>
                {t('signup.approve')}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={decide.isPending}
                onClick={() => decide.mutate({ uid, name, approved: false })}
              >
                {t('signup.decline')}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
      {decide.error === null ? null : <OrganiserProblem error={decide.error} />}
    </section>
  );
}
