import { mailTemplate } from '../../../lib/mailer.ts';

type Params = {
  role: 'member' | 'chief' | 'owner';
  sender: string;
  team: string;
  project: string;
  link: string;
  until: string;
};

/** Contains no secret: the invitation belongs to the address, so the person signs in to see it. */
export const invitationMail = mailTemplate<Params>((t, { role, sender, ...params }) => {
  const values = { ...params, sender: sender || t('mail.somebody') };
  return {
    subject: t(`mail.invitation.${role}.subject`, values),
    text: t(`mail.invitation.${role}.text`, values),
  };
});
