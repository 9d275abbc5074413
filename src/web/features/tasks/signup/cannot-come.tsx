import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { ChiefContacts } from '../../contacts/chief-contacts.tsx';
import { hasContact } from '../../contacts/has-contact.ts';
import { myDayQuery } from '../../event-day/queries.ts';
import { isTold, toldContext } from './told.ts';

/** By what the person can still do, and whether those who plan the task hear of it. */
function adviceFor({ rights, offering }: Task, told: boolean): 'leaveNow' | 'leave' | 'offerNow' | 'tell' {
  if (rights.leave) return told ? 'leaveNow' : 'leave';
  return rights.offer && told && !offering ? 'offerNow' : 'tell';
}

/** For people on the task: what to do if they can't come, and how to reach the chiefs. */
export function CannotCome({ task }: { task: Task }) {
  const { t } = useTranslation();
  const [nowMs] = useState(Date.now);
  const isShown = task.joined && !task.rights.edit && Date.parse(task.ends_at) > nowMs;
  const day = useQuery({ ...myDayQuery(task.pid), enabled: isShown }).data;
  if (!isShown) return null;
  const context = toldContext(task);
  const own = day?.tasks.find(({ id }) => id === task.id);
  const advice = adviceFor(task, isTold(task, nowMs));
  const isReachable = own !== undefined && (own.mailing_list !== '' || own.chiefs.some(hasContact));
  return (
    <section aria-labelledby="cannot-come">
      <Title order={2} size="h4" mb="xs" id="cannot-come">
        {t('signup.cannotCome.title')}
      </Title>
      <Stack gap="xs">
        <Text>{t(`signup.cannotCome.${advice}`, { context })}</Text>
        {own === undefined ? null : (
          <ChiefContacts task={own} none={(names) => t('signup.cannotCome.noContact', { names })} />
        )}
        {advice === 'tell' && own !== undefined && !isReachable ? (
          <Text>{t('signup.cannotCome.otherwise')}</Text>
        ) : null}
      </Stack>
    </section>
  );
}
