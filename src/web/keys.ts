import type { QueryKey } from '@tanstack/react-query';

/**
 * The keys of all cached queries, as one tree. Everything of a project is below `['projects', pid]`, so that one key
 * can name all of it. They are in one file because a change of one resource shows in others, and the `queries.ts` files
 * would otherwise import each other in circles.
 */
const inProject = <T extends string>(pid: string, resource: T) => ['projects', pid, resource] as const;

export const meKeys = { all: ['me'] } as const;

/** Lists of the signed-in person across projects. */
export const ownKeys = {
  all: ['own'],
  leftProjects: ['own', 'left-projects'],
  /** What the person still has to do. */
  checklist: ['own', 'checklist'],
} as const;

export const projectKeys = {
  /** Everything of every project. */
  everything: ['projects'] as const,
  /** Everything of one project: its details, teams, tasks, forms, answers. */
  all: (pid: string) => ['projects', pid] as const,
  detail: (pid: string) => inProject(pid, 'detail'),
  dashboard: (pid: string) => inProject(pid, 'dashboard'),
  series: (pid: string) => inProject(pid, 'years'),
  owners: (pid: string) => inProject(pid, 'owners'),
  grants: (pid: string, filter: object) => [...inProject(pid, 'grants'), filter] as const,
  grant: (pid: string, id: string) => [...inProject(pid, 'grants'), 'one', id] as const,
  planCopy: (pid: string, days: object) => [...inProject(pid, 'plan-copy'), days] as const,
  people: (pid: string) => inProject(pid, 'people'),
  /** Below `people`, because a change of tags shows in both. */
  tags: (pid: string) => [...inProject(pid, 'people'), 'tags'] as const,
  peopleList: (pid: string, filter: object, limit: number) =>
    [...inProject(pid, 'people'), 'list', filter, limit] as const,
  person: (pid: string, uid: string) => [...inProject(pid, 'people'), 'person', uid] as const,
  timeline: (pid: string, uid: string) => [...inProject(pid, 'people'), 'timeline', uid] as const,
  personNote: (pid: string, uid: string) => [...inProject(pid, 'people'), 'note', uid] as const,
  peopleById: (pid: string, uids: readonly string[], tid?: string) =>
    [...inProject(pid, 'people'), 'by-id', uids, tid] as const,
  peopleFound: (pid: string, q: string) => [...inProject(pid, 'people'), 'found', q] as const,
  peopleOnlyIn: (pid: string, tid: string) => [...inProject(pid, 'people'), 'only-in', tid] as const,
  assignable: (pid: string, q: string) => [...inProject(pid, 'people'), 'assignable', q] as const,
  found: (pid: string, q: string) => [...inProject(pid, 'found'), q] as const,
  candidates: (pid: string, q: string) => [...inProject(pid, 'candidates'), q] as const,
  /** Not below `projects`: a project may have any word as its identifier. */
  lists: ['project-lists'] as const,
  list: ['project-lists', 'all'] as const,
  current: ['project-lists', 'current'] as const,
};

export const translationKeys = {
  overview: (pid: string) => inProject(pid, 'translations'),
  one: (pid: string, kind: string, id: string) => [...inProject(pid, 'translations'), kind, id] as const,
};

export const memberKeys = {
  listing: (pid: string) => inProject(pid, 'members'),
  own: [...ownKeys.all, 'listings'] as const,
  ownList: [...ownKeys.all, 'listings', 'list'] as const,
  ownDetail: (pid: string) => [...ownKeys.all, 'listings', 'detail', pid] as const,
};

export const teamKeys = {
  all: (pid: string) => inProject(pid, 'teams'),
  list: (pid: string) => [...inProject(pid, 'teams'), 'list'] as const,
  detail: (pid: string, tid: string) => [...inProject(pid, 'teams'), 'detail', tid] as const,
  summaries: (pid: string) => [...inProject(pid, 'teams'), 'summaries'] as const,
};

export const membershipKeys = {
  pages: (pid: string, tid: string) => [...inProject(pid, 'memberships'), tid, 'pages'] as const,
  found: (pid: string, tid: string, q: string) => [...inProject(pid, 'memberships'), tid, 'found', q] as const,
  chiefs: (pid: string, tid: string) => [...inProject(pid, 'memberships'), tid, 'chiefs'] as const,
};

