import { Badge, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Work } from '../../../../client/client.ts';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { useTold } from '../../notices/told.ts';
import { useMe } from '../../people/queries.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { projectQuery } from '../../projects/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { decideWork, removeWork, workQuery } from '../queries.ts';
import { WorkForm } from './work-form.tsx';

/** People enter their own hours; chiefs and owners decide about them, and enter those of others. */
export function WorkPage() {
  const { t } = useTranslation();
  const { pid = '' } = useParams({ strict: false });
  const project = useQuery(projectQuery(pid));
  usePageTitle(t('eventDay.work.title'));
  return (
    <>
      <PageHeading title={t('eventDay.work.title')} lead={leadFor(t, project.data?.rights)} />
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
  const me = useMe();
  const work = useQuery(workQuery(project.pid));
  const isOpen = project.state !== 'archived';
  return (
    <Stack gap="xl" maw="44rem">
      {isOpen && !project.rights.plan_tasks ? <WorkForm project={project} /> : null}
      <Loaded query={work} embedded>
        {(all) => {
          const others = all.filter(({ uid, rights }) => rights.decide && uid !== me?.uid);
          return (
            <Stack gap="xl">
              {project.rights.plan_tasks ? (
                <WorkList
                  id="waiting-work"
                  title={t('eventDay.work.waiting')}
                  empty={t('eventDay.work.noneWaiting')}
                  project={project}
                  work={others.filter(({ state }) => state === 'claimed')}
                />
              ) : null}
              {isOpen && project.rights.plan_tasks ? <WorkForm project={project} /> : null}
              <WorkList
                id="own-work"
                title={t('eventDay.work.own')}
                empty={t('eventDay.work.none')}
                project={project}
                work={all.filter(({ uid }) => uid === me?.uid)}
              />
              {project.rights.plan_tasks ? (
                <WorkList
                  id="decided-work"
                  title={t('eventDay.work.decided')}
                  empty={t('eventDay.work.noneDecided')}
                  project={project}
                  work={others.filter(({ state }) => state !== 'claimed').toReversed()}
                />
              ) : null}
            </Stack>
          );
        }}
      </Loaded>
    </Stack>
  );
}

type WorkListProps = { id: string; title: string; empty: string; project: Project; work: Work[] };

const shownAtOnce = 20;

function WorkList({ id, title, empty, project, work }: WorkListProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(shownAtOnce);
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby={id}>
      <Title order={2} size="h4" mb="sm" id={id}>
        {title}
      </Title>
      {work.length === 0 ? <Text c="dimmed">{empty}</Text> : null}
      <Stack gap="md" component="ul" className="muster-plain-list">
        {work.slice(0, shown).map((one) => (
          <WorkRow key={one.id} project={project} work={one} />
        ))}
      </Stack>
      {work.length > shown ? (
        <Button mt="md" variant="default" onClick={() => setShown(shown + shownAtOnce)}>
          {t('ui.more')}
        </Button>
      ) : null}
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
  const told = useTold();
  const isOwn = useMe()?.uid === work.uid;
  const name = shownName(t, work.name);
  const decide = useChange(decideWork(pid), {
    message: ({ decision: { state: decided } }) =>
      isOwn ? t(`eventDay.work.${decided}`) : told(t(`eventDay.work.${decided}`, { context: 'person', name })),
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
        pending={decide.isPending}
        error={decide.error}
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
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(work)}
        onClose={close}
      />
    </li>
  );
}
