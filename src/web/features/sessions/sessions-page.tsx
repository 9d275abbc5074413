import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../client/client.ts';
import { Facts } from '../../ui/cards/facts.tsx';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatDate, formatDateTime } from '../../../locales/format/dates.ts';
import { removeAllDrafts } from '../../ui/editing/draft-storage.ts';
import { LoadingPlaceholder } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { clearPersonCache } from '../people/queries.ts';
import { Section } from '../profile/record-page.tsx';
import { deviceText } from './device-text.ts';
import { endAllSessions, endSession, sessionsQuery } from './queries.ts';
import type { Loading } from '../../loading.ts';

export const loadSessionsPage = ({ loadPages }: Loading) => loadPages(sessionsQuery);

export function SessionsPage() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(sessionsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const [confirming, setConfirming] = useState<Session | null>(null);
  const nameOf = ({ device }: Session) => deviceText(t, device);
  const ending = useChange(endSession, {
    message: (session) => t('person.sessions.ended', { device: nameOf(session) }),
    onDone: () => {
      setConfirming(null);
      // The focused button was removed with its row.
      heading.current?.focus();
    },
  });
  const sessions = list.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Section title={t('person.nav.sessions')} lead={t('person.sessions.lead')}>
      {list.isError ? <ProblemAlert error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <LoadingPlaceholder /> : null}
      <Title order={2} className="muster-unseen" tabIndex={-1} ref={heading}>
        {t('person.nav.sessions')}
      </Title>
      <Stack component="ul" className="muster-plain-list" gap="md">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} name={nameOf(session)} onEnd={() => setConfirming(session)} />
        ))}
      </Stack>
      {list.hasNextPage ? (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('ui.more')}
        </Button>
      ) : null}
      <SignOutEverywhere />
      <ConfirmDialog
        opened={confirming !== null}
        title={t('person.sessions.endTitle')}
        text={confirming === null ? '' : t('person.sessions.endText', { device: nameOf(confirming) })}
        confirm={t('person.sessions.end')}
        change={ending}
        onConfirm={() => (confirming === null ? undefined : ending.mutate(confirming))}
        onClose={() => setConfirming(null)}
      />
    </Section>
  );
}

type SessionRowProps = { session: Session; name: string; onEnd: () => void };

function SessionRow({ session, name, onEnd }: SessionRowProps) {
  const { t, i18n } = useTranslation();
  const facts = [
    { term: t('person.sessions.signedIn'), fact: formatDateTime(session.created_at, i18n.language) },
    { term: t('person.sessions.lastSeen'), fact: formatDateTime(session.last_seen_at, i18n.language) },
    { term: t('person.sessions.expires'), fact: formatDate(session.expires_at, i18n.language) },
  ];
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Group justify="space-between" align="flex-start" mb="md" wrap="nowrap">
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {session.current ? <Badge variant="light">{t('person.sessions.current')}</Badge> : null}
        </Group>
        {session.current ? null : (
          <Button
            size="xs"
            variant="default"
            flex="none"
            onClick={onEnd}
            aria-label={t('person.sessions.endWhat', { device: name })}
          >
            {t('person.sessions.end')}
          </Button>
        )}
      </Group>
      <Facts facts={facts} />
    </Paper>
  );
}

function SignOutEverywhere() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [opened, setOpened] = useState(false);
  const leaving = useMutation({
    mutationFn: endAllSessions,
    onSuccess: async () => {
      removeAllDrafts();
      clearPersonCache(queryClient);
      await router.navigate({ to: '/', replace: true });
      await router.invalidate();
      notifications.show({ message: t('person.sessions.everywhereDone') });
    },
  });
  return (
    <Stack gap="sm" align="flex-start">
      <Text c="dimmed">{t('person.sessions.everywhereLead')}</Text>
      <Button color="red" variant="outline" onClick={() => setOpened(true)}>
        {t('person.sessions.everywhere')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('person.sessions.everywhereTitle')}
        text={t('person.sessions.everywhereText')}
        confirm={t('person.sessions.everywhere')}
        change={leaving}
        onConfirm={() => leaving.mutate()}
        onClose={() => setOpened(false)}
      />
    </Stack>
  );
}
