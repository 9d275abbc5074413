import type { FormEntry, FormKindEntry } from '../../../client/client.ts';

export type FormKind = FormEntry['kind'];

/** Kinds whose questions owners define. */
export const definesFields = (kind: FormKind): boolean => kind === 'custom' || kind === 'application';

/** What owners set for a kind, and what they are suggested to disclose. */
export type KindSettings = Pick<FormKindEntry, 'days' | 'erase_after' | 'suggested_disclosure'>;

export const settingsOf = (kinds: readonly FormKindEntry[], kind: FormKind): KindSettings =>
  kinds.find((one) => one.kind === kind) ?? { days: false, erase_after: false, suggested_disclosure: [] };
