import { formatDay } from '../../../../locales/format/dates.ts';
import { mailTemplate } from '../../../lib/mail/template.ts';

type Params = {
  role: 'member' | 'chief' | 'owner';
  sender: string;
  team: string;
  project: string;
  link: string;
  /** The last day, such as `2026-08-08`. */
  until: string;
};

/** Contains no secret: the invitation belongs to the address, so the person signs in to see it. */
export const invitationMail = mailTemplate<Params>((t, { role, sender, ...params }, language) => {
  const values = { ...params, until: formatDay(params.until, language), sender: sender || t('mail.somebody') };
  return {
    subject: t(`mail.invitation.${role}.subject`, values),
    text: t(`mail.invitation.${role}.text`, values),
    links: [{ href: params.link, label: t('mail.invitation.button') }],
  };
});
