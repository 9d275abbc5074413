import type { ExpressionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** Leaves out people whose place somebody else was asked to take, unless they came after all. */
export const isNotReplaced = (eb: ExpressionBuilder<Tables, 'attendances'>) =>
  eb.or([eb('attendances.replaced_at', 'is', null), eb('attendances.state', 'not in', ['no_show', 'left_early'])]);

/** Those whom somebody on the same task can count on, and themselves while they have their place. */
export const isCompanionOf = (uid: string) => (eb: ExpressionBuilder<Tables, 'attendances'>) =>
  eb.or([
    eb('attendances.state', 'not in', ['no_show', 'left_early']),
    eb.and([eb('attendances.uid', '=', uid), isNotReplaced(eb)]),
  ]);
