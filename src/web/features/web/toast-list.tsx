import { MantineThemeProvider, Notification } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { NotificationsProps } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';

/** A file of its own, so that it can be loaded later than the rest of the package. */
export function ToastList(props: NotificationsProps) {
  const { t } = useTranslation();
  const named = Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': t('shell.close') } } });
  return (
    <MantineThemeProvider theme={{ components: { Notification: named } }}>
      <Notifications {...props} />
    </MantineThemeProvider>
  );
}
