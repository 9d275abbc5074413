import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Invited } from '../../../../client/client.ts';
import { ApiProblem, call } from '../../../api.ts';
import { isLanguage } from '../../../ui/i18n.ts';
import { usePortioned } from '../../../ui/batches.ts';
import { partedBy } from './emails.ts';

const portion = 50;
/** Longer than others: it asks to do something. */
const readingMs = 20_000;
const mostNamed = 5;

/** Addresses that are none, and those of people in the team, are left out, each for its own reason. */
type Sent = { data: Invited['data']; mail?: Invited['mail']; refused: string[]; inside: string[] };
type Send = (emails: string[]) => Promise<Invited>;

/** The service takes all of a list or nothing, so what it refuses is left out of a second try. */
async function sendGood(send: Send, emails: string[]): Promise<Sent> {
  if (emails.length === 0) return { data: [], refused: [], inside: [] };
  try {
    return { ...(await send(emails)), refused: [], inside: [] };
  } catch (error) {
    const { blamed, others } = partedBy(error, emails);
    const sent = await sendGood(send, others);
    const why = error instanceof ApiProblem && error.code === 'already_member' ? 'inside' : 'refused';
    return { ...sent, [why]: [...blamed, ...sent[why]] };
  }
}

function tell(t: TFunction, answers: readonly Sent[]): void {
  const all = answers.flatMap(({ data }) => data);
  const inside = answers.flatMap((answer) => answer.inside);
  if (all.length + inside.length === 0) return;
  const count = all.filter(({ outcome }) => outcome === 'invited').length;
  const recent = all.filter(({ outcome }) => outcome === 'recently_invited').length;
  const isWritten = count > 0 && answers.some(({ mail }) => mail === 'files');
  const words = [
    isWritten ? t('invite.written', { count }) : t('invite.sent', { count }),
    ...(recent > 0 ? [t('invite.recent', { count: recent })] : []),
    ...(inside.length > 0 ? [t('invite.inside', { addresses: inside.slice(0, mostNamed).join(', ') })] : []),
  ];
  notifications.show({ message: words.join(' '), ...(isWritten ? { autoClose: readingMs } : {}) });
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
      const send: Send = (emails) => call('invite_to_team', { path: { pid, tid }, body: { emails, ...language } });
      return sendGood(send, portionOfAll);
    },
    onEnd: (answers, left) => {
      tell(t, answers);
      void queryClient.invalidateQueries();
      onEnd?.(
        left,
        answers.flatMap(({ refused }) => refused),
      );
    },
  });
}
