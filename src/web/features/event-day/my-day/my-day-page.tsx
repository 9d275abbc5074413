import { Anchor, Center, EmptyState, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyDay, MyDayTask } from '../../../../client/client.ts';
import { dayAt, formatDay } from '../../../../locales/format/dates.ts';
import { formatHoursAt } from '../../../../locales/format/hours.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { isShortNotice } from '../../../../shared/rules.ts';
import { ListIcon } from '../../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../../ui/links.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { EmptyList, Loaded } from '../../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { problemStatus } from '../../../ui/problems/api-problem.ts';
import { documentKeys, eventDayKeys, meKeys, projectKeys } from '../../../keys.ts';
import { invalidate } from '../../../ui/change.ts';
import { ChiefContacts } from '../../contacts/chief-contacts.tsx';
import { shownName } from '../../../../locales/format/names.ts';
import { Handbooks, loadHandbooks } from '../../documents/handbooks.tsx';
import { MyRoom } from '../../rooms/my-room.tsx';
import { myRoomQuery } from '../../rooms/queries.ts';
import { AwaitedTasks } from '../../tasks/open/awaited-tasks.tsx';
import { QrPicture } from '../qr-picture.tsx';
import { entitlementsQuery, myDayQuery } from '../queries.ts';
import { Entitlements } from './entitlements.tsx';
import type { Loading } from '../../../loading.ts';
import { awaitedTasksQuery } from '../../tasks/open/queries.ts';
import { ownTasksQuery } from '../../tasks/queries.ts';

export const loadMyDayPage = ({ load, whenOpened, params: { pid } }: Loading<'pid'>) =>
  Promise.all([
    whenOpened(() => load(myDayQuery(pid))),
    load(entitlementsQuery(pid)),
    load(myRoomQuery(pid)),
    load(awaitedTasksQuery),
    load(ownTasksQuery),
    loadHandbooks(load, pid),
  ]);

/** For volunteers at the event: the service worker keeps its answer for offline use. */
export function MyDayPage() {
  const { t } = useTranslation();
  const { pid } = useParams({ from: '/projects/$pid/my-day' });
  const day = useQuery(myDayQuery(pid));
  useKeptOffline(pid);
  usePageTitle(t('eventDay.myDay.title'));
  return (
    <>
      <PageHeading title={t('eventDay.myDay.title')} lead={t('eventDay.myDay.lead')} />
      {problemStatus(day.error) === 403 ? (
        <NoTasks pid={pid} title={t('eventDay.myDay.noneYet')} text={t('eventDay.myDay.noneYetText')} />
      ) : (
        <Loaded query={day}>{(found) => <Tasks pid={pid} day={found} />}</Loaded>
      )}
      <Stack gap="xl" maw="44rem" mt="xl">
        <Handbooks pid={pid} />
        <AwaitedTasks pid={pid} />
      </Stack>
    </>
  );
}

type NoTasksProps = { pid: string; title: string; text?: string };

/** Shows where to find some. */
function NoTasks({ pid, title, text }: NoTasksProps) {
  const { t } = useTranslation();
  return (
    <EmptyList icon={<ListIcon size={28} />} title={title} description={text}>
      <EmptyState.Actions>
        <ButtonLink to="/projects/$pid/open-tasks" params={{ pid }}>
          {t('helping.title')}
        </ButtonLink>
      </EmptyState.Actions>
    </EmptyList>
  );
}

function Tasks({ pid, day }: { pid: string; day: MyDay }) {
  const { t, i18n } = useTranslation();
  const days = Map.groupBy(day.tasks, ({ starts_at: start }) => dayAt(start, day.timezone));
  return (
    <Stack gap="xl" maw="44rem">
      <Paper className="muster-surface" p="lg" component="section" aria-labelledby="own-code">
        <Title order={2} size="h4" id="own-code">
          {t('eventDay.myDay.code')}
        </Title>
        <Text c="dimmed" mb="sm">
          {t('eventDay.myDay.codeHint')}
        </Text>
        <Center>
          <QrPicture svg={day.code} label={t('eventDay.myDay.code')} />
        </Center>
      </Paper>
      <Entitlements pid={pid} />
      <MyRoom pid={pid} />
      {days.size === 0 ? <NoTasks pid={pid} title={t('eventDay.myDay.none')} /> : null}
      {[...days].map(([date, tasks]) => (
        <Stack key={date} component="section" gap="md" aria-labelledby={`day-${date}`}>
          <Title order={2} size="h4" id={`day-${date}`}>
            {date === dayAt(day.at, day.timezone) ? t('homes.today') : formatDay(date, i18n.language, 'long')}
          </Title>
          {tasks.map((task) => (
            <TaskCard key={task.id} pid={pid} task={task} day={day} />
          ))}
        </Stack>
      ))}
      <Group gap="lg">
        <PageLink to="/projects/$pid/work" params={{ pid }}>
          {t('eventDay.work.title')}
        </PageLink>
        <PageLink to="/projects/$pid/my-hours" params={{ pid }}>
          {t('hours.mine')}
        </PageLink>
      </Group>
    </Stack>
  );
}

