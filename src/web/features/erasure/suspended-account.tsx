import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DownloadButton } from '../../ui/download.tsx';
import { removeAllDrafts } from '../../ui/editing/draft-storage.ts';
import { clearPersonCache } from '../people/queries.ts';
import { eraseMe, exportMe } from './queries.ts';

/** All that suspended people can do: take their data along, and erase it. */
export function SuspendedAccount() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [confirming, setConfirming] = useState(false);
  const erasing = useMutation({
    mutationFn: eraseMe,
    onSuccess: async () => {
      removeAllDrafts();
      clearPersonCache(queryClient);
      await router.navigate({ to: '/', replace: true });
      notifications.show({ message: t('person.privacy.erased'), autoClose: 10_000 });
    },
  });
  return (
    <Stack gap="md" align="flex-start">
      <Text>{t('signIn.suspendedRights')}</Text>
      <DownloadButton name="muster-export.json" text={t('person.privacy.export')} load={exportMe} />
      <Button color="red" variant="outline" onClick={() => setConfirming(true)}>
        {t('signIn.suspendedErase')}
      </Button>
      <Button variant="subtle" onClick={() => void router.navigate({ to: '/sign-in', search: {}, replace: true })}>
        {t('signIn.suspendedSignIn')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('signIn.suspendedErase')}
        text={t('signIn.suspendedEraseText')}
        confirm={t('signIn.suspendedErase')}
        change={erasing}
        onConfirm={() => erasing.mutate()}
        onClose={() => setConfirming(false)}
      />
    </Stack>
  );
}
