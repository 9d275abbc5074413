import { ActionIcon, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from './close-icon.tsx';
import styles from './subsidy-rows.module.css';
import type { Row, RowProblem } from './table.ts';

type SubsidyRowsProps = {
  rows: readonly Row[];
  currency: string;
  problems: ReadonlyMap<string, RowProblem>;
  onChange: (rows: Row[]) => void;
};

/** Each cell is an input; on phones each row is a card. */
export function SubsidyRows({ rows, currency, problems, onChange }: SubsidyRowsProps) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  const change = (key: string, fields: Partial<Row>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)));
  const errorOf = (key: string, ...kinds: RowProblem[]) => {
    const problem = problems.get(key);
    return problem !== undefined && kinds.includes(problem) ? t(`manage.travel.faults.${problem}`) : undefined;
  };
  return (
    <ul className={`muster-plain-list ${styles.rows}`} aria-label={t('manage.travel.rows')}>
      {rows.map((row, index) => (
        <li key={row.key}>
          <TextInput
            aria-label={t('manage.travel.locationOf', { number: index + 1 })}
            placeholder={t('manage.travel.location')}
            value={row.location}
            maxLength={100}
            error={errorOf(row.key, 'location', 'repeated')}
            onChange={(event) => change(row.key, { location: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('manage.travel.amountOf', { location: row.location === '' ? index + 1 : row.location })}
            placeholder={t('manage.travel.amount')}
            value={row.amount}
            inputMode="decimal"
            error={errorOf(row.key, 'amount')}
            rightSection={<span className={styles.unit}>{currency}</span>}
            rightSectionWidth={52}
            rightSectionPointerEvents="none"
            onChange={(event) => change(row.key, { amount: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            c="inherit"
            size="lg"
            aria-label={t('manage.travel.removeRow', { location: row.location === '' ? index + 1 : row.location })}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            <CloseIcon />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
