/** Of these notices, people themselves are the cause, not the system or a service account. */
const byPeople = new Set([
  'application.received',
  'request.received',
  'task.left',
  'task.offered',
  'help.accepted',
  'hours.claimed',
  'invitation.accepted',
  'invitation.declined',
  'place.declined',
  'team.left',
]);

/** The text for who caused a notice, if there is no name; null for people who no longer exist. */
export function unnamedActor(kind: string, actor: string | null) {
  if (!byPeople.has(kind)) return 'notices.somebody';
  return actor === null ? 'notices.erased' : 'notices.nameless';
}

/** People who answered an invitation before they entered a name are known by the address that was invited. */
export const invitedAddress = (kind: string, { what = '' }: { what?: string }): string =>
  kind === 'invitation.accepted' || kind === 'invitation.declined' ? what : '';
