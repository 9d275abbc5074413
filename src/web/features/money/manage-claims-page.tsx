import { Button, Group, Kbd, NativeSelect, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Claim, ClaimSummary } from '../../../client/client.ts';
import { formatMoney } from '../../../locales/format/money.ts';
import { shownName } from '../../../locales/format/names.ts';
import type { Versioned } from '../../api.ts';
import { useChange } from '../../ui/change.ts';
import { MoneyIcon } from '../../ui/icons.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { useRows } from '../../ui/paging.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { ClaimLines, ClaimSteps } from './claim-view.tsx';
import styles from './money.module.css';
import { budgetsQuery, claimsQuery, claimTotalsQuery, claimVersionQuery, decideClaim } from './queries.ts';
import { ReceiptView } from './receipt-view.tsx';
import { claimFilterOf, claimsSearch, shownStates } from './search.ts';
import { StateBadge } from './state-badge.tsx';
import { useNames } from '../roster/namesakes.ts';

export const loadManageClaimsPage = loadManaged('edit_subsidies', ({ load, loadPages, params: { pid }, search }) =>
  Promise.all([
    load(budgetsQuery(pid)),
    load(claimTotalsQuery(pid)),
    loadPages(claimsQuery(pid, claimFilterOf(claimsSearch(search)))),
  ]),
);

