import { maxCandidates } from '../../../../../shared/limits.ts';
import { Checkbox, Stack, Text, TextInput, Title } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef, useState, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { PlanTask, Project, RosterEntry, TaskCandidate } from '../../../../../client/client.ts';
import { shownName } from '../../../../../locales/format/names.ts';
import { formatHoursAt } from '../../../../../locales/format/hours.ts';
import { formatList } from '../../../../../locales/format/lists.ts';
import { formatNumber } from '../../../../../locales/format/numbers.ts';
import { useRows } from '../../../../ui/paging.ts';
import type { More } from '../../../../ui/paging.ts';
import { distinctName, namesakesAmong } from '../../../roster/namesakes.ts';
import { assignablePeopleQuery } from '../../../roster/queries.ts';
import { isFree, aboutCandidate } from '../../planning/about-candidate.ts';
import { candidatesQuery } from '../../queries.ts';
import { useDragSources } from '../dragging.ts';
import { freeOn, busyWith, isOn, littleRestWith } from '../plan.ts';
import { useLatest } from '../use-latest.ts';
import type { RunChange } from '../use-plan-changes.ts';
import styles from './panel.module.css';
import { suitabilityOf, suitabilities } from './suitability.ts';
import type { Suitability } from './suitability.ts';

const settledMs = 150;

type PeopleListProps = {
  project: Project;
  /** The tasks of each person. */
  plans: ReadonlyMap<string, readonly PlanTask[]>;
  /** The chosen task, which people are compared with and assigned to. */
  task: PlanTask | undefined;
  run: RunChange;
};

/** Everybody who can be assigned: who is free at the chosen task, and how many hours they have so far. */
export function PeopleList({ project, plans, task, run }: PeopleListProps) {
  const { t } = useTranslation();
  const [who, setWho] = useState('');
  const [freeOnly, setFreeOnly] = useState(false);
  const wanted = useDeferredValue(who).trim().toLowerCase();
  const { people, total, more, isSearched } = usePeople(project.pid, who);
  const isComplete = more === undefined;
  const namesakes = useMemo(() => namesakesAmong(people), [people]);
  const { candidates, ...asking } = useCandidates(project.pid, task, people);
  const found = useMemo(() => {
    const named = people
      .filter(
        ({ name, teams }) =>
          isSearched || `${name} ${teams.map((team) => team.name).join(' ')}`.toLowerCase().includes(wanted),
      )
      .map((person): Listed => ({ person, suitability: task && suitabilityIn(task, person) }));
    function suitabilityIn(chosen: PlanTask, { uid }: RosterEntry): Suitability {
      return suitabilityOf(chosen, uid, plans.get(uid) ?? none, candidates[uid], project.timezone);
    }
    if (task === undefined) return named;
    // Until all are loaded, people stay in the order of their names.
    const bySuitability = Map.groupBy(named, ({ suitability }) => suitability);
    const ordered = isComplete ? suitabilities.flatMap((one) => bySuitability.get(one) ?? []) : named;
    return ordered.filter(({ person, suitability }) => !freeOnly || isFreeThen(suitability, candidates[person.uid]));
  }, [people, isSearched, isComplete, wanted, freeOnly, task, plans, candidates, project.timezone]);
  // How many of those who are not loaded are free is not known.
  const count = isComplete ? found.length : freeOnly && task !== undefined ? undefined : total;
  return (
    <section aria-labelledby="planner-people" className={styles.people}>
      <Title order={2} size="h5" id="planner-people">
        {t('planner.people.title')}
      </Title>
      <Stack gap={6} my={6}>
        <TextInput
          type="search"
          size="xs"
          label={t(isComplete && !isSearched ? 'planner.people.search' : 'manage.picker.hint')}
          value={who}
          onChange={(event) => setWho(event.currentTarget.value)}
        />
        {task === undefined ? (
          <Text size="xs" c="dimmed">
            {t('planner.people.hint')}
          </Text>
        ) : (
          <Checkbox
            size="xs"
            label={t('planner.people.freeOnly')}
            checked={freeOnly}
            onChange={(event) => setFreeOnly(event.currentTarget.checked)}
          />
        )}
        <Text size="xs" c="dimmed" component="output">
          {count === undefined ? '' : t('planner.people.count', { count })}
        </Text>
        {found.length === 0 && !project.rights.see_people && task?.rights.edit !== false ? (
          <Text size="xs">{t('planner.people.others')}</Text>
        ) : null}
        {task?.rights.edit === true && freeOn(task) === 0 ? <Text size="xs">{t('planner.people.full')}</Text> : null}
      </Stack>
      <Rows {...{ found, more, count, project, namesakes, plans, task, run, candidates }} {...asking} />
    </section>
  );
}

const typingMs = 200;

