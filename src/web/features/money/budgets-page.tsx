import { Alert, Button, Group, NativeSelect, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Budget } from '../../../client/client.ts';
import { formatMoney, parseMoney, toMoneyInput } from '../../../locales/format/money.ts';
import { useChange } from '../../ui/change.ts';
import { Chart, chartColors } from '../../ui/charts/chart.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DownloadButton } from '../../ui/download.tsx';
import { useTextDraft } from '../../ui/editing/drafts.ts';
import { MoneyIcon } from '../../ui/icons.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { teamsQuery } from '../teams/queries.ts';
import { BudgetTable } from './budget-table.tsx';
import { budgetsIn } from './pasted-budgets.ts';
import { budgetsQuery, changeBudget, deleteBudget, exportClaims, putBudgets } from './queries.ts';

export const loadBudgetsPage = loadManaged('edit_subsidies', ({ load, params: { pid } }) =>
  Promise.all([load(budgetsQuery(pid)), load(teamsQuery(pid))]),
);

export function BudgetsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const budgets = useQuery(budgetsQuery(pid));
  usePageTitle(`${t('manage.parts.budgets')} · ${project.name}`);
  if (!project.rights.edit_subsidies) return <OwnersOnly project={project} />;
  return (
    <Loaded query={budgets}>{({ data, rights }) => <Budgets pid={pid} budgets={data} canEdit={rights.edit} />}</Loaded>
  );
}

function Budgets({ pid, budgets, canEdit }: { pid: string; budgets: readonly Budget[]; canEdit: boolean }) {
  const { t } = useTranslation();
  const [isPasting, setIsPasting] = useState(false);
  const [editing, setEditing] = useState<Budget>();
  return (
    <>
      <PageHead title={t('manage.parts.budgets')} help={t('money.budgets.help')}>
        {canEdit ? (
          <>
            <DownloadButton name={`${pid}-claims.csv`} text={t('money.budgets.books')} load={exportClaims(pid)} />
            <Button onClick={() => setIsPasting(true)}>{t('money.budgets.paste')}</Button>
          </>
        ) : null}
      </PageHead>
      <Stack gap="lg">
        {budgets.length === 0 ? <EmptyList icon={<MoneyIcon size={28} />} title={t('money.budgets.none')} /> : null}
        {[...Map.groupBy(budgets, ({ currency }) => currency)].map(([currency, some]) => (
          <BudgetChart key={currency} currency={currency} budgets={some} />
        ))}
        {budgets.length === 0 ? null : (
          <BudgetTable budgets={budgets} label={t('manage.parts.budgets')} onEdit={canEdit ? setEditing : undefined} />
        )}
      </Stack>
      <PasteBudgets pid={pid} opened={isPasting} budgets={budgets} onClose={() => setIsPasting(false)} />
      <SideDrawer opened={editing !== undefined} title={editing?.name ?? ''} onClose={() => setEditing(undefined)}>
        {editing === undefined ? null : (
          <EditBudget key={editing.code} pid={pid} budget={editing} onDone={() => setEditing(undefined)} />
        )}
      </SideDrawer>
    </>
  );
}

function BudgetChart({ currency, budgets }: { currency: string; budgets: readonly Budget[] }) {
  const { t, i18n } = useTranslation();
  const parts = ['paid', 'approved', 'waiting'] as const;
  return (
    <Paper className="muster-surface" p="lg">
      <Chart
        kind="rows"
        label={t('money.budgets.chart', { currency })}
        by="name"
        points={budgets.map(({ name, sums, left }) => ({
          name,
          paid: sums?.paid ?? 0,
          approved: sums?.approved ?? 0,
          waiting: sums?.waiting ?? 0,
          left: Math.max(0, left - (sums?.waiting ?? 0)),
        }))}
        series={[...parts, 'left' as const].map((name, index) => ({
          name,
          label: t(`money.budgets.${name}`),
          // What is left is the rest of the bar.
          color: name === 'left' ? 'var(--muster-line)' : (chartColors[index] ?? ''),
          stack: 'budget',
        }))}
        format={(value) => formatMoney(value, currency, i18n.language)}
      />
    </Paper>
  );
}