export const importKeys = {
  all: (pid: string) => inProject(pid, 'imports'),
  list: (pid: string) => [...inProject(pid, 'imports'), 'list'] as const,
};

export const invitationKeys = {
  all: (pid: string) => inProject(pid, 'invitations'),
  role: (pid: string, role: string) => [...inProject(pid, 'invitations'), 'role', role] as const,
  project: (pid: string, filter: object) => [...inProject(pid, 'invitations'), 'project', filter] as const,
  returning: (pid: string, filter: object) => [...inProject(pid, 'invitations'), 'returning', filter] as const,
  team: (pid: string, tid: string, q?: string) => [...inProject(pid, 'invitations'), 'team', tid, q] as const,
  own: [...ownKeys.all, 'invitations'] as const,
};

export const askAgainKeys = {
  all: (pid: string) => inProject(pid, 'ask-again'),
  list: (pid: string, filter: object) => [...inProject(pid, 'ask-again'), 'list', filter] as const,
  person: (pid: string, uid: string) => [...inProject(pid, 'ask-again'), 'person', uid] as const,
};

export const offerKeys = {
  all: (pid: string) => inProject(pid, 'help-offers'),
  list: (pid: string, q: string) => [...inProject(pid, 'help-offers'), 'list', q] as const,
};

export const thanksKeys = {
  all: (pid: string) => inProject(pid, 'thanks'),
  page: (pid: string) => [...inProject(pid, 'thanks'), 'page'] as const,
  names: (pid: string) => [...inProject(pid, 'thanks'), 'names'] as const,
  own: (pid: string) => [...inProject(pid, 'thanks'), 'own'] as const,
};

export const applicationKeys = {
  all: (pid: string) => inProject(pid, 'applications'),
  team: (pid: string, tid: string) => [...inProject(pid, 'applications'), 'team', tid] as const,
  count: (pid: string, tid: string) => [...inProject(pid, 'applications'), 'count', tid] as const,
  /** The call and its questions, which visitors read. */
  call: (pid: string) => inProject(pid, 'call'),
  list: (pid: string, filter: object) => [...inProject(pid, 'applications'), 'list', filter] as const,
  earlier: (pid: string, uid: string) => [...inProject(pid, 'applications'), 'earlier', uid] as const,
  mine: (pid: string) => [...ownKeys.all, 'applications', 'mine', pid] as const,
  own: [...ownKeys.all, 'applications'] as const,
  ownList: [...ownKeys.all, 'applications', 'list'] as const,
  ownDetail: (pid: string, tid: string) => [...ownKeys.all, 'applications', 'detail', pid, tid] as const,
};

