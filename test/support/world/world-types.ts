import { deputyRoles } from '../../../src/shared/deputies.ts';
import type { newEventDayIds } from './event-day.ts';
import type { MoneyIds } from './money.ts';
import type { RoomIds } from './rooms.ts';

/** Roles that somebody has for a while. They are about a project and nothing else. */
const deputies = [...deputyRoles, 'acting_chief'] as const;

/** The roles of the rights table, as seen from one team of one project. */
export const roles = [
  'visitor',
  'volunteer',
  'member',
  'chief',
  'other_chief',
  'owner',
  'other_owner',
  'administrator',
  'suspended',
  'service',
  ...deputies,
] as const;
export type Role = (typeof roles)[number];

const isDeputy = (role: Role): boolean => deputies.some((one) => one === role);

/** Tests that call every route need not call those that treat a deputy like everybody. */
export const isAbout = (role: Role, { path }: { path: string }): boolean => !isDeputy(role) || path.includes('{pid}');

type Ids = ReturnType<typeof newEventDayIds> & MoneyIds & RoomIds;

export type World = Ids & {
  pid: string;
  tid: string;
  /** A member of the team who is not the caller. */
  uid: string;
  caller: string;
  task: string;
  series: string;
  step: string;
  announcement: string;
  document: string;
  /** A draft plan of the team that is ready. */
  allocation: string;
  /** A draft of the caller. */
  message: string;
  invitation: string;
  form: string;
  location: string;
  token: string;
  session: string;
  passkey: string;
  identity: string;
  /** What the member of the team may do for a while, and what the caller may, if they are a deputy. */
  grant: string;
  ownGrant: string;
  channel: string;
  webhook: string;
  delivery: string;
  /** A Mailman server, and the list there that follows the team. */
  groupServer: string;
  syncedGroup: string;
  /** A service account with all scopes. */
  account: string;
  headers: Record<string, string>;
};
