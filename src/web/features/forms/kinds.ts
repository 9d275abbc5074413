import type { FormEntry, FormKindEntry } from '../../../client/client.ts';

export type FormKind = FormEntry['kind'];

/** What owners set for a kind, and what they are suggested to disclose. */
export type KindSettings = Pick<FormKindEntry, 'days' | 'erase_after' | 'suggested_disclosure'>;

export const settingsOf = (kinds: readonly FormKindEntry[], kind: FormKind): KindSettings =>
  kinds.find((one) => one.kind === kind) ?? { days: false, erase_after: false, suggested_disclosure: [] };