export const taskKeys = {
  all: (pid: string) => inProject(pid, 'tasks'),
  lists: (pid: string) => [...inProject(pid, 'tasks'), 'list'] as const,
  list: (pid: string, filter: object) => [...inProject(pid, 'tasks'), 'list', filter] as const,
  catalogueUses: (pid: string) => [...inProject(pid, 'tasks'), 'catalogue-uses'] as const,
  planned: (pid: string, filter: object) => [...inProject(pid, 'tasks'), 'planned', filter] as const,
  days: (pid: string, filter: object) => [...inProject(pid, 'tasks'), 'days', filter] as const,
  gaps: (pid: string, tid: string) => [...inProject(pid, 'tasks'), 'gaps', tid] as const,
  ahead: (pid: string, day: string | undefined) => [...inProject(pid, 'tasks'), 'ahead', day] as const,
  categories: (pid: string) => [...inProject(pid, 'tasks'), 'categories'] as const,
  plans: (pid: string) => [...inProject(pid, 'tasks'), 'plan'] as const,
  plan: (pid: string, filter: object) => [...inProject(pid, 'tasks'), 'plan', filter] as const,
  attendances: (pid: string, day: string) => [...inProject(pid, 'tasks'), 'attendances', day] as const,
  detail: (pid: string, id: string) => [...inProject(pid, 'tasks'), 'detail', id] as const,
  attendees: (pid: string, id: string) => [...inProject(pid, 'tasks'), 'attendees', id] as const,
  requests: (pid: string, id: string) => [...inProject(pid, 'tasks'), 'requests', id] as const,
  places: (pid: string) => [...inProject(pid, 'tasks'), 'places'] as const,
  kinds: (pid: string) => [...inProject(pid, 'tasks'), 'kinds'] as const,
  skills: (pid: string) => [...inProject(pid, 'tasks'), 'skills'] as const,
  candidates: (pid: string, id: string, uids: readonly string[]) =>
    [...inProject(pid, 'tasks'), 'candidates', id, uids] as const,
  ownSkills: (pid: string) => [...inProject(pid, 'tasks'), 'own-skills'] as const,
  personSkills: (pid: string, uid: string) => [...inProject(pid, 'tasks'), 'person-skills', uid] as const,
  any: (pid: string) => [...inProject(pid, 'tasks'), 'any'] as const,
  joined: (pid: string) => [...inProject(pid, 'tasks'), 'joined'] as const,
  allRequests: (pid: string) => [...inProject(pid, 'tasks'), 'requests'] as const,
  coverage: (pid: string, filter: object) => [...inProject(pid, 'tasks'), 'coverage', filter] as const,
  open: (pid: string, filter: object) => [...inProject(pid, 'tasks'), 'open', filter] as const,
  own: [...ownKeys.all, 'tasks'] as const,
  awaited: [...ownKeys.all, 'tasks', 'awaited'] as const,
};

export const availabilityKeys = { own: (pid: string) => inProject(pid, 'availability') };

export const seriesKeys = {
  all: (pid: string) => inProject(pid, 'series'),
  list: (pid: string) => [...inProject(pid, 'series'), 'list'] as const,
  detail: (pid: string, id: string) => [...inProject(pid, 'series'), 'detail', id] as const,
  preview: (pid: string, body: object | undefined) => [...inProject(pid, 'series'), 'preview', body] as const,
};

export const draftKeys = {
  all: (pid: string) => inProject(pid, 'drafts'),
  list: (pid: string) => [...inProject(pid, 'drafts'), 'list'] as const,
  detail: (pid: string, id: string) => [...inProject(pid, 'drafts'), 'detail', id] as const,
};

/** Waiting lists, offers, requests for help and confirmations. */
export const exchangeKeys = {
  all: (pid: string) => inProject(pid, 'exchange'),
  waiting: (pid: string, id: string) => [...inProject(pid, 'exchange'), 'waiting', id] as const,
  help: (pid: string, id: string) => [...inProject(pid, 'exchange'), 'help', id] as const,
  helpCandidates: (pid: string, id: string) => [...inProject(pid, 'exchange'), 'help', id, 'candidates'] as const,
  made: (pid: string, task: string) => [...inProject(pid, 'exchange'), 'made', task] as const,
  offersOf: (pid: string, task: string) => [...inProject(pid, 'exchange'), 'offers', task] as const,
  unconfirmed: (pid: string) => [...inProject(pid, 'exchange'), 'unconfirmed'] as const,
  given: (pid: string) => [...inProject(pid, 'exchange'), 'given'] as const,
  offers: [...ownKeys.all, 'offers'] as const,
  questions: [...ownKeys.all, 'questions'] as const,
};

/** Below `own`, because a change of a membership affects it. */
export const messageKeys = {
  all: (pid: string) => inProject(pid, 'messages'),
  list: (pid: string) => [...inProject(pid, 'messages'), 'list'] as const,
  detail: (pid: string, id: string) => [...inProject(pid, 'messages'), 'detail', id] as const,
  recipients: (pid: string, id: string, filter: object) =>
    [...inProject(pid, 'messages'), 'recipients', id, filter] as const,
  preview: (pid: string, asked: object) => [...inProject(pid, 'messages'), 'preview', asked] as const,
  received: (id: string) => [...ownKeys.all, 'messages', id] as const,
};

