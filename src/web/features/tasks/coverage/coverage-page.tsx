import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Coverage } from '../../../../client/client.ts';
import { formatTimeAt, formatWeekday } from '../../../../locales/format/dates.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { loadManaged, useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { projectDays } from '../bulk/project-days.ts';
import { firstDay } from '../first-day.ts';
import { coverageSearch, groupingOf, groupings } from '../planner/search.ts';
import type { CoverageSearch } from '../planner/search.ts';
import { taskDaysQuery } from '../queries.ts';
import styles from './coverage.module.css';
import { forecastOf, hoursOf, isAfterGap, levelOf, mostOf, neededIn, slotAt, stateOf, totalAt } from './hours.ts';
import type { CoverageGroup, CoverageSlot } from './hours.ts';
import { coverageQuery } from './queries.ts';
import type { CoverageBy } from './queries.ts';

export const loadCoveragePage = loadManaged('see_plan', ({ load, params: { pid }, search }, project) => {
  const { day = firstDay(project), by = 'team' } = coverageSearch(search);
  return Promise.all([load(taskDaysQuery(pid, {})), load(coverageQuery(pid, day, by))]);
});

/** For planners: hour by hour how many people are needed, have joined and will probably come. */
export function CoveragePage() {
  const { t, i18n } = useTranslation();
  const { pid, project } = useManagedProject();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/tasks/coverage' });
  const { day = firstDay(project), by = 'team' } = search;
  const filled = useQuery({ ...taskDaysQuery(pid, {}), enabled: project.rights.see_plan }).data ?? [];
  const coverage = useQuery({ ...coverageQuery(pid, day, by), enabled: project.rights.see_plan });
  usePageTitle(`${t('coverage.title')} · ${project.name}`);
  if (!project.rights.see_plan) return <OwnersOnly project={project} />;
  // The days of building up and tearing down count, too.
  const days = [...new Set([...projectDays(project), ...filled.map((one) => one.day), day])].toSorted();
  const show = (next: CoverageSearch) =>
    void navigate({
      to: '/projects/$pid/manage/tasks/coverage',
      params: { pid },
      search: { ...search, ...next },
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <PageHead title={t('coverage.title')} help={<Help />}>
        <NativeSelect
          aria-label={t('coverage.day')}
          value={day}
          onChange={(event) => show({ day: event.currentTarget.value })}
          data={days.map((one) => ({ value: one, label: formatWeekday(one, i18n.language) }))}
        />
        <NativeSelect
          aria-label={t('coverage.by')}
          value={by}
          onChange={(event) => show({ by: groupingOf(event.currentTarget.value) })}
          data={groupings.map((value) => ({ value, label: t(`coverage.byWhat.${value}`) }))}
        />
      </PageHead>
      <Loaded query={coverage} embedded>
        {(found) => <CoverageTable pid={pid} coverage={found} />}
      </Loaded>
    </>
  );
}

function Help() {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <span>{t('coverage.help')}</span>
      <span>{t('coverage.helpTotals')}</span>
    </Stack>
  );
}

const totals = ['capacity', 'min', 'joined', 'missing', 'arrived', 'expected'] as const;
const states = ['short', 'risky', 'enough'] as const;
/** The more people are missing, the darker. */
const levels = [1, 2, 3];

