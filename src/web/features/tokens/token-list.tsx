import { Badge, Button, Group, Paper, Skeleton, Stack, Text, Title, Modal } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiToken, RenewedToken } from '../../../client/client.ts';
import { Facts } from '../../ui/cards/facts.tsx';
import { useChange } from '../../ui/change.ts';
import { formatDate, formatDateTime } from '../../../locales/format/dates.ts';
import { KeyIcon } from '../../ui/icons.tsx';
import { UntilSlow, EmptyList } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TokenPanel } from '../service-accounts/token-panel.tsx';
import { scopeText } from '../service-accounts/scopes.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { renewToken, revokeToken, tokensQuery } from './queries.ts';

const pollMs = 5000;

type TokenListProps = { watching: boolean };

/** Polls while credentials are on screen, because somebody may exchange them for a token at any moment. */
export function TokenList({ watching }: TokenListProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [confirming, setConfirming] = useState<ApiToken | null>(null);
  const list = useInfiniteQuery({ ...tokensQuery, refetchInterval: watching ? pollMs : false });
  const nameOf = ({ name }: ApiToken) => (name === '' ? t('access.unnamed') : name);
  const revoke = useChange(revokeToken, {
    message: (token) => t('access.revoked', { name: nameOf(token) }),
    onDone: () => {
      setConfirming(null);
      // The focused button was removed with its row.
      heading.current?.focus();
    },
  });
  const [renewing, setRenewing] = useState<ApiToken | null>(null);
  const [renewed, setRenewed] = useState<RenewedToken | null>(null);
  const renew = useChange(renewToken, {
    onDone: (_, created) => {
      setRenewing(null);
      setRenewed(created);
    },
  });
  const tokens = list.data?.pages.flatMap((page) => page.data) ?? [];

  return (
    <section aria-labelledby="tokens">
      <Title order={2} size="h3" mb={4} id="tokens" tabIndex={-1} ref={heading} style={{ outline: 'none' }}>
        {t('access.tokensTitle')}
      </Title>
      <Text c="dimmed" mb="lg">
        {t('access.tokensLead')}
      </Text>
      {list.isError ? <ProblemAlert error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? (
        <UntilSlow>
          <Skeleton h={120} radius="lg" />
        </UntilSlow>
      ) : null}
      {list.isSuccess && tokens.length === 0 ? <NoTokens /> : null}
      <Stack component="ul" className="muster-plain-list" gap="md">
        {tokens.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            name={nameOf(token)}
            onRenew={() => setRenewing(token)}
            onRevoke={() => setConfirming(token)}
          />
        ))}
      </Stack>
      {list.hasNextPage ? (
        <Group justify="center" mt="lg">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('access.more')}
          </Button>
        </Group>
      ) : null}
      <ConfirmDialog
        opened={renewing !== null}
        title={t('limits.renewTitle')}
        text={t('limits.renewText')}
        confirm={t('accounts.renew')}
        color="spruce"
        change={renew}
        onConfirm={() => renewing !== null && renew.mutate(renewing)}
        onClose={() => setRenewing(null)}
      />
      <Dialog opened={renewed !== null} title={t('accounts.token')} onClose={() => setRenewed(null)}>
        {renewed === null ? null : (
          <TokenPanel token={renewed.access_token} oldUntil={renewed.old_token_until} onDone={() => setRenewed(null)} />
        )}
      </Dialog>
      <RevokeDialog
        token={confirming}
        name={confirming === null ? '' : nameOf(confirming)}
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={revoke.mutate}
        onClose={() => {
          setConfirming(null);
          revoke.reset();
        }}
      />
    </section>
  );
}

function NoTokens() {
  const { t } = useTranslation();
  return <EmptyList icon={<KeyIcon size={28} />} title={t('access.none')} description={t('access.noneText')} />;
}

type TokenRowProps = { token: ApiToken; name: string; onRenew: () => void; onRevoke: () => void };

function TokenRow({ token, name, onRenew, onRevoke }: TokenRowProps) {
  const { t, i18n } = useTranslation();
  const [shownAtMs] = useState(Date.now);
  const expired = Date.parse(token.expires_at) <= shownAtMs;
  const facts = [
    { term: t('access.prefix'), fact: <Text component="span" ff="monospace" inherit>{`${token.prefix}…`}</Text> },
    { term: t('access.created'), fact: formatDateTime(token.created_at, i18n.language) },
    {
      term: t('access.lastUsed'),
      fact: token.last_used_at === null ? t('access.never') : formatDateTime(token.last_used_at, i18n.language),
    },
    { term: t('access.expires'), fact: formatDate(token.expires_at, i18n.language) },
  ];
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Group justify="space-between" align="flex-start" mb="md" wrap="nowrap">
        <Group gap="xs">
          <Title order={3} size="h5">
            {name}
          </Title>
          <Badge variant="light">{token.scope === 'read' ? t('access.scopeRead') : t('access.scopeWrite')}</Badge>
          {token.private_read ? <Badge variant="outline">{t('access.scopePrivate')}</Badge> : null}
          {token.project === null ? null : (
            <Badge variant="outline" tt="none">
              {t('limits.badge', { project: token.project })}
            </Badge>
          )}
          {expired ? <Badge color="red">{t('access.expired')}</Badge> : null}
        </Group>
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="default" onClick={onRenew} aria-label={t('accounts.renewWhat', { name })}>
            {t('accounts.renew')}
          </Button>
          <Button size="xs" variant="default" onClick={onRevoke} aria-label={t('access.revokeWhat', { name })}>
            {t('access.revoke')}
          </Button>
        </Group>
      </Group>
      {token.scopes === null ? null : (
        <Text size="sm" mb="md">
          {t('limits.scopes', { scopes: token.scopes.map((scope) => scopeText(t, scope)).join(' · ') })}
        </Text>
      )}
      <Facts facts={facts} />
    </Paper>
  );
}

type RevokeDialogProps = {
  token: ApiToken | null;
  name: string;
  pending: boolean;
  error: Error | null;
  onConfirm: (token: ApiToken) => void;
  onClose: () => void;
};

function RevokeDialog({ token, name, pending, error, onConfirm, onClose }: RevokeDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={token !== null}
      onClose={onClose}
      title={t('access.revokeTitle')}
      radius="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {token === null ? null : (
        <Stack gap="lg">
          <Text>{t('access.revokeText', { name, prefix: token.prefix })}</Text>
          {error === null ? null : <ProblemAlert error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('access.keep')}
            </Button>
            <Button color="red" loading={pending} onClick={() => onConfirm(token)}>
              {t('access.revoke')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
