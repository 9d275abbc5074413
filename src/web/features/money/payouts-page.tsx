import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DuePayments, DuePerson, MoneySettings, PayoutSummary } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import { formatMoney } from '../../../locales/format/money.ts';
import { shownName } from '../../../locales/format/names.ts';
import type { Versioned } from '../../api.ts';
import { useChange } from '../../ui/change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PageLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { useRows } from '../../ui/paging.ts';
import { rejectsField } from '../../ui/problems/api-problem.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { TravelPayments } from '../forms/payments/travel-payments.tsx';
import { travelPaymentsQuery } from '../forms/payments/queries.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import {
  budgetsQuery,
  changeSettings,
  createPayout,
  duePaymentsQuery,
  payoutsQuery,
  remindOfAccounts,
  settingsVersionQuery,
} from './queries.ts';
import { useShownZone } from '../projects/event/event-zone.tsx';
import { useNames } from '../roster/namesakes.ts';

export const loadPayoutsPage = loadManaged('edit_subsidies', ({ load, loadPages, params: { pid } }) =>
  Promise.all([
    load(duePaymentsQuery(pid)),
    loadPages(payoutsQuery(pid)),
    load(settingsVersionQuery(pid)),
    load(budgetsQuery(pid)),
    load(travelPaymentsQuery(pid)),
  ]),
);

