import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AuditRecord } from '../../../client/client.ts';
import { formatTimeAt, localeOf } from '../../ui/format/dates.ts';
import { LoadingPlaceholder } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { detailOf } from './details.ts';
import type { ProjectNames } from './details.ts';
import { auditQuery } from './queries.ts';
import type { AuditFilter } from './queries.ts';
import { sentenceOf } from './sentences.ts';

type AuditListProps = {
  filter: AuditFilter;
  timezone?: string;
  projects: ProjectNames;
  onActor: (uid: string) => void;
};

/** The entries, newest first, with a heading for each day. */
export function AuditList({ filter, timezone, projects, onActor }: AuditListProps) {
  const { t, i18n } = useTranslation();
  const list = useInfiniteQuery(auditQuery(filter));
  if (list.isError) return <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingPlaceholder />;
  const entries = list.data.pages.flatMap((page) => page.data);
  const zone = timezone === undefined ? {} : { timeZone: timezone };
  const dayOf = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'full', ...zone });
  const days = Map.groupBy(entries, ({ at }) => dayOf.format(new Date(at)));
  if (entries.length === 0) return <Text c="dimmed">{t('admin.audit.none')}</Text>;
  return (
    <Stack gap="xl">
      {[...days].map(([day, found]) => (
        <section key={day} aria-label={day}>
          <Title order={2} size="h5" mb="xs">
            {day}
          </Title>
          <Paper className="muster-surface" px="lg" py="xs">
            <Stack gap={0} component="ul" className="muster-plain-list">
              {found.map((entry) => (
                <Entry key={entry.id} {...{ entry, timezone, projects, filter, onActor }} />
              ))}
            </Stack>
          </Paper>
        </section>
      ))}
      {list.hasNextPage ? (
        <Group justify="center">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('access.more')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

type EntryProps = {
  entry: AuditRecord;
  timezone: string | undefined;
  projects: ProjectNames;
  filter: AuditFilter;
  onActor: (uid: string) => void;
};

function Entry({ entry, timezone, projects, filter, onActor }: EntryProps) {
  const { t, i18n } = useTranslation();
  const { actor, actor_name: name } = entry;
  const detail = detailOf({ t, i18n }, entry, projects, filter.project !== undefined);
  const time = formatTimeAt(entry.at, i18n.language, timezone);
  return (
    <Group component="li" className="muster-row" align="flex-start" wrap="nowrap" gap="md">
      <Text component="time" dateTime={entry.at} size="sm" c="dimmed" flex="none" miw="3.2rem">
        {time}
      </Text>
      <div>
        <Text>{sentenceOf({ t, i18n }, entry)}</Text>
        {detail === '' ? null : (
          <Text size="xs" c="dimmed">
            {detail}
          </Text>
        )}
        {actor === null || name === null || filter.actor === actor ? null : (
          <Anchor component="button" type="button" size="xs" onClick={() => onActor(actor)}>
            {t('admin.audit.onlyBy', { name })}
          </Anchor>
        )}
      </div>
    </Group>
  );
}
