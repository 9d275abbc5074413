import type { FormEntry } from '../../../client/client.ts';
import type { DisclosedKind } from '../disclosure/agreement.ts';

export type FormKind = FormEntry['kind'];

/** The kinds in the order in which a new form offers them. */
export const formKinds = [
  'shirt_size',
  'accommodation',
  'meals',
  'travel_money',
  'parking',
  'certificate',
  'appreciation',
  'custom',
] as const satisfies FormKind[];

const asksDays = (kind: FormKind): boolean => kind === 'parking' || kind === 'meals';
const asksPrivateData = (kind: FormKind): boolean => asksDays(kind) || kind === 'certificate';

/** The settings that an owner makes for a kind. */
export const settingsOf = (kind: FormKind) => ({ days: asksDays(kind), eraseAfter: asksPrivateData(kind) });

/** Travel money has to be paid, so a new form suggests to disclose bank accounts; the owner can remove it. */
export const suggestedDisclosure = (kind: FormKind): DisclosedKind[] => (kind === 'travel_money' ? ['bank'] : []);
