import { Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Dashboard, Project } from '../../../client/client.ts';
import { currentTime, formatWeekday } from '../../../locales/format/dates.ts';
import { formatNumber } from '../../../locales/format/numbers.ts';
import { Chart, chartColors } from '../../ui/charts/chart.tsx';
import { signUpPoints } from './sign-up-points.ts';

type SignUpsCardProps = { signUps: Dashboard['sign_ups']; startsOn: Project['starts_on'] };

/** How the plan fills until the event: the places that are taken, day by day, of all that there are. */
export function SignUpsCard({ signUps: { places, days }, startsOn }: SignUpsCardProps) {
  const { t, i18n } = useTranslation();
  // A line needs two points.
  if (days.length < 2) return null;
  const points = signUpPoints(days, currentTime().slice(0, 10), startsOn);
  const number = (value: number) => formatNumber(value, i18n.language);
  const title = t('homes.owner.signUps.title');
  const known = points.filter(({ taken }) => taken !== null);
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="sign-ups">
      <Title order={2} size="h4" mb="sm" id="sign-ups">
        {title}
      </Title>
      <Chart
        kind="lines"
        label={t('years.chart', { title })}
        by="day"
        points={points.map(({ day, taken }) => ({ day: formatWeekday(day, i18n.language), taken, places }))}
        series={[
          { name: 'taken', label: t('homes.owner.signUps.taken'), color: chartColors[0] ?? '' },
          { name: 'places', label: t('homes.owner.signUps.places'), color: chartColors[5] ?? '' },
        ]}
        format={number}
      />
      {/* The same numbers for people who do not see the line. */}
      <div className="muster-unseen">
        <table aria-label={title}>
          <tbody>
            {known.map(({ day, taken }) => (
              <tr key={day}>
                <th scope="row">{formatWeekday(day, i18n.language)}</th>
                <td>{number(taken ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Text size="xs" c="dimmed" mt="sm">
        {t('homes.owner.signUps.lead')}
      </Text>
    </Paper>
  );
}
