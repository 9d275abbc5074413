import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type CoverageButtonProps = { opened: boolean; onToggle: () => void } & Pick<ButtonProps, 'visibleFrom'>;

export function CoverageButton({ opened, onToggle, ...props }: CoverageButtonProps) {
  const { t } = useTranslation();
  return (
    <Button variant="default" size="xs" aria-expanded={opened} onClick={onToggle} {...props}>
      {opened ? t('coverage.hide') : t('coverage.show')}
    </Button>
  );
}
