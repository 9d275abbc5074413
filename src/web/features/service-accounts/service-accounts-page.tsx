import { Button, EmptyState, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceAccount } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyIcon } from '../../ui/icons.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { AccountCard } from './account-card.tsx';
import { NewAccountForm } from './new-account-form.tsx';
import { revokeServiceAccount, serviceAccountsQuery } from './queries.ts';
import { RenewForm } from './renew-form.tsx';
import { TokenPanel } from './token-panel.tsx';

export function ServiceAccountsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('manage.parts.accounts')} · ${project.name}`);
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('manage.parts.accounts')} lead={t('accounts.lead')} />
      <AccountList pid={pid} />
    </>
  );
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
  const add = <Button onClick={() => setOpen({ dialog: 'add' })}>{t('accounts.add')}</Button>;
  return (
    <Stack gap="lg">
      <Loaded query={accounts} embedded>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyList icon={<KeyIcon size={28} />} title={t('accounts.none')} description={t('accounts.noneText')}>
              <EmptyState.Actions>{add}</EmptyState.Actions>
            </EmptyList>
          ) : (
            <>
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
              <Group>{add}</Group>
            </>
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
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={() => open?.dialog === 'revoke' && revoke.mutate(open.account)}
        onClose={() => {
          close();
          revoke.reset();
        }}
      />
    </Stack>
  );
}
