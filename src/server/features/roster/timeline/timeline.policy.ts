import type { AuditKind } from '../../../../shared/audit-kinds.ts';

/** What chiefs see about people of their teams: who is in these teams, and all tasks, as on the page of the person. */
export const teamKinds = ['member.added', 'member.removed', 'chief.added', 'chief.removed'] as const;

export const taskKinds = [
  'attendance.added',
  'attendance.removed',
  'attendance.confirmed',
  'attendance.marked',
  'attendance.presumed',
  'waiting.added',
  'waiting.removed',
  'request.sent',
  'request.withdrawn',
  'request.declined',
  'offer.made',
  'offer.withdrawn',
  'offer.declined',
  'help.answered',
] as const;

/** What happened to a person in a project, for its owners. Not who read what, which is in the audit log. */
export const personKinds: readonly AuditKind[] = [
  ...teamKinds,
  ...taskKinds,
  'owner.added',
  'owner.removed',
  'grant.given',
  'grant.ended',
  'helper.added',
  'helper.removed',
  'person.tagged',
  'person.noted',
  'application.sent',
  'application.withdrawn',
  'skill.granted',
  'skill.withdrawn',
  'skills.declared',
  'availability.changed',
  'document.signed',
  'response.saved',
  'response.removed',
  'site.entered',
  'site.left',
  'handout.given',
  'handout.taken_back',
  'thing.lent',
  'thing.returned',
  'work.added',
  'work.decided',
  'certificate.issued',
  'certificate.replaced',
  'certificate.revoked',
];
