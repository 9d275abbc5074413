import type { Person } from '../../auth/caller.ts';
import type { PeopleTable } from '../../db/tables.ts';

type Choices = Pick<PeopleTable, 'uid' | 'resume_public_at' | 'history_public_at'>;

/** People always see their own. */
export const maySeeResume = (caller: Person, user: Choices): boolean =>
  caller.uid === user.uid || user.resume_public_at !== null;
export const maySeeHistory = (caller: Person, user: Choices): boolean =>
  caller.uid === user.uid || user.history_public_at !== null;

/** Others do not find people who chose to be hidden, unless they are in one project. */
export const maySeeEverybody = (caller: Person): boolean => caller.administrator;

/** Suspended people are hidden from everybody else. */
export const maySeeSuspended = (caller: Person): boolean => caller.administrator;

/** A suspended administrator can be dismissed, but nobody who is suspended can be appointed. */
export const mayAppoint = (caller: Person, user: { suspended: boolean; administrator: boolean }): boolean =>
  caller.administrator && (!user.suspended || user.administrator);

/** Administrators help people who cannot sign in, so they find accounts by address and see where they belong. */
export const maySeeAccount = (caller: Person): boolean => caller.administrator;

/** Administrators cannot suspend themselves, so that somebody is left to lift it. */
export const maySuspend = (caller: Person, uid: string): boolean => caller.administrator && caller.uid !== uid;
