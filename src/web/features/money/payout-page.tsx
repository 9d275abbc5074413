import { Alert, Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payout } from '../../../client/client.ts';
import { payoutColumns } from '../../../shared/claims.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import { formatMoney } from '../../../locales/format/money.ts';
import type { Versioned } from '../../api.ts';
import type { Loading } from '../../loading.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DownloadButton } from '../../ui/download.tsx';
import { PageLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { deletePayout, exportPayout, payoutVersionQuery, setPaid, settingsVersionQuery } from './queries.ts';
import { useShownZone } from '../projects/event/event-zone.tsx';
import { useNames } from '../roster/namesakes.ts';

export const loadPayoutPage = loadManaged('edit_subsidies', ({ load, params: { pid, id } }: Loading<'pid' | 'id'>) =>
  Promise.all([load(payoutVersionQuery(pid, id)), load(settingsVersionQuery(pid))]),
);

export function PayoutPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const { id } = useParams({ from: '/signed-in/projects/$pid/manage/payouts/$id' });
  const payout = useQuery({ ...payoutVersionQuery(pid, id), enabled: project.rights.edit_subsidies });
  usePageTitle(`${t('manage.parts.payouts')} · ${project.name}`);
  if (!project.rights.edit_subsidies) return <OwnersOnly project={project} />;
  return (
    <>
      <Text size="sm" my="xs">
        <PageLink to="/projects/$pid/manage/payouts" params={{ pid }}>
          {t('manage.parts.payouts')}
        </PageLink>
      </Text>
      <Loaded query={payout}>{(found) => <ShownPayout pid={pid} found={found} />}</Loaded>
    </>
  );
}

type ShownPayoutProps = { pid: string; found: Versioned<Payout> };

function ShownPayout({ pid, found }: ShownPayoutProps) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const { number, title, amount, currency, paid_at: paidAt, people, changed_accounts: changed, method } = found.body;
  const money = (minor: number) => formatMoney(minor, currency, i18n.language);
  const nameOf = useNames(
    pid,
    people.flatMap(({ person }) => person ?? []),
  );
  return (
    <>
      <PageHead
        title={`${t('money.payouts.numbered', { number })} ${title}`}
        note={`${money(amount)} · ${
          paidAt === null
            ? t('money.payouts.open')
            : t('money.paidOn', { date: formatDate(paidAt, i18n.language, zone) })
        }`}
      />
      <Stack gap="lg">
        {changed === 0 || paidAt !== null ? null : (
          <Alert variant="outline" color="orange">
            {t('money.payouts.changedText', { count: changed })}
          </Alert>
        )}
        {method === 'transfer' ? <Files pid={pid} payout={found.body} /> : null}
        <Actions pid={pid} found={found} />
        <DataTable
          label={t('money.payouts.people')}
          rows={people}
          keyOf={({ person, claims }) => person?.uid ?? claims[0]?.id ?? ''}
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
              cell: ({ claims }) => claims.map((claim) => claim.number).join(', '),
            },
            {
              key: 'amount',
              label: t('money.amount'),
              number: true,
              phone: 'label',
              cell: (one) => money(one.amount),
            },
            ...(changed === 0
              ? []
              : [
                  {
                    key: 'account',
                    label: t('money.payouts.account'),
                    cell: ({ account_changed_at: at }: Payout['people'][number]) =>
                      at === null ? '' : t('money.payouts.changedOn', { date: formatDate(at, i18n.language, zone) }),
                  },
                ]),
          ]}
        />
      </Stack>
    </>
  );
}

/** For the bank: a table with chosen columns, or a SEPA file. */
function Files({ pid, payout: { id, number, currency, file } }: { pid: string; payout: Payout }) {
  const { t } = useTranslation();
  const payer = useQuery(settingsVersionQuery(pid)).data?.body;
  const [columns, setColumns] = useState<string[]>(['holder', 'number', 'code', 'amount', 'currency', 'reference']);
  if (file === 'erased') return <Alert variant="outline">{t('money.payouts.fileErased')}</Alert>;
  const name = `${pid}-payout-${number}`;
  return (
    <Paper className="muster-surface" p="lg">
      <Stack gap="md">
        <Text size="sm">{t('money.payouts.recorded')}</Text>
        <Checkbox.Group label={t('money.payouts.columns')} value={columns} onChange={setColumns}>
          <Group gap="md" mt="xs">
            {payoutColumns.map((column) => (
              <Checkbox key={column} value={column} label={t(`money.payouts.columnNames.${column}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        <Group gap="sm">
          {currency !== 'EUR' ? null : payer?.payer_name === '' || payer?.payer_iban === '' ? (
            <PageLink to="/projects/$pid/manage/payouts" params={{ pid }} hash="payer">
              {t('money.payouts.payerNeeded')}
            </PageLink>
          ) : (
            <DownloadButton
              name={`${name}.xml`}
              text={t('money.payouts.sepa')}
              load={exportPayout(pid, id, 'pain001', [])}
            />
          )}
          {columns.length === 0 ? null : (
            <DownloadButton
              name={`${name}.csv`}
              text={t('money.payouts.csv')}
              load={exportPayout(
                pid,
                id,
                'csv',
                payoutColumns.filter((column) => columns.includes(column)),
              )}
            />
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

function Actions({ pid, found: { body, etag } }: ShownPayoutProps) {
  const { t } = useTranslation();
  const { id, paid_at: paidAt, transfers } = body;
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'paid' | 'unpaid' | 'undo'>();
  const close = () => setAsking(undefined);
  const pay = useChange(setPaid(pid, id), { onDone: close });
  const remove = useChange(deletePayout(pid, id), {
    message: () => t('money.payouts.undone'),
    onDone: () => void navigate({ to: '/projects/$pid/manage/payouts', params: { pid }, replace: true }),
  });
  const action = asking ?? 'paid';
  return (
    <Group gap="sm">
      {paidAt === null ? (
        <>
          <Button onClick={() => setAsking('paid')}>{t('money.payouts.paid')}</Button>
          <Button variant="default" onClick={() => setAsking('undo')}>
            {t('money.payouts.undo')}
          </Button>
        </>
      ) : (
        <Button variant="default" onClick={() => setAsking('unpaid')}>
          {t('money.payouts.unpaid')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking !== undefined}
        title={t(`money.payouts.${action}`)}
        text={t(`money.payouts.${action}Text`, { count: transfers })}
        confirm={t(`money.payouts.${action}`)}
        change={action === 'undo' ? remove : pay}
        onConfirm={() => (action === 'undo' ? remove.mutate(etag) : pay.mutate({ isPaid: action === 'paid', etag }))}
        onClose={close}
      />
    </Group>
  );
}
