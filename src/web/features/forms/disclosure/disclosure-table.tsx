import { Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PassedOn } from '../../../../client/client.ts';
import { formatDate } from '../../../../locales/format/dates.ts';
import { joinSentences } from '../../../../locales/format/sentences.ts';
import { formatMoney } from '../../../../locales/format/money.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useTableSearch } from '../../../ui/table/table-search.tsx';
import type { Translator } from '../../audit/labels.ts';
import { shownName } from '../../../../locales/format/names.ts';
import type { DisclosedKind } from './agreement.ts';

type Field = { name: string; label: string };

/** The fields of a kind in the order that a payment or a parcel needs them. */
function useFields(kind: DisclosedKind): readonly Field[] {
  const { t } = useTranslation();
  const fields = {
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
  return fields[kind];
}

/** People who declined are left out. */
export function DisclosureTable({ people, kind }: { people: readonly PassedOn[]; kind: DisclosedKind }) {
  const { t, i18n } = useTranslation();
  const { sort, onSort } = useTableSearch();
  const fields = useFields(kind);
  const shown = people.filter(({ state }) => state !== 'not_asked');
  if (shown.length === 0) return <Text c="dimmed">{t('disclosure.list.none')}</Text>;
  const columns = [
    nameColumn(t),
    ...(shown.some(({ amount }) => amount !== null) ? [amountColumn({ t, i18n })] : []),
    ...(shown.some(({ state }) => state !== 'given') ? [stateColumn({ t, i18n })] : []),
    ...fields.map((field) => fieldColumn(kind, field)),
  ];
  return (
    <Stack gap="md">
      <Summary people={shown} />
      <DataTable
        label={t(`disclosure.edit.kinds.${kind}`)}
        columns={columns}
        rows={shown}
        keyOf={({ uid }) => uid}
        sort={sort ?? 'name'}
        onSort={onSort}
      />
    </Stack>
  );
}

const nameColumn = (t: TFunction): Column<PassedOn> => ({
  key: 'name',
  label: t('disclosure.list.name'),
  sortBy: ({ name }) => shownName(t, name),
  cell: ({ name }) => shownName(t, name),
});

const amountColumn = ({ t, i18n }: Translator): Column<PassedOn> => ({
  key: 'amount',
  label: t('disclosure.list.amount'),
  date: true,
  phone: 'label',
  sortBy: ({ amount }) => amount ?? -1,
  cell: ({ amount, currency, paid_at: paidAt }) => (
    <>
      {amount === null || currency === null ? '–' : formatMoney(amount, currency, i18n.language)}{' '}
      {paidAt === null ? null : (
        <Text component="span" inherit c="dimmed">
          {t('manage.payments.paidOn', { date: formatDate(paidAt, i18n.language) })}
        </Text>
      )}
    </>
  ),
});

/** Why there are no values to show. */
function stateText({ t, i18n }: Translator, { state, unconfirmed_since: since }: PassedOn): string {
  if (state === 'given' || state === 'not_asked') return '';
  return t(`disclosure.list.states.${state}`, { date: since === null ? '' : formatDate(since, i18n.language) });
}

const stateColumn = (translator: Translator): Column<PassedOn> => ({
  key: 'state',
  label: translator.t('tables.status'),
  sortBy: (person) => stateText(translator, person),
  cell: (person) => stateText(translator, person),
});

/** Codes and account numbers stay on one line. */
function fieldColumn(kind: DisclosedKind, { name, label }: Field): Column<PassedOn> {
  const valueOf = (person: PassedOn): string =>
    new Map<string, string | null>(Object.entries(person[kind] ?? {})).get(name) ?? '';
  return {
    key: name === 'name' ? 'full_name' : name,
    label,
    date: name === 'code' || name === 'number',
    phone: 'label',
    sortBy: valueOf,
    cell: valueOf,
  };
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
      {joinSentences(
        [
          t('disclosure.list.ready', { count: ready.length }),
          missing === 0 ? '' : t('disclosure.list.open', { count: missing }),
          amount === '' ? '' : t('disclosure.list.sum', { amount }),
        ],
        i18n.language,
      )}
    </Text>
  );
}
