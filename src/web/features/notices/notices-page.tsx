import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { formatDateTime, localTimeZone } from '../../../locales/format/dates.ts';
import { PageLink } from '../../ui/links.tsx';
import { MetaLine } from '../announcements/meta-line.tsx';
import { LoadingPlaceholder } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { Section } from '../profile/record-page.tsx';
import { currentProjectQuery } from '../projects/queries.ts';
import { useNoticeText } from './notice-text.ts';
import { markRead, noticesQuery } from './queries.ts';
import type { Loading } from '../../loading.ts';

export const loadNoticesPage = ({ load, loadPages }: Loading) =>
  Promise.all([loadPages(noticesQuery), load(currentProjectQuery)]);

/** Newest first. Opening the page marks everything on it as read. */
export function NoticesPage() {
  const { t } = useTranslation();
  return (
    <Section title={t('notices.page.title')} lead={t('notices.page.description')}>
      <div>
        <PageLink to="/me/notice-settings">{t('notices.page.settings')}</PageLink>
        <OwnZone />
      </div>
      <NoticeList />
    </Section>
  );
}

/** Events show times by their own clocks, so people in another zone have to know which one this is. */
function OwnZone() {
  const { t } = useTranslation();
  const event = useQuery(currentProjectQuery).data;
  const zone = localTimeZone();
  if (event == null || event.timezone === zone) return null;
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {t('notices.page.zone', { zone })}
    </Text>
  );
}

function NoticeList() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(noticesQuery);
  const { mutate } = useChange(markRead);
  const notices = list.data?.pages.flatMap((page) => page.data) ?? [];
  const newest = notices.find(({ read }) => !read)?.id;
  useEffect(() => {
    if (newest !== undefined) mutate(newest);
  }, [newest, mutate]);
  if (list.isError) return <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingPlaceholder />;
  if (notices.length === 0) return <Text c="dimmed">{t('notices.page.empty')}</Text>;
  return (
    <>
      <Paper className="muster-surface" px="lg" py="xs">
        <Stack gap={0} component="ul" className="muster-plain-list">
          {notices.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} />
          ))}
        </Stack>
      </Paper>
      {list.hasNextPage ? (
        <Group justify="center">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('notices.page.more')}
          </Button>
        </Group>
      ) : null}
    </>
  );
}

function NoticeItem({ notice }: { notice: Notice }) {
  const { t, i18n } = useTranslation();
  const [title = '', ...lines] = useNoticeText()(notice);
  return (
    <Group component="li" className="muster-row" align="flex-start" justify="space-between" wrap="nowrap" gap="md">
      <div>
        <PageLink to={notice.link} fw={notice.read ? 400 : 600}>
          {title}
        </PageLink>
        {lines.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
        {notice.values.text === undefined ? null : (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {notice.values.text}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          <MetaLine parts={[notice.project, formatDateTime(notice.created_at, i18n.language)]} />
        </Text>
      </div>
      {notice.read ? null : (
        <Badge flex="none" variant="light">
          {t('notices.page.unread')}
        </Badge>
      )}
    </Group>
  );
}
