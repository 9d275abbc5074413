import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../ui/i18n.ts';
import type { TextKind } from './queries.ts';
import { TranslationForm } from './translation-form.tsx';

type TranslateDialogProps = {
  pid: string;
  kind: TextKind;
  id: string;
  name: string;
  start?: Language | undefined;
  opened: boolean;
  onClose: () => void;
};

/** Both languages side by side. */
export function TranslateDialog({ name, opened, onClose, ...about }: TranslateDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('translations.title', { name })}
      size="60rem"
      radius="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <TranslationForm {...about} />
    </Modal>
  );
}

type TranslateButtonProps = Omit<TranslateDialogProps, 'opened' | 'onClose'> & { size?: 'xs' | 'sm' };

export function TranslateButton({ size = 'xs', ...props }: TranslateButtonProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size={size}
        variant="default"
        aria-label={t('ui.actionOn', { action: t('translations.translate'), name: props.name })}
        onClick={() => setOpened(true)}
      >
        {t('translations.translate')}
      </Button>
      <TranslateDialog {...props} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
