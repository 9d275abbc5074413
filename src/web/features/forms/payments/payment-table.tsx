import { Checkbox, Group, Text, Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payment } from '../../../../client/client.ts';
import { formatDate } from '../../../../locales/format/dates.ts';
import { formatMoney } from '../../../../locales/format/money.ts';
import { shownName } from '../../../../locales/format/names.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { StateBadge } from '../../money/state-badge.tsx';
import type { Sort } from '../../../ui/table/sorting.ts';
import { useShownZone } from '../../projects/event/event-zone.tsx';

type PaymentTableProps = {
  title: string;
  payments: readonly Payment[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onUndo: (payment: Payment) => void;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

/** A bank account that somebody else may have changed is not paid to, nor who gets the money by a claim. */
const isPayable = ({ amount, paid, bank, claim }: Payment): boolean =>
  amount !== null && paid === null && claim === null && bank !== 'unconfirmed';

export function PaymentTable({ title, payments, chosen, onChoose, onUndo, sort, onSort }: PaymentTableProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const payable = new Set(payments.filter(isPayable).map(({ uid }) => uid));
  const isAll = payable.size > 0 && payable.isSubsetOf(chosen);
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {payable.size === 0 ? null : (
          <Checkbox
            className="muster-no-print"
            label={t('manage.payments.all', { count: payable.size })}
            checked={isAll}
            onChange={() => onChoose(isAll ? chosen.difference(payable) : chosen.union(payable))}
          />
        )}
      </Group>
      <DataTable
        label={title}
        columns={columnsOf(t, i18n.language, payments.some(({ paid }) => paid !== null) ? onUndo : undefined)}
        rows={payments}
        keyOf={({ uid }) => uid}
        sort={sort}
        onSort={onSort}
        selection={{
          chosen: chosen.intersection(payable),
          onChoose: (next) => onChoose(chosen.difference(payable).union(next)),
          nameOf: (payment) => (isPayable(payment) ? shownName(t, payment.name) : undefined),
        }}
      />
    </section>
  );
}

const columnsOf = (
  t: TFunction,
  language: string,
  onUndo: ((payment: Payment) => void) | undefined,
): Column<Payment>[] => [
  {
    key: 'name',
    label: t('disclosure.list.name'),
    sortBy: (payment) => shownName(t, payment.name),
    cell: (payment) => shownName(t, payment.name),
  },
  {
    key: 'amount',
    label: t('disclosure.list.amount'),
    width: '9rem',
    number: true,
    sortBy: ({ amount }) => amount ?? -1,
    cell: ({ amount, currency }) =>
      amount === null || currency === null ? '–' : formatMoney(amount, currency, language),
  },
  {
    key: 'paid',
    label: t('manage.payments.paid'),
    sortBy: ({ paid }) => paid?.at ?? '',
    cell: (payment) => <Paid payment={payment} />,
  },
  ...(onUndo === undefined ? [] : [undoColumn(t, onUndo)]),
];

const undoColumn = (t: TFunction, onUndo: (payment: Payment) => void): Column<Payment> => ({
  key: 'actions',
  label: t('tables.actions'),
  width: '6rem',
  actions: true,
  cell: (payment) =>
    payment.paid === null ? null : (
      <RowActions
        name={shownName(t, payment.name)}
        actions={[
          {
            key: 'undo',
            text: t('manage.payments.undo'),
            label: t('manage.payments.undoWhom', { name: shownName(t, payment.name) }),
            onClick: () => onUndo(payment),
          },
        ]}
      />
    ),
});

/** What was paid, when, by whom and in which batch, and the difference to the current amount. */
function Paid({ payment }: { payment: Payment }) {
  const { paid, difference } = payment;
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  if (paid === null && payment.claim !== null) return <StateBadge state={payment.claim.state} />;
  if (paid === null) return <NotPaid payment={payment} />;
  const money = (minor: number) => formatMoney(minor, paid.currency, i18n.language);
  const about = [formatDate(paid.at, i18n.language, zone), paid.by ?? '', paid.batch].filter(Boolean).join(' · ');
  return (
    <>
      {money(paid.amount)}{' '}
      <Text component="span" inherit c="dimmed">
        {about}
      </Text>{' '}
      {difference === 0 ? null : (
        <Text component="span" inherit fw={600}>
          {difference === null
            ? t('manage.payments.otherCurrency')
            : t(`manage.payments.${difference > 0 ? 'less' : 'more'}`, { amount: money(Math.abs(difference)) })}
        </Text>
      )}
    </>
  );
}

/** Adds a note if there is no bank account to pay to. */
function NotPaid({ payment: { bank, bank_unconfirmed_since: since } }: { payment: Payment }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  if (bank === null || bank === 'given' || bank === 'not_asked' || bank === 'left') return t('manage.payments.notPaid');
  return (
    <>
      {t('manage.payments.notPaid')}{' '}
      <Text component="span" inherit c="dimmed">
        {t(`manage.payments.banks.${bank}`, { date: since === null ? '' : formatDate(since, i18n.language, zone) })}
      </Text>
    </>
  );
}
