import { setTimeout as sleep } from 'node:timers/promises';
import { startMailServer } from '../../test/support/servers/smtp.ts';
import { textOf } from './server.ts';

const patienceMs = 60_000;

export type Mailboxes = {
  /** The value of SMTP_URL. */
  url: string;
  /** Waits for an unread mail to this address that has these words in its subject or text. */
  read: (email: string, words: string) => Promise<{ text: string; link: string; code: string }>;
  /** Unread mails to this address. */
  unread: (email: string) => string[];
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** The mailboxes of all people of a test. A mail that has been read is not found again. */
export async function openMailboxes(): Promise<Mailboxes> {
  const server = await startMailServer();
  const read = new Set<object>();
  const unreadOf = (email: string) =>
    server.mails
      .filter((mail) => !read.has(mail) && mail.to.includes(email))
      .map((mail) => ({ mail, text: `${subjectOf(mail.source)}\n\n${textOf(mail.source)}` }));
  return {
    url: server.url,
    read: async (email, words) => {
      for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(25)) {
        const found = unreadOf(email).find(({ text }) => text.includes(words));
        if (found === undefined) continue;
        read.add(found.mail);
        const { text } = found;
        return { text, link: /https?:\S+/.exec(text)?.[0] ?? '', code: /\d{6}$/m.exec(text)?.[0] ?? '' };
      }
      throw new Error(
        `no mail to ${email} with "${words}", only:\n${unreadOf(email)
          .map(({ text }) => text)
          .join('\n')}`,
      );
    },
    unread: (email) => unreadOf(email).map(({ text }) => text),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The subject with its encoded words decoded. */
function subjectOf(source: string): string {
  const raw = /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(source)?.[1] ?? '';
  return raw.replace(/\?=\s+=\?/g, '?==?').replace(/=\?utf-8\?(b|q)\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64').toString()
      : Buffer.from(
          word
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/g, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString(),
  );
}
