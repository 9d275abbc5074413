import { Button, Checkbox, Group, Table, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payment } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import { formatMoney } from '../../../locales/format/money.ts';

type PaymentTableProps = {
  title: string;
  payments: readonly Payment[];
  chosen: ReadonlySet<string>;
  onToggle: (uids: readonly string[], isChosen: boolean) => void;
  onUndo: (payment: Payment) => void;
};

const isPayable = ({ amount, paid }: Payment): boolean => amount !== null && paid === null;

export function PaymentTable({ title, payments, chosen, onToggle, onUndo }: PaymentTableProps) {
  const { t } = useTranslation();
  const id = useId();
  const payable = payments.filter(isPayable).map(({ uid }) => uid);
  const all = payable.length > 0 && payable.every((uid) => chosen.has(uid));
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {payable.length === 0 ? null : (
          <Checkbox
            className="muster-no-print"
            label={t('manage.payments.all', { count: payable.length })}
            checked={all}
            onChange={() => onToggle(payable, !all)}
          />
        )}
      </Group>
      <Table className="muster-cards" verticalSpacing={4} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('disclosure.list.name')}</Table.Th>
            <Table.Th scope="col">{t('disclosure.list.amount')}</Table.Th>
            <Table.Th scope="col">{t('manage.payments.paid')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {payments.map((payment) => (
            <Row key={payment.uid} payment={payment} chosen={chosen.has(payment.uid)} {...{ onToggle, onUndo }} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

type RowProps = Pick<PaymentTableProps, 'onToggle' | 'onUndo'> & { payment: Payment; chosen: boolean };

function Row({ payment, chosen, onToggle, onUndo }: RowProps) {
  const { t, i18n } = useTranslation();
  const { uid, amount, currency, paid, difference } = payment;
  const name = payment.name === '' ? t('person.public.nameless') : payment.name;
  const money = (minor: number, unit: string) => formatMoney(minor, unit, i18n.language);
  return (
    <Table.Tr>
      <Table.Td fw={600}>
        {isPayable(payment) ? (
          <Checkbox label={name} checked={chosen} onChange={() => onToggle([uid], !chosen)} />
        ) : (
          name
        )}
      </Table.Td>
      <Table.Td data-label={t('disclosure.list.amount')}>
        {amount === null || currency === null ? '–' : money(amount, currency)}
      </Table.Td>
      <Table.Td data-label={t('manage.payments.paid')}>
        {paid === null ? (
          t('manage.payments.notPaid')
        ) : (
          <Group gap="xs" justify="space-between">
            <div>
              {money(paid.amount, paid.currency)}
              <Text size="sm" c="dimmed">
                {[formatDate(paid.at, i18n.language), paid.by ?? '', paid.batch].filter(Boolean).join(' · ')}
              </Text>
              {difference === 0 ? null : (
                <Text size="sm" fw={600}>
                  {difference === null
                    ? t('manage.payments.otherCurrency')
                    : t(`manage.payments.${difference > 0 ? 'less' : 'more'}`, {
                        amount: money(Math.abs(difference), paid.currency),
                      })}
                </Text>
              )}
            </div>
            <Button
              size="xs"
              variant="default"
              className="muster-no-print"
              aria-label={t('manage.payments.undoWhom', { name })}
              onClick={() => onUndo(payment)}
            >
              {t('manage.payments.undo')}
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
