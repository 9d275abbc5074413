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

const dayIn = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** Contains no secret: the invitation belongs to the address, so the person signs in to see it. */
export const invitationMail = mailTemplate<Params>((t, { role, sender, language, ...params }) => {
  const values = { ...params, until: dayIn(params.until, language ?? 'en'), sender: sender || t('mail.somebody') };
  return {
    subject: t(`mail.invitation.${role}.subject`, values),
    text: t(`mail.invitation.${role}.text`, values),
  };
});
