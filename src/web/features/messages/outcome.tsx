import { Anchor, Button, Group, NativeSelect, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { Message, MessageRecipient, Project } from '../../../client/client.ts';
import { formatOpeningAt } from '../../../locales/format/deadline.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { LoadingPlaceholder } from '../../ui/page-state.tsx';
import { morePages } from '../../ui/paging.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DeliveryDetails, isUnreached, reasonText } from '../notices/delivery.tsx';
import { Reached } from '../notices/received.tsx';
import { projectQuery } from '../projects/queries.ts';
import { distinctName, useNamesakes } from '../roster/namesakes.ts';
import { useMailMode } from '../sign-in/queries.ts';
import { withFieldNames } from './message-values.ts';
import { cancelMessage, recipientsQuery, resendMessage } from './queries.ts';
import type { RecipientFilter } from './queries.ts';

type State = MessageRecipient['state'];
const states: readonly State[] = [
  'sent',
  'waiting',
  'sending',
  'skipped',
  'refused',
  'failed',
  'in_doubt',
  'cancelled',
];

type OutcomeProps = { project: Project; message: Message };

/** What became of a message that was sent, is being sent or is scheduled. */
export function Outcome({ project, message }: OutcomeProps) {
  const { t, i18n } = useTranslation();
  const { timezone } = project;
  const { progress, state, send_at: at, stopped } = message;
  const done = progress.total - progress.waiting - progress.sending;
  const others = states.filter((one) => one !== 'sent' && progress[one] > 0);
  const body = withFieldNames(message.body, (field) => t(`messagePages.fields.${field}`));
  return (
    <Stack gap="lg" maw="52rem">
      <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
        <Stack gap="md">
          <Text component="output">
            {state === 'scheduled' && at !== null
              ? t('messagePages.scheduledFor', { time: formatOpeningAt({ i18n }, at, timezone) })
              : t('messagePages.progress', { sent: progress.sent, count: progress.total })}
          </Text>
          {others.length === 0 ? null : (
            <Text size="sm" c="dimmed">
              {others
                .map((one) =>
                  t('messagePages.stateCount', { state: t(`messagePages.states.${one}`), number: progress[one] }),
                )
                .join(' · ')}
            </Text>
          )}
          {stopped === null ? null : <Text>{t(`messagePages.stopped.${stopped}`)}</Text>}
          {state === 'scheduled' || progress.total === 0 ? null : (
            <Progress value={(done / progress.total) * 100} aria-label={t('messagePages.progressName')} />
          )}
          {message.rights.cancel ? <Cancel pid={project.pid} message={message} /> : null}
          {message.rights.resend ? <Resend pid={project.pid} message={message} /> : null}
        </Stack>
      </Paper>
      <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
        <Markdown text={body} />
        {body === message.body ? null : (
          <Text size="sm" c="dimmed" mt="md">
            {t('messagePages.fieldsHint')}
          </Text>
        )}
      </Paper>
      {progress.total === 0 ? null : <Recipients pid={project.pid} message={message} />}
    </Stack>
  );
}

function Cancel({ pid, message }: { pid: string; message: Message }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const cancel = useChange(cancelMessage(pid, message.id), {
    message: () => t('messagePages.cancelled'),
    onDone: () => setConfirming(false),
  });
  return (
    <Group>
      <Button color="red" variant="outline" onClick={() => setConfirming(true)}>
        {t('messagePages.cancel')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('messagePages.cancelTitle')}
        text={t('messagePages.cancelText')}
        confirm={t('messagePages.cancel')}
        cancel={t('messagePages.keep')}
        change={cancel}
        onConfirm={() => cancel.mutate()}
        onClose={() => setConfirming(false)}
      />
    </Group>
  );
}

function Resend({ pid, message }: { pid: string; message: Message }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const resend = useChange(resendMessage(pid, message.id), {
    message: () => t('messagePages.resent'),
    onDone: () => setConfirming(false),
  });
  return (
    <Group>
      <Button variant="default" onClick={() => setConfirming(true)}>
        {t('messagePages.resend')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('messagePages.resendTitle', { count: message.progress.in_doubt })}
        text={t('messagePages.resendText')}
        confirm={t('messagePages.resend')}
        change={resend}
        onConfirm={() => resend.mutate()}
        onClose={() => setConfirming(false)}
      />
    </Group>
  );
}

function Recipients({ pid, message }: { pid: string; message: Message }) {
  const { t } = useTranslation();
  const id = useId();
  const [filter, setFilter] = useState<RecipientFilter>({});
  const list = useInfiniteQuery(recipientsQuery(pid, message.id, filter));
  const timezone = useQuery(projectQuery(pid)).data?.timezone ?? 'UTC';
  const { read = 0, unreached = 0 } = list.data?.pages[0] ?? {};
  const isMailed = useMailMode() !== 'files';
  const chosen = filter.unreached === true ? 'unreached' : (filter.state ?? '');
  const { total, waiting, sending } = message.progress;
  const done = total - waiting - sending;
  const { refetch } = list;
  const lastDone = useRef(done);
  // The rows never say less than the progress above them.
  useEffect(() => {
    if (lastDone.current === done) return;
    lastDone.current = done;
    void refetch();
  }, [done, refetch]);
  const recipients = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data]);
  const namesakes = useNamesakes(pid, recipients);
  const present = states.filter((one) => message.progress[one] > 0);
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" align="flex-end" mb="xs">
        <Title order={2} size="h4" id={id}>
          {t('messagePages.recipients')}
        </Title>
        <NativeSelect
          size="xs"
          label={t('messagePages.outcome')}
          value={chosen}
          onChange={({ currentTarget: { value } }) => {
            const state = states.find((one) => one === value);
            setFilter(value === 'unreached' ? { unreached: true } : state === undefined ? {} : { state });
          }}
          data={[
            { value: '', label: t('messagePages.allOutcomes') },
            ...(isMailed && (unreached > 0 || filter.unreached === true)
              ? [{ value: 'unreached', label: t('delivery.unreachedCount', { count: unreached }) }]
              : []),
            ...present.map((value) => ({
              value,
              label: `${t(`messagePages.states.${value}`)} (${message.progress[value]})`,
            })),
          ]}
        />
      </Group>
      {list.data === undefined ? null : (
        <Text size="sm" mb="xs">
          {[
            t('delivery.seenCount', { count: read }),
            ...(isMailed ? [t('delivery.unreachedCount', { count: unreached })] : []),
          ].join(' · ')}
        </Text>
      )}
      {list.isError ? <ProblemAlert error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data === undefined ? (
        <LoadingPlaceholder />
      ) : (
        <DataTable
          label={t('messagePages.recipients')}
          columns={columnsOf(t, { pid, namesakes, timezone })}
          rows={recipients}
          keyOf={({ uid, changed_at: at }) => uid ?? at}
          more={morePages(list)}
        />
      )}
    </section>
  );
}

