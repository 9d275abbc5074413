import { mailInLanguage } from '../../../lib/mailer.ts';

type Params = { name: string; team: string; project: string; link: string };

/** Says nothing about the applicant except their name. */
export const applicationReceivedMail = mailInLanguage<Params>((t, { name, ...params }) => {
  const values = { ...params, name: name || t('mail.somebody') };
  return {
    subject: t('mail.applicationReceived.subject', values),
    text: t('mail.applicationReceived.text', values),
  };
});
