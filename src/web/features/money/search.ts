import { idPattern } from '../../../shared/limits.ts';
import type { ClaimFilter } from './queries.ts';

/** The states that treasurers look at, in the order in which claims go through them. */
export const shownStates = ['sent', 'returned', 'approved', 'in_payout', 'paid', 'refused', 'withdrawn'] as const;

export type ClaimsSearch = {
  /** Those that wait for a decision if left out. */
  state?: (typeof shownStates)[number] | 'all' | undefined;
  budget?: string | undefined;
  q?: string | undefined;
  claim?: string | undefined;
};

const id = new RegExp(`^${idPattern}$`);

/** Numbers and codes of digits alone arrive as numbers. */
const textIn = (value: unknown, maxLength: number): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? String(value).slice(0, maxLength)
    : undefined;

export const claimsSearch = ({ state, budget, q, claim }: Record<string, unknown>): ClaimsSearch => ({
  state: [...shownStates, 'all' as const].find((one) => one === state),
  budget: textIn(budget, 40),
  q: textIn(q, 100),
  claim: typeof claim === 'string' && id.test(claim) ? claim : undefined,
});

export const claimFilterOf = ({ state = 'sent', budget, q }: ClaimsSearch): ClaimFilter => ({
  ...(state === 'all' ? {} : { state }),
  ...(budget === undefined ? {} : { budget }),
  ...(q === undefined ? {} : { q }),
});
