import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Change } from '../../../ui/change.ts';

type WithdrawButtonProps = {
  /** What the consent is for: the title of a form, for example. */
  title: string;
  /** What ends with it. */
  text: string;
  change: Change<void, unknown>;
};

/** Consent can be withdrawn at any time. */
export function WithdrawButton({ title, text, change }: WithdrawButtonProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const withdrawing = useChange(change, {
    message: () => t('disclosure.withdraw.done'),
    onDone: () => setOpened(false),
  });
  return (
    <div>
      <Button
        variant="subtle"
        color="red"
        px={0}
        aria-label={t('disclosure.withdraw.what', { title })}
        onClick={() => setOpened(true)}
      >
        {t('disclosure.withdraw.action')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('disclosure.withdraw.title')}
        text={text}
        confirm={t('disclosure.withdraw.action')}
        change={withdrawing}
        onConfirm={() => withdrawing.mutate()}
        onClose={() => setOpened(false)}
      />
    </div>
  );
}
