import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api.ts';
import { isLanguage } from '../../ui/i18n.ts';
import { usePortioned } from '../../ui/portioned.ts';

const portion = 50;

/** Sends invitations to a team, in the language of whoever sends them. */
export function useInvite(pid: string, tid: string, onEnd?: (left: string[]) => void) {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  return usePortioned({
    size: portion,
    send: async (emails: string[]) => {
      const language = isLanguage(i18n.language) ? { language: i18n.language } : {};
      return (await call('invite_to_team', { path: { pid, tid }, body: { emails, ...language } })).data;
    },
    onEnd: (answers, left) => {
      const all = answers.flat();
      const count = all.filter(({ outcome }) => outcome === 'invited').length;
      const recent = all.filter(({ outcome }) => outcome === 'recently_invited').length;
      if (all.length > 0) {
        const words = [t('invite.sent', { count }), ...(recent > 0 ? [t('invite.recent', { count: recent })] : [])];
        notifications.show({ message: words.join(' ') });
      }
      void queryClient.invalidateQueries();
      onEnd?.(left);
    },
  });
}
