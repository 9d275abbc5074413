/** What a service account, or a token that is limited to a project, may do. */
export const tokenScopes = {
  'project:read': 'read the project, its teams, announcements and documents, and the amounts of travel money',
  'people:read': 'read the people of the project with their email addresses, hours, skills and tags, and the groups',
  'contacts:read': 'read the people of groups who agreed to be added to mailing lists and channels',
  'teams:write': 'create and change teams, add and remove members (not chiefs)',
  'invitations:write': 'invite people to teams by email (not as chiefs or owners), read and revoke invitations',
  'tasks:read': 'read tasks and who has joined them, coverage, series, kinds, locations and skills',
  'tasks:write':
    'create, change and delete tasks, series, kinds, locations and skills, assign people to tasks and remove them',
  'forms:read': 'read forms, answers that are not private, and totals',
  'messages:send': 'write messages to people of the project',
  'changes:read': 'follow what changes in the project',
  desk: 'check people in: mark who came to a task, and when',
} as const;

export type TokenScope = keyof typeof tokenScopes;
export const allScopes = Object.keys(tokenScopes) as TokenScope[];

/** Scopes are stored separated by spaces. */
export const scopesOf = (text: string): TokenScope[] => {
  const stored = new Set(text.split(' '));
  return allScopes.filter((scope) => stored.has(scope));
};

/** Has the order of the list, so that equal choices are equal texts. */
export const scopesText = (scopes: readonly TokenScope[]): string =>
  allScopes.filter((scope) => scopes.includes(scope)).join(' ');

/** Whether they allow nothing but reading. */
export const onlyRead = (scopes: readonly TokenScope[]): boolean => scopes.every((scope) => scope.endsWith(':read'));

/** To which project and scopes a credential is limited. */
export type Limit = { pid: string; scopes: readonly TokenScope[] };

const servicePrefix = 'service-';
/** Unlike any uid of a person, so that the actor of an audit entry tells which of them it was. */
export const serviceId = (id: string): string => `${servicePrefix}${id}`;
const isService = (uid: string): boolean => uid.startsWith(servicePrefix);

/** For columns that refer to a person: null for service accounts. */
export const personUid = (uid: string | null): string | null => (uid === null || isService(uid) ? null : uid);
