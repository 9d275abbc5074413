import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { addSeconds, days, timestamp } from '../lib/clock.ts';

/** Nobody has decided about a row of `applications` yet. Those whose time has passed end with the next clean-up. */
export const isUndecided = sql<SqlBool>`(applications.state = 'sent' and applications.pending is null)`;

/** Applications that were declined or got no answer since then are still readable. */
export const readableSince = (now: Date): string => timestamp(addSeconds(now, -days(90)));

/**
 * Organisers read the address and the answers of a row of `applications`: not after the person has withdrawn it, and not
 * longer than until `since` after it was declined or nobody answered. The same rule as `isReadable`.
 */
export const isReadableSince = (since: string) => sql<SqlBool>`(applications.state in ('sent', 'accepted', 'waiting')
  or (applications.state = 'declined' and applications.decided_at > ${since})
  or (applications.state = 'lapsed' and applications.expires_at > ${since}))`;

/** The person of a row of `applications` still hopes for a place. */
export const isOpen = sql<SqlBool>`applications.state in ('sent', 'waiting')`;
