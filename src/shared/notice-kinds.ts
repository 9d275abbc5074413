/**
 * The only list of kinds of notices. The API, the texts, the settings page and docs/notices.md are derived from it.
 * CONTRIBUTING.md explains how to add a kind.
 */
import type { PagePath } from './pages.ts';

type KindEntry<Kind extends string> = {
  /** The heading on the settings page. Security notices cannot be turned off, so they are not on it. */
  group: (typeof settingsGroups)[number] | 'security';
  /**
   * `now`: a mail as soon as no merge is possible any more. `digest`: in the daily or weekly mail. `own`: the service
   * that causes the notice sends a mail of its own, such as one with a secret link.
   */
  mail: 'now' | 'digest' | 'own';
  /** The column "To" of docs/notices.md. */
  recipients: string;
  /** The page that opens when somebody follows the notice. */
  page: (notice: Subject) => string;
  /** Keys below `notices.kinds` in the locale files. Left out if the kind has one text, which is named like the kind. */
  texts?: readonly string[];
  /** The text for several tasks. Notices of such a kind are combined if they have the same recipient and cause. */
  several?: string;
  /** With `own`: people can turn the mail off, and the service that sends it reads their settings. */
  isOptional?: true;
  /** Every notice of this kind has an occasion. It is never merged, so its mail is sent at once. */
  isOnce?: true;
  /**
   * Unread notices of these kinds disappear if this one follows within the merge window, and so does this one. A kind
   * that undoes itself keeps the first old values and takes the newest new ones.
   */
  undoes?: readonly Kind[];
  /** Whether the mail adds the task to the calendar of the recipient, or removes it. */
  calendar?: 'add' | 'remove';
  /** Push services deliver it at once, even if the device saves power; also security notices and those whose mail cannot wait. */
  isUrgent?: true;
  /** It answers what the recipient did, so its mail does not wait when the mailbox has had as many as it may. */
  isAnswer?: true;
  /** Sent only to people who have turned it on. */
  isAskedFor?: true;
  /** Only people who organise something get this kind, so others do not see it in their settings. */
  isForOrganisers?: true;
  /** Organisers do not find it among what the person got: it says what others must not learn, such as who is a minor. */
  isPrivate?: true;
  /** A person causes this kind, never the system or a service account. */
  isByPerson?: true;
  /** These notices are deleted when the account of the person who caused them is erased. */
  isErasedWithActor?: true;
};

/** The headings of the settings page, in its order. */
export const settingsGroups = [
  'tasks',
  'hours',
  'teams',
  'applications',
  'invitations',
  'forms',
  'money',
  'announcements',
  'messages',
  'connections',
] as const;

/** `subject` is the task, team or form; empty for the project or the account. */
type Subject = { pid: string | null; subject: string };

/** How the subject of a notice about several tasks begins. */
export const severalPrefix = 'several-';
export const isAboutSeveral = (subject: string): boolean => subject.startsWith(severalPrefix);

/** A page of the project or the account; its other parameter is the subject of the notice. */
const page =
  (path: PagePath, search = '') =>
  ({ pid, subject }: Subject): string =>
    path.replace('$pid', pid ?? '').replace(/\$\w+/, () => subject) + search;

const ownTasksPage = page('/projects/$pid/tasks', '?mine=true');
const oneTaskPage = page('/projects/$pid/tasks/$id');
const taskPage = (notice: Subject): string => (isAboutSeveral(notice.subject) ? ownTasksPage : oneTaskPage)(notice);
const tasksPage = page('/projects/$pid/tasks');
const workPage = page('/projects/$pid/work');
const hoursPage = page('/projects/$pid/my-hours');
const skillsPage = page('/projects/$pid/my-skills');
const projectPage = page('/projects/$pid');
const teamPage = page('/projects/$pid/teams/$tid');
const teamsPage = page('/projects/$pid/teams');
const rolePage = (notice: Subject): string => (notice.subject === '' ? projectPage : teamPage)(notice);
const deputyPage = page('/projects/$pid/manage');
const ownersPage = page('/projects/$pid/manage/owners');
const projectPeoplePage = page('/projects/$pid/people');
const managedTeamPage = page('/projects/$pid/teams/$tid/manage');
const applicationsPage = page('/projects/$pid/manage/applications', '?state=waiting');
const projectChatPage = page('/projects/$pid/manage/chat');
const teamChatPage = page('/projects/$pid/teams/$tid/manage', '?tab=chat');
const formPage = page('/projects/$pid/forms/$form');
const documentPage = page('/projects/$pid/documents/$id');
const claimPage = page('/projects/$pid/claims/$id');
const claimsPage = page('/projects/$pid/claims');
const manageClaimPage = ({ pid, subject }: Subject): string =>
  `${page('/projects/$pid/manage/claims')({ pid, subject })}?claim=${subject}`;
