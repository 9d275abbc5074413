import { hourKinds } from './hour-kinds.policy.ts';
import { placeKinds, taskPage, tasksPage } from './place-kinds.policy.ts';
import type { Subject } from './place-kinds.policy.ts';
import { taskKinds } from './task-kinds.policy.ts';

/**
 * The registry of notices. A new kind is one entry here, its texts in `locales/{language}/notices.json` under
 * `notices.kinds`, and a call of `notify` in the service that causes it.
 */
type KindEntry = {
  /** Kinds that people turn on and off together on the settings page. */
  group: NoticeGroup;
  /**
   * `now`: a mail as soon as no merge is possible any more. `digest`: in the daily or weekly mail. `own`: the service
   * that causes the notice sends a mail of its own, such as one with a secret link.
   */
  mail: 'now' | 'digest' | 'own';
  /** For docs/notices.md. */
  recipients: string;
  /** What people see when they open the notice. */
  page: (notice: { pid: string | null; subject: string }) => string;
  /** With `own`: people can turn the mail off, and the service that sends it looks at their settings. */
  isOptional?: true;
  /** Unread notices of these kinds disappear if this one follows within the merge window, and so does this one. */
  undoes?: readonly string[];
};

const noticeGroups = [
  'tasks',
  'reminders',
  'hours',
  'teams',
  'applications',
  'invitations',
  'forms',
  'connections',
  'announcements',
  'messages',
  'security',
] as const;
type NoticeGroup = (typeof noticeGroups)[number];

const skillsPage = ({ pid }: Subject): string => `/projects/${pid}/my-skills`;
const teamPage = ({ pid, subject }: Subject): string => `/projects/${pid}/teams/${subject}`;
const teamsPage = ({ pid }: Subject): string => `/projects/${pid}/teams`;
const rolePage = ({ pid, subject }: Subject): string =>
  subject === '' ? `/projects/${pid}` : `/projects/${pid}/teams/${subject}`;
const formPage = ({ pid, subject }: Subject): string => `/projects/${pid}/forms/${subject}`;
const securityPage = (): string => '/me/security';

