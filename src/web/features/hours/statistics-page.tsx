import { NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SeriesStatistics } from '../../../client/client.ts';
import { currentTime } from '../../../locales/format/dates.ts';
import { formatNumber, formatPercent, toHours } from '../../../locales/format/numbers.ts';
import { PageLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { seriesQuery } from './queries.ts';
import { Joined } from './series/joined.tsx';
import { labelsOf, shareOf } from './series/labels.ts';
import type { Year } from './series/labels.ts';
import { PeopleByYear } from './series/people-by-year.tsx';
import styles from './series/series.module.css';
import { Cohorts, Stays } from './series/stays.tsx';
import { Small } from './series/small-number.tsx';
import { HoursByTeam, NoShowsByTeam } from './series/teams.tsx';

export const loadStatisticsPage = loadManaged('see_statistics', ({ load, params: { pid } }) => load(seriesQuery(pid)));

/** The years of the event in charts that can be shown to a sponsor. */
export function StatisticsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('years.title')} · ${project.name}`);
  const statistics = useQuery({ ...seriesQuery(pid), enabled: project.rights.see_statistics });
  if (!project.rights.see_statistics) return <OwnersOnly project={project} />;
  return (
    <Loaded query={statistics} embedded>
      {(found) => <Statistics pid={pid} found={found} mayLink={project.rights.edit} />}
    </Loaded>
  );
}

type StatisticsProps = { pid: string; found: SeriesStatistics; mayLink: boolean };

function Statistics({ pid, found, mayLink }: StatisticsProps) {
  const { t } = useTranslation();
  const { years } = found;
  const { year: chosen } = useSearch({ from: '/signed-in/projects/$pid/manage/statistics' });
  const navigate = useNavigate();
  const labelOf = labelsOf(years);
  const year = years.find((one) => one.pid === (chosen ?? pid)) ?? years.at(-1);
  if (year === undefined) return null;
  return (
    <>
      <PageHead title={t('years.title')} help={t('years.help')}>
        {years.length < 2 ? null : (
          <NativeSelect
            aria-label={t('years.choose')}
            value={year.pid}
            data={years.toReversed().map((one) => ({ value: one.pid, label: labelOf(one.pid) }))}
            onChange={(event) =>
              void navigate({
                to: '/projects/$pid/manage/statistics',
                params: { pid },
                search: { year: event.currentTarget.value },
                replace: true,
                resetScroll: false,
              })
            }
          />
        )}
        <PrintButton />
      </PageHead>
      <Stack gap="lg">
        <Tiles year={year} />
        {years.length > 1 ? null : (
          <Text size="sm" c="dimmed" className="muster-no-print">
            {t(mayLink ? 'years.alone' : 'years.aloneAsk')}{' '}
            {mayLink ? (
              <PageLink
                to="/projects/$pid/manage/settings"
                params={{ pid }}
                hash="year-before"
                inherit
                underline="always"
              >
                {t('years.link')}
              </PageLink>
            ) : null}
          </Text>
        )}
        <PeopleByYear pid={pid} years={years} />
        {years.length > 1 ? (
          <>
            <Stays pid={pid} found={found} />
            <Cohorts pid={pid} found={found} />
          </>
        ) : null}
        {year.teams.length === 0 ? (
          <Text c="dimmed">{t('years.noHours', { project: year.name })}</Text>
        ) : (
          <>
            <HoursByTeam pid={pid} year={year} />
            <NoShowsByTeam pid={pid} year={year} />
          </>
        )}
        <Joined pid={pid} years={years} now={new Date(currentTime())} />
      </Stack>
    </>
  );
}

/** The year in four numbers. */
function Tiles({ year }: { year: Year }) {
  const { t, i18n } = useTranslation();
  const { people, returning_people: returning } = year;
  const shifts = year.teams.reduce((sum, team) => sum + team.shifts, 0);
  const tiles = [
    { label: t('years.people.people'), value: formatNumber(people, i18n.language) },
    {
      label: t('years.people.returning'),
      value: formatPercent(shareOf(returning, people), i18n.language),
      about: <Small count={returning} text={t('years.tiles.returning', { returning, people })} instead="" />,
    },
    { label: t('years.hours.hours'), value: formatNumber(Math.round(toHours(year.minutes)), i18n.language) },
    { label: t('years.tiles.came'), value: formatPercent(1 - shareOf(year.no_shows, shifts), i18n.language) },
  ];
  // Without marks nobody knows who came.
  const shown = shifts === 0 ? tiles.slice(0, 3) : tiles;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-label={year.name}>
      <Text fw={600} mb="xs">
        {year.name}
      </Text>
      <dl className={styles.tiles}>
        {shown.map(({ label, value, about }) => (
          <div key={label}>
            <dt>
              {label}
              {about === undefined ? null : <div>{about}</div>}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
