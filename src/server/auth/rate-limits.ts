import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Db } from '../db/db.ts';
import { fail } from '../errors.ts';
import { networkOf } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import { sha256 } from '../lib/secrets.ts';
import { countInDatabase, memoryWindows } from './rate-windows.ts';
import type { Limit, Window } from './rate-windows.ts';

/**
 * Limits that protect secrets and mail are counted in the database; `general`, `listing`, documents, calendars and the token for
 * metrics in each process.
 */
export const limits = {
  token: { name: 'token', max: 60, seconds: 60 },
  signIn: { name: 'sign-in', max: 60, seconds: 60 },
  /** Codes tried for one mailbox, over all links: requesting more links does not give more guesses. */
  signInCodes: { name: 'sign-in-codes', max: 30, seconds: 86_400 },
  /** The same from one network: less than the whole, so that it cannot use up what the person needs elsewhere. */
  signInCodesBySender: { name: 'sign-in-codes-sender', max: 10, seconds: 86_400 },
  emailChanges: { name: 'email-changes', max: 5, seconds: 86_400 },
  recovery: { name: 'recovery', max: 5, seconds: 900 },
  /** Test mails of a message to its own sender. */
  messageTests: { name: 'message-tests', max: 20, seconds: 3600 },
  invitations: { name: 'invitations', max: 60, seconds: 3600 },
  /** Invitations that one service account sends. A program that goes wrong stops before it has written to thousands. */
  serviceInvitations: { name: 'service-invitations', max: 1000, seconds: 86_400 },
  /** People whom imports invite to one project. */
  importedInvitations: { name: 'imported-invitations', max: 20_000, seconds: 86_400 },
  /** Tables that are read line by line, also to preview them. */
  imports: { name: 'imports', max: 120, seconds: 3600 },
  applications: { name: 'applications', max: 60, seconds: 3600 },
  lookups: { name: 'lookups', max: 20, seconds: 3600 },
  /** Searches for people outside of one's own projects, by those who organise nothing. */
  strangers: { name: 'strangers', max: 60, seconds: 3600 },
  /**
   * Sign-in links to one mailbox. Counted apart from other mail, so that neither uses up the other. More than
   * `mailBySender`, so that one sender leaves a link for the person.
   */
  mailByAddress: { name: 'mail-links', max: 4, seconds: 900 },
  /** Beyond that, of links that nobody used, only the first of each window of `mailByAddress` is sent. */
  unusedLinks: { name: 'mail-links-hour', max: 4, seconds: 3600 },
  /** All other mails to one mailbox that others can trigger. */
  mailByOthers: { name: 'mail', max: 3, seconds: 900 },
  mailByOthersHourly: { name: 'mail-hour', max: 3, seconds: 3600 },
  mailByOthersDaily: { name: 'mail-day', max: 20, seconds: 86_400 },
  /** Mail about tasks of the next 24 hours and answers, if the limits above are reached: wide enough for a busy day. */
  pressingMailHourly: { name: 'pressing-mail-hour', max: 12, seconds: 3600 },
  pressingMailDaily: { name: 'pressing-mail-day', max: 60, seconds: 86_400 },
  /** Notices about changes with a token. Counted apart, so that invitations cannot use them up. */
  roleNotices: { name: 'role-notices', max: 20, seconds: 3600 },
  /** Changes of one's bank account. Counted apart, so that they cannot use up notices about roles. */
  bankNotices: { name: 'bank-notices', max: 20, seconds: 3600 },
  /** Sign-in links for one address from one sender: less than the whole, so that one sender cannot use it up. */
  mailBySender: { name: 'mail-sender', max: 3, seconds: 900 },
  /** Test messages wait for another server and tell how it answered. */
  chatTests: { name: 'chat-tests', max: 20, seconds: 3600 },
  /** Reads of calendars and feeds from one network, and of one calendar. */
  calendars: { name: 'calendars', max: 600, seconds: 60 },
  calendar: { name: 'calendar', max: 60, seconds: 600 },
  /** Numbers of certificates that are checked from one network. */
  certificates: { name: 'certificates', max: 30, seconds: 60 },
  /** Places that are offered to one person, or in a swap to the people on a task, who get a notice. */
  placeOffers: { name: 'place-offers', max: 10, seconds: 3600 },
  /** Swaps of rooms that one person asks for: each time, the other person gets a notice. */
  roomSwaps: { name: 'room-swaps', max: 10, seconds: 3600 },
  /** Own work that chiefs are asked to approve. */
  workClaims: { name: 'work-claims', max: 30, seconds: 3600 },
  /** Documents that are drawn for one person: each takes the processor for a while. */
  documents: { name: 'documents', max: 30, seconds: 60 },
  /** Changes of documents that people sign, who get a notice. */
  documentChanges: { name: 'document-changes', max: 60, seconds: 3600 },
  /** Claims that are begun or sent. */
  claims: { name: 'claims', max: 60, seconds: 3600 },
  /** Receipts that are uploaded: each is encoded again. */
  receipts: { name: 'receipts', max: 300, seconds: 3600 },
  /** Guardians that one person names, who get a mail. */
  guardians: { name: 'guardians', max: 10, seconds: 86_400 },
  /** Answers of guardians from one network. */
  consents: { name: 'consents', max: 60, seconds: 60 },
  /** How often one guardian agrees: each time that they withdraw again, others get a notice. */
  agreements: { name: 'agreements', max: 5, seconds: 86_400 },
  announcements: { name: 'announcements', max: 20, seconds: 3600 },
  /** Emergency contacts that one person opens: enough for an accident with many people, too few to collect them all. */
  emergencyLooks: { name: 'emergency-looks', max: 60, seconds: 3600 },
  general: { name: 'general', max: 1200, seconds: 60 },
  listing: { name: 'listing', max: 6000, seconds: 60 },
} as const satisfies Record<string, Limit>;

