import { Badge, Button, Group, Paper, SegmentedControl, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Now, Project } from '../../../../client/client.ts';
import { currentTime, dayAt, formatDay, formatTimeAt } from '../../../../locales/format/dates.ts';
import { formatHoursAt } from '../../../../locales/format/hours.ts';
import { joinSentences } from '../../../../locales/format/sentences.ts';
import { useChange } from '../../../ui/change.ts';
import { ButtonLink, PageLink } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { shownName } from '../../../../locales/format/names.ts';
import { DeliveryLabel } from '../../notices/delivery.tsx';
import { projectQuery } from '../../projects/queries.ts';
import { useMailMode } from '../../sign-in/queries.ts';
import { OtherZone } from '../../projects/event/event-zone.tsx';
import { mark, nowQuery } from '../queries.ts';
import { useArrivalText } from './arrival.ts';
import { isExpected, shownTasks, stateOf, wasMissing, withNewRows } from './now.ts';
import type { FirstStates, Place, PlaceState, ShownTask } from './now.ts';
import styles from './now.module.css';
import { PersonDialog } from './person-dialog.tsx';
import { loadManaged } from '../../projects/managed-project.ts';

export const loadNowPage = loadManaged('see_now', ({ load, whenOpened, params: { pid } }) =>
  whenOpened(() => load(nowQuery(pid))),
);

/** For chiefs and owners on a phone: who should be here, who is, and what to do about the others. */
export function NowPage() {
  const { t } = useTranslation();
  const { pid } = useParams({ from: '/signed-in/organise/projects/$pid/now' });
  const project = useQuery(projectQuery(pid)).data;
  const now = useQuery(nowQuery(pid));
  usePageTitle(`${t('eventDay.now.title')} · ${project?.name ?? ''}`);
  return (
    <>
      <PageHead title={t('eventDay.now.title')} help={t('eventDay.now.lead')} />
      <OtherZone />
      <Loaded query={now}>
        {(found) => (
          <>
            <NowView pid={pid} now={found} timezone={project?.timezone ?? 'UTC'} />
            {found.tasks.length > 0 || project === undefined ? null : <NothingYet project={project} />}
          </>
        )}
      </Loaded>
    </>
  );
}

/** While there is nothing to do here: what the page is for, and what to prepare. */
function NothingYet({ project }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const { pid, starts_on: first, timezone, rights } = project;
  const begins =
    first !== null && first > dayAt(currentTime(), timezone)
      ? t('eventDay.now.begins', { day: formatDay(first, i18n.language, 'long') })
      : '';
  return (
    <Stack gap="sm" mt="sm">
      <Text maw="44rem">{joinSentences([begins, t('eventDay.now.purpose')], i18n.language)}</Text>
      <Group>
        {rights.run_desk ? (
          <ButtonLink to="/projects/$pid/manage/desk" params={{ pid }} variant="default">
            {t('eventDay.now.toDesk')}
          </ButtonLink>
        ) : null}
        <PageLink to="/help/$guide" params={{ guide: rights.edit ? 'owners' : 'chiefs' }}>
          {t('eventDay.now.guide')}
        </PageLink>
      </Group>
    </Stack>
  );
}

type NowViewProps = { pid: string; now: Now; timezone: string };

