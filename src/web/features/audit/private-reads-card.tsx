import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PrivateRead } from '../../../client/client.ts';
import { formatDateTime } from '../../../locales/format/dates.ts';
import { shownName } from '../../../locales/format/names.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { privateReadsQuery } from './queries.ts';

/** Who read which private data of the person, newest first. */
export function PrivateReadsCard() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(privateReadsQuery);
  const reads = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <TitledCard id="seen" title={t('person.privacy.seenTitle')} lead={t('person.privacy.seenText')}>
      <Stack gap="sm" align="flex-start">
        {list.isError ? <ProblemAlert error={list.error} onRetry={() => void list.refetch()} /> : null}
        {list.isSuccess && reads.length === 0 ? <Text>{t('person.privacy.seenNone')}</Text> : null}
        {reads.length === 0 ? null : (
          <Stack gap={0} component="ul" className="muster-plain-list" w="100%">
            {reads.map((read) => (
              <Read key={read.id} read={read} />
            ))}
          </Stack>
        )}
        {list.hasNextPage ? (
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('ui.more')}
          </Button>
        ) : null}
      </Stack>
    </TitledCard>
  );
}

function Read({ read }: { read: PrivateRead }) {
  const { t, i18n } = useTranslation();
  const { actor_name: actor, form_title: title, project_name: project } = read;
  const name = actor === null ? t('person.privacy.seenGone') : shownName(t, actor);
  const form = title ?? read.form;
  const place = [
    formatDateTime(read.at, i18n.language),
    ...(form === null ? [] : [t('person.privacy.seenForm', { title: form })]),
    ...(project === null ? [] : [project]),
  ];
  return (
    <li className="muster-row">
      <Text className="muster-breaks">
        {t('person.privacy.seenBy', { name, what: t(`person.privacy.seenKinds.${read.seen}`) })}
      </Text>
      <Text size="sm" c="dimmed" className="muster-breaks">
        {place.join(' · ')}
      </Text>
    </li>
  );
}
