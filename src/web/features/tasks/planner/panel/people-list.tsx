import { Checkbox, Stack, Text, TextInput, Title } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTask, Project, RosterEntry, TaskCandidate } from '../../../../../client/client.ts';
import { shownName } from '../../../../../locales/format/names.ts';
import { isFree } from '../../planning/about-candidate.ts';
import { useDragSources } from '../dragging.ts';
import { freeOn } from '../plan.ts';
import { useLatest } from '../use-latest.ts';
import type { RunChange } from '../use-plan-changes.ts';
import styles from './panel.module.css';
import { PersonRow } from './person-row.tsx';
import { suitabilityOf, suitabilities } from './suitability.ts';
import type { Suitability } from './suitability.ts';
import { useCandidates } from './use-candidates.ts';
import type { Candidates } from './use-candidates.ts';

type PeopleListProps = {
  project: Project;
  people: readonly RosterEntry[];
  /** The email addresses of people who share their name with others. */
  namesakes: ReadonlyMap<string, string>;
  /** The tasks of each person. */
  plans: ReadonlyMap<string, readonly PlanTask[]>;
  /** The chosen task, which people are compared with and assigned to. */
  task: PlanTask | undefined;
  run: RunChange;
};

/** Everybody who can be assigned: who is free at the chosen task, and how many hours they have so far. */
export function PeopleList({ project, people, namesakes, plans, task, run }: PeopleListProps) {
  const { t } = useTranslation();
  const [who, setWho] = useState('');
  const [freeOnly, setFreeOnly] = useState(false);
  const wanted = useDeferredValue(who).trim().toLowerCase();
  const active = useMemo(() => people.filter(({ suspended }) => !suspended), [people]);
  const { candidates, ...asking } = useCandidates(project.pid, task, active);
  const found = useMemo(() => {
    const named = active
      .filter(({ name, teams }) => `${name} ${teams.map((team) => team.name).join(' ')}`.toLowerCase().includes(wanted))
      .map((person): Listed => ({ person, suitability: undefined }));
    if (task === undefined) return named;
    const suitability = ({ uid }: RosterEntry) =>
      suitabilityOf(task, uid, plans.get(uid) ?? none, candidates[uid], project.timezone);
    const bySuitability = Map.groupBy(named, ({ person }) => suitability(person));
    return suitabilities
      .flatMap((one) => (bySuitability.get(one) ?? []).map(({ person }): Listed => ({ person, suitability: one })))
      .filter(({ person, suitability: one }) => !freeOnly || isFreeThen(one, candidates[person.uid]));
  }, [active, wanted, freeOnly, task, plans, candidates, project.timezone]);
  return (
    <section aria-labelledby="planner-people" className={styles.people}>
      <Title order={2} size="h5" id="planner-people">
        {t('planner.people.title')}
      </Title>
      <Stack gap={6} my={6}>
        <TextInput
          type="search"
          size="xs"
          label={t('planner.people.search')}
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
          {t('planner.people.count', { count: found.length })}
        </Text>
        {found.length === 0 && !project.rights.see_people && task?.rights.edit !== false ? (
          <Text size="xs">{t('planner.people.others')}</Text>
        ) : null}
        {task?.rights.edit === true && freeOn(task) === 0 ? <Text size="xs">{t('planner.people.full')}</Text> : null}
      </Stack>
      <Rows {...{ found, project, namesakes, plans, task, run, candidates }} {...asking} />
    </section>
  );
}

/** A person, and whether they can take the chosen task. */
type Listed = { person: RosterEntry; suitability: Suitability | undefined };

/** A short rest is a warning, but the person is free. */
const isFreeThen = (suitability: Suitability | undefined, candidate: TaskCandidate | undefined): boolean =>
  suitability === 'free' || (suitability === 'warned' && (candidate === undefined || isFree(candidate)));

type RowsProps = Pick<PeopleListProps, 'project' | 'namesakes' | 'plans' | 'task' | 'run'> & {
  found: readonly Listed[];
  candidates: Candidates;
  /** The part of the people that is asked for together with a person. */
  chunkOf: ReadonlyMap<string, string>;
  onShown: (chunks: string) => void;
};

const rowHeight = 56;
const addressHeight = 17;
const titleHeight = 26;
/** More than are ever shown. */
const reusedRows = 100;
const none: readonly PlanTask[] = [];

/** Only these are rendered again while the list is scrolled. */
function Rows({ project, found, namesakes, plans, task, run, candidates, chunkOf, onShown }: RowsProps) {
  const translation = useTranslation();
  const { t } = translation;
  const scroller = useRef<HTMLDivElement>(null);
  const addressOf = (index: number) => namesakes.get(found[index]?.person.uid ?? '');
  const isFirst = (index: number) => found[index]?.suitability !== found[index - 1]?.suitability;
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
              count={found.length}
            />
          );
        })}
      </ul>
    </div>
  );
}
