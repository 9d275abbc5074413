import { addSeconds, days, timestamp } from '../../../lib/clock.ts';

/** For as long, organisers see what became of an invitation, and programs do not invite again who declined. */
const keptSeconds = days(365);

export const pastUntil = (now: Date): string => timestamp(addSeconds(now, keptSeconds));
