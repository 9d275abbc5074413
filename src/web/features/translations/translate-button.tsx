import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../ui/i18n.ts';
import type { TextKind } from './queries.ts';
import { TranslationForm } from './translation-form.tsx';

type TranslateButtonProps = {
  pid: string;
  kind: TextKind;
  id: string;
  name: string;
  start?: Language | undefined;
};

/** Opens both languages side by side. */
export function TranslateButton({ name, ...about }: TranslateButtonProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t('ui.actionOn', { action: t('translations.translate'), name })}
        onClick={() => setOpened(true)}
      >
        {t('translations.translate')}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('translations.title', { name })}
        size="60rem"
        radius="lg"
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <TranslationForm {...about} />
      </Modal>
    </>
  );
}