/** The consent that a guardian gives has no account: it belongs to the link with which the page was opened. */
export const guardianKeys = {
  own: (pid: string) => inProject(pid, 'guardian'),
  consent: ['guardian-consent'] as const,
};

/** Below no other key: after somebody has left, asking again what leaving would release is an error. */
export const releaseKeys = { of: (departure: object) => ['released', departure] as const };

export const announcementKeys = {
  all: (pid: string) => inProject(pid, 'announcements'),
  lists: (pid: string) => [...inProject(pid, 'announcements'), 'list'] as const,
  list: (pid: string, tid?: string) => [...inProject(pid, 'announcements'), 'list', 'all', tid] as const,
  latest: (pid: string, tid?: string) => [...inProject(pid, 'announcements'), 'list', 'latest', tid] as const,
  detail: (pid: string, id: string) => [...inProject(pid, 'announcements'), 'detail', id] as const,
  own: [...ownKeys.all, 'announcements'] as const,
};

export const documentKeys = {
  all: (pid: string) => inProject(pid, 'documents'),
  list: (pid: string) => [...inProject(pid, 'documents'), 'list'] as const,
  detail: (pid: string, id: string) => [...inProject(pid, 'documents'), 'detail', id] as const,
  versions: (pid: string, id: string) => [...inProject(pid, 'documents'), 'versions', id] as const,
  version: (pid: string, id: string, version: number) =>
    [...inProject(pid, 'documents'), 'versions', id, version] as const,
  signatures: (pid: string, id: string, missing: boolean) =>
    [...inProject(pid, 'documents'), 'signatures', id, missing] as const,
};

/** Below no other key: after somebody has left a team, asking again for its calendar is an error. */
export const calendarKeys = { of: (subject: object) => ['calendar', subject] as const };

export const formKeys = {
  kinds: ['form-kinds'] as const,
  all: (pid: string) => inProject(pid, 'forms'),
  list: (pid: string) => [...inProject(pid, 'forms'), 'list'] as const,
  withTotals: (pid: string) => [...inProject(pid, 'forms'), 'with-totals'] as const,
  detail: (pid: string, form: string) => [...inProject(pid, 'forms'), 'detail', form] as const,
};

export const answerKeys = {
  all: (pid: string) => inProject(pid, 'answers'),
  own: (pid: string, form: string) => [...inProject(pid, 'answers'), 'own', form] as const,
  totals: (pid: string, form: string) => [...inProject(pid, 'answers'), 'totals', form] as const,
  missing: (pid: string, form: string) => [...inProject(pid, 'answers'), 'missing', form] as const,
};

/** Not below `projects`: every read of this list is recorded, so no change elsewhere may cause one. */
export const disclosureKeys = {
  list: (pid: string, form: string, kind: string) => ['disclosure', pid, form, kind] as const,
  totals: (pid: string, form: string) => ['disclosure-totals', pid, form] as const,
  answers: (pid: string, form: string) => ['disclosure-answers', pid, form] as const,
  table: (pid: string, form: string, by: object) => ['disclosure-table', pid, form, by] as const,
};

export const consentKeys = {
  own: [...ownKeys.all, 'consents'] as const,
  claims: [...ownKeys.all, 'claim-consents'] as const,
  groups: [...ownKeys.all, 'group-consents'] as const,
};

export const paymentKeys = {
  all: (pid: string, form: string) => [...inProject(pid, 'payments'), form] as const,
  list: (pid: string, form: string) => [...inProject(pid, 'payments'), form, 'list'] as const,
  totals: (pid: string, form: string) => [...inProject(pid, 'payments'), form, 'totals'] as const,
};

export const chatKeys = {
  all: (pid: string) => inProject(pid, 'chat'),
  list: (pid: string, tid: string) => [...inProject(pid, 'chat'), tid] as const,
};

export const webhookKeys = {
  all: (pid: string) => inProject(pid, 'webhooks'),
  list: (pid: string) => [...inProject(pid, 'webhooks'), 'list'] as const,
  deliveries: (pid: string, id: string) => [...inProject(pid, 'webhooks'), 'deliveries', id] as const,
};

