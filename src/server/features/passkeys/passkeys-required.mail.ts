import { mailTemplate } from '../../lib/mail/template.ts';

/** Goes to administrators and owners who have no passkey when passkeys become a requirement. */
export const passkeysRequiredMail = mailTemplate<{ actor: string; link: string }>((t, values) => ({
  subject: t('mail.passkeysRequired.subject'),
  text: t('mail.passkeysRequired.text', values),
  links: [{ href: values.link, label: t('mail.passkeysRequired.button') }],
}));
