import { Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coverage, Project } from '../../../../client/client.ts';
import { formatTimeAt, formatWeekday } from '../../../../locales/format/dates.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import { Loaded } from '../../../ui/page-state.tsx';
import { daysOfTasks, projectDays } from '../bulk/project-days.ts';
import { firstDay } from '../first-day.ts';
import { plannedTasksQuery } from '../queries.ts';
import { CoverageButton } from './coverage-button.tsx';
import styles from './coverage.module.css';
import { forecastState, hoursOf, slotAt, stateOf, totalAt } from './hours.ts';
import type { CoverageSlot } from './hours.ts';
import { coverageQuery } from './queries.ts';
import type { CoverageBy } from './queries.ts';

type CoverageCardProps = {
  project: Project;
  /** Chosen elsewhere on the page; otherwise here. */
  day?: string;
  by?: CoverageBy;
};

/** A button that shows and hides the coverage. */
export function CoverageCard(props: CoverageCardProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Group mb="sm" className="muster-no-print">
        <CoverageButton opened={opened} onToggle={() => setOpened(!opened)} />
      </Group>
      {opened ? <CoverageByHour {...props} /> : null}
    </>
  );
}

/** For planners: hour by hour how many people are needed, have joined and will probably come. */
export function CoverageByHour({ project, day: givenDay, by: givenBy }: CoverageCardProps) {
  const { t, i18n } = useTranslation();
  const [chosenDay, setDay] = useState(() => firstDay(project));
  const [chosenBy, setBy] = useState<CoverageBy>('team');
  const [day, by] = [givenDay ?? chosenDay, givenBy ?? chosenBy];
  // Also the days of building up and tearing down.
  const tasks = useQuery({ ...plannedTasksQuery(project.pid, undefined, false), enabled: givenDay === undefined }).data;
  const days = [...new Set([...projectDays(project), ...daysOfTasks(tasks ?? [], project.timezone), day])].toSorted();
  const coverage = useQuery(coverageQuery(project.pid, day, by));
  return (
    <section aria-label={t('coverage.title')} className="muster-no-print">
      <Group gap="md" mb="sm">
        {givenDay === undefined ? (
          <NativeSelect
            label={t('coverage.day')}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
            data={days.map((one) => ({ value: one, label: formatWeekday(one, i18n.language) }))}
          />
        ) : null}
        {givenBy === undefined ? (
          <NativeSelect
            label={t('coverage.by')}
            value={by}
            onChange={(event) => setBy(groupingOf(event.currentTarget.value))}
            data={groupings.map((value) => ({ value, label: t(`coverage.byWhat.${value}`) }))}
          />
        ) : null}
      </Group>
      <Loaded query={coverage} embedded>
        {(found) => <CoverageTable coverage={found} />}
      </Loaded>
    </section>
  );
}

const groupings = ['team', 'kind', 'place'] as const;
const groupingOf = (value: string): CoverageBy => groupings.find((one) => one === value) ?? 'team';

/** Without a minimum, all places. */
const neededIn = ({ min, capacity }: CoverageSlot): number => min || capacity;

const totals = ['capacity', 'min', 'joined', 'arrived', 'expected'] as const;

function CoverageTable({ coverage }: { coverage: Coverage }) {
  const { t, i18n } = useTranslation();
  const { groups, timezone, by, no_show_percent: percent, no_show_known: isKnown } = coverage;
  const hours = hoursOf(groups);
  if (hours.length === 0) return <Text c="dimmed">{t('coverage.none')}</Text>;
  const sums = hours.map((at) => ({ at, ...totalAt(groups, at) }));
  const hasArrived = sums.some(({ arrived }) => arrived > 0);
  const number = (value: number) => formatNumber(Math.round(value), i18n.language);
  return (
    <>
      <Text size="sm" mb="xs">
        {t(isKnown ? 'coverage.leadKnown' : 'coverage.lead', { percent })}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard (WCAG 2.1.1) */}
      <div className={styles.scroller} tabIndex={0} role="group" aria-label={t('coverage.title')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              {hours.map((at) => (
                <th key={at} scope="col">
                  {formatTimeAt(at, i18n.language, timezone)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {totals
              .filter((total) => total !== 'arrived' || hasArrived)
              .map((total) => (
                <tr key={total}>
                  <th scope="row">{t(`coverage.total.${total}`)}</th>
                  {sums.map((sum) => (
                    <td key={sum.at} {...(total === 'expected' && { 'data-state': forecastState(sum) })}>
                      {number(sum[total])}
                    </td>
                  ))}
                </tr>
              ))}
            {groups.map((group) => (
              <tr key={group.id ?? ''}>
                <th scope="row">{group.name ?? t(`planner.without.${by}`)}</th>
                {hours.map((at) => {
                  const slot = slotAt(group, at);
                  return slot === undefined ? (
                    <td key={at} />
                  ) : (
                    <td key={at} data-state={stateOf(slot)}>
                      {slot.missing > 0
                        ? t('helping.missing', { count: slot.missing })
                        : t(slot.joined > neededIn(slot) ? 'coverage.moreThanNeeded' : 'coverage.have', {
                            joined: slot.joined,
                            needed: neededIn(slot),
                          })}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
