import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { JoinRequest } from '../../../../client/client.ts';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { useChange } from '../../../ui/change.ts';
import { PageLink } from '../../../ui/links.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { allRequestsQuery, decideRequest } from './queries.ts';

type RequestsProps = { pid: string; timezone: string };

/** For owners and chiefs: who asks for a place on a task, to decide with one press. Nothing while nobody does. */
export function RequestsToDecide({ pid, timezone }: RequestsProps) {
  const { t } = useTranslation();
  const requests = useQuery(allRequestsQuery(pid)).data ?? [];
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby={`requests-${pid}`}>
      <Title order={3} size="h5" mb="sm" id={`requests-${pid}`}>
        {t('signup.requestsForPlaces')}
      </Title>
      <Stack gap="xs" component="ul" className="muster-plain-list">
        {requests.map((request) => (
          <Request key={`${request.task} ${request.uid}`} {...{ pid, timezone, request }} />
        ))}
      </Stack>
    </section>
  );
}

function Request({ pid, timezone, request }: RequestsProps & { request: JoinRequest }) {
  const { t, i18n } = useTranslation();
  const { uid, task, title } = request;
  const name = shownName(t, request.name);
  const decide = useChange(decideRequest(pid, task), {
    message: ({ approved }) => t(approved ? 'signup.approved' : 'signup.declined', { name }),
  });
  const answer = (approved: boolean) => decide.mutate({ uid, name, approved });
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div>
          <Text>{name}</Text>
          <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id: task }} size="sm">
            {title}
          </PageLink>
          <Text size="sm" c="dimmed">
            {formatSpanAt(request.starts_at, request.ends_at, i18n.language, timezone)}
          </Text>
        </div>
        <Group gap="xs">
          <Button
            size="xs"
            aria-label={t('helping.action', { action: t('signup.approve'), title: name })}
            loading={decide.isPending}
            onClick={() => answer(true)}
          >
            {t('signup.approve')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t('helping.action', { action: t('signup.decline'), title: name })}
            disabled={decide.isPending}
            onClick={() => answer(false)}
          >
            {t('signup.decline')}
          </Button>
        </Group>
      </Group>
      {decide.error === null ? null : <OrganiserProblem error={decide.error} />}
    </li>
  );
}
