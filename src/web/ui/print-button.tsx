import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PrintIcon } from './icons.tsx';

export function PrintButton() {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      size="sm"
      className="muster-no-print"
      leftSection={<PrintIcon size={18} />}
      onClick={() => window.print()}
    >
      {t('ui.print')}
    </Button>
  );
}
