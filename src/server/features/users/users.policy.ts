import type { Person } from '../../auth/caller.ts';

type Choices = { uid: string; resume_public_at: string | null; history_public_at: string | null };

/** People see what they themselves show. */
export const maySeeResume = (caller: Person, user: Choices): boolean =>
  caller.uid === user.uid || user.resume_public_at !== null;
export const maySeeHistory = (caller: Person, user: Choices): boolean =>
  caller.uid === user.uid || user.history_public_at !== null;

/** For everybody else the suspended are gone. */
export const maySeeSuspended = (caller: Person): boolean => caller.administrator;

/** Not oneself: somebody must be left who can lift it. */
export const maySuspend = (caller: Person, uid: string): boolean => caller.administrator && caller.uid !== uid;
