import { Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery, ReceivedNotice } from '../../../client/client.ts';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { shownName } from '../../../locales/format/names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { useRows } from '../../ui/paging.ts';
import { projectQuery } from '../projects/queries.ts';
import { DeliveryDetails, DeliveryLabel } from './delivery.tsx';
import type { DeliveryLabelProps } from './delivery.tsx';
import { useNoticeText } from './notice-text.ts';
import { receivedNoticesQuery } from './queries.ts';

type ReceivedProps = { pid: string; person: { uid: string; name: string } };

/** What a person got from us, when, and whether it arrived: for organisers, wherever a page is about the person. */
export function ReceivedList({ pid, uid }: { pid: string; uid: string }) {
  const { t } = useTranslation();
  const timezone = useQuery(projectQuery(pid)).data?.timezone ?? 'UTC';
  const list = useInfiniteQuery(receivedNoticesQuery(pid, uid));
  const { rows, more } = useRows(list);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('delivery.lead')}
      </Text>
      <Loaded query={list} embedded>
        {() =>
          rows.length === 0 ? (
            <Text>{t('delivery.none')}</Text>
          ) : (
            <Stack gap={0} component="ul" className="muster-plain-list">
              {rows.map((one) => (
                <ReceivedItem key={one.notice.id} {...{ ...one, timezone }} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <MoreButton more={more} />
    </Stack>
  );
}

/** One notice, with whether it arrived. */
export function ReceivedItem({ notice, delivery, timezone }: ReceivedNotice & { timezone: string }) {
  const { i18n } = useTranslation();
  const [title = '', ...lines] = useNoticeText()(notice);
  return (
    <li className="muster-row" style={{ display: 'block' }}>
      <Text size="sm" c="dimmed">
        {formatDateTimeAt(notice.created_at, i18n.language, timezone)}
      </Text>
      <Text>{title}</Text>
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      <DeliveryLabel delivery={delivery} />
      <DeliveryDetails delivery={delivery} timezone={timezone} />
    </li>
  );
}

function ReceivedDialog({ pid, person, opened, onClose }: ReceivedProps & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} title={t('delivery.title', { name: shownName(t, person.name) })} onClose={onClose}>
      <ReceivedList pid={pid} uid={person.uid} />
    </Dialog>
  );
}

type ReachedProps = ReceivedProps & Pick<DeliveryLabelProps, 'isNamed'> & { delivery: Delivery | null };

/** Whether the last notice arrived, in a word or two. Pressing it shows everything that the person got. */
export function Reached({ pid, person, delivery, isNamed = false }: ReachedProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <UnstyledButton onClick={() => setOpened(true)} mih="1.75rem" td="underline">
        {delivery === null ? (
          <Text span size="sm" c="var(--mantine-color-anchor)" aria-hidden="true">
            {t('delivery.open')}
          </Text>
        ) : (
          <DeliveryLabel {...{ delivery, isNamed }} />
        )}
        <VisuallyHidden>
          {t('ui.actionOn', { action: t('delivery.open'), name: shownName(t, person.name) })}
        </VisuallyHidden>
      </UnstyledButton>
      <ReceivedDialog {...{ pid, person, opened }} onClose={() => setOpened(false)} />
    </>
  );
}
