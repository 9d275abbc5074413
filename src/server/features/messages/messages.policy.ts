import { holds, isPlanner, teamsLedBy } from '../../auth/project-role.ts';
import type { Roles } from '../../auth/project-role.ts';
import { addSeconds, timestamp } from '../../lib/clock.ts';
import { mergeSeconds } from '../notices/notify.service.ts';
import type { MessageAudience } from './audience/audience.schema.ts';

type Row = { sender: string | null; state: string };
type Asking = { uid: string; roles: Pick<Roles, 'owner'> };

/** A draft is its author's own. Owners see everything else that was sent in their project. */
export const maySee = ({ sender, state }: Row, { uid, roles }: Asking): boolean =>
  sender === uid || (roles.owner && state !== 'draft');

export const mayEdit = ({ sender, state }: Row, { uid }: Asking): boolean => sender === uid && state === 'draft';

export const mayCancel = (row: Row, asking: Asking): boolean =>
  maySee(row, asking) && (row.state === 'scheduled' || row.state === 'sending');

/** Once nobody is waiting any more, so that it is clear who is in doubt. */
export const mayResend = (row: Row, asking: Asking): boolean => maySee(row, asking) && row.state === 'sent';

/**
 * Chiefs reach people on their tasks once these have been on it since before this moment. People who are taken off again within
 * that time get no notice of it, so a chief could otherwise reach anybody for a moment.
 */
export const settledBefore = (now: Date): string => timestamp(addSeconds(now, -mergeSeconds));

export const mayWrite = (roles: Roles): boolean => isPlanner(roles) || holds(roles, 'writer');

/** Teams that the person leads; undefined: they write to everybody. */
export const ledTeams = (roles: Pick<Roles, 'owner' | 'teams' | 'deputy'>): readonly string[] | undefined =>
  holds(roles, 'writer') ? undefined : teamsLedBy(roles);

const everyRole = ['owner', 'chief', 'member'] as const;

/** Whether nothing narrows the audience down. All roles together leave out nobody who is in a team. */
export const isToEveryone = ({
  everyone,
  roles,
  tids,
  tasks,
  day,
  form,
  without_tasks,
  thanks,
  incomplete,
  uids,
  tags,
  applications,
}: MessageAudience): boolean =>
  everyone === true &&
  without_tasks !== true &&
  thanks !== true &&
  incomplete !== true &&
  everyRole.every((role) => roles?.includes(role) ?? true) &&
  [tids, tasks, day, form, uids, tags, applications].every((condition) => condition === undefined);

export type MessageLimit = { max: number; seconds: number };

/** How many messages somebody can send. The limit of a mailbox protects the recipients beyond that. */
export const messageLimits = {
  byChief: { max: 5, seconds: 3600 },
  byOwner: { max: 30, seconds: 3600 },
  toEveryone: { max: 3, seconds: 86_400 },
} as const satisfies Record<string, MessageLimit>;

/** Whether no stretch of `seconds` has more than `max` of these moments, which are in order. */
const isWithin = (momentsMs: readonly number[], { max, seconds }: MessageLimit): boolean =>
  momentsMs.every((moment, index) => {
    const later = momentsMs[index + max];
    return later === undefined || later - moment >= seconds * 1000;
  });

/** The first moment from `atMs` on at which one more message fits between those that are sent or planned. */
export function firstFit(plannedMs: readonly number[], atMs: number, limit: MessageLimit): number {
  const candidates = [
    atMs,
    ...plannedMs.map((moment) => moment + limit.seconds * 1000).filter((moment) => moment > atMs),
  ];
  const fits = (moment: number) =>
    isWithin(
      [...plannedMs, moment].toSorted((a, b) => a - b),
      limit,
    );
  return candidates.toSorted((a, b) => a - b).find(fits) ?? Math.max(...candidates);
}

export const senderMark = 'sender';
const teamMark = 'team:';

/** Where answers go, without the address itself: it may change until the message is sent. Then `reply_address` has it. */
export type ReplyTo = string | null;
type Lists = readonly { tid: string; mailing_list: string }[];

/** Undefined if the address is neither the sender's own nor a list that they may use. */
export function replyMark(address: string | null, own: string, lists: Lists): ReplyTo | undefined {
  if (address === null) return null;
  const wanted = address.trim().toLowerCase();
  if (wanted === own.toLowerCase()) return senderMark;
  const team = lists.find(({ mailing_list }) => mailing_list.toLowerCase() === wanted);
  return team === undefined ? undefined : `${teamMark}${team.tid}`;
}

export function replyAddress(mark: ReplyTo, own: string | null, lists: Lists): string | null {
  if (mark === null) return null;
  if (mark === senderMark) return own;
  const list = lists.find(({ tid }) => `${teamMark}${tid}` === mark)?.mailing_list ?? '';
  return list === '' ? null : list;
}
