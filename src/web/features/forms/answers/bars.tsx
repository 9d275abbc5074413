import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../../locales/format/lists.ts';
import { formatNumber, formatOutOf } from '../../../../locales/format/numbers.ts';
import styles from './bars.module.css';

export type Bar = {
  key: string;
  label: string;
  count: number;
  /** The count of a full bar; without it, that of the longest bar. */
  of?: number | null;
  /** Drawn with another pattern, and not only in another colour. */
  missing?: boolean;
  /** What is expected once everybody has answered, in words. */
  forecast?: string;
};

type BarsProps = {
  title: string;
  bars: readonly Bar[];
  /** What the bars without a count have in common. */
  none: (labels: string) => string;
  asTable: boolean;
};

/** A bar chart that screen readers read as a list; or the same numbers as a table. */
export function Bars({ title, bars, none: noneText, asTable }: BarsProps) {
  const { i18n } = useTranslation();
  const number = (value: number) => formatNumber(value, i18n.language);
  const most = Math.max(1, ...bars.map(({ count, of }) => Math.max(count, of ?? 0)));
  if (asTable) return <BarTable title={title} bars={bars} />;
  // Long lists of choices have many that nobody took; a line for each would hide the others.
  const [shown, none] = [bars.filter((bar) => !isNothing(bar)), bars.filter(isNothing)];
  return (
    <>
      <ul className={styles.bars} aria-label={title}>
        {shown.map(({ key, label, count, of, missing = false, forecast }) => (
          <li key={key}>
            <span className={styles.label}>{label}</span>
            <span className={styles.track} aria-hidden>
              {of === undefined || of === null ? null : (
                <span className={styles.room} style={{ width: `${(of / most) * 100}%` }} />
              )}
              <span className={styles.fill} data-missing={missing} style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className={styles.count}>
              {of === undefined || of === null ? number(count) : formatOutOf(count, of, i18n.language)}
            </span>
            {forecast === undefined ? null : <span className={styles.forecast}>{forecast}</span>}
          </li>
        ))}
      </ul>
      {none.length === 0 ? null : (
        <Text size="sm" c="dimmed" mt="xs">
          {noneText(
            formatList(
              none.map(({ label }) => label),
              i18n.language,
            ),
          )}
        </Text>
      )}
    </>
  );
}

/** Of a team with places, the bar shows how many are free. People who have not answered are no choice. */
const isNothing = ({ count, of, missing }: Bar): boolean => count === 0 && (of ?? 0) === 0 && missing !== true;

function BarTable({ title, bars }: Pick<BarsProps, 'title' | 'bars'>) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatNumber(value, i18n.language);
  const withRoom = bars.some(({ of }) => of !== undefined);
  const withForecast = bars.some(({ forecast }) => forecast !== undefined);
  return (
    <Table aria-label={title} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('manage.totals.what')}</Table.Th>
          <Table.Th ta="end">{t('manage.totals.count')}</Table.Th>
          {withRoom ? <Table.Th ta="end">{t('manage.totals.of')}</Table.Th> : null}
          {withForecast ? <Table.Th ta="end">{t('forecast.column')}</Table.Th> : null}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bars.map(({ key, label, count, of, forecast = '' }) => (
          <Table.Tr key={key}>
            <Table.Th fw={400}>{label}</Table.Th>
            <Table.Td ta="end">{number(count)}</Table.Td>
            {withRoom ? (
              <Table.Td ta="end">
                {of === undefined || of === null ? (
                  <Text span c="dimmed">
                    –
                  </Text>
                ) : (
                  number(of)
                )}
              </Table.Td>
            ) : null}
            {withForecast ? <Table.Td ta="end">{forecast}</Table.Td> : null}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
