import type { Trx } from '../db/db.ts';
import type { Clock } from '../lib/clock.ts';
import { addSeconds, timestamp } from '../lib/clock.ts';
import { mailboxOf } from '../lib/mail/mailbox.ts';
import { sha256 } from '../lib/secrets.ts';
import { limits } from './rate-limits.ts';
import type { Limit, Window } from './rate-windows.ts';
import { countMails, deleteCount } from './auth.queries.ts';

/** In rate_limits, so the count survives deletion of what triggered the mail, such as a revoked invitation. */
const keyOf = (limit: Limit, email: string): string => `${limit.name}:${sha256(mailboxOf(email))}`;

/** Once a link was used: its owner asked for them. */
export const resetUnusedLinks = (trx: Trx, email: string): Promise<void> =>
  deleteCount(trx, keyOf(limits.unusedLinks, email));

export type MailboxLimits = ReturnType<typeof mailboxLimits>;

/**
 * Counts the mails to a mailbox that somebody other than its owner can trigger. Sign-in links have a count of their own:
 * invitations cannot lock anybody out, and requests for links cannot keep notices from the owner of the mailbox.
 */
export function mailboxLimits(clock: Clock, scale: number) {
  const timesOf = ({ seconds }: Limit) => {
    const now = clock.now();
    return {
      now: timestamp(now),
      endsAt: timestamp(addSeconds(now, seconds)),
      latestEnd: timestamp(addSeconds(now, seconds * 2)),
    };
  };
  const count = (trx: Trx, limit: Limit, emails: readonly string[]): Promise<Map<string, Window>> => {
    const wanted = new Map<string, number>();
    for (const key of emails.map((email) => keyOf(limit, email))) wanted.set(key, (wanted.get(key) ?? 0) + 1);
    return countMails(trx, wanted, timesOf(limit), limit.max * scale);
  };

  /** The addresses whose window has room, in order. Several addresses may belong to one mailbox. */
  const within = async (trx: Trx, limit: Limit, emails: readonly string[]): Promise<string[]> => {
    if (emails.length === 0) return [];
    const windows = await count(trx, limit, emails);
    const keyed = emails.map((email) => ({ email, key: keyOf(limit, email) }));
    const used = new Map([...windows].map(([key, window]) => [key, window.count]));
    // The counts include these mails: take them off first, then add them one by one.
    for (const { key } of keyed) used.set(key, (used.get(key) ?? 0) - 1);
    return keyed
      .filter(({ key }) => {
        const total = (used.get(key) ?? 0) + 1;
        used.set(key, total);
        return total <= limit.max * scale;
      })
      .map(({ email }) => email);
  };

  /** Only mail that one limit admits counts for the next. */
  const inTurn = async (trx: Trx, list: readonly Limit[], emails: readonly string[]): Promise<string[]> => {
    let admitted = [...emails];
    for (const limit of list) admitted = await within(trx, limit, admitted);
    return admitted;
  };

  const others = [limits.mailByOthers, limits.mailByOthersHourly, limits.mailByOthersDaily];

  const pressing = [limits.pressingMailHourly, limits.pressingMailDaily];

  return {
    /**
     * For a sign-in link. The caller rolls back if the window is full, so only mail that is queued counts. A window is as
     * long as a link is valid and begins with one, so a person who is refused already has a working link.
     */
    countLink: async (trx: Trx, email: string): Promise<Window> => {
      const [window = { count: 1, endsAtMs: 0 }] = (await count(trx, limits.mailByAddress, [email])).values();
      const [unused = window] = (await count(trx, limits.unusedLinks, [email])).values();
      const isFull = unused.count > limits.unusedLinks.max * scale && window.count > 1;
      return isFull ? { ...window, count: Math.max(window.count, limits.mailByAddress.max * scale + 1) } : window;
    },
    /** Which of these owners may get another notice about a change with a token. */
    admitNotices: async (trx: Trx, emails: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set(await within(trx, limits.roleNotices, emails)),
    /** Whether a service account may send so many more invitations today. */
    admitInvitationsBy: async (trx: Trx, account: string, number: number): Promise<boolean> => {
      const limit = limits.serviceInvitations;
      const key = `${limit.name}:${account}`;
      const windows = await countMails(trx, new Map([[key, number]]), timesOf(limit), limit.max * scale);
      return (windows.get(key)?.count ?? 0) <= limit.max * scale;
    },
    /** Whether so many more people may be invited to a project by imports today. */
    admitImported: async (trx: Trx, pid: string, number: number): Promise<boolean> => {
      const limit = limits.importedInvitations;
      const windows = await countMails(
        trx,
        new Map([[`${limit.name}:${pid}`, number]]),
        timesOf(limit),
        limit.max * scale,
      );
      return (windows.values().next().value?.count ?? 0) <= limit.max * scale;
    },
    /** Whether a person may get another mail about their bank account. */
    admitBankNotice: async (trx: Trx, email: string): Promise<boolean> =>
      (await within(trx, limits.bankNotices, [email])).length > 0,
    /** Which of these addresses may get another mail that is not a sign-in link, such as an invitation. */
    admit: async (trx: Trx, emails: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set(await inTurn(trx, others, emails)),
    /** Which of these addresses, which `admit` did not admit, may get mail that cannot wait. */
    admitPressing: async (trx: Trx, emails: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set(await inTurn(trx, pressing, emails)),
    /** As `admit`, for several mails to one address: it is there once for each that may be sent. */
    admitEach: (trx: Trx, emails: readonly string[]): Promise<string[]> => inTurn(trx, others, emails),
  };
}