/** The address of the client: the peer or, behind that many trusted proxies, the one that the outermost proxy saw. */
export function addressOf({ socket, headers }: IncomingMessage, proxies: number): string {
  const nearest = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (proxies === 0 || typeof forwarded !== 'string') return nearest;
  const addresses = [...forwarded.split(','), nearest].map((address) => address.trim()).toReversed();
  return addresses[Math.min(proxies, addresses.length - 1)] ?? nearest;
}

/** Visitors are identified by address. Those who have already hung up have none. */
export const visitorKey = ({ ip }: { ip?: string | undefined }): string => networkOf(ip ?? '');

/** A hash, because rows of counted requests outlive a deleted account by up to an hour. */
export const personKey = ({ uid }: { uid: string }): string => sha256(uid);

export type Limiter = ReturnType<typeof limiter>;

export function limiter(db: Db, clock: Clock, scale: number) {
  const countInMemory = memoryWindows(clock);

  /** Sets the header fields of the IETF draft for rate limits: what remains, and the seconds until the window ends. */
  const check = (reply: FastifyReply, limit: Limit, window: Window): void => {
    const max = limit.max * scale;
    const reset = Math.max(1, Math.ceil((window.endsAtMs - clock.now().getTime()) / 1000));
    reply.header('ratelimit-policy', `"${limit.name}";q=${max};w=${limit.seconds}`);
    reply.header('ratelimit', `"${limit.name}";r=${Math.max(0, max - window.count)};t=${reset}`);
    if (window.count > max) fail('too_many_requests', { headers: { 'retry-after': String(reset) } });
  };

  return {
    /** Counted in the memory of this process, for limits that only protect the machine. */
    perProcess: (reply: FastifyReply, limit: Limit, caller: string) =>
      check(reply, limit, countInMemory(`${limit.name}:${caller}`, limit)),
    /** The same without header fields, for prepared responses. Returns the seconds to wait, or 0. */
    quietly: (limit: Limit, caller: string): number => {
      const window = countInMemory(`${limit.name}:${caller}`, limit);
      if (window.count <= limit.max * scale) return 0;
      return Math.max(1, Math.ceil((window.endsAtMs - clock.now().getTime()) / 1000));
    },
    /** For a window that was counted elsewhere, in a transaction that fails with the request. */
    enforce: check,
    /** Counted in the database, for all processes together. */
    shared: async (reply: FastifyReply, limit: Limit, caller: string) =>
      check(reply, limit, await countInDatabase(db, clock, `${limit.name}:${caller}`, limit)),
  };
}