const payoutPage = page('/projects/$pid/manage/payouts/$id');
const securityPage = page('/me/security');

const registry = {
  'task.added': {
    group: 'tasks',
    mail: 'now',
    recipients: 'the person who was assigned by somebody else, to one task or several',
    page: taskPage,
    texts: ['task.added', 'place.received.swapped', 'place.received.waiting'],
    several: 'task.several.added',
    undoes: ['task.removed', 'task.cancelled'],
    calendar: 'add',
  },
  'task.removed': {
    group: 'tasks',
    mail: 'now',
    recipients: 'the person who was removed from the task by somebody else, also when they leave the project',
    page: tasksPage,
    texts: ['task.removed', 'place.given.taken', 'place.given.swapped'],
    several: 'task.several.removed',
    undoes: ['task.added'],
    calendar: 'remove',
  },
  'task.left': {
    group: 'tasks',
    mail: 'now',
    recipients:
      "the chiefs of the task's team, if somebody leaves less than 48 hours before the task or while it is on; the owners of the project if it has none",
    page: taskPage,
    isForOrganisers: true,
    isByPerson: true,
  },
  'task.offered': {
    group: 'tasks',
    mail: 'now',
    recipients:
      "the chiefs of the task's team, if somebody offers their place less than 48 hours before the task; the owners of the project if it has none",
    page: taskPage,
    isForOrganisers: true,
    isByPerson: true,
    isErasedWithActor: true,
  },
  'task.changed': {
    group: 'tasks',
    mail: 'now',
    recipients: 'everyone on the task, if its title, times, location, description or briefing change',
    page: taskPage,
    texts: ['task.changed.moved', 'task.changed.placed', 'task.changed.renamed', 'task.changed.described'],
    calendar: 'add',
  },
  'task.cancelled': {
    group: 'tasks',
    mail: 'now',
    recipients: 'everyone who was on the task that was deleted',
    page: tasksPage,
    several: 'task.several.cancelled',
    undoes: ['task.added'],
    calendar: 'remove',
  },
  'task.reminder': {
    group: 'tasks',
    mail: 'now',
    recipients: 'everyone on the task, 24 hours and 2 hours before it starts',
    page: taskPage,
    isOnce: true,
    calendar: 'add',
    isUrgent: true,
  },
  'task.opened': {
    group: 'tasks',
    mail: 'digest',
    recipients: 'people who have turned it on, once a day for each project with new tasks that are open to everybody',
    page: page('/projects/$pid/open-tasks'),
    isOnce: true,
    isAskedFor: true,
  },
  'place.offered': {
    group: 'tasks',
    mail: 'now',
    recipients:
      'the first person on the waiting list, if a place is free less than 12 hours before the task; the person who is offered a place, or everybody on the task who can swap',
    page: taskPage,
    texts: ['place.offered.waiting', 'place.offered.hand_over', 'place.offered.swap'],
    isErasedWithActor: true,
  },
  'place.declined': {
    group: 'tasks',
    mail: 'now',
    recipients: 'the person whose offer of a place was declined',
    page: taskPage,
    isByPerson: true,
    isAnswer: true,
  },
  'place.waiting': {
    group: 'tasks',
    mail: 'now',
    recipients:
      'the person who is no longer on the waiting list: they did not take the place in time, or somebody removed them; people who waited or asked for a place on a deleted task that was restored',
    page: tasksPage,
    texts: ['place.waiting.lapsed', 'place.waiting.removed', 'place.waiting.restored', 'place.waiting.requested'],
    undoes: ['task.cancelled'],
  },
  'help.asked': {
    group: 'tasks',
    mail: 'now',
    recipients: 'people who are asked to help with the task',
    page: taskPage,
    isOnce: true,
  },
  'help.accepted': {
    group: 'tasks',
    mail: 'now',
    recipients: 'the person who asked for help with the task, once for everybody who says yes and gets a place',
    page: taskPage,
    isOnce: true,
    isForOrganisers: true,
    isByPerson: true,
  },
  'attendance.question': {
    group: 'tasks',
    mail: 'now',
    recipients:
      'everyone with a task, some days before their first one, until they have confirmed that they are coming',
    page: ownTasksPage,
    isOnce: true,
    isUrgent: true,
  },
  'request.received': {
    group: 'tasks',
    mail: 'now',
    recipients: "the chiefs of the task's team; the owners of the project if it has none",
    page: taskPage,
    isOnce: true,
    isForOrganisers: true,
    isByPerson: true,
    isErasedWithActor: true,
  },
  'request.declined': {
    group: 'tasks',
    mail: 'now',
    recipients: 'the person who asked for a place on the task',
    page: tasksPage,
    isAnswer: true,
  },
  'skill.granted': {
    group: 'tasks',
    mail: 'digest',
    recipients: 'the person who got the skill',
    page: skillsPage,
    texts: ['skill.granted', 'skill.granted_training'],
    undoes: ['skill.withdrawn'],
  },
  'skill.withdrawn': {
    group: 'tasks',
    mail: 'digest',
    recipients: 'the person who lost the skill',
    page: skillsPage,
    undoes: ['skill.granted'],
  },
  'skill.expiring': {
    group: 'tasks',
    mail: 'digest',
    recipients: 'the person whose skill ends, a month before',
    page: skillsPage,
    isOnce: true,
  },
  'guardian.answered': {
    group: 'tasks',
    mail: 'now',
    recipients: 'the person whose guardian agreed, declined, no longer agrees, or has to agree anew',
    page: page('/projects/$pid/guardian'),
    texts: [
      'guardian.answered.agreed',
      'guardian.answered.declined',
      'guardian.answered.withdrawn',
      'guardian.answered.outdated',
    ],
    isPrivate: true,
  },
  'hours.changed': {
    group: 'hours',
    mail: 'now',
    recipients:
      'the person whose hours were changed after the task, or who was marked as a no-show; also if that is undone after they were notified',
    page: hoursPage,
    texts: ['hours.changed.corrected', 'hours.changed.no_show', 'hours.changed.no_show_undone'],
  },
  'hours.work': {
    group: 'hours',
    mail: 'now',
    recipients: 'the person whose work without a task was entered, approved, declined or deleted by somebody else',
    page: workPage,
    texts: ['hours.work.added', 'hours.work.approved', 'hours.work.declined', 'hours.work.removed'],
  },
  'hours.claimed': {
    group: 'hours',
    mail: 'now',
    recipients: 'the chiefs of the team that somebody entered work for; the owners of the project if it has none',
    page: workPage,
    isForOrganisers: true,
    isByPerson: true,
    isErasedWithActor: true,
  },
  'hours.unmarked': {
    group: 'hours',
    mail: 'digest',
    recipients: 'chiefs, the day after: the tasks of their team with people who were not checked in or out',
    page: page('/projects/$pid/manage/tasks'),
    isOnce: true,
    isForOrganisers: true,
  },
  'certificate.ready': {
    group: 'hours',
    mail: 'now',
    recipients: 'the person who gets the certificate',
    page: hoursPage,
    isOnce: true,
  },
  'certificate.revoked': {
    group: 'hours',
    mail: 'now',
    recipients: 'the person whose certificate an owner revoked',
    page: hoursPage,
    isOnce: true,
  },
  'handout.earned': {
    group: 'hours',
    mail: 'digest',
    recipients: 'the person who has earned a hand-out by their hours, or who got a code',
    page: page('/projects/$pid/my-day'),
    texts: ['handout.earned.item', 'handout.earned.code'],
    isOnce: true,
  },
  'room.assigned': {
    group: 'forms',
    mail: 'digest',
    recipients: 'the person who got another room, has none any more, or was asked to swap rooms',
    page: page('/projects/$pid/my-day'),
    texts: ['room.assigned.room', 'room.assigned.none', 'room.assigned.asked'],
  },
  'loan.open': {
    group: 'hours',
    mail: 'now',
    recipients: 'the person who still has something that they borrowed, on the evening of the last day',
    page: page('/projects/$pid/my-day'),
    isOnce: true,
  },
  'team.added': {
    group: 'teams',
    mail: 'now',
    recipients: 'the person who was added by somebody else',
    page: teamPage,
    texts: ['team.added', 'team.added_chief', 'listing.shown', 'listing.not_shown'],
    undoes: ['team.removed'],
  },
  'team.removed': {
    group: 'teams',
    mail: 'now',
    recipients: 'the person who was removed by somebody else',
    page: teamsPage,
    undoes: ['team.added'],
  },
  'team.left': {
    group: 'teams',
    mail: 'now',
    recipients:
      'the chiefs of the team that somebody left, also by erasing their account, or in which somebody was suspended and lost places in tasks; the owners of the project if it has none',
    page: page('/projects/$pid/teams/$tid/manage', '?tab=tasks&open=true'),
    texts: ['team.left', 'team.left_erased', 'team.left_suspended'],
    isForOrganisers: true,
    isByPerson: true,
  },
  'person.consent_lost': {
    group: 'teams',
    mail: 'now',
    recipients:
      'the chiefs of the teams and tasks of somebody who may take no more tasks, because a consent was withdrawn; the owners of the project for tasks without a team',
    page: (notice) => (notice.subject === '' ? projectPeoplePage : managedTeamPage)(notice),
    isForOrganisers: true,
  },
  'team.disabled': {
    group: 'teams',
    mail: 'now',
    recipients: 'everyone in the team',
    page: teamsPage,
    undoes: ['team.enabled'],
  },
  'team.enabled': {
    group: 'teams',
    mail: 'now',
    recipients: 'everyone in the team',
    page: teamPage,
    undoes: ['team.disabled'],
  },
  'role.changed': {
    group: 'teams',
    mail: 'now',
    recipients: 'the person who became chief or owner, or no longer is',
    page: rolePage,
    texts: [
      'role.changed.chief_added',
      'role.changed.chief_removed',
      'role.changed.owner_added',
      'role.changed.owner_removed',
    ],
    undoes: ['role.changed'],
  },
  'grant.given': {
    group: 'teams',
    mail: 'now',
    recipients: 'the person who became a deputy, or whose time as one was changed',
    page: deputyPage,
    texts: ['grant.given', 'grant.given_changed'],
  },
  'grant.ending': {
    group: 'teams',
    mail: 'now',
    recipients: 'the deputy, a day before their time ends',
    page: deputyPage,
    isOnce: true,
  },
  'grant.ended': {
    group: 'teams',
    mail: 'now',
    recipients: 'the deputy whose time ended',
    page: projectPage,
    isOnce: true,
  },
  'deputy.ending': {
    group: 'teams',
    mail: 'now',
    recipients:
      'the owner who appointed the deputy, a day before their time ends; all owners if that person is none any more',
    page: ownersPage,
    isOnce: true,
    isForOrganisers: true,
  },
  'deputy.ended': {
    group: 'teams',
    mail: 'now',
    recipients: 'the owner who appointed the deputy whose time ended; all owners if that person is none any more',
    page: ownersPage,
    isOnce: true,
    isForOrganisers: true,
  },
  'application.received': {
    group: 'applications',
    mail: 'now',
    recipients: 'the chiefs of the team; the owners of the project if it has none',
    page: page('/projects/$pid/teams/$tid/manage', '?tab=applications'),
    isOnce: true,
    isForOrganisers: true,
    isByPerson: true,
    isErasedWithActor: true,
  },
  'application.room': {
    group: 'applications',
    mail: 'now',
    recipients:
      'the chiefs of a team that somebody left or was removed from while others wait for a place; the owners of the project if it has none',
    page: (notice) => `${applicationsPage(notice)}&tid=${notice.subject}`,
    isForOrganisers: true,
  },
  'application.accepted': {
    group: 'applications',
    mail: 'now',
    recipients: 'the applicant',
    page: teamPage,
    isAnswer: true,
  },
  'application.waiting': {
    group: 'applications',
    mail: 'now',
    recipients: 'the applicant, if the team has no place for them yet',
    page: teamPage,
    isAnswer: true,
  },
  'application.declined': {
    group: 'applications',
    mail: 'now',
    recipients: 'the applicant',
    page: teamsPage,
    isAnswer: true,
  },
  'application.lapsed': {
    group: 'applications',
    mail: 'now',
    recipients: 'the applicant, if nobody decided in time',
    page: teamsPage,
    texts: ['application.lapsed', 'application.lapsed_over'],
  },
  'invitation.received': {
    group: 'invitations',
    mail: 'own',
    recipients: 'the person with an account at the invited address',
    page: page('/invitations'),
    texts: ['invitation.received', 'invitation.received_chief', 'invitation.received_owner'],
  },
  'offer.ended': {
    group: 'invitations',
    mail: 'digest',
    recipients: 'people whose offer to help has ended',
    page: page('/me/offer'),
    isOnce: true,
  },
  'invitation.accepted': {
    group: 'invitations',
    mail: 'digest',
    recipients: 'the person who sent the invitation',
    page: rolePage,
    isForOrganisers: true,
    isByPerson: true,
    isErasedWithActor: true,
  },
  'invitation.declined': {
    group: 'invitations',
    mail: 'digest',
    recipients: 'the person who sent the invitation',
    page: rolePage,
    isForOrganisers: true,
    isByPerson: true,
    isErasedWithActor: true,
  },
  'invitation.expired': {
    group: 'invitations',
    mail: 'digest',
    recipients: 'the person who sent the invitations, once for each team',
    page: page('/projects/$pid/teams/$tid/manage', '?add=invite'),
    isForOrganisers: true,
  },
  'form.opened': {
    group: 'forms',
    mail: 'digest',
    recipients: 'everyone the form asks',
    page: formPage,
  },
  'form.closing': {
    group: 'forms',
    mail: 'digest',
    recipients: 'everyone the form asks who has not answered, as many days before it closes as the form says',
    page: formPage,
  },
  'form.filled_in': {
    group: 'forms',
    mail: 'digest',
    recipients: 'everyone whose answer organisers took over from a table',
    page: formPage,
  },
  'form.asks_more': {
    group: 'forms',
    mail: 'digest',
    recipients: 'everyone who has answered, if a question is added',
    page: formPage,
  },
  'checklist.due': {
    group: 'forms',
    mail: 'digest',
    recipients:
      'people with something left to do besides forms, such as documents to sign, once: a week before the event, or before their first task',
    page: page('/'),
    isOnce: true,
  },
  'document.asked': {
    group: 'forms',
    mail: 'digest',
    recipients: 'everyone in the project who has to sign a new document',
    page: documentPage,
  },
  'document.renewed': {
    group: 'forms',
    mail: 'digest',
    recipients: 'everyone in the project who has to sign a new version of a document',
    page: documentPage,
  },
  'claim.approved': {
    group: 'money',
    mail: 'digest',
    recipients: 'the claimant',
    page: claimPage,
  },
  'claim.returned': {
    group: 'money',
    mail: 'now',
    recipients: 'the claimant, if they were asked something',
    page: claimPage,
    isByPerson: true,
  },
  'claim.refused': {
    group: 'money',
    mail: 'now',
    recipients: 'the claimant',
    page: claimPage,
    isByPerson: true,
  },
  'claim.answered': {
    group: 'money',
    mail: 'now',
    recipients: 'who returned the claim, when it is sent again',
    page: manageClaimPage,
    isForOrganisers: true,
    isByPerson: true,
    isErasedWithActor: true,
  },
  'claim.paid': {
    group: 'money',
    mail: 'now',
    recipients: 'everybody whose claims were paid, once for each payout',
    page: claimsPage,
    undoes: ['claim.unpaid'],
  },
  'claim.unpaid': {
    group: 'money',
    mail: 'now',
    recipients: 'everybody whose claims were in a payout that is no longer marked as paid',
    page: claimsPage,
    undoes: ['claim.paid'],
  },
  'claim.receipts_needed': {
    group: 'money',
    mail: 'now',
    recipients: 'everybody who has applied for travel money, when the project begins to pay it for receipts',
    page: claimPage,
  },
  'claim.account_missing': {
    group: 'money',
    mail: 'now',
    recipients: 'claimants whose approved claims cannot be paid to a bank account, when they are reminded',
    page: claimsPage,
    isByPerson: true,
  },
  'claim.account_changed': {
    group: 'money',
    mail: 'digest',
    recipients: 'who changed their bank account while claims were being paid to the old one',
    page: claimsPage,
  },
  'payout.account_changed': {
    group: 'money',
    mail: 'now',
    recipients: 'who made the payout, when somebody in it has changed their bank account; the owners if they are gone',
    page: payoutPage,
    isForOrganisers: true,
  },
  'payment.made': {
    group: 'money',
    mail: 'digest',
    recipients: 'the person whose travel money was paid',
    page: formPage,
    undoes: ['payment.undone'],
  },
  'payment.undone': {
    group: 'money',
    mail: 'digest',
    recipients: 'the person whose payment was undone',
    page: formPage,
    undoes: ['payment.made'],
  },
  'chat.disabled': {
    group: 'connections',
    mail: 'now',
    recipients: 'the chiefs of the team, or the owners of the project, if messages to the channel keep failing',
    page: (notice) => (notice.subject === '' ? projectChatPage : teamChatPage)(notice),
    isForOrganisers: true,
  },
  'webhook.disabled': {
    group: 'connections',
    mail: 'now',
    recipients: 'the owners of the project, if deliveries to the webhook keep failing',
    page: page('/projects/$pid/manage/webhooks'),
    isForOrganisers: true,
  },
  'group_server.disabled': {
    group: 'connections',
    mail: 'now',
    recipients: 'the owners of the project, if its lists or channels on a server can no longer be synced',
    page: page('/projects/$pid/manage/group-sync'),
    isForOrganisers: true,
  },
  'groups.changed': {
    group: 'connections',
    mail: 'digest',
    recipients:
      'the person whom Muster added to mailing lists or channels, or removed, once for all that change together',
    page: page('/projects/$pid/my-groups'),
  },
  'token.ending': {
    group: 'connections',
    mail: 'now',
    recipients: 'the person whose API token ends, 14 and 3 days before',
    page: () => '/api-access',
    isOnce: true,
  },
  'service_account.ending': {
    group: 'connections',
    mail: 'now',
    recipients: 'the owners of the project whose service account ends, 14 and 3 days before',
    page: ({ pid }) => `/projects/${pid}/manage/service-accounts`,
    isOnce: true,
    isForOrganisers: true,
  },
  'service_account.changed_roles': {
    group: 'connections',
    mail: 'digest',
    recipients:
      'the owners of the project, if a service account adds or removes people, or changes teams; once a day for each team',
    page: ({ pid }) => `/projects/${pid}/manage/audit`,
    texts: [
      'service_account.changed_roles',
      'service_account.changed_roles_disabled',
      'service_account.changed_roles_enabled',
    ],
    isOnce: true,
    isForOrganisers: true,
  },
  announcement: {
    group: 'announcements',
    mail: 'digest',
    recipients: 'the people of the team that it is for; everyone in the project if it is for the project',
    page: page('/projects/$pid/announcements/$id'),
    texts: ['announcement.project', 'announcement.team'],
  },
  'thanks.published': {
    group: 'announcements',
    mail: 'digest',
    recipients: 'people who agreed to be thanked by name, when the page of the event is published',
    page: page('/projects/$pid/thanks'),
    isOnce: true,
  },
  'thanks.hidden': {
    group: 'announcements',
    mail: 'now',
    recipients: 'the person whose name an owner has hidden on the page that thanks people',
    page: page('/projects/$pid/thanks'),
    isByPerson: true,
  },
  message: {
    group: 'messages',
    mail: 'own',
    isOptional: true,
    recipients: 'the audience that an owner or a chief chose, except themselves',
    page: page('/messages/$id'),
  },
  'security.sign_in_changed': {
    group: 'security',
    mail: 'own',
    recipients: 'the person whose passkeys, recovery codes or linked accounts changed, even if they did it themselves',
    page: securityPage,
    texts: [
      'security.sign_in_changed.passkey_added',
      'security.sign_in_changed.passkey_removed',
      'security.sign_in_changed.passkeys_reset',
      'security.sign_in_changed.recovery_codes_created',
      'security.sign_in_changed.recovery_code_used',
      'security.sign_in_changed.identity_linked',
      'security.sign_in_changed.identity_unlinked',
    ],
  },
  'security.email_changed': {
    group: 'security',
    mail: 'own',
    recipients: 'the person whose address changed, at the old address, even if they did it themselves',
    page: securityPage,
  },
  'security.consent_given': {
    group: 'security',
    mail: 'own',
    recipients:
      'the person who agreed to share private data with the owners of a project, even if they did it themselves',
    page: page('/me/privacy'),
  },
  'security.claim_shared': {
    group: 'security',
    mail: 'own',
    recipients: 'the person who agreed that a claim is paid to their bank account, even if they did it themselves',
    page: claimPage,
  },
  'security.bank_changed': {
    group: 'security',
    mail: 'own',
    recipients: 'the person whose bank account changed, even if they did it themselves',
    page: page('/me/bank'),
    texts: ['security.bank_changed.confirmed', 'security.bank_changed.unconfirmed', 'security.bank_changed.removed'],
  },
  'security.private_token': {
    group: 'security',
    mail: 'own',
    recipients:
      'the person whose account created or renewed access of an API token to their private data, even if they did it themselves',
    page: page('/api-access'),
    texts: ['security.private_token.created', 'security.private_token.renewed'],
  },
  'security.administrators_changed': {
    group: 'security',
    mail: 'own',
    recipients: 'all administrators and the person concerned',
    page: page('/admin/people'),
    texts: [
      'security.administrators_changed.appointed',
      'security.administrators_changed.dismissed',
      'security.administrators_changed.granted',
    ],
  },
  'security.roles_changed': {
    group: 'security',
    mail: 'own',
    recipients:
      'the owners of the project, if an API token changed roles, or somebody accepted an invitation to lead a team or to be an owner (then not the owner who sent it)',
    page: page('/projects/$pid/manage/audit'),
    texts: ['security.roles_changed', 'security.roles_changed_invited'],
  },
  'security.suspended': {
    group: 'security',
    mail: 'own',
    recipients: 'the person whose account was suspended',
    page: page('/'),
  },
  'security.reinstated': {
    group: 'security',
    mail: 'now',
    recipients: 'the person whose account was suspended before',
    page: page('/'),
  },
} as const satisfies Record<string, KindEntry<string>>;