type Shown = { pid: string; namesakes: ReadonlyMap<string, string>; timezone: string };

const columnsOf = (t: TFunction, { pid, namesakes, timezone }: Shown): Column<MessageRecipient>[] => [
  {
    key: 'name',
    label: t('messagePages.name'),
    cell: ({ uid, name }) =>
      name === null ? t('messagePages.erasedPerson') : distinctName(t, name, namesakes.get(uid ?? '')),
  },
  {
    key: 'state',
    label: t('messagePages.outcome'),
    width: '25%',
    phone: 'inline',
    cell: ({ uid, name, state, delivery }) =>
      uid === null || name === null || delivery === null ? (
        t(`messagePages.states.${state}`)
      ) : (
        <>
          {state === 'sent' ? null : <Text size="sm">{t(`messagePages.states.${state}`)}</Text>}
          <Reached pid={pid} person={{ uid, name }} delivery={delivery} />
        </>
      ),
  },
  {
    key: 'reason',
    label: t('messagePages.details'),
    width: '40%',
    cell: ({ reason, delivery, contact }) => (
      <>
        {delivery === null ? reasonText(t, reason) : <DeliveryDetails delivery={delivery} timezone={timezone} />}
        {isUnreached(delivery) && contact !== undefined && contact.phone !== '' ? (
          <Anchor href={`tel:${contact.phone}`} size="sm">
            {t('delivery.callInstead', { phone: contact.phone })}
          </Anchor>
        ) : null}
      </>
    ),
  },
];
