import { domainToASCII } from 'node:url';
import type { Config } from '../../config.ts';

type Newcomer = { email: string; hasAccount: boolean; hasInvitation: boolean };

/** Whether everybody who signs in gets an account. */
export const registrationFor = ({
  registration: { mode, domains },
}: Pick<Config, 'registration'>): 'open' | 'restricted' =>
  mode === 'open' && domains.length === 0 ? 'open' : 'restricted';

/** Whether this address may sign in. People who have an account always may; new ones as REGISTRATION says. */
export function maySignIn(
  { registration, adminEmails }: Pick<Config, 'registration' | 'adminEmails'>,
  { email, hasAccount, hasInvitation }: Newcomer,
): boolean {
  if (hasAccount || hasInvitation || adminEmails.includes(email)) return true;
  if (registration.mode === 'invited') return false;
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1));
  return registration.domains.length === 0 || registration.domains.includes(domain);
}