type Registry = typeof registry;
export type NoticeKind = keyof Registry;
/** Kinds that people can turn on and off for their browsers. Security notices cannot be turned off. */
export type PushKind = {
  [Kind in NoticeKind]: Registry[Kind] extends { group: 'security' } ? never : Kind;
}[NoticeKind];
/** Kinds whose mail people can turn off. */
export type MailKind = {
  [Kind in PushKind]: Registry[Kind] extends { mail: 'now' | 'digest' } | { isOptional: true } ? Kind : never;
}[PushKind];
/** Keys below `notices.kinds` in the locale files. A reason can be part of any notice. */
export type NoticeText = { [Kind in NoticeKind]: TextsOf<Kind, Registry[Kind]> }[NoticeKind] | 'reason';
type TextsOf<Kind, Entry> =
  | (Entry extends { texts: readonly (infer Text)[] } ? Text : Kind)
  | (Entry extends { several: infer Text } ? Text : never);

export const isNoticeKind = (name: string): name is NoticeKind => Object.hasOwn(registry, name);
export const noticeKinds: readonly NoticeKind[] = Object.keys(registry).filter(isNoticeKind);
export const entryOf = (kind: NoticeKind): KindEntry<NoticeKind> => registry[kind];

export const isSecurity = (kind: NoticeKind): boolean => entryOf(kind).group === 'security';
export const pushKinds = noticeKinds.filter((kind): kind is PushKind => !isSecurity(kind));
/** Notifications are on at first if the kind changes the person's own plan. */
export const isPushedByDefault = (kind: NoticeKind): boolean => entryOf(kind).mail !== 'digest';
export const isMailedByDefault = (kind: NoticeKind): boolean => entryOf(kind).isAskedFor !== true;
export const isMailKind = (kind: PushKind): kind is MailKind =>
  entryOf(kind).mail !== 'own' || entryOf(kind).isOptional === true;
export const mailKinds = pushKinds.filter(isMailKind);

const textNames: ReadonlySet<string> = new Set([
  ...noticeKinds.flatMap((kind) => {
    const { texts = [kind], several } = entryOf(kind);
    return several === undefined ? texts : [...texts, several];
  }),
  'reason',
]);
export const isNoticeText = (key: string): key is NoticeText => textNames.has(key);
export const noticeTexts: readonly NoticeText[] = [...textNames].filter(isNoticeText);
