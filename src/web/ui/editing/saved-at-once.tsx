import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** For settings without a button that saves, on pages where others have one. */
export function SavedAtOnce() {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="dimmed">
      {t('ui.savedAtOnce')}
    </Text>
  );
}
