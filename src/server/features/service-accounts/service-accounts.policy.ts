import { days, hours } from '../../lib/clock.ts';

export const maxServiceAccounts = 50;
export const maxSeconds = days(731);
/** How long the previous token works after a renewal, so that nothing fails while it is replaced. */
export const overlapSeconds = hours(1);
