import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SentenceGap } from '../../../ui/sentence-gap.tsx';
import type { Form, Payment, PaymentTotals } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { includesText } from '../../../ui/table/search.ts';
import { SearchInput, useTableSearch } from '../../../ui/table/table-search.tsx';
import { formatList } from '../../../../locales/format/lists.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { formQuery, formsQuery } from '../queries.ts';
import { useManagedProject, loadManaged } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { PaymentTable } from './payment-table.tsx';
import { TravelTabs } from './travel-tabs.tsx';
import { makePayments, paymentsQuery, paymentTotalsQuery, undoPayment } from './queries.ts';
import { countOf, dueOf, lacksBank, sumOf } from './sums.ts';
import type { Money } from './sums.ts';
import type { Loading } from '../../../loading.ts';

export const loadPaymentsPage = loadManaged(
  'edit_subsidies',
  ({ load, params: { pid, form } }: Loading<'pid' | 'form'>) =>
    Promise.all([
      load(formQuery(pid, form)),
      load(formsQuery(pid)),
      load(paymentsQuery(pid, form)),
      load(paymentTotalsQuery(pid, form)),
    ]),
);

export function PaymentsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const { form } = useParams({ from: '/signed-in/projects/$pid/manage/travel-money/$form' });
  const query = useQuery({ ...formQuery(pid, form), enabled: project.rights.edit_subsidies });
  const payments = useQuery({ ...paymentsQuery(pid, form), enabled: project.rights.edit_subsidies });
  const totals = useQuery({ ...paymentTotalsQuery(pid, form), enabled: project.rights.edit_subsidies });
  usePageTitle(`${t('disclosure.list.paymentsTitle', { title: query.data?.title ?? '' })} · ${project.name}`);
  if (!project.rights.edit_subsidies) return <OwnersOnly project={project} />;
  return (
    <Loaded query={query}>
      {(found) => (
        <>
          <TravelTabs pid={pid} at="payments" form={found} />
          <PageHead
            title={t('disclosure.list.paymentsTitle', { title: found.title })}
            help={t('manage.payments.lead')}
          />
          <Loaded query={totals} embedded>
            {(sums) => (
              <Loaded query={payments} embedded>
                {(list) => <Payments form={found} payments={list} totals={sums} />}
              </Loaded>
            )}
          </Loaded>
        </>
      )}
    </Loaded>
  );
}

function useSum() {
  const { i18n } = useTranslation();
  return (money: readonly Money[]): string => sumOf(money, i18n.language);
}

type PaymentsProps = { form: Form; payments: readonly Payment[]; totals: PaymentTotals };

function Payments({ form, payments, totals }: PaymentsProps) {
  const { t } = useTranslation();
  const { pid } = form;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [undoing, setUndoing] = useState<Payment>();
  const { q, onSearch, sort, onSort } = useTableSearch();
  const undo = useChange(undoPayment(pid, form.form), {
    message: ({ name }) => t('manage.payments.undone', { name }),
    onDone: () => setUndoing(undefined),
  });
  if (payments.length === 0) return <Text c="dimmed">{t('manage.payments.none')}</Text>;
  const found = payments.filter(({ name, paid }) => includesText(q, shownName(t, name), paid?.batch));
  const [asked, left] = [found.filter((one) => !one.left), found.filter((one) => one.left)];
  const table = { chosen, onChoose: setChosen, onUndo: setUndoing, sort, onSort };
  return (
    <Stack gap="xl">
      <Totals {...totals} />
      {payments.every(({ claim }) => claim !== null) ? null : (
        <PayForm
          form={form}
          chosen={payments.filter(({ uid }) => chosen.has(uid))}
          onPaid={() => setChosen(new Set())}
        />
      )}
      <Group>
        <SearchInput label={t('manage.payments.search')} rows={payments.length} q={q} onSearch={onSearch} />
      </Group>
      {found.length === 0 ? t('tables.filterNone') : null}
      {asked.length === 0 ? null : <PaymentTable title={t('manage.payments.asked')} payments={asked} {...table} />}
      {left.length === 0 ? null : <PaymentTable title={t('manage.payments.left')} payments={left} {...table} />}
      <ConfirmDialog
        opened={undoing !== undefined}
        title={t('manage.payments.undoTitle', { name: undoing?.name ?? '' })}
        text={t('manage.payments.undoText')}
        confirm={t('manage.payments.undo')}
        change={undo}
        onConfirm={() => undoing && undo.mutate(undoing)}
        onClose={() => setUndoing(undefined)}
      />
    </Stack>
  );
}

function Totals({ open, paid }: PaymentTotals) {
  const { t } = useTranslation();
  const sum = useSum();
  return (
    <Text component="output">
      {t('manage.payments.open', { count: countOf(open), amount: sum(open) })}
      <SentenceGap />
      {t('manage.payments.paidSum', { count: countOf(paid), amount: sum(paid) })}
    </Text>
  );
}

const maxNamed = 10;

type PayFormProps = { form: Form; chosen: readonly Payment[]; onPaid: () => void };

/** Asks first if somebody has no bank account that the owner can see. */
function PayForm({ form: { pid, form }, chosen, onPaid }: PayFormProps) {
  const { t, i18n } = useTranslation();
  const sum = useSum();
  const [batch, setBatch] = useState('');
  const [asking, setAsking] = useState(false);
  const pay = useChange(makePayments(pid, form), {
    message: (_, outcomes) =>
      t('manage.payments.made', { count: outcomes.filter(({ outcome }) => outcome === 'paid').length }),
    onDone: () => {
      setAsking(false);
      onPaid();
    },
  });
  const people = chosen.flatMap(dueOf);
  const withoutBank = chosen.filter((payment) => dueOf(payment).length > 0).filter(lacksBank);
  const names = withoutBank.slice(0, maxNamed).map(({ name }) => shownName(t, name));
  const payAll = () => pay.mutate({ batch: batch.trim(), people });
  const skipped = (pay.data ?? []).filter(({ outcome }) => outcome !== 'paid').length;
  return (
    <Paper className="muster-surface muster-no-print" p="lg">
      <Stack gap="md">
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t('manage.payments.batch')}
            description={t('manage.payments.batchHint')}
            maxLength={100}
            value={batch}
            onChange={(event) => setBatch(event.currentTarget.value)}
          />
          <Button
            loading={pay.isPending}
            disabled={people.length === 0}
            onClick={() => (withoutBank.length === 0 ? payAll() : setAsking(true))}
          >
            {people.length === 0
              ? t('manage.payments.choose')
              : t('manage.payments.mark', { count: people.length, amount: sum(people) })}
          </Button>
        </Group>
        {skipped === 0 ? null : <Text component="output">{t('manage.payments.skipped', { count: skipped })}</Text>}
        {pay.isError && !asking ? <OrganiserProblem error={pay.error} /> : null}
      </Stack>
      <ConfirmDialog
        opened={asking}
        title={t('manage.payments.withoutBankTitle', { count: withoutBank.length })}
        text={t('manage.payments.withoutBankText', {
          names: formatList([...names, ...(withoutBank.length > maxNamed ? ['…'] : [])], i18n.language),
        })}
        confirm={t('manage.payments.mark', { count: people.length, amount: sum(people) })}
        change={pay}
        onConfirm={payAll}
        onClose={() => setAsking(false)}
      />
    </Paper>
  );
}
