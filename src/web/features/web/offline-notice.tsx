import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadShown } from '../../query-client.ts';
import { savedTime } from '../../saved-time.ts';
import { formatDateTime, formatTimeAt } from '../../../locales/format/dates.ts';
import styles from './shell.module.css';

const retryMs = 5000;

const isToday = (iso: string): boolean => new Date(iso).toDateString() === new Date().toDateString();

/** Says how old the content is while there is no connection. When it is back, everything is loaded again. */
export function OfflineNotice() {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const saved = useSyncExternalStore(savedTime.subscribe, savedTime.get, () => undefined);
  useEffect(() => {
    if (saved === undefined) return undefined;
    const reload = () => void reloadShown(queryClient, { cancelRefetch: false });
    window.addEventListener('online', reload);
    // Browsers do not notice that a server or a weak network is back.
    const timer = setInterval(reload, retryMs);
    return () => {
      window.removeEventListener('online', reload);
      clearInterval(timer);
    };
  }, [saved, queryClient]);
  const time = (iso: string) => (isToday(iso) ? formatTimeAt(iso, i18n.language) : formatDateTime(iso, i18n.language));
  return (
    <output>
      {saved === undefined ? null : <span className={styles.offline}>{t('push.offline', { time: time(saved) })}</span>}
    </output>
  );
}
