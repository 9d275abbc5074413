import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Identity } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatDate } from '../../../locales/format/dates.ts';
import { identitiesQuery, unlinkIdentity } from './queries.ts';

/** The accounts at a provider that sign the person in; hidden where there are none. */
export function IdentityList() {
  const { t, i18n } = useTranslation();
  const list = useQuery(identitiesQuery);
  const [confirming, setConfirming] = useState<Identity | null>(null);
  const unlinking = useChange(unlinkIdentity, {
    message: () => t('security.unlinked'),
    onDone: () => setConfirming(null),
  });
  const identities = list.data?.data ?? [];
  if (identities.length === 0) return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="identities">
      <Title order={2} size="h4" id="identities" mb={4}>
        {t('security.identities')}
      </Title>
      <Text c="dimmed" mb="xs">
        {t('security.identitiesText')}
      </Text>
      <Stack gap={0} component="ul" className="muster-plain-list">
        {identities.map((identity) => (
          <Group key={identity.id} component="li" className="muster-row" justify="space-between" wrap="nowrap">
            <div>
              <Text fw={550}>{new URL(identity.issuer).host}</Text>
              <Text size="sm" c="dimmed">
                {`${identity.email} · ${t('security.linkedOn', { date: formatDate(identity.created_at, i18n.language) })}`}
              </Text>
            </div>
            <Button size="xs" variant="default" flex="none" onClick={() => setConfirming(identity)}>
              {t('security.unlink')}
            </Button>
          </Group>
        ))}
      </Stack>
      <ConfirmDialog
        opened={confirming !== null}
        title={t('security.unlinkTitle')}
        text={t('security.unlinkText')}
        confirm={t('security.unlink')}
        change={unlinking}
        onConfirm={() => (confirming === null ? undefined : unlinking.mutate(confirming))}
        onClose={() => setConfirming(null)}
      />
    </Paper>
  );
}