export const groupSyncKeys = {
  all: (pid: string) => inProject(pid, 'group-sync'),
  servers: (pid: string) => [...inProject(pid, 'group-sync'), 'servers'] as const,
  groups: (pid: string) => [...inProject(pid, 'group-sync'), 'groups'] as const,
  differences: (pid: string, id: string) => [...inProject(pid, 'group-sync'), 'differences', id] as const,
  mine: (pid: string) => inProject(pid, 'my-groups'),
};

export const serviceAccountKeys = {
  list: (pid: string) => inProject(pid, 'service-accounts'),
};

export const subsidyKeys = { all: (pid: string) => inProject(pid, 'subsidies') };

export const userKeys = {
  all: ['users'] as const,
  detail: (uid: string) => ['users', 'detail', uid] as const,
  list: (filter: object) => ['users', 'list', filter] as const,
  search: (q: string) => ['users', 'search', q] as const,
};

export const profileKeys = {
  record: (name: string) => ['profile', name] as const,
  dietaryHabits: ['dietary-habits'] as const,
};

export const auditKeys = {
  all: ['audit'] as const,
  list: (filter: object) => ['audit', 'list', filter] as const,
  privateReads: ['audit', 'private-reads'] as const,
};

export const passkeyKeys = {
  all: ['passkeys'] as const,
  own: ['passkeys', 'own'] as const,
  rules: ['sign-in-rules'] as const,
  recoveryCodes: ['recovery-codes'] as const,
};
export const identityKeys = { all: ['identities'] as const };
export const noticeKeys = {
  list: [...ownKeys.all, 'notices'] as const,
  settings: ['notice-settings'] as const,
  received: (pid: string, uid: string) => [...inProject(pid, 'received'), uid] as const,
  push: ['push'] as const,
};

/** Deciding about something ends the notices of it, also in the number of unread ones. */
export const affectedByDecision: readonly QueryKey[] = [noticeKeys.list, meKeys.all, ownKeys.checklist];

export const sessionKeys = { all: ['sessions'] as const };
export const tokenKeys = { all: ['tokens'] as const };
export const healthKeys = { all: ['health'] as const };
export const retentionKeys = { all: ['retention'] as const };
export const signInKeys = {
  ways: ['sign-in', 'ways'] as const,
  progress: (email: string) => ['sign-in', 'progress', email] as const,
  inspection: (token: string) => ['sign-in', 'inspection', token] as const,
  exchange: (token: string) => ['sign-in', 'exchange', token] as const,
};

/**
 * What a change of who is in which team, or who leads it, affects: the counts, people and rights of the project, what
 * the person sees of themselves, and the teams on public profiles.
 */
export const affectedByMembership = (pid: string): readonly QueryKey[] => [
  projectKeys.all(pid),
  projectKeys.lists,
  meKeys.all,
  ownKeys.all,
  userKeys.all,
];

/** A name or a text about oneself shows wherever people are listed. */
export const affectedByProfile: readonly QueryKey[] = [
  meKeys.all,
  ownKeys.checklist,
  userKeys.all,
  projectKeys.everything,
];

/** Every response with rights depends on whether those of the person are withheld. */
export const affectedByOwnRights: readonly QueryKey[] = [
  meKeys.all,
  projectKeys.everything,
  projectKeys.lists,
  userKeys.all,
  passkeyKeys.all,
  passkeyKeys.rules,
  healthKeys.all,
  auditKeys.all,
];

/** Texts that come with the application. */
export const guideKeys = {
  one: (name: string, language: string) => ['guides', name, language] as const,
};

export const hoursKeys = {
  all: (pid: string) => inProject(pid, 'hours'),
  list: (pid: string, limit: number) => [...inProject(pid, 'hours'), 'list', limit] as const,
  summary: (pid: string) => [...inProject(pid, 'hours'), 'summary'] as const,
  team: (pid: string, tid: string, limit: number) => [...inProject(pid, 'hours'), 'team', tid, limit] as const,
  statement: (pid: string, uid: string) => [...inProject(pid, 'hours'), 'statement', uid] as const,
  batch: (pid: string) => [...inProject(pid, 'hours'), 'batch'] as const,
  settings: (pid: string) => [...inProject(pid, 'hours'), 'settings'] as const,
  series: (pid: string) => [...inProject(pid, 'hours'), 'series'] as const,
  verified: (number: string) => ['certificates', number] as const,
};