type PasteBudgetsProps = { pid: string; opened: boolean; budgets: readonly Budget[]; onClose: () => void };

/** Shows how each pasted line is read, or what is wrong with it, before anything is saved. */
function PasteBudgets({ pid, opened, budgets, onClose }: PasteBudgetsProps) {
  const { t, i18n } = useTranslation();
  const [text, setText] = useTextDraft(`budgets:${pid}`);
  const [currency, setCurrency] = useState(budgets[0]?.currency ?? 'EUR');
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  const lines = budgetsIn(text, currency, teams);
  const good = lines.flatMap(({ budget }) => budget ?? []);
  const put = useChange(putBudgets(pid), {
    message: () => t('manage.saved'),
    onDone: () => {
      setText('');
      onClose();
    },
  });
  return (
    <Dialog opened={opened} title={t('money.budgets.paste')} onClose={onClose}>
      <Stack gap="md">
        <TextInput
          label={t('money.currency')}
          maxLength={3}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
        />
        <Textarea
          label={t('money.budgets.pasteLabel')}
          description={t('money.budgets.pasteHint')}
          autosize
          minRows={4}
          maxRows={10}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ul className="muster-plain-list" aria-label={t('money.budgets.preview')}>
          {lines.map(({ key, text: shown, budget, fault }) => (
            <li key={key}>
              <Text size="sm" {...(fault !== undefined && { c: 'var(--mantine-color-error)' })}>
                {budget === undefined
                  ? `${shown}: ${t(`money.budgets.faults.${fault ?? 'amount'}`)}`
                  : `${budget.code} ${budget.name} · ${formatMoney(budget.amount, budget.currency, i18n.language)}`}
              </Text>
            </li>
          ))}
        </ul>
        {put.isError ? <OrganiserProblem error={put.error} /> : null}
        <Button
          disabled={good.length === 0 || good.length < lines.length}
          loading={put.isPending}
          onClick={() => put.mutate({ budgets: good })}
        >
          {t('money.budgets.save', { count: good.length })}
        </Button>
      </Stack>
    </Dialog>
  );
}

function EditBudget({ pid, budget, onDone }: { pid: string; budget: Budget; onDone: () => void }) {
  const { t } = useTranslation();
  const { code, currency } = budget;
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  const [name, setName] = useState(budget.name);
  const [amount, setAmount] = useState(toMoneyInput(budget.amount, currency));
  const [tid, setTid] = useState(budget.tid ?? '');
  const change = useChange(changeBudget(pid, code), { message: () => t('manage.saved'), onDone });
  const remove = useChange(deleteBudget(pid), { onDone });
  const minor = amount.trim() === '0' ? 0 : parseMoney(amount, currency);
  const error = change.error ?? remove.error;
  return (
    <Stack gap="md">
      <TextInput
        label={t('money.budgets.name')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('money.budgets.amount')}
        inputMode="decimal"
        value={amount}
        error={minor === undefined ? t('money.own.faults.amountWrong') : undefined}
        rightSection={<Text size="xs">{currency}</Text>}
        rightSectionWidth={52}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('money.budgets.team')}
        value={tid}
        onChange={(event) => setTid(event.currentTarget.value)}
        data={[
          { value: '', label: t('money.budgets.everybody') },
          ...teams.map((team) => ({ value: team.tid, label: team.name })),
        ]}
      />
      {error === null ? null : <OrganiserProblem error={error} />}
      {(budget.sums?.claims ?? 0) > 0 ? <Alert variant="outline">{t('money.budgets.inUse')}</Alert> : null}
      <Group gap="sm">
        <Button
          loading={change.isPending}
          disabled={name.trim() === '' || minor === undefined}
          onClick={() =>
            change.mutate({ name: name.trim(), tid: tid === '' ? null : tid, amount: minor ?? 0, currency })
          }
        >
          {t('manage.save')}
        </Button>
        <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate(code)}>
          {t('money.budgets.delete')}
        </Button>
      </Group>
    </Stack>
  );
}
