import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PrintIcon } from './icons.tsx';

export function PrintButton({ size = 'sm' }: { size?: 'xs' | 'sm' }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      size={size}
      className="muster-no-print"
      leftSection={<PrintIcon size={size === 'xs' ? 16 : 18} />}
      onClick={() => window.print()}
    >
      {t('ui.print')}
    </Button>
  );
}
