import { days, hours, minutes } from '../../lib/clock.ts';
import { changeKinds } from '../changes/kinds.policy.ts';

/** Changes of a project; those of the installation are for administrators and belong to no webhook. */
export const webhookKinds: string[] = [...changeKinds].flatMap(([kind, seenBy]) =>
  seenBy === 'administrators' ? [] : [kind],
);

export const maxWebhooks = 10;
/** For so long after a rotation, deliveries are signed with both secrets. */
export const rotationSeconds = days(1);
/** A webhook without a successful delivery for this long is switched off. */
export const failingSeconds = days(5);
/** How long the log is kept. */
export const keptSeconds = days(30);

/** The pauses after each failed attempt: 8 attempts over 27 hours and 35 minutes. */
const pauses = [5, minutes(5), minutes(30), hours(2), hours(5), hours(10), hours(10)];

/** Seconds until the next attempt; undefined after the last one. */
export const pauseAfter = (attempts: number): number | undefined => pauses[attempts - 1];

export const isDelivered = (outcome: string): boolean => /^http_2\d\d$/.test(outcome);
/** The endpoint asks not to be called again. */
export const isGone = (outcome: string): boolean => outcome === 'http_410';
