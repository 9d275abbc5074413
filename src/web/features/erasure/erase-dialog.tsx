import { List, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { removeAllDrafts } from '../../ui/editing/draft-storage.ts';
import { ReleasedPlaces } from '../tasks/released-places.tsx';
import { clearPersonCache } from '../people/queries.ts';
import { eraseMe } from './queries.ts';

type EraseDialogProps = { opened: boolean; email: string; onClose: () => void };

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.toLowerCase();

export function EraseDialog({ opened, email, onClose }: EraseDialogProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const erasing = useMutation({
    mutationFn: eraseMe,
    onSuccess: async () => {
      removeAllDrafts();
      clearPersonCache(queryClient);
      await router.navigate({ to: '/', replace: true });
      await router.invalidate();
      notifications.show({ message: t('person.privacy.erased'), autoClose: 10_000 });
    },
  });
  const close = () => {
    setTyped('');
    erasing.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('person.privacy.dialogTitle')}
      text={t('person.privacy.dialogText')}
      confirm={t('person.privacy.confirm')}
      cancel={t('person.privacy.keep')}
      change={erasing}
      disabled={!same(typed, email)}
      onConfirm={() => erasing.mutate()}
      onClose={close}
    >
      <List>
        {(['teams', 'data', 'answers', 'access'] as const).map((part) => (
          <List.Item key={part}>{t(`person.privacy.dialogList.${part}`)}</List.Item>
        ))}
      </List>
      <Text size="sm">{t('person.privacy.dialogStays')}</Text>
      {opened ? <ReleasedPlaces departure={{ of: 'me' }} /> : null}
      <TextInput
        label={t('person.privacy.type', { email })}
        value={typed}
        autoComplete="off"
        autoCapitalize="none"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
