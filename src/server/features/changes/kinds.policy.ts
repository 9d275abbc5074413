/**
 * The registry of the change feed: for every kind of audit entry, the change event for other systems, or why there
 * is none.
 */
import { auditKinds } from '../../../shared/audit-kinds.ts';
import type { AuditKind } from '../../../shared/audit-kinds.ts';
import { holds, inProject, inTeam, isPlanner, leadsTeam } from '../../auth/project-role.ts';
import type { Roles } from '../../auth/project-role.ts';

/** What a change is about, by identifiers only. */
export type Subject = {
  pid?: string;
  tid?: string;
  uid?: string;
  task?: string;
  form?: string;
  invitation?: string;
  announcement?: string;
  document?: string;
  thing?: string;
  claim?: string;
  budget?: string;
};

/** The part of an audit entry that a change is made from. */
type Entry = { subject: string; detail?: Readonly<Record<string, string | number | null>> };

/** Who sees a change at the time of reading. People of the project also see changes about themselves. */
export const readers = {
  people: 'everybody in the project',
  task: 'everybody in the project; people of the team and owners if only the team sees the task',
  team: 'people of the team, and owners',
  chiefs: 'chiefs of the team, and owners',
  planners: 'chiefs of any team, and owners',
  owners: 'owners of the project',
  administrators: 'administrators',
} as const;
export type Readers = keyof typeof readers;

type Rule = {
  seenBy: Readers;
  about: (entry: Entry) => Subject;
  /** Published under another name, together with similar ones. */
  as?: string;
  /** One change for each project of the person, because the entry belongs to none. */
  inEveryProject?: true;
};
type Silent = { none: string };
export type ChangeRule = Rule | Silent;

const text = (value: string | number | null | undefined): string => String(value ?? '');
const project = ({ subject: pid }: Entry): Subject => ({ pid });
const team = ({ subject: tid }: Entry): Subject => ({ tid });
const person = ({ subject: uid }: Entry): Subject => ({ uid });
const teamPerson = ({ subject: uid, detail }: Entry): Subject => ({ tid: text(detail?.['tid']), uid });
const invitation = ({ subject, detail }: Entry): Subject => ({ tid: text(detail?.['tid']), invitation: subject });
/** `limited_to`: the team that alone may know of the task. */
const task = ({ subject, detail }: Entry): Subject => ({
  task: subject,
  ...(typeof detail?.['limited_to'] === 'string' ? { tid: detail['limited_to'] } : {}),
});
const attendance = ({ subject: uid, detail }: Entry): Subject => ({ task: text(detail?.['task']), uid });
const form = ({ subject }: Entry): Subject => ({ form: subject });
const answer = ({ subject: uid, detail }: Entry): Subject => ({ form: text(detail?.['form']), uid });
const announcement = ({ subject }: Entry): Subject => ({ announcement: subject });
const document = ({ subject }: Entry): Subject => ({ document: subject });
const signature = ({ subject: uid, detail }: Entry): Subject => ({ document: text(detail?.['document']), uid });
const loan = ({ subject: uid, detail }: Entry): Subject => ({ thing: text(detail?.['thing']), uid });
const claim = ({ subject: uid, detail }: Entry): Subject => ({ claim: text(detail?.['claim']), uid });
const budget = ({ subject }: Entry): Subject => ({ budget: subject });
const nothing = (): Subject => ({});

