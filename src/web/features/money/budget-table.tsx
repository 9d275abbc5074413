import { useTranslation } from 'react-i18next';
import { Text } from '@mantine/core';
import type { Budget } from '../../../client/client.ts';
import { formatMoney } from '../../../locales/format/money.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowActions } from '../../ui/table/row-actions.tsx';

type BudgetTableProps = { budgets: readonly Budget[]; label: string; onEdit?: ((budget: Budget) => void) | undefined };

/** What was spent of each budget, what is claimed, and what is left. */
export function BudgetTable({ budgets, label, onEdit }: BudgetTableProps) {
  const { t, i18n } = useTranslation();
  const sum = (pick: (budget: Budget) => number, key: string, name: string): Column<Budget> => ({
    key,
    label: name,
    number: true,
    phone: 'label',
    cell: (budget) => formatMoney(pick(budget), budget.currency, i18n.language),
  });
  const columns: Column<Budget>[] = [
    { key: 'name', label: t('money.budgets.name'), cell: ({ code, name }) => `${code} ${name}` },
    { key: 'team', label: t('money.budgets.team'), cell: ({ team }) => team ?? t('money.budgets.everybody') },
    sum(({ amount }) => amount, 'amount', t('money.budgets.amount')),
    sum(({ sums }) => sums?.paid ?? 0, 'paid', t('money.budgets.paid')),
    sum(({ sums }) => sums?.approved ?? 0, 'approved', t('money.budgets.approved')),
    sum(({ sums }) => sums?.waiting ?? 0, 'waiting', t('money.budgets.waiting')),
    {
      key: 'left',
      label: t('money.budgets.left'),
      number: true,
      phone: 'label',
      cell: leftCell,
    },
    ...(onEdit === undefined
      ? []
      : [
          {
            key: 'actions',
            label: t('tables.actions'),
            actions: true,
            width: '5.5rem',
            phone: 'corner' as const,
            cell: editCell(onEdit),
          },
        ]),
  ];
  return <DataTable label={label} columns={columns} rows={budgets} keyOf={({ code }) => code} />;
}

const leftCell = (budget: Budget) => <Left budget={budget} />;
const editCell = (onEdit: (budget: Budget) => void) => (budget: Budget) => (
  <EditButton budget={budget} onEdit={onEdit} />
);

function Left({ budget: { left, currency } }: { budget: Budget }) {
  const { i18n } = useTranslation();
  return (
    <Text inherit span {...(left < 0 && { c: 'var(--mantine-color-error)', fw: 600 })}>
      {formatMoney(left, currency, i18n.language)}
    </Text>
  );
}

function EditButton({ budget, onEdit }: { budget: Budget; onEdit: (budget: Budget) => void }) {
  const { t } = useTranslation();
  return (
    <RowActions
      name={budget.name}
      actions={[
        {
          key: 'edit',
          text: t('money.budgets.change'),
          label: t('money.budgets.edit', { name: budget.name }),
          onClick: () => onEdit(budget),
        },
      ]}
    />
  );
}