export const eventDayKeys = {
  devices: (pid: string) => inProject(pid, 'devices'),
  placeCodes: (pid: string) => inProject(pid, 'place-codes'),
  handOuts: (pid: string) => inProject(pid, 'hand-outs'),
  handOutList: (pid: string) => [...inProject(pid, 'hand-outs'), 'list'] as const,
  handOut: (pid: string, id: string) => [...inProject(pid, 'hand-outs'), 'one', id] as const,
  given: (pid: string, id: string) => [...inProject(pid, 'hand-outs'), 'given', id] as const,
  earned: (pid: string, id: string) => [...inProject(pid, 'hand-outs'), 'earned', id] as const,
  uncounted: (pid: string, id: string) => [...inProject(pid, 'hand-outs'), 'uncounted', id] as const,
  codes: (pid: string, id: string) => [...inProject(pid, 'hand-outs'), 'codes', id] as const,
  things: (pid: string, id: string) => [...inProject(pid, 'hand-outs'), 'things', id] as const,
  thingLoans: (pid: string, id: string, thing: string) => [...inProject(pid, 'hand-outs'), 'loans', id, thing] as const,
  openLoans: (pid: string) => [...inProject(pid, 'hand-outs'), 'open-loans'] as const,
  entitlements: (pid: string) => inProject(pid, 'my-entitlements'),
  now: (pid: string) => inProject(pid, 'now'),
  substitutes: (pid: string, id: string) => [...inProject(pid, 'now'), 'substitutes', id] as const,
  myDay: (pid: string) => inProject(pid, 'my-day'),
  work: (pid: string) => inProject(pid, 'work'),
  workList: (pid: string, kind: string) => [...inProject(pid, 'work'), 'list', kind] as const,
  claimCount: (pid: string) => [...inProject(pid, 'work'), 'claim-count'] as const,
  ownClaims: (pid: string) => [...inProject(pid, 'work'), 'own-claims'] as const,
  /** Below no project: the address says which one it is. */
  screen: (token: string) => ['screen', token] as const,
  rollCall: (pid: string) => inProject(pid, 'roll-call'),
  emergency: (pid: string, uid: string) => [...inProject(pid, 'emergency'), uid] as const,
};

export const roomKeys = {
  all: (pid: string) => inProject(pid, 'rooms'),
  board: (pid: string) => [...inProject(pid, 'rooms'), 'board'] as const,
  mine: (pid: string) => [...inProject(pid, 'rooms'), 'mine'] as const,
  possibleMates: (pid: string, q: string) => [...inProject(pid, 'rooms'), 'possible-mates', q] as const,
};

export const moneyKeys = {
  all: (pid: string) => inProject(pid, 'money'),
  own: (pid: string) => [...inProject(pid, 'money'), 'own'] as const,
  budgets: (pid: string) => [...inProject(pid, 'money'), 'budgets'] as const,
  claim: (pid: string, id: string) => [...inProject(pid, 'money'), 'claim', id] as const,
  lists: (pid: string) => [...inProject(pid, 'money'), 'claims'] as const,
  claims: (pid: string, filter: object) => [...inProject(pid, 'money'), 'claims', filter] as const,
  totals: (pid: string) => [...inProject(pid, 'money'), 'claims', 'totals'] as const,
  due: (pid: string) => [...inProject(pid, 'money'), 'due'] as const,
  payouts: (pid: string) => [...inProject(pid, 'money'), 'payouts'] as const,
  payout: (pid: string, id: string) => [...inProject(pid, 'money'), 'payout', id] as const,
  settings: (pid: string) => [...inProject(pid, 'money'), 'settings'] as const,
  travel: (pid: string) => [...inProject(pid, 'money'), 'travel'] as const,
  /** Not below `money`: a receipt never changes, and each look at somebody else's is recorded. */
  receipt: (pid: string, id: string, receipt: string) => [...inProject(pid, 'receipts'), id, receipt] as const,
};