function NowView({ pid, now, timezone }: NowViewProps) {
  const { t, i18n } = useTranslation();
  const [onlyMissing, setOnlyMissing] = useState(false);
  const [chosen, setChosen] = useState<{ id: string; uid: string }>();
  const [known, setKnown] = useState<FirstStates>(new Map());
  const first = withNewRows(now, known);
  if (first !== known) setKnown(first);
  const shown = shownTasks(now);
  const groups = (['running', 'next', 'ended'] as const).map((key) => ({ key, tasks: shown[key] }));
  const all = groups.flatMap(({ tasks }) => tasks);
  const missing = all.flatMap(({ places }) => places.filter((one) => stateOf(one, now.at) === 'missing'));
  const here = all.reduce((sum, one) => sum + one.here, 0);
  const needed = all.reduce((sum, one) => sum + one.open, 0);
  const sendsMail = useMailMode() !== 'files';
  const unreached = sendsMail ? now.tasks.reduce((sum, task) => sum + task.unreached, 0) : 0;
  // Taken from the latest answer, so that an open dialog shows what has changed meanwhile.
  const place = all
    .flatMap(({ places }) => places)
    .find(({ task, uid }) => task.id === chosen?.id && uid === chosen.uid);
  return (
    <Stack gap="lg">
      <Group gap="xs" aria-live="polite">
        {all.length === 0 ? null : (
          <>
            <Badge color={missing.length > 0 ? 'red' : 'gray'} variant="light" size="lg">
              {t('eventDay.now.missing', { count: missing.length })}
            </Badge>
            <Badge color="gray" variant="light" size="lg">
              {t('eventDay.now.here', { count: here })}
            </Badge>
            {needed === 0 ? null : (
              <Badge color="orange" variant="light" size="lg">
                {t('helping.missing', { count: needed })}
              </Badge>
            )}
            {unreached === 0 ? null : (
              <Badge color="red" variant="light" size="lg">
                {t('delivery.unreachedCount', { count: unreached })}
              </Badge>
            )}
          </>
        )}
        <Text size="sm" c="dimmed">
          {t('eventDay.now.asOf', { time: formatTimeAt(now.at, i18n.language, timezone) })}
        </Text>
      </Group>
      {all.length === 0 ? (
        <Text>{t('eventDay.now.nothing')}</Text>
      ) : (
        <Group gap="sm">
          <SegmentedControl
            w={{ base: '100%', xs: 'auto' }}
            aria-label={t('eventDay.now.show')}
            value={onlyMissing ? 'missing' : 'everyone'}
            onChange={(value) => {
              setOnlyMissing(value === 'missing');
              setKnown(new Map());
            }}
            data={[
              { value: 'everyone', label: t('eventDay.now.everyone') },
              { value: 'missing', label: t('eventDay.now.missingOnly') },
            ]}
          />
          {missing.length === 0 ? null : (
            <ButtonLink
              to="/projects/$pid/manage/messages/new"
              params={{ pid }}
              search={{ uids: [...new Set(missing.map(({ uid }) => uid))].slice(0, 200) }}
              variant="default"
            >
              {t('eventDay.now.messageMissing')}
            </ButtonLink>
          )}
        </Group>
      )}
      {groups.map(({ key, tasks }) =>
        tasks.length === 0 ? null : (
          <Stack key={key} component="section" gap="sm" aria-labelledby={`now-${key}`}>
            <Title order={2} size="h4" id={`now-${key}`}>
              {t(`eventDay.now.${key}`)}
            </Title>
            {tasks.map((one) => (
              <TaskCard
                key={one.task.id}
                pid={pid}
                shown={one}
                at={now.at}
                timezone={timezone}
                isListed={(one) => !onlyMissing || wasMissing(one, now.at, first)}
                onChoose={({ task, uid }) => setChosen({ id: task.id, uid })}
              />
            ))}
          </Stack>
        ),
      )}
      {now.more ? <Text>{t('eventDay.now.more', { count: now.tasks.length })}</Text> : null}
      <PersonDialog pid={pid} place={place} at={now.at} timezone={timezone} onClose={() => setChosen(undefined)} />
    </Stack>
  );
}

type TaskCardProps = {
  pid: string;
  shown: ShownTask;
  at: string;
  timezone: string;
  isListed: (place: Place) => boolean;
  onChoose: (place: Place) => void;
};

