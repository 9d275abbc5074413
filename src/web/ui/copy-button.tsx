import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { CheckIcon, CopyIcon } from './icons.tsx';

type CopyButtonProps = { value: string; what: string };

export function CopyButton({ value, what }: CopyButtonProps) {
  const { t } = useTranslation();
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const label = copied ? t('copy.copied') : t('copy.of', { what });
  return (
    <Tooltip label={label} withArrow>
      <ActionIcon variant="subtle" size="lg" aria-label={label} onClick={() => copy(value)}>
        {copied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}
