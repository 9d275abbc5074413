import { noticeMail } from './notice.mail.ts';
import type { MailedNotice } from './notice.mail.ts';

type Recipient = Parameters<typeof noticeMail>[0];
type Previewed = Pick<MailedNotice, 'kind' | 'pid' | 'subject' | 'project' | 'timezone' | 'actor' | 'values'> & {
  at: string;
};

/** The mail that a person would get, before anybody is notified. */
export function previewNotice(recipient: Recipient, { at, ...notice }: Previewed, baseUrl: string) {
  const mailed = { ...notice, previous: {}, revision: 0, place: null, created_at: at };
  return noticeMail(recipient, [mailed], { baseUrl, unsubscribe: undefined });
}
