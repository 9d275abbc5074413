import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { withdrawMyApplication } from './queries.ts';

/** Withdraws the application to all teams that have not decided yet. */
export function WithdrawAll({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const withdrawal = useChange(withdrawMyApplication(pid), {
    message: () => t('apply.call.withdrawn'),
    onDone: () => setConfirming(false),
  });
  return (
    <>
      <Button variant="default" mt="md" onClick={() => setConfirming(true)}>
        {t('apply.withdraw')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('apply.call.withdrawTitle')}
        text={t('apply.withdrawText')}
        confirm={t('apply.withdraw')}
        change={withdrawal}
        onConfirm={() => withdrawal.mutate()}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
