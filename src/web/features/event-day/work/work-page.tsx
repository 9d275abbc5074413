import { Badge, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Work } from '../../../../client/client.ts';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useRows } from '../../../ui/paging.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { useMe } from '../../people/queries.ts';
import { projectQuery } from '../../projects/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { decideWork, removeWork, workQuery } from '../queries.ts';
import type { WorkKind } from '../queries.ts';
import { WorkForm } from './work-form.tsx';
import type { Loading } from '../../../loading.ts';
import { peopleFoundQuery } from '../../roster/queries.ts';
import { useNames } from '../../roster/namesakes.ts';

export async function loadWorkPage({ load, loadPages, params: { pid } }: Loading<'pid'>) {
  const loadChoices = async () => {
    const { rights } = await load(projectQuery(pid));
    if (!rights.plan_tasks) return;
    await Promise.all([
      load(teamsQuery(pid)),
      rights.list_people && load(peopleFoundQuery(pid, '')),
      loadPages(workQuery(pid, 'waiting')),
      loadPages(workQuery(pid, 'decided')),
    ]);
  };
  await Promise.all([loadChoices(), loadPages(workQuery(pid, 'own'))]);
}

/** People enter their own hours; chiefs and owners decide about them, and enter those of others. */
export function WorkPage() {
  const { t } = useTranslation();
  const { pid = '' } = useParams({ strict: false });
  const project = useQuery(projectQuery(pid));
  usePageTitle(t('eventDay.work.title'));
  return (
    <>
      <PageHead title={t('eventDay.work.title')} help={leadFor(t, project.data?.rights)} />
      <Loaded query={project}>{(found) => <Lists project={found} />}</Loaded>
    </>
  );
}

/** Only the work of owners is approved at once. Chiefs enter the work of others. */
function leadFor(t: TFunction, rights: Project['rights'] | undefined): string {
  if (rights?.edit === true) return t('eventDay.work.leadOwner');
  return rights?.plan_tasks === true ? t('eventDay.work.leadChief') : t('eventDay.work.lead');
}

function Lists({ project }: { project: Project }) {
  const { t } = useTranslation();
  const isOpen = project.state !== 'archived';
  const plans = project.rights.plan_tasks;
  const form = isOpen ? <WorkForm project={project} /> : null;
  return (
    <Stack gap="xl" maw="44rem">
      {plans ? (
        <WorkList
          kind="waiting"
          title={t('eventDay.work.waiting')}
          empty={t('eventDay.work.noneWaiting')}
          project={project}
        />
      ) : null}
      {form}
      <WorkList kind="own" title={t('eventDay.work.own')} empty={t('eventDay.work.none')} project={project} />
      {plans ? (
        <WorkList
          kind="decided"
          title={t('eventDay.work.decided')}
          empty={t('eventDay.work.noneDecided')}
          project={project}
        />
      ) : null}
    </Stack>
  );
}

type WorkListProps = { kind: WorkKind; title: string; empty: string; project: Project };

function WorkList({ kind, title, empty, project }: WorkListProps) {
  const list = useInfiniteQuery(workQuery(project.pid, kind));
  const { rows, more } = useRows(list);
  const nameOf = useNames(project.pid, rows);
  const id = `${kind}-work`;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby={id}>
      <Title order={2} size="h4" mb="sm" id={id}>
        {title}
      </Title>
      <Loaded query={list} embedded>
        {() => (
          <>
            {rows.length === 0 ? <Text c="dimmed">{empty}</Text> : null}
            <Stack gap="md" component="ul" className="muster-plain-list">
              {rows.map((one) => (
                <WorkRow key={one.id} project={project} work={{ ...one, name: nameOf(one) }} />
              ))}
            </Stack>
            <MoreButton more={more} />
          </>
        )}
      </Loaded>
    </Paper>
  );
}

const colours = { claimed: 'yellow', approved: 'green', declined: 'red' } as const;

function WorkRow({ project, work }: { project: Project; work: Work }) {
  const { t, i18n } = useTranslation();
  const { pid, timezone } = project;
  const [asking, setAsking] = useState<'decline' | 'remove'>();
  const [reason, setReason] = useState('');
  const close = () => setAsking(undefined);
  const isOwn = useMe()?.uid === work.uid;
  const { name } = work;
  const decide = useChange(decideWork(pid), {
    message: ({ decision: { state: decided } }) =>
      isOwn ? t(`eventDay.work.${decided}`) : t(`eventDay.work.${decided}`, { context: 'person', name }),
    onDone: close,
  });
  const remove = useChange(removeWork(pid), { message: () => t('eventDay.work.removed'), onDone: close });
  const { title, state, rights } = work;
  const given = reason.trim();
  const hours = t('eventDay.work.hours', { hours: formatNumber(work.minutes / 60, i18n.language) });
  const team = useQuery(teamsQuery(pid)).data?.find(({ tid }) => tid === work.tid)?.name;
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={600} className="muster-breaks">
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {[
              ...(isOwn ? [] : [name]),
              ...(team === undefined ? [] : [team]),
              formatSpanAt(work.starts_at, work.ends_at, i18n.language, timezone),
              hours,
            ].join(' · ')}
          </Text>
          {work.reason === '' ? null : <Text size="sm">{work.reason}</Text>}
        </div>
        <Badge variant="light" color={colours[state]}>
          {t(`eventDay.work.states.${state}`)}
        </Badge>
      </Group>
      <Group gap="xs" mt={4}>
        {rights.decide && state !== 'approved' ? (
          <Button
            size="xs"
            loading={decide.isPending}
            aria-label={t('eventDay.work.approveWhat', { title, name })}
            onClick={() => decide.mutate({ ...work, decision: { state: 'approved' } })}
          >
            {t('eventDay.work.approve')}
          </Button>
        ) : null}
        {rights.decide && state !== 'declined' ? (
          <Button
            size="xs"
            variant="default"
            aria-label={t('eventDay.work.declineWhat', { title, name })}
            onClick={() => setAsking('decline')}
          >
            {t('eventDay.work.decline')}
          </Button>
        ) : null}
        {rights.remove && (isOwn || state !== 'claimed') ? (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={t('eventDay.work.removeWhat', { title })}
            onClick={() => setAsking('remove')}
          >
            {t('eventDay.work.remove')}
          </Button>
        ) : null}
      </Group>
      {decide.isError && asking === undefined ? <ProblemAlert error={decide.error} /> : null}
      <ConfirmDialog
        opened={asking === 'decline'}
        title={t('eventDay.work.declineTitle')}
        text={t('eventDay.work.declineText', { name })}
        confirm={t('eventDay.work.decline')}
        change={decide}
        onConfirm={() => decide.mutate({ ...work, decision: { state: 'declined', reason: given } })}
        onClose={close}
      >
        <TextInput
          label={t('eventDay.work.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={500}
        />
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'remove'}
        title={t('eventDay.work.removeTitle')}
        text={isOwn ? t('eventDay.work.removeText') : t('eventDay.work.removeTextOther', { name })}
        confirm={t('eventDay.work.remove')}
        change={remove}
        onConfirm={() => remove.mutate(work)}
        onClose={close}
      />
    </li>
  );
}
