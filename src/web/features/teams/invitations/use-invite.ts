import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Invitation, Invited } from '../../../../client/client.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { problemCode } from '../../../ui/problems/api-problem.ts';
import { useBatches } from '../../../ui/batches.ts';
import { invalidate } from '../../../ui/change.ts';
import type { Language } from '../../../ui/i18n.ts';
import { splitByRefusal } from './emails.ts';
import { affectedByInvitation, inviteToTeam } from './queries.ts';
import type { InvitationRole, Invitee } from './queries.ts';

const batchSize = 50;
/** Longer than usual, because the notification asks the reader to do something. */
const instructionMs = 20_000;
const maxShown = 5;

/** The result of a batch. Addresses that are refused, and those of team members, are left out. */
export type InviteResult = Pick<Invited, 'data'> & Partial<Invited> & { refused: Invitee[]; members: Invitee[] };
type Translator = { t: TFunction; i18n: { language: string } };
type Send = (people: readonly Invitee[]) => Promise<Invited>;

/** The API invites all or none, so addresses that it refuses are left out of a second attempt. */
export async function inviteAccepted(send: Send, people: readonly Invitee[]): Promise<InviteResult> {
  if (people.length === 0) return { data: [], refused: [], members: [] };
  try {
    return { ...(await send(people)), refused: [], members: [] };
  } catch (error) {
    const { refused, others } = splitByRefusal(error, people);
    const rest = await inviteAccepted(send, others);
    const reason = problemCode(error) === 'already_member' ? 'members' : 'refused';
    return { ...rest, [reason]: [...refused, ...rest[reason]] };
  }
}

export function showInvited({ t, i18n }: Translator, results: readonly InviteResult[]): void {
  const list = (addresses: readonly string[]) => formatList(addresses.slice(0, maxShown), i18n.language);
  const all = results.flatMap(({ data }) => data);
  const members = results.flatMap((result) => result.members.map(({ email }) => email));
  if (all.length + members.length === 0) return;
  const count = all.filter(({ outcome }) => outcome === 'invited').length;
  const recent = all.filter(({ outcome }) => outcome === 'recently_invited').length;
  const full = all.filter(({ outcome }) => outcome === 'too_many_mails').map(({ email }) => email);
  const isHeld = count > 0 && results.some(({ held }) => held === true);
  const isWritten = count > 0 && results.some(({ mail }) => mail === 'files');
  const created = isWritten ? 'invite.written' : 'invite.sent';
  const saved = isWritten ? 'invite.heldUnmailed' : 'invite.held';
  const sentences = [
    t(isHeld ? saved : created, { count }),
    ...(recent > 0 ? [t('invite.recent', { count: recent })] : []),
    ...(full.length > 0 ? [t('invite.tooManyMails', { addresses: list(full) })] : []),
    ...(members.length > 0 ? [t('invite.inside', { addresses: list(members) })] : []),
  ];
  notifications.show({ message: sentences.join(' '), ...(isWritten ? { autoClose: instructionMs } : {}) });
}

type OnEnd = (left: Invitee[], refused: Invitee[]) => void;

type InviteOptions = { onEnd?: OnEnd | undefined; role?: InvitationRole; language?: Language | undefined };

/** Sends invitations to a team. Without a language, in that of the last one. */
export function useInvite(pid: string, tid: string, { onEnd, role = 'member', language }: InviteOptions) {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const change = inviteToTeam(pid, tid, language, role);
  return useBatches({
    size: batchSize,
    send: (batch: Invitee[]) => inviteAccepted(change.run, batch),
    onEnd: (results, left) => {
      showInvited({ t, i18n }, results);
      void invalidate(queryClient, change.affects);
      onEnd?.(
        left,
        results.flatMap(({ refused }) => refused),
      );
    },
  });
}

type Again = Pick<Invitation, 'tid' | 'role' | 'email'>;

/** Invites people again, each to their team and role. One request has one team and one role. */
export function useInviteAgain<T extends Again>(pid: string, onEnd?: (left: T[]) => void) {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  return useBatches({
    size: batchSize,
    groupOf: ({ tid, role }) => `${tid}/${role}`,
    send: async (batch: T[]) => {
      const [first] = batch;
      if (first === undefined) return [];
      const { run } = inviteToTeam(pid, first.tid, undefined, first.role);
      return [await inviteAccepted(run, batch)];
    },
    onEnd: (results, left) => {
      showInvited({ t, i18n }, results.flat());
      void invalidate(queryClient, affectedByInvitation(pid));
      onEnd?.(left);
    },
  });
}
