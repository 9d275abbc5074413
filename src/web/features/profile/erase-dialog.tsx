import { List, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, call } from '../../api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { forgetDrafts } from '../../ui/drafts.ts';
import { isLanguage } from '../../ui/i18n.ts';
import { forgetPerson } from '../people/me.ts';
import { rememberReturnPath } from '../sign-in/return-path.ts';

type EraseDialogProps = { opened: boolean; email: string; onClose: () => void };

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.toLowerCase();
const needsFreshSignIn = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'sign_in_again';

export function EraseDialog({ opened, email, onClose }: EraseDialogProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const erasing = useMutation({
    mutationFn: () => call('erase_me', {}),
    onSuccess: async () => {
      forgetDrafts();
      forgetPerson(queryClient);
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
  if (needsFreshSignIn(erasing.error)) return <FreshSignIn opened={opened} email={email} onClose={close} />;
  return (
    <ConfirmDialog
      opened={opened}
      title={t('person.privacy.dialogTitle')}
      text={t('person.privacy.dialogText')}
      confirm={t('person.privacy.confirm')}
      keep={t('person.privacy.keep')}
      pending={erasing.isPending}
      disabled={!same(typed, email)}
      error={erasing.error}
      onConfirm={() => erasing.mutate()}
      onClose={close}
    >
      <List>
        {(['teams', 'data', 'answers', 'access'] as const).map((part) => (
          <List.Item key={part}>{t(`person.privacy.dialogList.${part}`)}</List.Item>
        ))}
      </List>
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

/** A link of now proves that it is really them; it brings the person back to the open question. */
function FreshSignIn({ opened, email, onClose }: EraseDialogProps) {
  const { t, i18n } = useTranslation();
  const asking = useMutation({
    mutationFn: () =>
      call('request_sign_in_link', { body: { email, language: isLanguage(i18n.language) ? i18n.language : 'en' } }),
    onSuccess: () => rememberReturnPath('/me/privacy?erase=true'),
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={t('person.privacy.againTitle')}
      text={t('person.privacy.againText', { email })}
      confirm={t('person.privacy.againSend')}
      keep={t('person.privacy.keep')}
      color="spruce"
      pending={asking.isPending}
      disabled={asking.isSuccess}
      error={asking.error}
      onConfirm={() => asking.mutate()}
      onClose={onClose}
    >
      {asking.isSuccess ? <output className="muster-notice">{t('person.privacy.againSent', { email })}</output> : null}
    </ConfirmDialog>
  );
}
