import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { ChiefContacts } from '../../contacts/chief-contacts.tsx';
import { myDayQuery } from '../../event-day/queries.ts';
import { isTold } from './told.ts';

/** For people on the task: what to do if they can't come, and how to reach the chiefs. */
export function CannotCome({ task }: { task: Task }) {
  const { t } = useTranslation();
  const [nowMs] = useState(Date.now);
  const isShown = task.joined && !task.rights.edit && Date.parse(task.ends_at) > nowMs;
  const day = useQuery({ ...myDayQuery(task.pid), enabled: isShown }).data;
  if (!isShown) return null;
  const told = isTold(task, nowMs);
  const context = task.tid === null ? 'owners' : '';
  const own = day?.tasks.find(({ id }) => id === task.id);
  const advice = task.rights.leave
    ? told
      ? t('signup.cannotCome.leaveNow', { context })
      : t('signup.cannotCome.leave')
    : task.rights.offer && told && !task.offering
      ? t('signup.cannotCome.offerNow', { context })
      : t('signup.cannotCome.tell', { context });
  return (
    <section aria-labelledby="cannot-come">
      <Title order={2} size="h4" mb="xs" id="cannot-come">
        {t('signup.cannotCome.title')}
      </Title>
      <Stack gap="xs">
        <Text>{advice}</Text>
        {own === undefined ? null : (
          <ChiefContacts task={own} none={(names) => t('signup.cannotCome.noContact', { names })} />
        )}
      </Stack>
    </section>
  );
}
