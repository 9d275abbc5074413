import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PrintIcon } from './icons.tsx';

type PrintButtonProps = {
  size?: 'xs' | 'sm';
  /** Loads what is not on the page yet, so that paper has all of it. */
  prepare?: (() => Promise<unknown>) | undefined;
};

export function PrintButton({ size = 'sm', prepare }: PrintButtonProps) {
  const { t } = useTranslation();
  const [isLoading, setLoading] = useState(false);
  const print = async () => {
    setLoading(true);
    try {
      await prepare?.();
    } finally {
      setLoading(false);
    }
    // Waits until the browser has drawn what was loaded.
    requestAnimationFrame(() => setTimeout(() => window.print()));
  };
  return (
    <Button
      variant="default"
      size={size}
      className="muster-no-print"
      leftSection={<PrintIcon size={size === 'xs' ? 16 : 18} />}
      loading={isLoading}
      onClick={() => (prepare === undefined ? window.print() : void print())}
    >
      {t('ui.print')}
    </Button>
  );
}