const noticeKinds = {
  ...taskKinds,
  ...placeKinds,
  'request.received': {
    group: 'tasks',
    mail: 'now',
    recipients: "the chiefs of the task's team; the owners of the project if it has none",
    page: taskPage,
  },
  'request.declined': {
    group: 'tasks',
    mail: 'now',
    recipients: 'the person who asked for a place on the task',
    page: tasksPage,
  },
  'skill.granted': {
    group: 'tasks',
    mail: 'digest',
    recipients: 'the person who got the skill',
    page: skillsPage,
    undoes: ['skill.withdrawn'],
  },
  'skill.withdrawn': {
    group: 'tasks',
    mail: 'digest',
    recipients: 'the person who lost the skill',
    page: skillsPage,
    undoes: ['skill.granted'],
  },
  ...hourKinds,
  'team.added': {
    group: 'teams',
    mail: 'now',
    recipients: 'the person who was added by somebody else',
    page: teamPage,
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
    page: ({ pid, subject }) => `/projects/${pid}/teams/${subject}/manage?tab=tasks&open=true`,
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
  },
  'application.received': {
    group: 'applications',
    mail: 'now',
    recipients: 'the chiefs of the team; the owners of the project if it has none',
    page: ({ pid, subject }) => `/projects/${pid}/teams/${subject}/manage?tab=applications`,
  },
  'application.accepted': {
    group: 'applications',
    mail: 'now',
    recipients: 'the applicant',
    page: teamPage,
  },
  'application.declined': {
    group: 'applications',
    mail: 'now',
    recipients: 'the applicant',
    page: teamsPage,
  },
  'application.lapsed': {
    group: 'applications',
    mail: 'now',
    recipients: 'the applicant, if nobody decided in time',
    page: teamsPage,
  },
  'invitation.received': {
    group: 'invitations',
    mail: 'own',
    recipients: 'the person with an account at the invited address',
    page: () => '/invitations',
  },
  'invitation.accepted': {
    group: 'invitations',
    mail: 'digest',
    recipients: 'the person who sent the invitation',
    page: rolePage,
  },
  'invitation.declined': {
    group: 'invitations',
    mail: 'digest',
    recipients: 'the person who sent the invitation',
    page: rolePage,
  },
  'invitation.expired': {
    group: 'invitations',
    mail: 'digest',
    recipients: 'the person who sent the invitations, once for each team',
    page: ({ pid, subject }) => `/projects/${pid}/teams/${subject}/manage?add=invite`,
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
    recipients: 'everyone the form asks who has not answered, 3 days before it closes',
    page: formPage,
  },
  'form.asks_more': {
    group: 'forms',
    mail: 'digest',
    recipients: 'everyone who has answered, if a question is added',
    page: formPage,
  },
  'payment.made': {
    group: 'forms',
    mail: 'digest',
    recipients: 'the person whose travel money was paid',
    page: formPage,
    undoes: ['payment.undone'],
  },
  'payment.undone': {
    group: 'forms',
    mail: 'digest',
    recipients: 'the person whose payment was undone',
    page: formPage,
    undoes: ['payment.made'],
  },
  'chat.disabled': {
    group: 'connections',
    mail: 'now',
    recipients: 'the chiefs of the team, or the owners of the project, if messages to the channel keep failing',
    page: ({ pid, subject }) =>
      subject === '' ? `/projects/${pid}/manage/chat` : `/projects/${pid}/teams/${subject}/manage?tab=chat`,
  },
  'webhook.disabled': {
    group: 'connections',
    mail: 'now',
    recipients: 'the owners of the project, if deliveries to the webhook keep failing',
    page: ({ pid }) => `/projects/${pid}/manage/webhooks`,
  },
  announcement: {
    group: 'announcements',
    mail: 'digest',
    recipients: 'the people of the team that it is for; everyone in the project if it is for the project',
    page: ({ pid, subject }) => `/projects/${pid}/announcements/${subject}`,
  },
  message: {
    group: 'messages',
    mail: 'own',
    isOptional: true,
    recipients: 'the audience that an owner or a chief chose, except themselves',
    page: ({ subject }) => `/messages/${subject}`,
  },
  'security.sign_in_changed': {
    group: 'security',
    mail: 'own',
    recipients: 'the person whose passkeys, recovery codes or linked accounts changed, even if they did it themselves',
    page: securityPage,
  },
  'security.email_changed': {
    group: 'security',
    mail: 'own',
    recipients: 'the person whose address changed, at the old address, even if they did it themselves',
    page: securityPage,
  },
  'security.administrators_changed': {
    group: 'security',
    mail: 'own',
    recipients: 'all administrators and the person concerned',
    page: () => '/admin/people',
  },
  'security.roles_changed': {
    group: 'security',
    mail: 'own',
    recipients: 'the owners of the project, if an API token changed roles',
    page: ({ pid }) => `/projects/${pid}/manage/audit`,
  },
  'security.suspended': {
    group: 'security',
    mail: 'own',
    recipients: 'the person whose account was suspended',
    page: () => '/',
  },
  'security.reinstated': {
    group: 'security',
    mail: 'now',
    recipients: 'the person whose account was suspended before',
    page: () => '/',
  },
} satisfies Record<string, KindEntry>;

export type NoticeKind = keyof typeof noticeKinds;

export const kindNames = Object.keys(noticeKinds) as NoticeKind[];
export const isKind = (name: string): name is NoticeKind => Object.hasOwn(noticeKinds, name);
export const entryOf = (kind: NoticeKind): KindEntry => noticeKinds[kind];

export const isSecurity = (kind: NoticeKind): boolean => entryOf(kind).group === 'security';
/** Kinds that people can turn on and off for their browsers. On at first if they change the person's own plan. */
export const pushKinds = kindNames.filter((kind) => !isSecurity(kind));
export const isPushedByDefault = (kind: NoticeKind): boolean => entryOf(kind).mail !== 'digest';
/** Kinds whose mail people can turn off. */
export const mailKinds = kindNames.filter(
  (kind) => !isSecurity(kind) && (entryOf(kind).mail !== 'own' || entryOf(kind).isOptional === true),
);
