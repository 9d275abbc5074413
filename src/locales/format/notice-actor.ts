import { entryOf } from '../../shared/notice-kinds.ts';
import type { NoticeKind } from '../../shared/notice-kinds.ts';

/** The text for who caused a notice, if there is no name; null for people who no longer exist. */
export function unnamedActor(kind: NoticeKind, actor: string | null) {
  if (entryOf(kind).isByPerson !== true) return 'notices.somebody';
  return actor === null ? 'notices.erased' : 'notices.nameless';
}

/** People who answered an invitation before they entered a name are known by the address that was invited. */
export const invitedAddress = (kind: NoticeKind, { what = '' }: { what?: string }): string =>
  kind === 'invitation.accepted' || kind === 'invitation.declined' ? what : '';