/** What is approved is collected into payouts, which are exported for the bank and marked as paid. */
export function PayoutsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('manage.parts.payouts')} · ${project.name}`);
  if (!project.rights.edit_subsidies) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('manage.parts.payouts')} help={t('money.payouts.help')} />
      <Stack gap="xl">
        <Due pid={pid} />
        <Payouts pid={pid} />
        <TravelPayments pid={pid} />
        <Payer pid={pid} />
      </Stack>
    </>
  );
}

function Due({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const due = useQuery(duePaymentsQuery(pid));
  return (
    <section aria-labelledby="due">
      <Title order={2} size="h4" mb="sm" id="due">
        {t('money.payouts.due')}
      </Title>
      <Loaded query={due} embedded>
        {(found) => (
          <>
            {found.data.length === 0 ? <Text c="dimmed">{t('money.payouts.nothingDue')}</Text> : null}
            {[...Map.groupBy(found.data, ({ currency }) => currency)].map(([currency, people]) => (
              <Collect key={currency} pid={pid} currency={currency} people={people} more={found.more} />
            ))}
          </>
        )}
      </Loaded>
    </section>
  );
}

type CollectProps = {
  pid: string;
  currency: string;
  people: DuePayments['data'];
  more: boolean;
};

const keyOf = ({ person, claims }: DuePerson): string => person?.uid ?? claims[0]?.id ?? '';

/** Chosen at first are those who can be paid by transfer, or those who cannot if it is paid in another way. */
function Collect({ pid, currency, people, more }: CollectProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const [method, setMethod] = useState<'transfer' | 'other'>('transfer');
  const [title, setTitle] = useState('');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const choose = (chosen: string) => {
    setMethod(chosen === 'other' ? 'other' : 'transfer');
    setLeft(new Set(chosen === 'other' ? people.filter(({ bank }) => bank === 'given').map(keyOf) : []));
  };
  const money = (minor: number) => formatMoney(minor, currency, i18n.language);
  const nameOf = useNames(
    pid,
    people.flatMap(({ person }) => person ?? []),
  );
  const payable = people.filter(({ bank }) => method === 'other' || bank === 'given');
  const chosen = payable.filter((one) => !left.has(keyOf(one)));
  const blocked = people.filter(({ bank, person }) => bank !== 'given' && person !== null).length;
  const create = useChange(createPayout(pid), {
    onDone: (_, { id }) => void navigate({ to: '/projects/$pid/manage/payouts/$id', params: { pid, id } }),
  });
  const sum = chosen.reduce((total, { amount }) => total + amount, 0);
  const all = new Set(payable.map(keyOf));
  return (
    <Paper className="muster-surface" p="lg" mb="md">
      <Stack gap="md">
        {blocked === 0 ? null : <Blocked pid={pid} count={blocked} />}
        <DataTable
          label={t('money.payouts.due')}
          rows={people}
          keyOf={keyOf}
          columns={[
            {
              key: 'name',
              label: t('disclosure.list.name'),
              cell: ({ person }) => (person === null ? t('money.erased') : nameOf(person)),
            },
            {
              key: 'claims',
              label: t('money.payouts.claims'),
              phone: 'label',
              cell: ({ claims }) => claims.map(({ number }) => number).join(', '),
            },
            {
              key: 'amount',
              label: t('money.amount'),
              number: true,
              phone: 'label',
              cell: ({ amount }) => money(amount),
            },
            {
              key: 'bank',
              label: t('money.payouts.account'),
              phone: 'label',
              cell: ({ bank }) => t(`money.payouts.banks.${bank}`),
            },
          ]}
          selection={{
            chosen: new Set(chosen.map(keyOf)),
            onChoose: (next) => setLeft(all.difference(next)),
            nameOf: (one) => (all.has(keyOf(one)) ? shownName(t, one.person?.name ?? '') : undefined),
          }}
        />
        {more ? <Text size="sm">{t('money.payouts.more')}</Text> : null}
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label={t('money.payouts.method')}
            value={method}
            onChange={(event) => choose(event.currentTarget.value)}
            data={(['transfer', 'other'] as const).map((value) => ({
              value,
              label: t(`money.payouts.methods.${value}`),
            }))}
          />
          <TextInput
            label={t('money.payouts.title')}
            description={t('money.payouts.titleHint')}
            maxLength={100}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Button
            loading={create.isPending}
            disabled={chosen.length === 0}
            onClick={() =>
              create.mutate({
                claims: chosen.flatMap(({ claims }) => claims.map(({ id }) => id)),
                method,
                title: title.trim(),
              })
            }
          >
            {chosen.length === 0
              ? t('money.payouts.choose')
              : t('money.payouts.create', { count: chosen.length, amount: money(sum) })}
          </Button>
        </Group>
        {create.isError ? <OrganiserProblem error={create.error} /> : null}
      </Stack>
    </Paper>
  );
}

/** Those who cannot be paid by transfer, and a reminder to exactly them. */
function Blocked({ pid, count }: { pid: string; count: number }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [note, setNote] = useState('');
  const remind = useChange(remindOfAccounts(pid), {
    message: (_, { reminded }) =>
      reminded === 0 ? t('money.payouts.remindedNone') : t('money.payouts.reminded', { count: reminded }),
    onDone: () => setIsOpen(false),
  });
  return (
    <Alert variant="outline" color="orange">
      <Stack gap="xs" align="flex-start">
        {t('money.payouts.blocked', { count })}
        <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
          {t('money.payouts.remind', { count })}
        </Button>
      </Stack>
      <Dialog opened={isOpen} title={t('money.payouts.remind', { count })} onClose={() => setIsOpen(false)}>
        <Stack gap="md">
          <Text size="sm">{t('money.payouts.remindText')}</Text>
          <Textarea
            label={t('money.own.note')}
            maxLength={1000}
            autosize
            minRows={2}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {remind.isError ? <OrganiserProblem error={remind.error} /> : null}
          <Button loading={remind.isPending} onClick={() => remind.mutate(note.trim())}>
            {t('money.payouts.remindSend')}
          </Button>
        </Stack>
      </Dialog>
    </Alert>
  );
}

function Payouts({ pid }: { pid: string }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const list = useInfiniteQuery(payoutsQuery(pid));
  const { rows, more } = useRows(list);
  return (
    <section aria-labelledby="payouts">
      <Title order={2} size="h4" mb="sm" id="payouts">
        {t('money.payouts.made')}
      </Title>
      <Loaded query={list} embedded>
        {() =>
          rows.length === 0 ? (
            <Text c="dimmed">{t('money.payouts.none')}</Text>
          ) : (
            <DataTable<PayoutSummary>
              label={t('money.payouts.made')}
              rows={rows}
              keyOf={({ id }) => id}
              isSorted
              more={more}
              columns={[
                {
                  key: 'name',
                  label: t('money.payouts.payout'),
                  cell: linkCell(pid),
                },
                {
                  key: 'amount',
                  label: t('money.amount'),
                  number: true,
                  phone: 'label',
                  cell: ({ amount, currency }) => formatMoney(amount, currency, i18n.language),
                },
                {
                  key: 'people',
                  label: t('money.payouts.people'),
                  number: true,
                  phone: 'label',
                  cell: ({ transfers }) => transfers,
                },
                {
                  key: 'state',
                  label: t('money.payouts.state'),
                  phone: 'label',
                  cell: ({ paid_at: paidAt, changed_accounts: changed }) =>
                    paidAt === null
                      ? changed === 0
                        ? t('money.payouts.open')
                        : t('money.payouts.changed', { count: changed })
                      : t('money.paidOn', { date: formatDate(paidAt, i18n.language, zone) }),
                },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  );
}

/** From which account the project pays, which a file for SEPA needs, and whether travel money needs receipts. */
function Payer({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const settings = useQuery(settingsVersionQuery(pid));
  return (
    <section aria-labelledby="payer">
      <Title order={2} size="h4" mb="sm" id="payer">
        {t('money.payouts.payer')}
      </Title>
      <Loaded query={settings} embedded>
        {(found) => <PayerForm key={found.etag} pid={pid} settings={found} />}
      </Loaded>
    </section>
  );
}

const faulty = ['payer_iban', 'payer_bic'] as const;

function PayerForm({ pid, settings: { body, etag } }: { pid: string; settings: Versioned<MoneySettings> }) {
  const { t } = useTranslation();
  const [values, setValues] = useState(body);
  const budgets = useQuery(budgetsQuery(pid)).data?.data ?? [];
  const change = useChange(changeSettings(pid), { message: () => t('manage.saved') });
  return (
    <Paper
      className="muster-surface"
      p="lg"
      component="form"
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        change.mutate({ values, etag });
      }}
    >
      <Stack gap="sm" maw="28rem">
        <Text size="sm" c="dimmed">
          {t('money.payouts.payerHint')}
        </Text>
        {(['payer_name', 'payer_iban', 'payer_bic'] as const).map((field) => (
          <TextInput
            key={field}
            label={t(`money.payouts.fields.${field}`)}
            maxLength={field === 'payer_name' ? 70 : field === 'payer_iban' ? 42 : 11}
            value={values[field]}
            error={field !== 'payer_name' && rejectsField(change.error, field) && t(`money.payouts.faults.${field}`)}
            onChange={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
          />
        ))}
        <Title order={3} size="h5" mt="sm">
          {t('manage.parts.travel')}
        </Title>
        <Checkbox
          label={t('money.payouts.fields.travel_pays')}
          description={t('money.payouts.fields.travelHint')}
          checked={values.travel_pays === 'receipts'}
          onChange={(event) =>
            setValues({ ...values, travel_pays: event.currentTarget.checked ? 'receipts' : 'fixed' })
          }
        />
        {values.travel_pays === 'receipts' && budgets.length > 0 ? (
          <NativeSelect
            label={t('money.payouts.fields.travel_budget')}
            value={values.travel_budget ?? ''}
            onChange={(event) => setValues({ ...values, travel_budget: event.currentTarget.value || null })}
            data={[
              { value: '', label: t('money.payouts.fields.eachChosen') },
              ...budgets.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
            ]}
          />
        ) : null}
        {change.isError && !faulty.some((field) => rejectsField(change.error, field)) ? (
          <OrganiserProblem error={change.error} />
        ) : null}
        <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
          {t('manage.save')}
        </Button>
      </Stack>
    </Paper>
  );
}

const linkCell = (pid: string) => (payout: PayoutSummary) => <PayoutLink pid={pid} payout={payout} />;

function PayoutLink({ pid, payout: { id, number, title } }: { pid: string; payout: PayoutSummary }) {
  const { t } = useTranslation();
  return (
    <PageLink to="/projects/$pid/manage/payouts/$id" params={{ pid, id }} inherit>
      {t('money.payouts.numbered', { number })} {title}
    </PageLink>
  );
}
