import { Badge, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceAccount } from '../../../client/client.ts';
import { formatDate, formatDateTime } from '../../../locales/format/dates.ts';
import { scopeText } from './scopes.ts';

type AccountCardProps = { account: ServiceAccount; onRenew: () => void; onRevoke: () => void };

export function AccountCard({ account, onRenew, onRevoke }: AccountCardProps) {
  const { t, i18n } = useTranslation();
  const [shownAtMs] = useState(Date.now);
  const { name, created_by_name: creator, last_used_at: used } = account;
  const created = formatDate(account.created_at, i18n.language);
  const facts = [
    { term: t('access.prefix'), fact: <Text component="span" ff="monospace" inherit>{`${account.prefix}…`}</Text> },
    {
      term: t('accounts.created'),
      fact: creator === null ? created : t('accounts.createdBy', { date: created, name: creator }),
    },
    { term: t('access.lastUsed'), fact: used === null ? t('access.never') : formatDateTime(used, i18n.language) },
    { term: t('accounts.endsAt'), fact: formatDate(account.ends_at, i18n.language) },
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
        <List size="sm">
          {account.scopes.map((scope) => (
            <List.Item key={scope}>{scopeText(t, scope)}</List.Item>
          ))}
        </List>
        <dl className="muster-facts">
          {facts.map(({ term, fact }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
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
