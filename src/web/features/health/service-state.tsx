import { Alert, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ServiceState } from '../../../client/client.ts';
import { formatDateTime } from '../../../locales/format/dates.ts';
import { Facts } from '../../ui/cards/facts.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { serviceStateQuery } from './queries.ts';

export function ServiceStateCard() {
  const { t } = useTranslation();
  const state = useQuery(serviceStateQuery);
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} component="section" aria-labelledby="health">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4" id="health">
          {t('admin.health.title')}
        </Title>
        <Button size="xs" variant="default" loading={state.isFetching} onClick={() => void state.refetch()}>
          {t('access.refresh')}
        </Button>
      </Group>
      <Loaded query={state} embedded>
        {(found) => <Counts state={found} />}
      </Loaded>
    </Paper>
  );
}

function Counts({ state }: { state: ServiceState }) {
  const { t, i18n } = useTranslation();
  const { jobs, chores: scheduledJobs } = state;
  const backup = scheduledJobs.find(({ name }) => name === 'backup');
  const lastBackup = backup?.good_at ?? null;
  const facts = [
    { term: t('admin.health.version'), fact: state.version },
    { term: t('admin.health.database'), fact: t(`admin.health.databases.${state.database}`) },
    { term: t('admin.health.mail'), fact: t(`admin.health.mails.${state.mail}`) },
    { term: t('admin.health.waiting'), fact: String(jobs.waiting) },
    { term: t('admin.health.dead'), fact: String(jobs.dead) },
    {
      term: t('admin.health.backup'),
      fact:
        lastBackup === null
          ? t(backup === undefined ? 'admin.health.notScheduled' : 'admin.health.notYet')
          : formatDateTime(lastBackup, i18n.language),
    },
  ];
  return (
    <Stack gap="lg">
      <Facts facts={facts} />
      {state.mail === 'files' ? (
        <Alert variant="outline" color="yellow" icon={<AlertIcon />} title={t('admin.health.filesTitle')}>
          {t('admin.health.filesText')}
        </Alert>
      ) : null}
      {scheduledJobs
        .filter(({ reason }) => reason !== null)
        .map(({ name, reason }) => (
          <Alert key={name} color="red" icon={<AlertIcon />} title={t('admin.health.choreFailed', { name })}>
            {reason}
          </Alert>
        ))}
      {state.failures.length === 0 ? (
        <Text c="dimmed">{t('admin.health.quiet')}</Text>
      ) : (
        <Failures failures={state.failures} />
      )}
    </Stack>
  );
}

function Failures({ failures }: Pick<ServiceState, 'failures'>) {
  const { t, i18n } = useTranslation();
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {t('admin.health.failures')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('admin.health.failuresText')}
      </Text>
      <DataTable
        label={t('admin.health.failures')}
        columns={failureColumns(t, i18n.language)}
        rows={failures}
        keyOf={({ created_at, attempts, reason }) => `${created_at}-${attempts}-${reason}`}
      />
    </div>
  );
}

type Failure = ServiceState['failures'][number];

const failureColumns = (t: TFunction, language: string): Column<Failure>[] => [
  {
    key: 'since',
    label: t('admin.health.since'),
    date: true,
    phone: 'inline',
    cell: ({ created_at: since }) => formatDateTime(since, language),
  },
  { key: 'reason', label: t('admin.health.reason'), width: '50%', cell: ({ reason }) => reason },
  { key: 'attempts', label: t('admin.health.attempts'), phone: 'label', cell: ({ attempts }) => attempts },
  {
    key: 'next',
    label: t('admin.health.next'),
    date: true,
    phone: 'label',
    cell: ({ next_at: next }) =>
      next === null ? <Badge color="red">{t('admin.health.givenUp')}</Badge> : formatDateTime(next, language),
  },
];