function TaskCard({ pid, task, day: { at, timezone } }: { pid: string; task: MyDayTask; day: MyDay }) {
  const { t, i18n } = useTranslation();
  const { title, team, place, map_url: map, starts_at: from, ends_at: to, people, chiefs, state } = task;
  const namesOf = (names: string[]) => names.map((name) => shownName(t, name));
  return (
    <Paper className="muster-surface" p="lg" component="article" aria-label={title}>
      <Text size="xl" fw={700}>
        {formatHoursAt({ t, i18n }, from, to, timezone)}
      </Text>
      <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id: task.id }} fw={650} size="lg">
        {title}
      </PageLink>
      <Text c="dimmed">
        {[team ?? '', state === 'joined' ? '' : t(`eventDay.now.states.${state}`)]
          .filter((part) => part !== '')
          .join(' · ')}
      </Text>
      {task.offering ? <Text size="sm">{t('exchange.offer.offering')}</Text> : null}
      <Stack gap="sm" mt="sm">
        {place === null ? null : (
          <Fact name={t('eventDay.myDay.where')}>
            {place}{' '}
            {map === null || map === '' ? null : (
              <Anchor href={map} target="_blank" rel="noreferrer" underline="always">
                {t('eventDay.myDay.map')}
              </Anchor>
            )}
          </Fact>
        )}
        {people.length === 0 ? null : (
          <Fact name={t('eventDay.myDay.with')}>{formatList(namesOf(people), i18n.language)}</Fact>
        )}
        {chiefs.length === 0 && task.mailing_list === '' ? null : (
          <Fact name={t('eventDay.myDay.callWhom')}>
            <ChiefContacts task={task} none={(names) => t('hints.noContact', { names })} />
          </Fact>
        )}
        {Date.parse(to) <= Date.parse(at) ? null : (
          <Group gap="xs">
            <ButtonLink
              to="/projects/$pid/tasks/$id"
              params={{ pid, id: task.id }}
              hash="cannot-come"
              size="xs"
              variant="default"
            >
              {t('signup.cannotCome.title')}
            </ButtonLink>
            {task.can_leave ? (
              <Text size="sm">
                {t(isShortNotice(task, Date.parse(at)) ? 'eventDay.myDay.leaveNow' : 'eventDay.myDay.leave', {
                  context: team === null ? 'owners' : '',
                })}
              </Text>
            ) : null}
          </Group>
        )}
        {task.description === '' ? null : <Description text={task.description} />}
        {task.briefing === '' ? null : (
          <Fact name={t('eventDay.myDay.briefing')}>
            <Markdown text={task.briefing} />
          </Fact>
        )}
      </Stack>
    </Paper>
  );
}

/** Longer ones are folded, so that the facts of the next task stay near. */
const longCharacters = 300;

function Description({ text }: { text: string }) {
  const { t } = useTranslation();
  const name = t('eventDay.myDay.description');
  if (text.length <= longCharacters) {
    return (
      <Fact name={name}>
        <Markdown text={text} />
      </Fact>
    );
  }
  return (
    <details>
      <Text component="summary" size="sm" c="dimmed">
        {name}
      </Text>
      <Markdown text={text} />
    </details>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="div">{children}</Text>
    </div>
  );
}

/** Resolves once answers go through the service worker, which on the first visit starts after the page. */
async function controlled(signal: AbortSignal): Promise<void> {
  const workers = navigator.serviceWorker;
  if (workers.controller !== null) return;
  await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true, signal }));
}

/** Loads what the page needs once more through the service worker, so that one visit is enough to have it offline. */
function useKeptOffline(pid: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const leaving = new AbortController();
    void controlled(leaving.signal).then(() => {
      if (leaving.signal.aborted) return undefined;
      return invalidate(queryClient, [
        meKeys.all,
        projectKeys.detail(pid),
        eventDayKeys.myDay(pid),
        eventDayKeys.entitlements(pid),
        documentKeys.all(pid),
      ]);
    });
    return () => leaving.abort();
  }, [queryClient, pid]);
}
