import { mailInLanguage } from '../../../lib/mailer.ts';

/** Whether the public staff list shows the new member. */
export type Appearance = 'shown' | 'not_shown' | 'no_list';
type Params = { appearance: Appearance; actor: string; team: string; project: string; link: string };

export const teamAddedMail = mailInLanguage<Params>((t, { appearance, actor, ...params }) => {
  const values = { ...params, actor: actor || t('mail.organiser') };
  return {
    subject: t('mail.teamAdded.subject', values),
    text: t(`mail.teamAdded.${appearance}`, values),
  };
});
