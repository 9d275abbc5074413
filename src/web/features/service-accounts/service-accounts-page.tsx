import { Alert, Button, Group, Stack, Badge, List, Paper, Text, Title, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '@mantine/form';
import type { ServiceAccount, RenewedServiceAccount } from '../../../client/client.ts';
import { formatDate, formatDateTimeAt } from '../../../locales/format/dates.ts';
import { Facts } from '../../ui/cards/facts.tsx';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyIcon } from '../../ui/icons.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { fieldErrors, focusFirstError } from '../../ui/editing/field-errors.ts';
import { rejectsField } from '../../ui/problems/api-problem.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { revokeServiceAccount, serviceAccountsQuery, createServiceAccount, renewServiceAccount } from './queries.ts';
import { TokenPanel } from './token-panel.tsx';
import { scopeText } from './scopes.ts';
import type { Scope } from './scopes.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { OtherZone, useShownZone } from '../projects/event/event-zone.tsx';

export const loadServiceAccountsPage = loadManaged('edit', ({ load, params: { pid } }) =>
  load(serviceAccountsQuery(pid)),
);

export function ServiceAccountsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('manage.parts.accounts')} · ${project.name}`);
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return <AccountList pid={pid} />;
}

type Open =
  | { dialog: 'add' }
  | { dialog: 'renew' | 'revoke'; account: ServiceAccount }
  | { dialog: 'token'; token: string; oldUntil?: string };

/** Tokens are only in the state of this component, so that closing the dialog forgets them. */
function AccountList({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>();
  const accounts = useQuery(serviceAccountsQuery(pid));
  const close = () => setOpen(undefined);
  const revoke = useChange(revokeServiceAccount(pid), {
    message: ({ name }) => t('accounts.revoked', { name }),
    onDone: close,
  });
  const named = open !== undefined && 'account' in open ? open.account.name : '';
  return (
    <>
      <PageHead title={t('manage.parts.accounts')} help={t('accounts.lead')}>
        <Button size="sm" onClick={() => setOpen({ dialog: 'add' })}>
          {t('accounts.add')}
        </Button>
      </PageHead>
      <OtherZone />
      <Loaded query={accounts} embedded>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyList icon={<KeyIcon size={28} />} title={t('accounts.none')} description={t('accounts.noneText')} />
          ) : (
            <Stack component="ul" className="muster-plain-list" gap="md">
              {data.map((account) => (
                <AccountCard
                  key={account.id}
                  account={account}
                  onRenew={() => setOpen({ dialog: 'renew', account })}
                  onRevoke={() => setOpen({ dialog: 'revoke', account })}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Dialog opened={open?.dialog === 'add'} title={t('accounts.add')} onClose={close}>
        <NewAccountForm pid={pid} onDone={(token) => setOpen({ dialog: 'token', token })} />
      </Dialog>
      <Dialog opened={open?.dialog === 'renew'} title={t('accounts.renewTitle', { name: named })} onClose={close}>
        {open?.dialog === 'renew' ? (
          <RenewForm
            pid={pid}
            account={open.account}
            onDone={({ token, old_token_until }) => setOpen({ dialog: 'token', token, oldUntil: old_token_until })}
          />
        ) : null}
      </Dialog>
      <Dialog opened={open?.dialog === 'token'} title={t('accounts.token')} onClose={close}>
        {open?.dialog === 'token' ? <TokenPanel token={open.token} oldUntil={open.oldUntil} onDone={close} /> : null}
      </Dialog>
      <ConfirmDialog
        opened={open?.dialog === 'revoke'}
        title={t('accounts.revokeTitle', { name: named })}
        text={t('accounts.revokeText')}
        confirm={t('accounts.revoke')}
        change={revoke}
        onConfirm={() => open?.dialog === 'revoke' && revoke.mutate(open.account)}
        onClose={() => close()}
      />
    </>
  );
}

type AccountCardProps = { account: ServiceAccount; onRenew: () => void; onRevoke: () => void };

function AccountCard({ account, onRenew, onRevoke }: AccountCardProps) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const [shownAtMs] = useState(Date.now);
  const { name, created_by_name: creator, last_used_at: used } = account;
  const created = formatDate(account.created_at, i18n.language, zone);
  const facts = [
    { term: t('access.prefix'), fact: <Text component="span" ff="monospace" inherit>{`${account.prefix}…`}</Text> },
    {
      term: t('accounts.created'),
      fact: creator === null ? created : t('accounts.createdBy', { date: created, name: creator }),
    },
    {
      term: t('access.lastUsed'),
      fact: used === null ? t('access.never') : formatDateTimeAt(used, i18n.language, zone),
    },
    { term: t('accounts.endsAt'), fact: formatDate(account.ends_at, i18n.language, zone) },
  ];
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Stack gap="md">
        <Group gap="xs">
          <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          {Date.parse(account.ends_at) <= shownAtMs ? <Badge color="red">{t('accounts.ended')}</Badge> : null}
        </Group>
        {account.active ? null : (
          <Alert color="red" variant="light">
            {creator === null ? t('accounts.nobodyResponsible') : t('accounts.notAllowed', { name: creator })}
          </Alert>
        )}
        <List size="sm">
          {account.scopes.map((scope) => (
            <List.Item key={scope}>{scopeText(t, scope)}</List.Item>
          ))}
        </List>
        <Facts facts={facts} />
        <Group gap="xs">
          <Button size="xs" variant="default" aria-label={t('accounts.renewWhat', { name })} onClick={onRenew}>
            {t('accounts.renew')}
          </Button>
          <Button size="xs" variant="default" aria-label={t('accounts.revokeWhat', { name })} onClick={onRevoke}>
            {t('accounts.revoke')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

type Values = { name: string; scopes: Scope[]; ends_at: string };
type NewAccountFormProps = { pid: string; onDone: (token: string) => void };

function NewAccountForm({ pid, onDone }: NewAccountFormProps) {
  const { t } = useTranslation();
  const formId = useId();
  const create = useChange(createServiceAccount(pid), { onDone: (_, { token }) => onDone(token) });
  const form = useForm<Values>({
    initialValues: { name: '', scopes: [], ends_at: inOneYear() },
    validate: {
      name: (name) => (name.trim() === '' ? t('accounts.nameMissing') : null),
      scopes: (scopes) => (scopes.length === 0 ? t('accounts.scopesMissing') : null),
      ends_at: (day) => (endOfDay(day) === undefined ? t('accounts.endsAtInvalid') : null),
    },
  });
  const textOf = (field: string) => (field === 'ends_at' ? t('accounts.endsAtInvalid') : undefined);
  const send = ({ name, scopes, ends_at: day }: Values) =>
    create.mutate(
      { name: name.trim(), scopes, ends_at: endOfDay(day) ?? '' },
      {
        onError: (error) => focusFirstError(formId, () => form.setErrors(fieldErrors(error, { errorText: textOf }))),
      },
    );
  const isOfField = create.isError && ['name', 'ends_at'].some((field) => rejectsField(create.error, field));
  return (
    <form id={formId} onSubmit={form.onSubmit(send, () => focusFirstError(formId))} noValidate>
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('name')}
          label={t('accounts.name')}
          description={t('accounts.nameHint')}
          maxLength={100}
          required
          data-autofocus
        />
        <ScopeChoice
          value={form.values.scopes}
          onChange={(value) => form.setFieldValue('scopes', value)}
          error={form.errors['scopes']}
        />
        <TextInput {...form.getInputProps('ends_at')} label={t('accounts.endsAt')} type="date" min={today()} required />
        {create.isError && !isOfField ? <OrganiserProblem error={create.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t('accounts.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type RenewFormProps = { pid: string; account: ServiceAccount; onDone: (renewed: RenewedServiceAccount) => void };

function RenewForm({ pid, account, onDone }: RenewFormProps) {
  const { t } = useTranslation();
  const [day, setDay] = useState(inOneYear);
  const renew = useChange(renewServiceAccount(pid), { onDone: (_, renewed) => onDone(renewed) });
  const end = endOfDay(day);
  const isRejected = renew.isError && rejectsField(renew.error, 'ends_at');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (end !== undefined) renew.mutate({ id: account.id, ends_at: end });
      }}
      noValidate
    >
      <Stack gap="md">
        <Text>{t('accounts.renewText')}</Text>
        <TextInput
          label={t('accounts.endsAt')}
          type="date"
          min={today()}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
          error={end === undefined || isRejected ? t('accounts.endsAtInvalid') : undefined}
          required
          data-autofocus
        />
        {renew.isError && !isRejected ? <OrganiserProblem error={renew.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={renew.isPending}>
            {t('accounts.renew')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The end of a day on this device, as the API takes it; undefined if it is no day. */
function endOfDay(day: string): string | undefined {
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}

const dayText = (date: Date): string =>
  [date.getFullYear(), String(date.getMonth() + 1).padStart(2, '0'), String(date.getDate()).padStart(2, '0')].join('-');

/** Offered at first: a year from now, enough for one event. */
function inOneYear(): string {
  const date = new Date();
  date.setFullYear(date.getFullYear() + 1);
  return dayText(date);
}

const today = (): string => dayText(new Date());
