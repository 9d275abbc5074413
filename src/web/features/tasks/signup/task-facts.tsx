import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { kindsQuery, placesQuery } from './queries.ts';

/** Where the task is, of which kind, how many are needed, and since when people can join. */
export function TaskFacts({ task, timezone }: { task: Task; timezone: string }) {
  const { t, i18n } = useTranslation();
  const [nowMs] = useState(Date.now);
  const places = useQuery({ ...placesQuery(task.pid), enabled: task.place !== null }).data ?? [];
  const kinds = useQuery({ ...kindsQuery(task.pid), enabled: task.kind !== null }).data ?? [];
  const place = places.find(({ id }) => id === task.place);
  const kind = kinds.find(({ id }) => id === task.kind);
  // Others read it with the reason why they cannot join.
  const opensLater = task.refusal !== 'not_open_yet' && task.opens_at !== null && Date.parse(task.opens_at) > nowMs;
  return (
    <>
      {place === undefined ? null : (
        <Text>
          {place.name}
          {place.map_url === '' ? null : (
            <>
              {' '}
              <Anchor href={place.map_url} target="_blank" rel="noreferrer" underline="always">
                {t('signup.map')}
              </Anchor>
            </>
          )}
        </Text>
      )}
      {kind === undefined ? null : <Text c="dimmed">{kind.name}</Text>}
      {task.min_people === 0 ? null : <Text c="dimmed">{t('signup.minimum', { count: task.min_people })}</Text>}
      {opensLater ? (
        <Text size="sm">
          {t('signup.opens', { when: formatDateTimeAt(task.opens_at ?? '', i18n.language, timezone) })}
        </Text>
      ) : null}
    </>
  );
}

/** Of the task, then of its kind. */
export function Briefing({ task }: { task: Task }) {
  const { t } = useTranslation();
  const kinds = useQuery({ ...kindsQuery(task.pid), enabled: task.kind !== null }).data ?? [];
  const general = kinds.find(({ id }) => id === task.kind)?.briefing ?? '';
  if (task.briefing === '' && general === '') return null;
  return (
    <section aria-labelledby="briefing">
      <Title order={2} size="h4" mb="sm" id="briefing">
        {t('signup.briefing')}
      </Title>
      <Markdown text={task.briefing} />
      <Markdown text={general} />
    </section>
  );
}
