import { mkdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Nodemailer from 'nodemailer';

type Attachment = { filename: string; type: string; content: string };
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  /** The event that the mail is about gives the sender its name, and mail programs a list to file it under. */
  event?: { pid: string; name: string };
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly Attachment[];
};
export type Mailer = { send: (id: string, mail: Mail) => Promise<void>; close: () => void };

/** Where mail is written when there is no mail server. */
export const mailFolder = (dataDir: string): string => join(dataDir, 'mail');

type MailerOptions = {
  smtpUrl: string | undefined;
  from: string;
  dataDir: string;
  onFile: (mail: Mail, file: string) => void;
};

/** Finds the address in a setting such as `Muster <muster@example.org>`. */
export const addressIn = (from: string): string => /<([^>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

const domainIn = (from: string): string => addressIn(from).split('@').at(-1) ?? '';

/** Mail programs file mail by these headers, and send no absence notes to a program. */
const headersOf = (domain: string, { event, headers }: Mail): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(event === undefined ? {} : { 'List-Id': `<${event.pid}.${domain}>` }),
  ...headers,
});

/** Every attempt uses the same Message-ID, so that mail programs show a mail that was sent twice only once. */
const compose = (from: string, id: string, mail: Mail) => ({
  // An object is not parsed by nodemailer, so the name cannot add an address.
  from: mail.event === undefined ? from : { name: mail.event.name, address: addressIn(from) },
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  messageId: `<${id}@${domainIn(from)}>`,
  ...(mail.html === undefined ? {} : { html: mail.html }),
  // As an object, so that nodemailer does not parse it: the address cannot add a second one.
  ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
  headers: headersOf(domainIn(from), mail),
  ...(mail.attachments === undefined
    ? {}
    : {
        attachments: mail.attachments.map(({ filename, type, content }) => ({ filename, contentType: type, content })),
      }),
});

/**
 * The code of a refusal that will not change: SMTP 5xx for the recipient or the mail. A refused login is not one,
 * because the operator can correct the password.
 */
export function permanentRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return undefined;
  const { responseCode, code } = error;
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return isFinal && (code === 'EENVELOPE' || code === 'EMESSAGE') ? `SMTP ${responseCode}` : undefined;
}

/** Lazy-loaded with the first mail: many processes never send one. */
const nodemailer = (): Promise<typeof Nodemailer> => import('nodemailer');

/** Whether mail is sent by SMTP or written to the data folder. */
export const mailWay = ({ smtpUrl }: { smtpUrl: string | undefined }): 'smtp' | 'files' =>
  smtpUrl === undefined ? 'files' : 'smtp';

export function createMailer({ smtpUrl, from, dataDir, onFile }: MailerOptions): Mailer {
  return smtpUrl === undefined ? fileMailer(from, mailFolder(dataDir), onFile) : smtpMailer(from, smtpUrl);
}

/** Sends one mail without a queue. Returns the answer of the mail server, or where the mail was written. */
export async function sendNow(
  { smtpUrl, mailFrom, dataDir }: { smtpUrl: string | undefined; mailFrom: string; dataDir: string },
  id: string,
  mail: Mail,
): Promise<string> {
  if (smtpUrl === undefined) {
    let written = '';
    await fileMailer(mailFrom, mailFolder(dataDir), (_mail, file) => void (written = file)).send(id, mail);
    return `no SMTP_URL: written to ${written}`;
  }
  const transport = (await nodemailer()).createTransport({ url: smtpUrl, connectionTimeout: 5000 });
  try {
    const { response } = await transport.sendMail(compose(mailFrom, id, mail));
    return response;
  } finally {
    transport.close();
  }
}

function smtpMailer(from: string, url: string): Mailer {
  const open = async () =>
    (await nodemailer()).createTransport({
      url,
      pool: true,
      maxConnections: 10,
      connectionTimeout: 10_000,
      socketTimeout: 30_000,
    });
  let transport: ReturnType<typeof open> | undefined;
  return {
    send: async (id, mail) => {
      transport ??= open();
      await (await transport).sendMail(compose(from, id, mail));
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/** The text as it is, so that a link can be copied from the file. It is the only part or the first of several. */
function withPlainText(message: string, text: string): string {
  const type = message.search(/^Content-Type: text\/plain/m);
  const start = message.indexOf('\n\n', type) + 2;
  const boundary = message
    .slice(0, type)
    .match(/^--\S+$/gm)
    ?.at(-1);
  const end = boundary === undefined ? message.length : message.indexOf(`\n${boundary}`, start);
  const head = message.slice(0, start);
  const partHead = boundary === undefined ? 0 : head.lastIndexOf(boundary);
  const plain = head.slice(partHead).replace(/^Content-Transfer-Encoding: .*$/m, 'Content-Transfer-Encoding: 8bit');
  return `${head.slice(0, partHead)}${plain}${text}${message.slice(end)}`;
}

/** Without a mail server, each mail is a file that the operator can open. */
function fileMailer(from: string, folder: string, onFile: (mail: Mail, file: string) => void): Mailer {
  const open = async () =>
    (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  let transport: ReturnType<typeof open> | undefined;
  return {
    send: async (id, mail) => {
      transport ??= open();
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const { message } = await (await transport).sendMail(compose(from, id, mail));
      // `buffer: true` above: the message is never a stream.
      if (!Buffer.isBuffer(message)) throw new Error('nodemailer returned no buffer');
      const draft = join(folder, `.${id}`);
      await writeFile(draft, withPlainText(message.toString(), mail.text), { mode: 0o600 });
      const file = join(folder, `${id}.eml`);
      await rename(draft, file);
      onFile(mail, file);
    },
    close: () => {},
  };
}
