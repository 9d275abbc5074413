import { ActionIcon, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from './close-icon.tsx';
import './subsidies.css';
import type { Row, RowFault } from './table.ts';

type SubsidyRowsProps = {
  rows: readonly Row[];
  currency: string;
  faults: ReadonlyMap<string, RowFault>;
  onChange: (rows: Row[]) => void;
};

/** Each cell is an input; on a phone each row is a small card. */
export function SubsidyRows({ rows, currency, faults, onChange }: SubsidyRowsProps) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  const change = (key: string, fields: Partial<Row>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)));
  const complaint = (key: string, ...kinds: RowFault[]) => {
    const fault = faults.get(key);
    return fault !== undefined && kinds.includes(fault) ? t(`manage.travel.faults.${fault}`) : undefined;
  };
  return (
    <ul className="muster-plain-list muster-subsidies" aria-label={t('manage.travel.rows')}>
      {rows.map((row, index) => (
        <li key={row.key}>
          <TextInput
            aria-label={t('manage.travel.locationOf', { number: index + 1 })}
            placeholder={t('manage.travel.location')}
            value={row.location}
            maxLength={100}
            error={complaint(row.key, 'location', 'repeated')}
            onChange={(event) => change(row.key, { location: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('manage.travel.amountOf', { location: row.location === '' ? index + 1 : row.location })}
            placeholder={t('manage.travel.amount')}
            value={row.amount}
            inputMode="decimal"
            error={complaint(row.key, 'amount')}
            rightSection={<span className="muster-subsidy-unit">{currency}</span>}
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
