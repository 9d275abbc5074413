import type { newEventDayIds } from './event-day.ts';

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
] as const;
export type Role = (typeof roles)[number];

export type World = ReturnType<typeof newEventDayIds> & {
  pid: string;
  tid: string;
  /** A member of the team who is not the caller. */
  uid: string;
  caller: string;
  task: string;
  series: string;
  step: string;
  announcement: string;
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
  channel: string;
  webhook: string;
  delivery: string;
  /** A service account with all scopes. */
  account: string;
  headers: Record<string, string>;
};