/** Everybody if they are few, who are then searched here; otherwise those whom the server finds, page by page. */
function usePeople(pid: string, who: string) {
  const [q] = useDebouncedValue(who.trim(), typingMs);
  const all = useInfiniteQuery(assignablePeopleQuery(pid, ''));
  const isSearched = all.hasNextPage && q !== '';
  const searched = useInfiniteQuery({
    ...assignablePeopleQuery(pid, q),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  });
  const { rows: people, total, more } = useRows(isSearched ? searched : all);
  return { people, total, more, isSearched };
}

/** A person, and whether they can take the chosen task. */
type Listed = { person: RosterEntry; suitability: Suitability | undefined };

/** A short rest is a warning, but the person is free. */
const isFreeThen = (suitability: Suitability | undefined, candidate: TaskCandidate | undefined): boolean =>
  suitability === 'free' || (suitability === 'warned' && (candidate === undefined || isFree(candidate)));

type RowsProps = Pick<PeopleListProps, 'project' | 'plans' | 'task' | 'run'> & {
  found: readonly Listed[];
  more: More | undefined;
  /** Undefined if it is not known. */
  count: number | undefined;
  /** The email addresses of people who share their name with others. */
  namesakes: ReadonlyMap<string, string>;
  candidates: Candidates;
  /** The part of the people that is asked for together with a person. */
  chunkOf: ReadonlyMap<string, string>;
  onShown: (chunks: string) => void;
};

const rowHeight = 56;
const addressHeight = 17;
const titleHeight = 26;
/** The next page is loaded before its rows are reached. */
const rowsAhead = 20;
/** More than are ever shown. */
const reusedRows = 100;
const none: readonly PlanTask[] = [];

/** Only these are rendered again while the list is scrolled. */
function Rows({ project, found, more, count, namesakes, plans, task, run, candidates, ...asking }: RowsProps) {
  const { chunkOf, onShown } = asking;
  const translation = useTranslation();
  const { t } = translation;
  const scroller = useRef<HTMLDivElement>(null);
  const addressOf = (index: number) => namesakes.get(found[index]?.person.uid ?? '');
  const isFirst = (index: number) => more === undefined && found[index]?.suitability !== found[index - 1]?.suitability;
  // oxlint-disable-next-line react/incompatible-library -- its functions are not memoized here
  const virtualizer = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) =>
      rowHeight + (addressOf(index) === undefined ? 0 : addressHeight) + (isFirst(index) ? titleHeight : 0),
    getItemKey: (index) => found[index]?.person.uid ?? index,
    overscan: 5,
  });
  const items = virtualizer.getVirtualItems();
  const shown = [...new Set(items.map(({ index }) => chunkOf.get(found[index]?.person.uid ?? '')))].join();
  useEffect(() => onShown(shown), [shown, onShown]);
  const isNearEnd = (items.at(-1)?.index ?? 0) >= found.length - rowsAhead;
  useEffect(() => {
    if (isNearEnd && more?.pending === false) more.onMore();
  }, [isNearEnd, more]);
  useDragSources(
    scroller,
    useLatest(({ dataset }: HTMLElement) => {
      const person = found.find((one) => one.person.uid === dataset['uid'])?.person;
      return (
        person && { data: () => ({ what: 'person', person: { uid: person.uid, name: shownName(t, person.name) } }) }
      );
    }),
  );
  return (
    // Without a button in the rows, the list itself has to be reachable to be scrolled by keyboard.
    <div
      ref={scroller}
      className={styles.scroller}
      {...(task === undefined && { tabIndex: 0, role: 'group' })}
      aria-label={task === undefined ? t('planner.people.title') : undefined}
    >
      <ul className={`muster-plain-list ${styles.list}`} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start, size, key }) => {
          const listed = found[index];
          if (listed === undefined) return null;
          const { person, suitability } = listed;
          return (
            <PersonRow
              // Without buttons, which could have the focus, rows are used again for the next people.
              key={task === undefined ? index % reusedRows : key}
              {...{ person, suitability, task, translation, run }}
              isFirst={isFirst(index)}
              pid={project.pid}
              timezone={project.timezone}
              plan={plans.get(person.uid) ?? none}
              candidate={candidates[person.uid]}
              address={addressOf(index)}
              top={start}
              height={size}
              position={index + 1}
              count={count ?? -1}
            />
          );
        })}
      </ul>
    </div>
  );
}

/** Has the people who have been shown, by uid. */
type Candidates = Readonly<Record<string, TaskCandidate>>;

/**
 * Who of the people could be assigned to the task, if the person plans it. Asks for 50 people at a time, always the
 * same ones, when one of them is shown.
 */
