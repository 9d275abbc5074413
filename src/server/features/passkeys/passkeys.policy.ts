import type { Person } from '../../auth/caller.ts';

/**
 * Where passkeys are required, those whom the rule is for change theirs with one: whoever has only taken over their
 * mailbox must not add one of their own. The first is the exception; somebody has to begin.
 */
export const mayChangePasskeys = ({ withheld, appointed }: Person, has: { passkeys: number; projects: number }) =>
  !withheld || has.passkeys === 0 || !(appointed || has.projects > 0);

/** Whoever requires passkeys shows theirs first: nobody shuts themselves out. */
export const mayRequirePasskeys = ({ credential }: Person): boolean => credential.passkey !== null;