const signIn = { none: "how a person signs in is nobody else's business" };
const reading = { none: 'nothing changes' };
const calendar = { none: 'who reads a calendar is no change of the project' };
const message = { none: 'a message changes nothing in the project' };
const connection = { none: 'connections to other systems are not part of the project' };
const listed = { none: 'who is on a list of another server is known there' };
const planning = { none: 'each task has a change of its own' };
const ofImport = { none: 'each invitation and each answer has a change of its own' };
const draft = { none: 'a draft changes nothing; the places that it gives have changes of their own' };
const ofClaim = { seenBy: 'owners', about: claim } as const;
const ofPayouts = { seenBy: 'owners', about: nothing, as: 'payouts.changed' } as const;
const ofOffer = { none: 'who offers help is for organisers who look for people, not for other systems' };
const ofDraft = { none: 'nobody else knows of the claim yet' };
const ofBank = { none: 'what is paid has changes of its own' };
const ofPerson = { seenBy: 'owners', about: person, inEveryProject: true } as const;
const ofCatalogue = { seenBy: 'people', about: nothing } as const;
const ofHandOuts = { seenBy: 'owners', about: nothing, as: 'handouts.changed' } as const;
const ofRooms = { seenBy: 'owners', about: nothing, as: 'rooms.changed' } as const;
const ofWishes = { none: 'who wants to share a room with whom concerns these people' };
const ofRollCall = { none: 'in an emergency, other systems are not asked' };
const ofTravelMoney = { seenBy: 'people', about: nothing, as: 'subsidies.changed' } as const;