/** A heat map: a row for each group, a column for each hour that has tasks. */
function CoverageTable({ pid, coverage }: { pid: string; coverage: Coverage }) {
  const { t, i18n } = useTranslation();
  const { groups, timezone, by, no_show_percent: percent, no_show_known: isKnown } = coverage;
  const hours = hoursOf(groups);
  if (hours.length === 0) return <Text c="dimmed">{t('coverage.none')}</Text>;
  const sums = hours.map((at, index) => ({
    at,
    'data-gap': isAfterGap(at, hours[index - 1]) || undefined,
    ...totalAt(groups, at),
  }));
  const most = mostOf(sums.map(({ missing }) => missing));
  const hasArrived = sums.some(({ arrived }) => arrived > 0);
  const number = (value: number) => formatNumber(Math.round(value), i18n.language);
  return (
    <>
      <Group gap="0.25rem 1rem" mb="xs" component="ul" className="muster-plain-list">
        {states.map((state) => (
          <li key={state} className={styles.legend}>
            {(state === 'short' ? levels : [undefined]).map((level) => (
              <span key={level ?? state} data-state={state} data-level={level} className={styles.swatch} />
            ))}
            {t(`coverage.states.${state}`)}
          </li>
        ))}
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard (WCAG 2.1.1) */}
      <div className={styles.scroller} tabIndex={0} role="group" aria-label={t('coverage.title')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              {sums.map(({ at, 'data-gap': gap }) => (
                <th key={at} scope="col" data-gap={gap}>
                  <HourLink pid={pid} hour={at} isHeading>
                    {formatTimeAt(at, i18n.language, timezone)}
                  </HourLink>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.id ?? ''}>
                <th scope="row">{group.name ?? t(`planner.without.${by}`)}</th>
                {sums.map(({ at, 'data-gap': gap }) => {
                  const slot = slotAt(group, at);
                  return slot === undefined ? (
                    <td key={at} data-gap={gap} />
                  ) : (
                    <td
                      key={at}
                      data-gap={gap}
                      data-state={stateOf(slot)}
                      data-level={slot.missing > 0 ? levelOf(slot.missing, neededIn(slot)) : undefined}
                    >
                      <SlotLink pid={pid} by={by} group={group} slot={slot} />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
          <tfoot>
            {totals
              .filter((total) => total !== 'arrived' || hasArrived)
              .map((total) => (
                <tr key={total}>
                  <th scope="row">{t(`coverage.total.${total}`)}</th>
                  {sums.map((sum) => (
                    <td
                      key={sum.at}
                      data-gap={sum['data-gap']}
                      {...(total === 'expected' && forecastOf(sum, most))}
                      {...(total === 'missing' &&
                        sum.missing > 0 && { 'data-state': 'short', 'data-level': levelOf(sum.missing, most) })}
                    >
                      <HourLink pid={pid} hour={sum.at}>
                        {number(sum[total])}
                      </HourLink>
                    </td>
                  ))}
                </tr>
              ))}
          </tfoot>
        </table>
      </div>
      <Text size="sm" c="dimmed" mb="md">
        {t('coverage.helpFields')} {t(isKnown ? 'coverage.leadKnown' : 'coverage.lead', { percent })}
      </Text>
    </>
  );
}

type HourLinkProps = { pid: string; hour: string; isHeading?: boolean; children: string };

/** Leads to the tasks of all groups in this hour. By keyboard, the heading of the hour is enough. */
const HourLink = ({ pid, hour, isHeading = false, children }: HourLinkProps) => (
  <Link
    to="/projects/$pid/manage/tasks"
    params={{ pid }}
    search={{ hour }}
    tabIndex={isHeading ? undefined : -1}
    className={styles.hour}
  >
    {children}
  </Link>
);

type SlotLinkProps = { pid: string; by: CoverageBy; group: CoverageGroup; slot: CoverageSlot };

/** How many have joined of those who are needed, which leads to the tasks of the group in this hour. */
function SlotLink({ pid, by, group: { id }, slot }: SlotLinkProps) {
  const { t } = useTranslation();
  const counts = { joined: slot.joined, needed: neededIn(slot) };
  const text =
    slot.missing > 0
      ? t('helping.missing', { count: slot.missing })
      : t(counts.joined > counts.needed ? 'coverage.moreThanNeeded' : 'coverage.have', counts);
  return (
    <Link
      to="/projects/$pid/manage/tasks"
      params={{ pid }}
      search={{ hour: slot.at, ...(id !== null && { [searchKeys[by]]: id }) }}
      title={text}
      className={styles.slot}
    >
      <span aria-hidden="true">{`${counts.joined}/${counts.needed}`}</span>
      <span className="muster-unseen">{text}</span>
    </Link>
  );
}

/** The filter of the list by which the tasks of a group are found. */
const searchKeys = { team: 'tid', kind: 'kind', place: 'place' } as const;