function useCandidates(pid: string, task: PlanTask | undefined, people: readonly RosterEntry[]) {
  const [shown, setShown] = useState('');
  const [settled] = useDebouncedValue(shown, settledMs);
  const isPlanned = task?.rights.edit === true;
  const chunks = useMemo(() => (isPlanned ? chunksOf(people.map(({ uid }) => uid)) : []), [isPlanned, people]);
  const chunkOf = useMemo(
    () => new Map(chunks.flatMap((uids, chunk) => uids.map((uid) => [uid, String(chunk)] as const))),
    [chunks],
  );
  const wanted = settled.split(',');
  const candidates = useQueries({
    queries: chunks.map((uids, chunk) => ({
      ...candidatesQuery(pid, task?.id ?? '', uids),
      enabled: wanted.includes(String(chunk)),
    })),
    combine: byUid,
  });
  return { candidates, chunkOf, onShown: setShown };
}

const chunksOf = (uids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(uids.length / maxCandidates) }, (_, chunk) =>
    uids.slice(chunk * maxCandidates, (chunk + 1) * maxCandidates),
  );

const byUid = (results: UseQueryResult<TaskCandidate[]>[]): Candidates =>
  Object.fromEntries(results.flatMap(({ data }) => data ?? []).map((candidate) => [candidate.uid, candidate]));

type PersonRowProps = {
  pid: string;
  person: RosterEntry;
  /** Whether they can take the chosen task. */
  suitability: Suitability | undefined;
  /** The first of those with the same suitability. */
  isFirst: boolean;
  /** The chosen task, which people are compared with and assigned to. */
  task: PlanTask | undefined;
  timezone: string;
  run: RunChange;
  translation: { t: TFunction; i18n: { language: string } };
  plan: readonly PlanTask[];
  /** Undefined until it is known, and for tasks that others plan. */
  candidate: TaskCandidate | undefined;
  /** Undefined if nobody else has the same name. */
  address: string | undefined;
  top: number;
  height: number;
  position: number;
  count: number;
};

/** Rows are added while the list is scrolled, so they are plain elements. */
const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { pid, person, suitability, isFirst, candidate, address, task, translation, run } = props;
  const { top, height, position, count } = props;
  const { t, i18n } = translation;
  const { uid } = person;
  const name = shownName(t, person.name);
  const isHere = suitability === 'here';
  const hasTitle = isFirst && suitability !== undefined;
  const hours = t('planner.people.hours', { hours: formatNumber(person.hours, i18n.language) });
  const teams = formatList(
    person.teams.map((team) => team.name),
    i18n.language,
  );
  const status = [hours, statusOf(props), teams].filter(Boolean).join(' · ');
  return (
    <li
      className={styles.person}
      style={{ top, height }}
      data-drags="person"
      data-uid={uid}
      aria-posinset={position}
      aria-setsize={count}
      data-titled={hasTitle || undefined}
    >
      {hasTitle ? <h3 className={styles.suitability}>{t(`planner.people.suitability.${suitability}`)}</h3> : null}
      <div className={styles.about}>
        <span className={styles.name}>{name}</span>
        {address === undefined ? null : (
          <span className={styles.status} title={address}>
            {address}
          </span>
        )}
        <span className={styles.status} title={status}>
          {status}
        </span>
      </div>
      {isHere || candidate?.refusal !== 'not_qualified' ? null : (
        <Link
          to="/projects/$pid/people/$uid"
          params={{ pid, uid }}
          className={`mantine-focus-auto ${styles.assign}`}
          aria-label={t('ui.actionOn', { action: t('catalogue.give'), name: distinctName(t, person.name, address) })}
        >
          {t('catalogue.give')}
        </Link>
      )}
      {task === undefined || !task.rights.edit || isHere || suitability === 'unable' ? null : (
        <button
          type="button"
          className={`mantine-focus-auto ${styles.assign}`}
          disabled={freeOn(task) === 0}
          aria-label={t('planner.people.assignWhom', { name: distinctName(t, person.name, address) })}
          // The row moves away at once: the second click of a double click would assign the next person.
          onClick={({ detail }) => detail < 2 && run({ what: 'assign', person: { uid, name }, task })}
        >
          {t('planner.people.assign')}
        </button>
      )}
    </li>
  );
});

/** Once a task is chosen: whether the person can take it. */
function statusOf({ person, plan, candidate, task, timezone, translation }: PersonRowProps): string {
  const { t } = translation;
  if (task === undefined) return '';
  if (isOn(task, person.uid)) return t('planner.people.here');
  const hoursOf = (other: PlanTask) => formatHoursAt(translation, other.starts_at, other.ends_at, timezone);
  const busy = busyWith(plan, task);
  if (busy !== undefined) return t('planner.people.busy', { title: busy.title, hours: hoursOf(busy) });
  const about = candidate === undefined ? t('planner.people.free') : aboutCandidate(t, candidate).text;
  if (candidate !== undefined && !isFree(candidate)) return about;
  const near = littleRestWith(plan, task, timezone);
  return near === undefined ? about : t('planner.people.littleRest', { title: near.title, hours: hoursOf(near) });
}
