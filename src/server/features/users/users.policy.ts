import type { Person } from '../../auth/caller.ts';
import type { PeopleTable } from '../../db/tables.ts';

type Choices = Pick<PeopleTable, 'uid' | 'resume_public_at' | 'history_public_at'>;

/** People see what they themselves show. */
export const maySeeResume = (caller: Person, user: Choices): boolean =>
  caller.uid === user.uid || user.resume_public_at !== null;
export const maySeeHistory = (caller: Person, user: Choices): boolean =>
  caller.uid === user.uid || user.history_public_at !== null;

/** For everybody else the suspended are gone. */
export const maySeeSuspended = (caller: Person): boolean => caller.administrator;

/** Not oneself: somebody must be left who can lift it. */
export const maySuspend = (caller: Person, uid: string): boolean => caller.administrator && caller.uid !== uid;
