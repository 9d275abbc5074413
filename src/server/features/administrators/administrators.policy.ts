import type { Config } from '../../config.ts';

type Appointment = { email: string; administrator_since: string | null; configured_since: string | null };

/** Appointed by somebody, or named in ADMIN_EMAIL and admitted at a sign-in. */
export const isAdministrator = (
  { adminEmails }: Pick<Config, 'adminEmails'>,
  { email, administrator_since, configured_since }: Appointment,
): boolean => administrator_since !== null || (configured_since !== null && adminEmails.includes(email));
