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

/** The text for who caused a notice, if there is no name. */
export const unnamedActor = (kind: string) => (byPeople.has(kind) ? 'notices.erased' : 'notices.somebody');
