import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { withdrawConsent } from './queries.ts';

type WithdrawButtonProps = { pid: string; form: string; title: string };

/** Consent can be withdrawn at any time, also after the form has closed. */
export function WithdrawButton({ pid, form, title }: WithdrawButtonProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const withdrawing = useChange(withdrawConsent(pid, form), {
    message: () => t('disclosure.withdraw.done'),
    onDone: () => setOpened(false),
  });
  return (
    <div>
      <Button
        variant="subtle"
        color="red"
        aria-label={t('disclosure.withdraw.what', { title })}
        onClick={() => setOpened(true)}
      >
        {t('disclosure.withdraw.action')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('disclosure.withdraw.title')}
        text={t('disclosure.withdraw.text', { title })}
        confirm={t('disclosure.withdraw.action')}
        change={withdrawing}
        onConfirm={() => withdrawing.mutate()}
        onClose={() => setOpened(false)}
      />
    </div>
  );
}
