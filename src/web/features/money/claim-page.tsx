import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Claim } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import { formatMoney } from '../../../locales/format/money.ts';
import type { Loading } from '../../loading.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { PageLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { projectQuery } from '../projects/queries.ts';
import { ClaimForm } from './claim-form.tsx';
import { ClaimLines, ClaimSteps } from './claim-view.tsx';
import { budgetsQuery, claimQuery, shareBank, withdrawClaim } from './queries.ts';
import { ReceiptView } from './receipt-view.tsx';
import { StateBadge } from './state-badge.tsx';
import { useShownZone } from '../projects/event/event-zone.tsx';

export const loadClaimPage = ({ load, params: { pid, id } }: Loading<'pid' | 'id'>) =>
  Promise.all([load(claimQuery(pid, id)), load(budgetsQuery(pid))]);

/** A claim of the person. */
export function ClaimPage() {
  const { t } = useTranslation();
  const { pid, id } = useParams({ from: '/projects/$pid/claims/$id' });
  const project = useQuery(projectQuery(pid)).data;
  const claim = useQuery(claimQuery(pid, id));
  usePageTitle(`${t('money.own.one')} · ${project?.name ?? ''}`);
  return (
    <>
      <Text size="sm" mb="xs">
        <PageLink to="/projects/$pid/claims" params={{ pid }}>
          {t('money.own.title')}
        </PageLink>
      </Text>
      <Loaded query={claim}>{(found) => <OwnClaim pid={pid} claim={found} />}</Loaded>
    </>
  );
}

function OwnClaim({ pid, claim }: { pid: string; claim: Claim }) {
  const { t } = useTranslation();
  const { number, rights, state, steps } = claim;
  const title = number === null ? t('money.own.draft') : t('money.numbered', { number });
  const question = state === 'returned' ? steps.findLast(({ step }) => step === 'returned') : undefined;
  return (
    <>
      <PageHead title={title} note={<StateBadge state={state} />} />
      <Stack gap="lg">
        {question === undefined ? null : (
          <Alert color="orange" variant="outline" title={t('money.own.question', { name: question.by ?? '' })}>
            {question.note}
          </Alert>
        )}
        <Outcome claim={claim} />
        {rights.edit ? (
          <ClaimForm key={claim.id} pid={pid} claim={claim} />
        ) : (
          <Paper className="muster-surface" p={{ base: 'md', xs: 'xl' }}>
            <Stack gap="md">
              <ClaimLines claim={claim} />
              <OwnReceipts pid={pid} claim={claim} />
            </Stack>
          </Paper>
        )}
        <BankConsent pid={pid} claim={claim} />
        <ClaimSteps claim={claim} />
        {rights.withdraw ? <Withdraw pid={pid} claim={claim} /> : null}
      </Stack>
    </>
  );
}

/** How much is paid and when; less than was spent, if there is a limit. */
function Outcome({ claim: { amount, cap, currency, paid_at: paidAt, budget_left: left } }: { claim: Claim }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const money = (minor: number) => formatMoney(minor, currency, i18n.language);
  return (
    <div>
      <Text size="lg" fw={600}>
        {paidAt === null
          ? money(amount)
          : t('money.own.paid', { amount: money(amount), date: formatDate(paidAt, i18n.language, zone) })}
      </Text>
      {cap === null ? null : <Text size="sm">{t('money.own.capped', { amount: money(cap) })}</Text>}
      {left === null || paidAt !== null ? null : (
        <Text size="sm" c="dimmed">
          {t('money.budgetLeft', { amount: money(left) })}
        </Text>
      )}
    </div>
  );
}

function OwnReceipts({ pid, claim: { id, files } }: { pid: string; claim: Claim }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<string>();
  const file = files.find((one) => one.id === shown);
  if (files.length === 0) return null;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {files.map((one, index) => (
          <Button key={one.id} size="xs" variant="default" onClick={() => setShown(one.id)}>
            {t('money.receiptNumber', { number: index + 1 })}
          </Button>
        ))}
      </Group>
      {file === undefined ? null : <ReceiptView pid={pid} claim={id} file={file} label={t('money.receipt')} />}
    </Stack>
  );
}

/** Whether the claim can be paid to the account of the person, and what is missing. */
function BankConsent({ pid, claim: { id, bank, number, rights } }: { pid: string; claim: Claim }) {
  const { t } = useTranslation();
  const share = useChange(shareBank(pid, id));
  // The form asks for it before it is sent.
  const isAsked = rights.send && bank?.until === null;
  if (bank === null || number === null || !rights.share_bank || isAsked) return null;
  const isShared = bank.until !== null && bank.state !== 'over' && bank.state !== 'not_agreed';
  return (
    <Paper className="muster-surface" p={{ base: 'md', xs: 'xl' }}>
      <Stack gap="sm" align="flex-start">
        <Text>{t(`money.bank.${isShared ? (bank.state === 'given' ? 'given' : 'missing') : 'not_agreed'}`)}</Text>
        {isShared && bank.state !== 'given' ? (
          <PageLink to="/me/bank" search={{ pid, claim: id }}>
            {t('money.bank.enter')}
          </PageLink>
        ) : null}
        <Button variant="default" size="xs" loading={share.isPending} onClick={() => share.mutate(!isShared)}>
          {t(isShared ? 'money.bank.withdraw' : 'money.bank.agree')}
        </Button>
        {share.isError ? <ProblemAlert error={share.error} /> : null}
      </Stack>
    </Paper>
  );
}

function Withdraw({ pid, claim: { id, number } }: { pid: string; claim: Claim }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const withdraw = useChange(withdrawClaim(pid, id), {
    onDone: () => void navigate({ to: '/projects/$pid/claims', params: { pid }, replace: true }),
  });
  const kind = number === null ? 'delete' : 'withdraw';
  return (
    <div>
      <Button variant="subtle" color="red" onClick={() => setIsAsking(true)}>
        {t(`money.own.${kind}`)}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t(`money.own.${kind}`)}
        text={t(`money.own.${kind}Text`)}
        confirm={t(`money.own.${kind}`)}
        change={withdraw}
        onConfirm={() => withdraw.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </div>
  );
}
