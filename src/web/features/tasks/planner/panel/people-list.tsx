import { Checkbox, Stack, Text, TextInput, Title } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { TFunction } from 'i18next';
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTask, RosterEntry } from '../../../../../client/client.ts';
import { formatHoursAt } from '../../../../../locales/format/hours.ts';
import { formatNumber } from '../../../../../locales/format/numbers.ts';
import { shownName } from '../../../../../locales/format/names.ts';
import { formatList } from '../../../../../locales/format/lists.ts';
import { useDragSources } from '../dragging.ts';
import styles from './panel.module.css';
import { busyWith, freeOn, isOn, littleRestWith } from '../plan.ts';
import type { RunChange } from '../use-plan-changes.ts';
import { useLatest } from '../use-latest.ts';

type PeopleListProps = {
  people: readonly RosterEntry[];
  /** The tasks of each person. */
  plans: ReadonlyMap<string, readonly PlanTask[]>;
  /** The chosen task, which people are compared with and assigned to. */
  task: PlanTask | undefined;
  timezone: string;
  run: RunChange;
};

const rowHeight = 56;
/** More than are ever shown. */
const reusedRows = 100;

/** Everybody who can be assigned: who is free at the chosen task, and how many hours they have so far. */
export function PeopleList({ people, plans, task, timezone, run }: PeopleListProps) {
  const translation = useTranslation();
  const { t } = translation;
  const [who, setWho] = useState('');
  const [freeOnly, setFreeOnly] = useState(false);
  const wanted = useDeferredValue(who).trim().toLowerCase();
  const found = useMemo(
    () =>
      people.filter(
        ({ uid, name, teams, suspended }) =>
          !suspended &&
          `${name} ${teams.map((team) => team.name).join(' ')}`.toLowerCase().includes(wanted) &&
          (!freeOnly || task === undefined || (!isOn(task, uid) && busyWith(plans.get(uid) ?? [], task) === undefined)),
      ),
    [people, wanted, freeOnly, task, plans],
  );
  const sharedNames = useMemo(() => {
    const byName = Map.groupBy(people, ({ name }) => name);
    return new Set([...byName].flatMap(([name, same]) => (same.length > 1 ? [name] : [])));
  }, [people]);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its functions are not memoized here
  const virtualizer = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => found[index]?.uid ?? index,
    overscan: 5,
  });
  useDragSources(
    scroller,
    useLatest(({ dataset }: HTMLElement) => {
      const person = people.find(({ uid }) => uid === dataset['uid']);
      return (
        person && { data: () => ({ what: 'person', person: { uid: person.uid, name: shownName(t, person.name) } }) }
      );
    }),
  );
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
      </Stack>
      {/* Without a button in the rows, the list itself has to be reachable to be scrolled by keyboard. */}
      <div
        ref={scroller}
        className={styles.scroller}
        {...(task === undefined && { tabIndex: 0, role: 'group' })}
        aria-label={task === undefined ? t('planner.people.title') : undefined}
      >
        <ul className={`muster-plain-list ${styles.list}`} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start, key }) => {
            const person = found[index];
            return person === undefined ? null : (
              <PersonRow
                // Without buttons, which could have the focus, rows are used again for the next people.
                key={task === undefined ? index % reusedRows : key}
                {...{ person, task, timezone, translation, run }}
                plan={plans.get(person.uid) ?? none}
                isShared={sharedNames.has(person.name)}
                top={start}
                position={index + 1}
                count={found.length}
              />
            );
          })}
        </ul>
      </div>
    </section>
  );
}

const none: readonly PlanTask[] = [];

type PersonRowProps = Pick<PeopleListProps, 'task' | 'timezone' | 'run'> & {
  person: RosterEntry;
  translation: { t: TFunction; i18n: { language: string } };
  plan: readonly PlanTask[];
  /** Others have the same name. */
  isShared: boolean;
  top: number;
  position: number;
  count: number;
};

/** Rows are added while the list is scrolled, so they are plain elements. */
const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, plan, isShared, task, timezone, translation, run, top, position, count } = props;
  const { t, i18n } = translation;
  const { uid } = person;
  const name = shownName(t, person.name);
  const busy = task && busyWith(plan, task);
  const isHere = task !== undefined && isOn(task, uid);
  const teams = formatList(
    person.teams.map((team) => team.name),
    i18n.language,
  );
  const statusOf = () => {
    if (task === undefined) return teams;
    if (isHere) return t('planner.people.here');
    const other = busy ?? littleRestWith(plan, task, timezone);
    if (other === undefined) return t('planner.people.free');
    const hours = formatHoursAt(translation, other.starts_at, other.ends_at, timezone);
    return busy === undefined
      ? t('planner.people.littleRest', { title: other.title, hours })
      : t('planner.people.busy', { title: other.title, hours });
  };
  const status = statusOf();
  return (
    <li
      className={styles.person}
      style={{ top, height: rowHeight }}
      data-drags="person"
      data-uid={uid}
      data-busy={busy !== undefined || isHere || undefined}
      aria-posinset={position}
      aria-setsize={count}
    >
      <div className={styles.about}>
        <span className={styles.name}>
          {isShared && task !== undefined && teams !== '' ? `${name} · ${teams}` : name}
        </span>
        <span className={styles.status} title={status}>
          {[t('planner.people.hours', { hours: formatNumber(person.hours, i18n.language) }), status]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {task === undefined || !task.rights.edit || isHere || busy !== undefined ? null : (
        <button
          type="button"
          className={`mantine-focus-auto ${styles.assign}`}
          disabled={freeOn(task) === 0}
          aria-label={t('planner.people.assignWhom', { name })}
          onClick={() => run({ what: 'assign', person: { uid, name }, task })}
        >
          {t('planner.people.assign')}
        </button>
      )}
    </li>
  );
});
