import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Identity } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatDate } from '../../ui/format/dates.ts';

const key = ['identities'];

/** Accounts elsewhere that sign the person in. Where there are none, there is nothing to say. */
export function IdentityList() {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const list = useQuery({ queryKey: key, queryFn: () => call('list_identities', { query: { limit: 50 } }) });
  const [asked, setAsked] = useState<Identity | null>(null);
  const unlinking = useMutation({
    mutationFn: ({ id }: Identity) => call('unlink_identity', { path: { id } }),
    onSuccess: async () => {
      setAsked(null);
      await queryClient.invalidateQueries({ queryKey: key });
      notifications.show({ message: t('security.unlinked') });
    },
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
            <Button size="xs" variant="default" flex="none" onClick={() => setAsked(identity)}>
              {t('security.unlink')}
            </Button>
          </Group>
        ))}
      </Stack>
      <ConfirmDialog
        opened={asked !== null}
        title={t('security.unlinkTitle')}
        text={t('security.unlinkText')}
        confirm={t('security.unlink')}
        pending={unlinking.isPending}
        error={unlinking.error}
        onConfirm={() => (asked === null ? undefined : unlinking.mutate(asked))}
        onClose={() => {
          setAsked(null);
          unlinking.reset();
        }}
      />
    </Paper>
  );
}
