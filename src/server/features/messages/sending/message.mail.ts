import { pagePath } from '../../../../shared/pages.ts';
import { translateTo, writtenLanguage } from '../../../../locales/server-texts.ts';
import { escapeHtml, layOut } from '../../../lib/mail/layout.ts';
import { nameForMail } from '../../../lib/mail/web-address.ts';
import type { Mail } from '../../../lib/mailer.ts';
import { mergeFields } from '../../../../shared/merge-fields.ts';
import type { MergeField } from '../../../../shared/merge-fields.ts';
import { fillIn } from '../fields.policy.ts';
import type { FieldValues } from '../fields.policy.ts';

export type MailedMessage = {
  id: string;
  subject: string;
  body: string;
  pid: string;
  project: string;
  sender: string;
  replyTo: string | null;
};
type Recipient = { email: string; language: string | null };
type Links = { baseUrl: string; unsubscribe?: string };

/** Long, because it is once for a message and not for each reader: a busy machine must not turn it into plain text. */
const maxMs = 1000;
/** Characters for private use stand for the fields while Markdown is parsed, so that a value never becomes markup. */
const firstMark = 0xe0_00;
const markOf = (field: MergeField): string => String.fromCodePoint(firstMark + mergeFields.indexOf(field));
const anyMark = /[\uE000-\uE0FF]/g;
const fieldOf = (mark: string): MergeField | undefined => mergeFields[(mark.codePointAt(0) ?? 0) - firstMark];

const marked = Object.fromEntries(mergeFields.map((field) => [field, markOf(field)])) as Record<MergeField, string>;

/** Forms in the text of a link, which has no other links. */
const titlesMark = String.fromCodePoint(firstMark + mergeFields.length);

/** The text once as HTML, into which the values of each person are put. */
export async function bodyOf(text: string): Promise<(values: FieldValues) => { text: string; html: string }> {
  // Lazy-loaded: many processes never send a message.
  const { markdownHtml } = await import('../../../lib/mail/markdown-html.ts');
  const html = markdownHtml(fillIn(text.replaceAll(anyMark, ''), marked, { missing_forms: titlesMark }), maxMs, {
    mayLink: (href) => href === marked.link,
  });
  const pieces = html.split(/(<a href="[^"]*">)/);
  return (values) => ({
    text: fillIn(text, values),
    html: pieces
      .map((piece) => (piece.startsWith('<a href="') ? linkWith(piece, values) : filled(piece, values)))
      .join(''),
  });
}

const filled = (html: string, values: FieldValues): string =>
  html.replaceAll(anyMark, (mark) => {
    if (mark === titlesMark) return escapeHtml(values.forms.titles);
    const field = fieldOf(mark) ?? 'name';
    return field === 'missing_forms' ? values.forms.html : escapeHtml(values[field]);
  });

/** Inside an address, only the link of the service stays as it is. */
const linkWith = (tag: string, values: FieldValues): string =>
  tag.replaceAll(anyMark, (mark) => {
    const field = fieldOf(mark) ?? 'name';
    return escapeHtml(
      field === 'link'
        ? values.link
        : encodeURIComponent(field === 'missing_forms' ? values.forms.titles : values[field]),
    );
  });

/** The mail is in the recipient's language, except for what the sender wrote. */
export function messageMail(
  message: MailedMessage,
  content: { text: string; html: string },
  { email, language }: Recipient,
  { baseUrl, unsubscribe }: Links,
): Mail {
  const t = translateTo(language);
  const project = nameForMail(message.project);
  const settings = { label: t('notices.mail.settings'), href: `${baseUrl}${pagePath('/me/notice-settings')}` };
  const stop =
    unsubscribe === undefined
      ? []
      : [
          {
            label: t('notices.mail.unsubscribe'),
            href: unsubscribe.replace('/api/unsubscribe', pagePath('/unsubscribe')),
          },
        ];
  const { text, html } = layOut(message.subject, {
    language: writtenLanguage(language),
    greeting: t('messages.mail.from', { sender: nameForMail(message.sender) || t('notices.somebody'), project }),
    blocks: [
      {
        title: message.subject,
        content,
        lines: [],
        link: { label: t('notices.mail.open'), href: `${baseUrl}${pagePath('/messages/$id', message)}` },
      },
    ],
    footer: { text: t('notices.mail.why', { project }), links: [...stop, settings] },
  });
  return {
    to: email,
    subject: message.subject,
    text,
    html,
    event: { pid: message.pid, name: project },
    ...(message.replyTo === null ? {} : { replyTo: message.replyTo }),
    ...(unsubscribe === undefined
      ? {}
      : {
          headers: {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
  };
}

/** The message as its author sees it before it is sent; the subject says so. */
export function testMail(
  message: MailedMessage,
  content: { text: string; html: string },
  recipient: Recipient,
  links: Links,
): Mail {
  const subject = translateTo(recipient.language)('messages.mail.test', { subject: message.subject });
  return messageMail({ ...message, subject }, content, recipient, links);
}
