import { formatDay } from '../../../../locales/format/dates.ts';
import { mailTemplate } from '../../../lib/mailer.ts';

type Params = {
  role: 'member' | 'chief' | 'owner';
  sender: string;
  team: string;
  project: string;
  link: string;
  /** A day, `2026-08-08`. */
  until: string;
  language?: string | null | undefined;
};

/** Contains no secret: the invitation belongs to the address, so the person signs in to see it. */
export const invitationMail = mailTemplate<Params>((t, { role, sender, language, ...params }) => {
  const values = { ...params, until: formatDay(params.until, language ?? 'en'), sender: sender || t('mail.somebody') };
  return {
    subject: t(`mail.invitation.${role}.subject`, values),
    text: t(`mail.invitation.${role}.text`, values),
  };
});