export const changeRules: Readonly<Record<AuditKind, ChangeRule>> = {
  'project.created': { seenBy: 'administrators', about: project },
  'project.removed': { seenBy: 'administrators', about: project },
  'project.changed': { seenBy: 'people', about: nothing },
  'owner.added': { seenBy: 'people', about: person },
  'owner.removed': { seenBy: 'people', about: person },
  'grant.given': { seenBy: 'owners', about: person },
  'grant.changed': { seenBy: 'owners', about: person },
  'grant.ended': { seenBy: 'owners', about: person },
  'team.created': { seenBy: 'people', about: team },
  'team.changed': { seenBy: 'people', about: team },
  'team.disabled': { seenBy: 'people', about: team },
  'team.enabled': { seenBy: 'people', about: team },
  'member.added': { seenBy: 'team', about: teamPerson },
  'member.removed': { seenBy: 'team', about: teamPerson },
  'chief.added': { seenBy: 'team', about: teamPerson },
  'chief.removed': { seenBy: 'team', about: teamPerson },
  'person.tagged': { seenBy: 'owners', about: person },
  'person.noted': { seenBy: 'owners', about: person },
  'ask_again.changed': { seenBy: 'owners', about: person },
  'ask_again.shared': { none: 'who asks people is a matter of the organisers' },
  'offer.saved': ofOffer,
  'offer.removed': ofOffer,
  'offer.ended': ofOffer,
  'listing.chosen': { seenBy: 'owners', about: person },
  'thanks.changed': { seenBy: 'people', about: nothing },
  'thanks.chosen': { seenBy: 'owners', about: person },
  'thanks.hidden': { seenBy: 'owners', about: person },
  'invitation.created': { seenBy: 'chiefs', about: invitation },
  'invitation.sent': { seenBy: 'chiefs', about: invitation },
  'invitation.revoked': { seenBy: 'chiefs', about: invitation },
  'invitation.declined': { seenBy: 'chiefs', about: invitation },
  'people.imported': ofImport,
  'answers.imported': ofImport,
  'import.stopped': ofImport,
  'import.undone': ofImport,
  'application.sent': { seenBy: 'chiefs', about: teamPerson },
  'application.changed': { seenBy: 'chiefs', about: teamPerson },
  'application.withdrawn': { seenBy: 'chiefs', about: teamPerson },
  'application.waiting': { seenBy: 'chiefs', about: teamPerson },
  'application.declined': { seenBy: 'chiefs', about: teamPerson },
  'applications.decided': { seenBy: 'chiefs', about: team },
  'applications.noted': { seenBy: 'chiefs', about: team },
  'applications.published': { seenBy: 'owners', about: nothing },
  'applications.exported': reading,
  'applications.expired': { seenBy: 'owners', about: nothing },
  'task.created': { seenBy: 'task', about: task },
  'task.changed': { seenBy: 'task', about: task },
  'task.removed': { seenBy: 'task', about: task },
  'tasks.imported': planning,
  'tasks.copied': planning,
  'tasks.changed': planning,
  'tasks.removed': planning,
  'series.created': planning,
  'series.changed': planning,
  'series.removed': planning,
  'planning.undone': planning,
  'attendance.added': { seenBy: 'planners', about: attendance },
  'attendance.removed': { seenBy: 'planners', about: attendance },
  'attendance.confirmed': { seenBy: 'planners', about: person },
  'waiting.added': { seenBy: 'planners', about: attendance },
  'waiting.removed': { seenBy: 'planners', about: attendance },
  'place.held': { seenBy: 'planners', about: attendance },
  'place.released': { seenBy: 'planners', about: attendance },
  'offer.made': { seenBy: 'planners', about: attendance },
  'offer.withdrawn': { seenBy: 'planners', about: attendance },
  'offer.declined': { seenBy: 'planners', about: attendance },
  'help.asked': { seenBy: 'planners', about: attendance },
  'help.answered': { seenBy: 'planners', about: attendance },
  'availability.changed': { seenBy: 'planners', about: person },
  'allocation.created': draft,
  'allocation.applied': draft,
  'allocation.discarded': draft,
  'allocation.undone': draft,
  'request.sent': { seenBy: 'planners', about: attendance },
  'request.withdrawn': { seenBy: 'planners', about: attendance },
  'request.declined': { seenBy: 'planners', about: attendance },
  'helper.added': { seenBy: 'owners', about: person },
  'helper.removed': { seenBy: 'owners', about: person },
  'place.created': { ...ofCatalogue, as: 'places.changed' },
  'place.changed': { ...ofCatalogue, as: 'places.changed' },
  'place.removed': { ...ofCatalogue, as: 'places.changed' },
  'skill.created': { ...ofCatalogue, as: 'skills.changed' },
  'skill.changed': { ...ofCatalogue, as: 'skills.changed' },
  'skill.removed': { ...ofCatalogue, as: 'skills.changed' },
  'skill.granted': { seenBy: 'owners', about: person, as: 'person.skills_changed' },
  'skill.withdrawn': { seenBy: 'owners', about: person, as: 'person.skills_changed' },
  'skills.declared': { seenBy: 'owners', about: person, as: 'person.skills_changed' },
  'kind.created': { ...ofCatalogue, as: 'task_kinds.changed' },
  'kind.changed': { ...ofCatalogue, as: 'task_kinds.changed' },
  'kind.removed': { ...ofCatalogue, as: 'task_kinds.changed' },
  'attendance.marked': { seenBy: 'planners', about: attendance },
  'attendance.presumed': { seenBy: 'planners', about: attendance, as: 'attendance.marked' },
  'work.added': { seenBy: 'planners', about: person },
  'work.decided': { seenBy: 'planners', about: person },
  'work.removed': { seenBy: 'planners', about: person },
  'site.entered': { seenBy: 'owners', about: person },
  'site.left': { seenBy: 'owners', about: person },
  'roll_call.started': ofRollCall,
  'roll_call.marked': ofRollCall,
  'handout.added': ofHandOuts,
  'handout.changed': ofHandOuts,
  'handout.removed': ofHandOuts,
  'handout.given': { seenBy: 'owners', about: person },
  'handout.taken_back': { seenBy: 'owners', about: person },
  'thing.added': ofHandOuts,
  'thing.changed': ofHandOuts,
  'thing.removed': ofHandOuts,
  'thing.lent': { seenBy: 'owners', about: loan },
  'thing.returned': { seenBy: 'owners', about: loan },
  'thing.undone': { seenBy: 'owners', about: loan },
  'codes.added': ofHandOuts,
  'codes.removed': ofHandOuts,
  'codes.read': reading,
  'codes.expired': ofHandOuts,
  'code.assigned': { seenBy: 'owners', about: person },
  'room.added': ofRooms,
  'room.changed': ofRooms,
  'room.removed': ofRooms,
  'room.assigned': { seenBy: 'owners', about: person },
  'room.left': { seenBy: 'owners', about: person, as: 'room.assigned' },
  'room.wished': ofWishes,
  'room.swap_asked': ofWishes,
  'room.swap_declined': ofWishes,
  'certificate.issued': { seenBy: 'owners', about: person },
  'certificate.replaced': { seenBy: 'owners', about: person, as: 'certificate.issued' },
  'certificate.revoked': { seenBy: 'owners', about: person },
  'certificates.started': { none: 'each certificate has a change of its own' },
  'certificates.configured': { none: 'it changes what certificates say, not whose they are' },
  'device.added': connection,
  'device.revoked': connection,
  'subsidy.set': ofTravelMoney,
  'subsidy.removed': ofTravelMoney,
  'subsidy.currency_set': ofTravelMoney,
  'form.created': { seenBy: 'owners', about: form },
  'form.changed': { seenBy: 'owners', about: form },
  'form.removed': { seenBy: 'owners', about: form },
  'response.saved': { seenBy: 'owners', about: answer },
  'response.removed': { seenBy: 'owners', about: answer },
  'responses.expired': { seenBy: 'owners', about: form },
  'answers.expired': { seenBy: 'owners', about: form },
  'consent.ended': { seenBy: 'owners', about: answer },
  'consent.withdrawn': { seenBy: 'owners', about: answer },
  'budget.created': { seenBy: 'planners', about: budget, as: 'budgets.changed' },
  'budget.changed': { seenBy: 'planners', about: budget, as: 'budgets.changed' },
  'budget.removed': { seenBy: 'planners', about: budget, as: 'budgets.changed' },
  'claim.drafted': ofDraft,
  'claim.removed': ofDraft,
  'claim.changed': ofClaim,
  'claim.sent': ofClaim,
  'claim.withdrawn': ofClaim,
  'claim.approved': ofClaim,
  'claim.returned': ofClaim,
  'claim.refused': ofClaim,
  'claim.shared': ofBank,
  'claim.unshared': ofBank,
  'claim.paid': ofClaim,
  'claim.unpaid': ofClaim,
  'claims.expired': { none: 'it changes nothing that is still open' },
  'receipts.expired': { none: 'the amounts stay' },
  'payout.created': ofPayouts,
  'payout.exported': reading,
  'payout.removed': ofPayouts,
  'money.configured': { none: 'it changes how claims are paid, not which' },
  'payments.reminded': { none: 'it changes nothing; those reminded have notices' },
  'payment.made': { seenBy: 'owners', about: answer },
  'payment.undone': { seenBy: 'owners', about: answer },
  'profile.changed': { ...ofPerson, as: 'person.changed' },
  'email.changed': { ...ofPerson, as: 'person.changed' },
  'email.reverted': { ...ofPerson, as: 'person.changed' },
  'person.suspended': ofPerson,
  'person.reinstated': ofPerson,
  'person.erased': ofPerson,
  'person.created': { seenBy: 'administrators', about: person },
  'person.imported': { seenBy: 'administrators', about: person, as: 'person.created' },
  'administrator.appointed': { seenBy: 'administrators', about: person },
  'administrator.configured': { seenBy: 'administrators', about: person, as: 'administrator.appointed' },
  'administrator.dismissed': { seenBy: 'administrators', about: person },
  'private.changed': { none: 'private data is shared through forms only, which have changes of their own' },
  'bank.confirmed': { none: 'private data is shared through forms only, which have changes of their own' },
  'bank.unconfirmed': { none: 'private data is shared through forms only, which have changes of their own' },
  'private.expired': { none: 'private data is shared through forms only, which have changes of their own' },
  'private.read': reading,
  'members.looked_up': reading,
  'grant.looked_up': reading,
  'responses.exported': reading,
  'totals.read': reading,
  'session.created': signIn,
  'session.confirmed': signIn,
  'session.ended': signIn,
  'sessions.removed': signIn,
  'passkey.added': signIn,
  'passkey.removed': signIn,
  'passkey.copied': signIn,
  'passkeys.reset': signIn,
  'passkeys.required': signIn,
  'passkeys.optional': signIn,
  'recovery_codes.created': signIn,
  'recovery_code.used': signIn,
  'account.secured': signIn,
  'identity.linked': signIn,
  'identity.unlinked': signIn,
  'token.created': signIn,
  'token.revoked': signIn,
  'token.renewed': signIn,
  'service_account.created': connection,
  'service_account.renewed': connection,
  'service_account.revoked': connection,
  'email.requested': { none: 'the address has not changed yet' },
  'translations.changed': { seenBy: 'people', about: nothing },
  'announcement.created': { seenBy: 'owners', about: announcement },
  'announcement.changed': { seenBy: 'owners', about: announcement },
  'announcement.removed': { seenBy: 'owners', about: announcement },
  'document.created': { seenBy: 'people', about: document },
  'document.changed': { seenBy: 'people', about: document },
  'document.published': { seenBy: 'people', about: document },
  'document.removed': { seenBy: 'people', about: document },
  'document.signed': { seenBy: 'owners', about: signature },
  'guardian.asked': { none: 'it would tell other systems who is a minor' },
  'guardian.answered': { none: 'it would tell other systems who is a minor' },
  'calendar.created': calendar,
  'calendar.replaced': calendar,
  'calendar.removed': calendar,
  'message.created': message,
  'message.changed': message,
  'message.removed': message,
  'message.scheduled': message,
  'message.sent': message,
  'message.cancelled': message,
  'message.resent': message,
  'message.stopped': message,
  'push.added': signIn,
  'push.removed': signIn,
  'chat.added': connection,
  'chat.changed': connection,
  'chat.removed': connection,
  'chat.disabled': connection,
  'webhook.created': connection,
  'webhook.changed': connection,
  'webhook.removed': connection,
  'webhook.secret_rotated': connection,
  'webhook.disabled': connection,
  'group_server.added': connection,
  'group_server.changed': connection,
  'group_server.removed': connection,
  'group_server.disabled': connection,
  'synced_group.added': connection,
  'synced_group.changed': connection,
  'synced_group.removed': connection,
  'synced_person.added': listed,
  'synced_person.removed': listed,
  'groups.agreed': { seenBy: 'owners', about: person },
  'groups.withdrawn': { seenBy: 'owners', about: person },
  'groups.ended': { seenBy: 'owners', about: person, as: 'groups.withdrawn' },
  'notes.expired': { none: 'what organisers note about people is no resource of a project' },
  'audit.expired': { none: 'the log is no resource of a project' },
};

