import { Badge, Button, Group, Paper, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserEntry } from '../../../client/client.ts';
import { formatDate } from '../../ui/format/dates.ts';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { LoadingPlaceholder } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { looksLikeUsualEmail } from '../sign-in/email-pattern.ts';
import { usersQuery } from './queries.ts';
import type { UserFilter } from './queries.ts';

export function AdminPeoplePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/admin/people' });
  const { q = '', suspended, uid } = search;
  const [typed, setTyped] = useState(q);
  const [requested, setRequested] = useState(q);
  // The URL changed by a link or by going back, not by typing.
  const [previous, setPrevious] = useState(q);
  if (q !== previous) {
    setPrevious(q);
    if (q !== requested) {
      setRequested(q);
      setTyped(q);
    }
  }
  const go = (next: typeof search, replace = false) => void navigate({ to: '/admin/people', search: next, replace });
  const without = (name: 'q' | 'suspended' | 'uid') => {
    const { [name]: _, ...rest } = search;
    return rest;
  };
  const ask = useDebouncedCallback((text: string) => {
    setRequested(text);
    go(text === '' ? without('q') : { ...search, q: text }, true);
  }, 250);
  usePageTitle(`${t('admin.parts.people')} · ${t('admin.title')}`);
  return (
    <>
      <PageHeading title={t('admin.parts.people')} lead={t('admin.people.lead')} />
      <Stack gap="lg">
        <Group align="flex-end" gap="md" component="search">
          <TextInput
            label={t('admin.people.search')}
            description={t('admin.people.searchHint')}
            type="search"
            value={typed}
            maxLength={100}
            flex={1}
            miw="14rem"
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              ask(event.currentTarget.value.trim());
            }}
          />
          <SegmentedControl
            aria-label={t('admin.people.which')}
            value={suspended === true ? 'suspended' : 'all'}
            onChange={(value) => go(value === 'all' ? without('suspended') : { ...search, suspended: true })}
            data={[
              { value: 'all', label: t('admin.people.all') },
              { value: 'suspended', label: t('admin.people.onlySuspended') },
            ]}
          />
        </Group>
        <People q={q} suspended={suspended} onOpen={(person) => go({ ...search, uid: person })} />
      </Stack>
      <PersonDialog uid={uid} onClose={() => go(without('uid'))} />
    </>
  );
}

/** Names contain no @, so a complete address is looked up as one. */
const searchFor = (q: string): UserFilter => (q === '' ? {} : looksLikeUsualEmail(q) ? { email: q } : { q });

type PeopleProps = { q: string; suspended: boolean | undefined; onOpen: (uid: string) => void };

function People({ q, suspended, onOpen }: PeopleProps) {
  const { t } = useTranslation();
  const filter = { ...searchFor(q), ...(suspended === undefined ? {} : { suspended }) };
  const list = useInfiniteQuery(usersQuery(filter));
  if (list.isError) return <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingPlaceholder />;
  const people = list.data.pages.flatMap((page) => page.data);
  if (people.length === 0) return <Text c="dimmed">{t('admin.people.none')}</Text>;
  return (
    <Paper className="muster-surface" px="lg" py="xs">
      <Stack gap={0} component="ul" className="muster-plain-list">
        {people.map((person) => (
          <PersonRow key={person.uid} person={person} onOpen={() => onOpen(person.uid)} />
        ))}
      </Stack>
      {list.hasNextPage ? (
        <Group justify="center" py="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('access.more')}
          </Button>
        </Group>
      ) : null}
    </Paper>
  );
}

function PersonRow({ person, onOpen }: { person: UserEntry; onOpen: () => void }) {
  const { t, i18n } = useTranslation();
  const since = person.suspended_at ?? null;
  const name = person.name === '' ? t('admin.people.nameless') : person.name;
  return (
    <Group component="li" className="muster-row" justify="space-between" wrap="nowrap">
      <Group gap="xs">
        <Text fw={550}>{name}</Text>
        {person.email_hint === null ? null : (
          <Text size="sm" c="dimmed">
            {person.email_hint}
          </Text>
        )}
        {person.administrator === true ? <Badge variant="light">{t('admin.people.administrator')}</Badge> : null}
        {since === null ? null : (
          <Badge color="red" variant="outline">
            {t('admin.people.since', { date: formatDate(since, i18n.language) })}
          </Badge>
        )}
      </Group>
      <Button
        size="xs"
        variant="default"
        flex="none"
        onClick={onOpen}
        aria-label={t('admin.people.openWhom', { name })}
      >
        {t('admin.people.open')}
      </Button>
    </Group>
  );
}
