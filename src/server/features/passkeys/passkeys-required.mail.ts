import { mailInLanguage } from '../../lib/mailer.ts';

/** To administrators and owners who have no passkey, when passkeys become a requirement. */
export const passkeysRequiredMail = mailInLanguage<{ actor: string; link: string }>((t, values) => ({
  subject: t('mail.passkeysRequired.subject'),
  text: t('mail.passkeysRequired.text', values),
}));