/** Undefined if a kind has no change. */
export function ruleFor(kind: AuditKind): Rule | undefined {
  const rule = changeRules[kind];
  return 'none' in rule ? undefined : rule;
}

const published = auditKinds.flatMap((kind): [string, Readers][] => {
  const rule = ruleFor(kind);
  return rule === undefined ? [] : [[rule.as ?? kind, rule.seenBy]];
});

/** Every kind of the feed with its readers. */
export const changeKinds: ReadonlyMap<string, Readers> = new Map(published);

type Caller = { uid: string; administrator: boolean };

/** `roles` are those in the change's project; undefined if the caller has none there, or the change has no project. */
export function maySee(caller: Caller, roles: Roles | undefined, kind: string, subject: Subject): boolean {
  const seenBy = changeKinds.get(kind);
  if (seenBy === 'administrators') return caller.administrator;
  if (roles === undefined || seenBy === undefined) return false;
  if (holds(roles, 'viewer')) return true;
  if (!inProject(roles)) return false;
  if (subject.uid === caller.uid) return true;
  const { tid = '' } = subject;
  if (seenBy === 'people') return true;
  if (seenBy === 'task') return subject.tid === undefined || inTeam(roles, tid);
  if (seenBy === 'team') return inTeam(roles, tid);
  if (seenBy === 'chiefs') return leadsTeam(roles, tid);
  return seenBy === 'planners' && isPlanner(roles);
}
