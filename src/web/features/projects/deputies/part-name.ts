import type { TFunction } from 'i18next';
import type { Grant } from '../../../../client/client.ts';

/** The part of the owners' work: "Money", or "Leading Venue". */
export const partName = (t: TFunction, { role, tid, team }: Pick<Grant, 'role' | 'tid' | 'team'>): string =>
  role === 'chief' ? t('notices.parts.chief', { team: team ?? tid ?? '' }) : t(`notices.parts.${role}`);
