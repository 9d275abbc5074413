import { Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PassedOn } from '../../../../client/client.ts';
import { formatDate } from '../../../../locales/format/dates.ts';
import { formatMoney } from '../../../../locales/format/money.ts';
import { compareNames, shownName } from '../../../../locales/format/names.ts';
import type { DisclosedKind } from './agreement.ts';
import styles from './disclosure-table.module.css';

type Columns = readonly { name: string; label: string }[];

/** The fields of a kind in the order that a payment or a parcel needs them. */
function useColumns(kind: DisclosedKind): Columns {
  const { t } = useTranslation();
  const columns = {
    bank: [
      { name: 'holder', label: t('person.bank.holder') },
      { name: 'code', label: t('person.bank.code') },
      { name: 'branch', label: t('person.bank.branch') },
      { name: 'number', label: t('person.bank.number') },
    ],
    address: [
      { name: 'receiver', label: t('person.address.receiver') },
      { name: 'address', label: t('person.address.address') },
      { name: 'postal_code', label: t('person.address.postalCode') },
      { name: 'country', label: t('person.address.country') },
    ],
    real_profile: [
      { name: 'name', label: t('person.realProfile.name') },
      { name: 'phone', label: t('person.realProfile.phone') },
      { name: 'national_id', label: t('person.realProfile.nationalId') },
      { name: 'company', label: t('person.realProfile.company') },
      { name: 'birthday', label: t('person.realProfile.birthday') },
    ],
  };
  return columns[kind];
}

/** A table on large screens and on paper, cards on phones. People who declined are left out. */
export function DisclosureTable({ people, kind }: { people: readonly PassedOn[]; kind: DisclosedKind }) {
  const { t, i18n } = useTranslation();
  const columns = useColumns(kind);
  const compare = compareNames(i18n.language);
  const shown = people
    .filter(({ state }) => state !== 'not_asked')
    .toSorted((one, other) => compare(one.name, other.name));
  const withMoney = shown.some(({ amount }) => amount !== null);
  if (shown.length === 0) return <Text c="dimmed">{t('disclosure.list.none')}</Text>;
  return (
    <Stack gap="md">
      <Summary people={shown} />
      <Table className={`muster-cards ${styles.table}`} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('disclosure.list.name')}</Table.Th>
            {withMoney ? <Table.Th scope="col">{t('disclosure.list.amount')}</Table.Th> : null}
            {columns.map(({ name, label }) => (
              <Table.Th key={name} scope="col">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((person) => (
            <Row key={person.uid} {...{ person, kind, columns, withMoney }} />
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

function Summary({ people }: { people: readonly PassedOn[] }) {
  const { t, i18n } = useTranslation();
  const ready = people.filter(({ state }) => state === 'given');
  const sums = new Map<string, number>();
  for (const { amount, currency, paid_at: paidAt } of ready)
    if (paidAt === null && amount !== null && currency !== null) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  const amount = [...sums].map(([currency, minor]) => formatMoney(minor, currency, i18n.language)).join(' + ');
  const missing = people.length - ready.length;
  return (
    <Text component="output">
      {t('disclosure.list.ready', { count: ready.length })}{' '}
      {missing === 0 ? null : t('disclosure.list.open', { count: missing })}{' '}
      {amount === '' ? null : t('disclosure.list.sum', { amount })}
    </Text>
  );
}

type RowProps = { person: PassedOn; kind: DisclosedKind; columns: Columns; withMoney: boolean };

function Row({ person, kind, columns, withMoney }: RowProps) {
  const { t, i18n } = useTranslation();
  const { name, state, amount, currency } = person;
  const values = new Map<string, string | null>(Object.entries(person[kind] ?? {}));
  return (
    <Table.Tr>
      <Table.Td fw={600}>{shownName(t, name)}</Table.Td>
      {withMoney ? (
        <Table.Td data-label={t('disclosure.list.amount')} className={styles.amount}>
          {amount === null || currency === null ? '–' : formatMoney(amount, currency, i18n.language)}
          {person.paid_at === null ? null : (
            <Text size="sm" c="dimmed">
              {t('manage.payments.paidOn', { date: formatDate(person.paid_at, i18n.language) })}
            </Text>
          )}
        </Table.Td>
      ) : null}
      {state === 'given' ? (
        columns.map((column) => (
          <Table.Td key={column.name} data-label={column.label} data-field={column.name}>
            {values.get(column.name) ?? ''}
          </Table.Td>
        ))
      ) : (
        <Table.Td colSpan={columns.length} c="dimmed">
          {state === 'not_asked' ? null : t(`disclosure.list.states.${state}`)}
        </Table.Td>
      )}
    </Table.Tr>
  );
}