function TaskCard({ pid, shown, at, timezone, isListed, onChoose }: TaskCardProps) {
  const { t, i18n } = useTranslation();
  const { task, places, missing, here, open } = shown;
  const listed = places.filter(isListed);
  const page = { params: { pid, id: task.id }, search: { from: 'now' } } as const;
  const where = [task.place, task.team].filter((part) => part !== null);
  const nobody = places.length === 0 ? t('eventDay.now.nobody') : t('eventDay.now.allHere');
  return (
    <Paper className="muster-surface" p="md" component="article" aria-label={task.title}>
      <Group justify="space-between" gap="xs" mb="xs">
        <div>
          <PageLink to="/projects/$pid/manage/tasks/$id" {...page} fw={650}>
            {task.title}
          </PageLink>
          <Text size="sm" c="dimmed">
            {[formatHoursAt({ t, i18n }, task.starts_at, task.ends_at, timezone), ...where].join(' · ')}
          </Text>
        </div>
        <Group gap={4}>
          {missing === 0 ? null : (
            <Badge color="red" variant="light">
              {t('eventDay.now.missing', { count: missing })}
            </Badge>
          )}
          <Badge color="gray" variant="light">
            {t('eventDay.now.here', { count: here })}
          </Badge>
          {open === 0 ? null : (
            <Badge color="orange" variant="light">
              {t('helping.missing', { count: open })}
            </Badge>
          )}
        </Group>
      </Group>
      {listed.length === 0 ? <Text c="dimmed">{nobody}</Text> : null}
      {open === 0 ? null : (
        <ButtonLink to="/projects/$pid/manage/tasks/$id" {...page} size="compact-md" variant="light" mb="xs">
          {t('exchange.help.ask')}
        </ButtonLink>
      )}
      <ul className="muster-plain-list">
        {listed.map((place) => (
          <PersonRow key={place.uid} {...{ pid, place, at, timezone }} onChoose={() => onChoose(place)} />
        ))}
      </ul>
    </Paper>
  );
}

const colours: Record<PlaceState, string> = {
  missing: 'var(--mantine-color-error)',
  added: 'dimmed',
  joined: 'dimmed',
  arrived: 'inherit',
  done: 'dimmed',
  left_early: 'dimmed',
  no_show: 'var(--mantine-color-error)',
};

type PersonRowProps = { pid: string; place: Place; at: string; timezone: string; onChoose: () => void };

/** The name opens everything that can be done; the most common step has a button of its own. */
function PersonRow({ pid, place, at, timezone, onChoose }: PersonRowProps) {
  const { t } = useTranslation();
  const { person, uid, task } = place;
  const arrivalText = useArrivalText(task, timezone);
  const change = useChange(mark(pid), { message: (_, marks) => arrivalText(marks) });
  const name = shownName(t, person.name);
  const state = stateOf(place, at);
  return (
    <li className={styles.row}>
      <UnstyledButton className={styles.person} onClick={onChoose}>
        <Text span fw={500} className="muster-breaks">
          {name}
        </Text>
        <Text span size="sm" c={colours[state]} className={styles.state}>
          {t(`eventDay.now.states.${state}`)}
          {place.replaced ? ` · ${t('eventDay.now.replace.replaced')}` : ''}
          {place.place_open ? ` · ${t('eventDay.now.replace.placeOpen')}` : ''}
        </Text>
        {isExpected(state) && place.delivery !== null ? <DeliveryLabel delivery={place.delivery} isNamed /> : null}
        <Text span size="sm" c="var(--mantine-color-anchor)" td="underline" ms="auto" aria-hidden="true">
          {t('eventDay.now.actions.more')}
        </Text>
      </UnstyledButton>
      {isExpected(state) ? (
        <Button
          size="compact-md"
          variant="light"
          loading={change.isPending}
          aria-label={t('eventDay.now.actions.arrivedWhat', { name })}
          onClick={() => change.mutate({ id: task.id, uid, changes: { state: 'arrived' } })}
        >
          {t('eventDay.now.actions.arrived')}
        </Button>
      ) : null}
      {change.isError ? <ProblemAlert error={change.error} /> : null}
    </li>
  );
}
