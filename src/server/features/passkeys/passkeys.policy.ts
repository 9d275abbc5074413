import type { Person } from '../../auth/caller.ts';

/**
 * If passkeys are required, administrators and owners need one to change theirs, so that access to their mailbox is not
 * enough to add one. The first passkey is the exception.
 */
export const mayChangePasskeys = ({ withheld, appointed }: Person, has: { passkeys: number; projects: number }) =>
  !withheld || has.passkeys === 0 || !(appointed || has.projects > 0);

/** Administrators must have used a passkey themselves, so that they do not lock themselves out. */
export const mayRequirePasskeys = ({ credential }: Person): boolean => credential.passkey !== null;
