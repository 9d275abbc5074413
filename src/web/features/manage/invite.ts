import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Invited } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { isLanguage } from '../../ui/i18n.ts';
import { usePortioned } from '../../ui/portioned.ts';
import { partedBy } from './addresses.ts';

const portion = 50;

type Sent = { data: Invited['data']; refused: string[] };
type Send = (emails: string[]) => Promise<Invited['data']>;

/** The service takes all of a list or nothing, so what it refuses is left out of a second try. */
async function sendGood(send: Send, emails: string[]): Promise<Sent> {
  if (emails.length === 0) return { data: [], refused: [] };
  try {
    return { data: await send(emails), refused: [] };
  } catch (error) {
    const { blamed, others } = partedBy(error, emails);
    const { data, refused } = await sendGood(send, others);
    return { data, refused: [...blamed, ...refused] };
  }
}

type OnEnd = (left: string[], refused: string[]) => void;

/** Sends invitations to a team, in the language of whoever sends them. */
export function useInvite(pid: string, tid: string, onEnd?: OnEnd) {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  return usePortioned({
    size: portion,
    send: (portionOfAll: string[]) => {
      const language = isLanguage(i18n.language) ? { language: i18n.language } : {};
      const send: Send = async (emails) =>
        (await call('invite_to_team', { path: { pid, tid }, body: { emails, ...language } })).data;
      return sendGood(send, portionOfAll);
    },
    onEnd: (answers, left) => {
      const all = answers.flatMap(({ data }) => data);
      const count = all.filter(({ outcome }) => outcome === 'invited').length;
      const recent = all.filter(({ outcome }) => outcome === 'recently_invited').length;
      if (all.length > 0) {
        const words = [t('invite.sent', { count }), ...(recent > 0 ? [t('invite.recent', { count: recent })] : [])];
        notifications.show({ message: words.join(' ') });
      }
      void queryClient.invalidateQueries();
      onEnd?.(
        left,
        answers.flatMap(({ refused }) => refused),
      );
    },
  });
}
