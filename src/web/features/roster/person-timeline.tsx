import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AuditRecord, Project } from '../../../client/client.ts';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { useRows } from '../../ui/paging.ts';
import { sentenceOf } from '../audit/sentences.ts';
import { ReceivedItem } from '../notices/received.tsx';
import { timelineQuery } from './queries.ts';

type PersonTimelineProps = { project: Project; uid: string };

/** What happened to the person and what they were sent, newest first. */
export function PersonTimeline({ project: { pid, timezone }, uid }: PersonTimelineProps) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(timelineQuery(pid, uid));
  const { rows, more } = useRows(list);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('people.timeline.lead')}
      </Text>
      <Loaded query={list} embedded>
        {() =>
          rows.length === 0 ? (
            <Text>{t('people.timeline.none')}</Text>
          ) : (
            <Stack gap={0} component="ul" className="muster-plain-list">
              {rows.map(({ id, event, received }) =>
                event === null ? (
                  received === null ? null : (
                    <ReceivedItem key={id} {...received} timezone={timezone} />
                  )
                ) : (
                  <EventItem key={id} event={event} timezone={timezone} />
                ),
              )}
            </Stack>
          )
        }
      </Loaded>
      <MoreButton more={more} />
    </Stack>
  );
}

function EventItem({ event, timezone }: { event: AuditRecord; timezone: string }) {
  const { t, i18n } = useTranslation();
  return (
    <li className="muster-row" style={{ display: 'block' }}>
      <Text size="sm" c="dimmed">
        {formatDateTimeAt(event.at, i18n.language, timezone)}
      </Text>
      <Text>{sentenceOf({ t, i18n }, event, timezone)}</Text>
    </li>
  );
}