/** The treasurer works through claims: the list at one side, the lines with their receipt at the other. */
export function ManageClaimsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('manage.parts.claims')} · ${project.name}`);
  if (!project.rights.edit_subsidies) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('manage.parts.claims')} help={t('money.manage.help')} />
      <Claims pid={pid} />
    </>
  );
}

function Claims({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/claims' });
  const navigate = useNavigate();
  const set = (fields: Partial<typeof search>) =>
    void navigate({
      to: '/projects/$pid/manage/claims',
      params: { pid },
      search: { ...search, ...fields },
      replace: true,
      resetScroll: false,
    });
  const list = useInfiniteQuery(claimsQuery(pid, claimFilterOf(search)));
  const { rows, total, more } = useRows(list);
  const nameOf = useNames(
    pid,
    rows.flatMap(({ person }) => person ?? []),
  );
  const open = rows.find(({ id }) => id === search.claim) ?? (search.claim === undefined ? rows[0] : undefined);
  const openId = search.claim ?? open?.id;
  const at = rows.findIndex(({ id }) => id === openId);
  const go = (step: number) => {
    const next = rows[at + step];
    if (next !== undefined) set({ claim: next.id });
  };
  useKeys({ j: () => go(1), k: () => go(-1) });
  const shown = useRef<HTMLDivElement>(null);
  useInView(shown, openId);
  return (
    <Stack gap="md">
      <Filters pid={pid} search={search} onChange={(fields) => set({ ...fields, claim: undefined })} />
      {openId === undefined ? null : (
        <Text size="sm" c="dimmed" visibleFrom="sm">
          <Kbd>j</Kbd> <Kbd>k</Kbd> {t('money.manage.keysMove')} · <Kbd>a</Kbd> {t('money.manage.approve')} ·{' '}
          <Kbd>r</Kbd> {t('money.manage.return')} · <Kbd>x</Kbd> {t('money.manage.refuse')}
        </Text>
      )}
      <Loaded query={list} embedded>
        {() =>
          openId === undefined ? (
            <EmptyList icon={<MoneyIcon size={28} />} title={t('money.manage.none')} />
          ) : (
            <div className={styles.split} ref={shown}>
              <nav aria-label={t('manage.parts.claims')}>
                <Text size="sm" c="dimmed" mb="xs" component="output">
                  {t('money.manage.found', { count: total })}
                </Text>
                <ul className="muster-plain-list">
                  {rows.map((claim) => (
                    <ClaimRow key={claim.id} {...{ pid, claim, search, nameOf }} isOpen={claim.id === openId} />
                  ))}
                </ul>
                {more === undefined ? null : (
                  <Button variant="default" size="xs" mt="sm" loading={more.pending} onClick={more.onMore}>
                    {t('ui.more')}
                  </Button>
                )}
              </nav>
              <div className={styles.open}>
                <OpenClaim key={openId} pid={pid} id={openId} onDecided={() => set({ claim: rows[at + 1]?.id })} />
              </div>
            </div>
          )
        }
      </Loaded>
    </Stack>
  );
}

/** On a wide screen the claim stays in view, and so does its row; on a phone the claim is above the list. */
function useInView(shown: RefObject<HTMLDivElement | null>, openId: string | undefined) {
  const before = useRef(openId);
  useEffect(() => {
    if (before.current === openId) return;
    before.current = openId;
    const isWide = window.matchMedia('(min-width: 48em)').matches;
    const target = shown.current?.querySelector(isWide ? '[aria-current]' : `.${styles.open}`);
    target?.scrollIntoView({ block: isWide ? 'nearest' : 'start' });
  }, [shown, openId]);
}

/** Single keys, unless somebody types or a dialog is open. */
function useKeys(actions: Readonly<Record<string, () => void>>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const types = target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]') !== null;
    if (types || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

type Search = ReturnType<typeof claimsSearch>;

function Filters({ pid, search, onChange }: { pid: string; search: Search; onChange: (fields: Search) => void }) {
  const { t, i18n } = useTranslation();
  const totals = useQuery(claimTotalsQuery(pid)).data ?? [];
  const budgets = useQuery(budgetsQuery(pid)).data?.data ?? [];
  const of = (state: string) => totals.filter((one) => one.state === state);
  const labelOf = (state: (typeof shownStates)[number]) => {
    const found = of(state);
    const sums = found.map(({ amount, currency }) => formatMoney(amount, currency, i18n.language)).join(' + ');
    const count = found.reduce((sum, one) => sum + one.claims, 0);
    return count === 0 ? t(`money.states.${state}`) : `${t(`money.states.${state}`)} (${count}, ${sums})`;
  };
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={t('money.manage.state')}
        value={search.state ?? 'sent'}
        onChange={(event) =>
          onChange({
            ...search,
            state: [...shownStates, 'all' as const].find((one) => one === event.currentTarget.value),
          })
        }
        data={[
          ...shownStates.map((state) => ({ value: state, label: labelOf(state) })),
          { value: 'all', label: t('money.manage.all') },
        ]}
      />
      {budgets.length === 0 ? null : (
        <NativeSelect
          label={t('money.budget')}
          value={search.budget ?? ''}
          onChange={(event) => onChange({ ...search, budget: event.currentTarget.value || undefined })}
          data={[
            { value: '', label: t('money.manage.all') },
            ...budgets.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
          ]}
        />
      )}
      <TextInput
        type="search"
        label={t('money.manage.search')}
        value={search.q ?? ''}
        onChange={(event) => onChange({ ...search, q: event.currentTarget.value || undefined })}
      />
    </Group>
  );
}

type ClaimRowProps = {
  pid: string;
  claim: ClaimSummary;
  search: Search;
  nameOf: (person: { uid: string; name: string }) => string;
  isOpen: boolean;
};

function ClaimRow({ pid, claim, search, nameOf, isOpen }: ClaimRowProps) {
  const { t, i18n } = useTranslation();
  const { id, number, person, amount, currency, what, duplicates, state } = claim;
  return (
    <li>
      <Link
        to="/projects/$pid/manage/claims"
        params={{ pid }}
        search={{ ...search, claim: id }}
        replace
        resetScroll={false}
        className={styles.row}
        activeProps={{}}
        aria-current={isOpen ? 'true' : undefined}
      >
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm" fw={500} lineClamp={1}>
            {number} · {person === null ? t('money.erased') : nameOf(person)}
          </Text>
          <Text size="sm">{formatMoney(amount, currency, i18n.language)}</Text>
        </Group>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="xs" c="dimmed" lineClamp={1}>
            {what}
          </Text>
          {duplicates ? (
            <Text size="xs" fw={600}>
              {t('money.manage.duplicates')}
            </Text>
          ) : search.state === 'all' ? (
            <StateBadge state={state} />
          ) : null}
        </Group>
      </Link>
    </li>
  );
}

type OpenClaimProps = { pid: string; id: string; onDecided: () => void };

function OpenClaim({ pid, id, onDecided }: OpenClaimProps) {
  const query = useQuery(claimVersionQuery(pid, id));
  return (
    <Loaded query={query} embedded>
      {(found) => <ShownClaim pid={pid} found={found} onDecided={onDecided} />}
    </Loaded>
  );
}

type ShownClaimProps = { pid: string; found: Versioned<Claim>; onDecided: () => void };

function ShownClaim({ pid, found, onDecided }: ShownClaimProps) {
  const { t, i18n } = useTranslation();
  const claim = found.body;
  const [chosen, setChosen] = useState<string>();
  const shown = chosen ?? claim.lines.find(({ file }) => file !== null)?.file ?? claim.files[0]?.id;
  const file = claim.files.find(({ id }) => id === shown);
  const { amount, currency, number, person, state, bank, budget_left: left } = claim;
  return (
    <Paper className="muster-surface" p="lg">
      <Group justify="space-between" mb="md">
        <Text fw={600} size="lg" component="h2" m={0}>
          {t('money.numbered', { number: number ?? '' })} ·{' '}
          {person === null ? t('money.erased') : shownName(t, person.name)}
        </Text>
        <Group gap="xs">
          <Text fw={600}>{formatMoney(amount, currency, i18n.language)}</Text>
          <StateBadge state={state} />
        </Group>
      </Group>
      <div className={file === undefined || !claim.rights.see_files ? undefined : styles.beside}>
        <Stack gap="md">
          <ClaimLines claim={claim} shown={shown} onShow={setChosen} />
          {left === null ? null : (
            <Text size="sm" {...(left < amount && state === 'sent' && { c: 'var(--mantine-color-error)' })}>
              {t('money.budgetLeft', { amount: formatMoney(left, currency, i18n.language) })}
            </Text>
          )}
          {bank === null || bank.state === 'given' ? null : (
            <Text size="sm" c="dimmed">
              {t(`money.payouts.banks.${bank.state}`)}
            </Text>
          )}
          {claim.rights.decide ? <Decide pid={pid} found={found} onDecided={onDecided} /> : null}
          <ClaimSteps claim={claim} />
        </Stack>
        {file === undefined || !claim.rights.see_files ? null : (
          <ReceiptView pid={pid} claim={claim.id} file={file} label={t('money.receipt')} />
        )}
      </div>
    </Paper>
  );
}

type Verb = 'approve' | 'return' | 'refuse';

function Decide({ pid, found: { body: claim, etag }, onDecided }: ShownClaimProps) {
  const { t, i18n } = useTranslation();
  const budgets = useQuery(budgetsQuery(pid)).data?.data ?? [];
  const [note, setNote] = useState('');
  const [budget, setBudget] = useState(claim.budget ?? '');
  const [needsNote, setNeedsNote] = useState(false);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const decide = useChange(decideClaim(pid), {
    message: (_, { number, state }) =>
      t(`money.manage.done.${state === 'approved' || state === 'refused' ? state : 'returned'}`, {
        number: number ?? '',
      }),
    onDone: onDecided,
  });
  const fitting = budgets.filter(({ currency }) => currency === claim.currency);
  const run = (decision: Verb) => {
    if (decide.isPending) return;
    if (decision !== 'approve' && note.trim() === '') {
      setNeedsNote(true);
      noteField.current?.focus();
      return;
    }
    const changed = budget === (claim.budget ?? '') ? {} : { budget: budget === '' ? null : budget };
    decide.mutate({ id: claim.id, etag, decision: { decision, note: note.trim(), ...changed } });
  };
  useKeys({ a: () => run('approve'), r: () => run('return'), x: () => run('refuse') });
  return (
    <Stack gap="sm">
      {fitting.length === 0 ? null : (
        <NativeSelect
          label={t('money.budget')}
          value={budget}
          onChange={(event) => setBudget(event.currentTarget.value)}
          data={[
            { value: '', label: t('money.own.choose') },
            ...fitting.map(({ code, name, left, currency }) => ({
              value: code,
              label: t('money.budgetOption', {
                name: `${code} ${name}`,
                amount: formatMoney(left, currency, i18n.language),
              }),
            })),
          ]}
        />
      )}
      <Textarea
        ref={noteField}
        label={t('money.manage.note')}
        description={t('money.manage.noteHint')}
        maxLength={1000}
        autosize
        minRows={2}
        value={note}
        error={needsNote && note.trim() === '' ? t('money.manage.noteMissing') : undefined}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {decide.isError ? <ProblemAlert error={decide.error} /> : null}
      <Group gap="sm">
        <Button loading={decide.isPending} onClick={() => run('approve')}>
          {t('money.manage.approve')}
        </Button>
        <Button variant="default" onClick={() => run('return')}>
          {t('money.manage.return')}
        </Button>
        <Button variant="default" onClick={() => run('refuse')}>
          {t('money.manage.refuse')}
        </Button>
      </Group>
    </Stack>
  );
}
