import { Paper, Text, Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentTime } from '../../../locales/format/dates.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { contactRecord, recordQuery } from '../profile/queries.ts';
import { hasEnded } from '../projects/current.ts';
import { projectQuery } from '../projects/queries.ts';

/** For chiefs of projects that are not over, until their teams see a phone number or a chat name. */
export function Unreachable({ pids }: { pids: readonly string[] }) {
  const { t } = useTranslation();
  const [now] = useState(currentTime);
  const projects = useQueries({ queries: pids.map((pid) => projectQuery(pid)) });
  const leadsNow = projects.some(({ data }) => data !== undefined && !hasEnded(data, now));
  const contact = useQuery({ ...recordQuery(contactRecord), enabled: leadsNow }).data?.body;
  if (!leadsNow || contact === undefined) return null;
  const { phone, handles, visible_to: audience } = contact;
  const isMissing = phone === '' && handles.length === 0;
  if (!isMissing && audience === 'team') return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="unreachable">
      <Title order={2} size="h4" mb={4} id="unreachable">
        {t('homes.reach.title')}
      </Title>
      <Text mb="sm">{t(isMissing ? 'homes.reach.missing' : 'homes.reach.hidden')}</Text>
      <ButtonLink to="/me/contact" size="sm">
        {t(isMissing ? 'homes.reach.add' : 'homes.reach.change')}
      </ButtonLink>
    </Paper>
  );
}
