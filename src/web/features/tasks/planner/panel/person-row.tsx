import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import type { PlanTask, RosterEntry, TaskCandidate } from '../../../../../client/client.ts';
import { formatHoursAt } from '../../../../../locales/format/hours.ts';
import { formatList } from '../../../../../locales/format/lists.ts';
import { shownName } from '../../../../../locales/format/names.ts';
import { formatNumber } from '../../../../../locales/format/numbers.ts';
import { distinctName } from '../../../roster/namesakes.ts';
import { aboutCandidate, isFree } from '../../planning/about-candidate.ts';
import { busyWith, freeOn, isOn, littleRestWith } from '../plan.ts';
import type { RunChange } from '../use-plan-changes.ts';
import styles from './panel.module.css';
import type { Suitability } from './suitability.ts';

export type PersonRowProps = {
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
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
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
