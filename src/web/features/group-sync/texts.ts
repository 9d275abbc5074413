import type { TFunction } from 'i18next';
import type { MyGroups, SyncedGroup } from '../../../client/client.ts';
import { reasonText } from '../chat/connection.tsx';

/** The group of the project that a list or channel follows. */
export function groupText(t: TFunction, group: string, teamName: (tid: string) => string): string {
  const [part = '', tid] = group.split(':');
  if (tid === undefined) return t(part === 'staff' ? 'groupSync.staff' : 'groupSync.chiefs');
  return t(part === 'team' ? 'groupSync.team' : 'groupSync.teamChiefs', { team: teamName(tid) });
}

export const kindText = (t: TFunction, kind: SyncedGroup['target_kind']): string => t(`groupSync.kinds.${kind}`);

/** Why a group could not be synced. */
export function outcomeText(t: TFunction, outcome: string): string {
  if (outcome === 'http_404') return t('groupSync.notFound');
  if (outcome === 'incomplete') return t('groupSync.incomplete');
  if (outcome === 'too_many') return t('groupSync.tooMany');
  return reasonText(t, outcome);
}

export const stateText = (t: TFunction, state: MyGroups['groups'][number]['state']): string =>
  t(`groupSync.mine.states.${state}`);
