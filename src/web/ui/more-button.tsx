import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { More } from './paging.ts';

/** Below a list of which only the first rows are loaded. Nothing at its end. */
export function MoreButton({ more }: { more: More | undefined }) {
  const { t } = useTranslation();
  return more === undefined ? null : (
    <Button mt="sm" size="sm" variant="default" loading={more.pending} onClick={more.onMore}>
      {t('ui.more')}
    </Button>
  );
}
