import { Button, EmptyState, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Budget, ClaimSummary } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import { formatMoney } from '../../../locales/format/money.ts';
import type { Loading } from '../../loading.ts';
import { useChange } from '../../ui/change.ts';
import { ListIcon } from '../../ui/icons.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { projectQuery } from '../projects/queries.ts';
import { BudgetTable } from './budget-table.tsx';
import styles from './money.module.css';
import { budgetsQuery, createClaim, ownClaimsQuery } from './queries.ts';
import { StateBadge } from './state-badge.tsx';
import { useShownZone } from '../projects/event/event-zone.tsx';

export const loadClaimsPage = ({ load, params: { pid } }: Loading<'pid'>) =>
  Promise.all([load(ownClaimsQuery(pid)), load(budgetsQuery(pid))]);

/** What the person spent for the project and gets back; for chiefs also what their own budgets are spent on. */
export function ClaimsPage() {
  const { t } = useTranslation();
  const { pid } = useParams({ from: '/projects/$pid/claims' });
  const project = useQuery(projectQuery(pid)).data;
  const claims = useQuery(ownClaimsQuery(pid));
  const budgets = useQuery(budgetsQuery(pid)).data?.data ?? [];
  usePageTitle(`${t('money.own.title')} · ${project?.name ?? ''}`);
  const spending = budgets.filter(({ sums, tid }) => sums !== null && tid !== null);
  return (
    <Loaded query={claims}>
      {({ data, rights }) => (
        <Stack gap="xl">
          <div>
            <PageHead title={t('money.own.title')} help={t('money.own.help')}>
              {rights.create ? <NewClaimButton pid={pid} claims={data} budgets={budgets} /> : null}
            </PageHead>
            {data.length === 0 ? (
              <EmptyList
                icon={<ListIcon size={28} />}
                title={t('money.own.none')}
                description={t('money.own.noneText')}
              >
                {rights.create ? (
                  <EmptyState.Actions>
                    <NewClaimButton pid={pid} claims={data} budgets={budgets} />
                  </EmptyState.Actions>
                ) : null}
              </EmptyList>
            ) : (
              <ClaimList pid={pid} claims={data} />
            )}
          </div>
          {spending.length === 0 ? null : (
            <section aria-labelledby="own-budgets">
              <Title order={2} size="h4" mb="sm" id="own-budgets">
                {t('money.own.budgets')}
              </Title>
              <BudgetTable budgets={spending} label={t('money.own.budgets')} />
            </section>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

type NewClaimButtonProps = { pid: string; claims: readonly ClaimSummary[]; budgets: readonly Budget[] };

function NewClaimButton({ pid, claims, budgets }: NewClaimButtonProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const create = useChange(createClaim(pid), {
    onDone: (_, { id }) => void navigate({ to: '/projects/$pid/claims/$id', params: { pid, id } }),
  });
  const only = budgets.length === 1 ? budgets[0] : undefined;
  const currency = only?.currency ?? budgets[0]?.currency ?? claims[0]?.currency ?? 'EUR';
  return (
    <Stack gap="xs" align="flex-start">
      <Button loading={create.isPending} onClick={() => create.mutate({ budget: only?.code ?? null, currency })}>
        {t('money.own.new')}
      </Button>
      {create.isError ? <ProblemAlert error={create.error} /> : null}
    </Stack>
  );
}

function ClaimList({ pid, claims }: { pid: string; claims: readonly ClaimSummary[] }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  return (
    <ul className={`muster-plain-list ${styles.rows}`} aria-label={t('money.own.title')}>
      {claims.map((claim) => (
        <li key={claim.id}>
          <Link to="/projects/$pid/claims/$id" params={{ pid, id: claim.id }} className={styles.row}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text fw={500} lineClamp={1}>
                {claim.number === null ? '' : `${claim.number} · `}
                {claim.what === '' ? t('money.own.empty') : claim.what}
              </Text>
              <StateBadge state={claim.state} />
            </Group>
            <Text size="sm" c="dimmed">
              {[
                formatMoney(claim.amount, claim.currency, i18n.language),
                claim.paid_at === null
                  ? ''
                  : t('money.paidOn', { date: formatDate(claim.paid_at, i18n.language, zone) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Link>
        </li>
      ))}
    </ul>
  );
}
