import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarAddress } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { calendarQuery, createCalendar, removeCalendar } from './queries.ts';
import type { CalendarSubject } from './queries.ts';

type CalendarCardProps = {
  id: string;
  subject: CalendarSubject;
  title: string;
  text: string;
  /** For calendars in which nothing will happen: shown only to remove an address. */
  isOver?: boolean;
};

/** Creates, replaces and removes the address of a calendar. It is shown only once: the server keeps a hash. */
export function CalendarCard({ id, subject, title, text, isOver = false }: CalendarCardProps) {
  const { t, i18n } = useTranslation();
  const state = useQuery(calendarQuery(subject));
  const [address, setAddress] = useState<CalendarAddress | null>(null);
  const [asking, setAsking] = useState<'replace' | 'remove' | null>(null);
  const close = () => setAsking(null);
  const create = useChange(createCalendar(subject), {
    onDone: (_, created) => {
      setAddress(created);
      close();
    },
  });
  const remove = useChange(removeCalendar(subject), {
    message: () => t('calendar.removed'),
    onDone: () => {
      setAddress(null);
      close();
    },
  });
  if (isOver && (state.data?.created_at ?? null) === null) return null;
  return (
    <TitledCard id={id} title={title} lead={text}>
      <Loaded query={state} embedded>
        {({ created_at: created }) => (
          <Stack gap="sm">
            {address === null ? null : <Address url={address.url} />}
            {created === null || address !== null ? null : (
              <Text size="sm">{t('calendar.exists', { date: formatDate(created, i18n.language) })}</Text>
            )}
            {create.isError && asking === null ? <ProblemAlert error={create.error} /> : null}
            <Group gap="sm">
              {created === null ? (
                <Button
                  size="xs"
                  loading={create.isPending}
                  aria-label={t('calendar.createOf', { calendar: title })}
                  onClick={() => create.mutate()}
                >
                  {t('calendar.create')}
                </Button>
              ) : (
                <>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t('calendar.replaceOf', { calendar: title })}
                    onClick={() => setAsking('replace')}
                  >
                    {t('calendar.replace')}
                  </Button>
                  <Button
                    size="xs"
                    variant="subtle"
                    color="red"
                    c="var(--mantine-color-error)"
                    aria-label={t('calendar.removeOf', { calendar: title })}
                    onClick={() => setAsking('remove')}
                  >
                    {t('calendar.remove')}
                  </Button>
                </>
              )}
            </Group>
          </Stack>
        )}
      </Loaded>
      <ConfirmDialog
        opened={asking === 'replace'}
        title={t('calendar.replaceTitle')}
        text={t('calendar.replaceText')}
        confirm={t('calendar.replace')}
        color="spruce"
        change={create}
        onConfirm={() => create.mutate()}
        onClose={close}
      />
      <ConfirmDialog
        opened={asking === 'remove'}
        title={t('calendar.removeTitle')}
        text={t('calendar.removeText')}
        confirm={t('calendar.remove')}
        change={remove}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
    </TitledCard>
  );
}

function Address({ url }: { url: string }) {
  const { t } = useTranslation();
  return (
    <output>
      <Group gap="xs" wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }}>{url}</Code>
        <CopyButton value={url} what={t('calendar.address')} />
      </Group>
      <Text size="sm" mt="xs">
        {t('calendar.once')}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {t('calendar.secret')}
      </Text>
      <Button component="a" href={url.replace(/^https?:/, 'webcal:')} size="xs" variant="light">
        {t('calendar.open')}
      </Button>
    </output>
  );
}
